"""What a Berserker's player does not know, what captives keep, what a touch takes, and work in the thick of it."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import act, all_of, hero, monster, scene, scripted, squares, under

from underkeep.kernel.audience import seen_by
from underkeep.kernel.prompt import ALWAYS, Standing
from underkeep.procedures.actions import Attack, Done, Move, Try
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import hidden_blade
from underkeep.systems.rampage.attacks.hidden_blade import BOUND
from underkeep.systems.rampage.attacks.prowess import SHOWN
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks.drained_levels import LevelKept
from underkeep.systems.rampage.checks.tasks import AT_WORK
from underkeep.systems.rampage.combat import rounds
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.table.view import view
from underkeep.testing import d4, d6, d20, rule
from underkeep.world.condition import UNCOUNTED
from underkeep.world.creature import Died, Felled, Harmed, Moved
from underkeep.world.fight import FightEnded, Step
from underkeep.world.state import State


def enraged() -> State:
    return scene(hero("hero", (5, 5), "berserker", hp=12), monster("orc", (6, 5), hp=30))


@rule("rampage:class.berserker.secret-hp")
def test_the_hit_points_of_a_raging_berserker_are_the_referees() -> None:
    do = act(enraged(), Attack("hero", "orc", "sword"), d20(2))
    assert do.state.creatures["hero"].is_uncounted
    hurt = Harmed("hero", 5, 7)
    assert seen_by(hurt, "a", do.state) == Harmed("hero", 5, None)
    assert seen_by(hurt, "a", enraged()) == hurt
    wounded = hurt.evolve(do.state)
    assert view(wounded, "a", RULESET).mine[0] == view(do.state, "a", RULESET).mine[0]
    assert view(wounded, "referee", RULESET).mine[0].hp == 7


@rule("rampage:class.berserker.secret-hp")
def test_they_are_known_again_when_the_fight_is_over_or_he_is_dead() -> None:
    state = act(enraged(), Attack("hero", "orc", "sword"), d20(2)).state
    over = scripted(state)
    over.emit(FightEnded("a", 1))
    assert not over.state.creatures["hero"].is_uncounted
    dead = scripted(state)
    dead.emit(Died("hero"))
    assert dead.state.creatures["hero"].condition(UNCOUNTED) is None


def grappled(
    kind: str = "delver", level: int = 2, shown: bool = False, gear: tuple[str, ...] = ("dagger",)
) -> Resolution:
    """One of side a is borne down by an ogre, while a friend stands by."""
    victim = hero("victim", (5, 5), kind, level=level, gear=gear)
    ogre = monster("ogre", (6, 5), "ogre", hp=30)
    state = scene(victim, hero("friend", (1, 1)), ogre)
    state = under(state, "victim", SHOWN) if shown else state
    do = Resolution(state, scripted(state).dice, RULESET)
    do.emit(Felled("victim", hidden_blade.SUBDUED))
    return do


@rule("rampage:class.ability.dagger-surprise.captive")
def test_a_delver_cuts_the_bonds_with_a_dagger_that_nobody_found() -> None:
    do = grappled()
    assert do.state.creatures["victim"].condition(BOUND)
    hidden_blade.cut_free(do)
    free = do.state.creatures["victim"]
    assert free.status == "up" and free.condition(SHOWN) and free.condition(BOUND) is None


@rule("rampage:class.ability.dagger-surprise.captive")
@pytest.mark.parametrize(
    "do",
    [grappled(level=1), grappled("warrior"), grappled(shown=True), grappled(gear=("club",))],
    ids=["too young", "no jack", "seen before", "no dagger"],
)
def test_others_stay_bound(do: Resolution) -> None:
    hidden_blade.cut_free(do)
    assert do.state.creatures["victim"].status == "down"


@rule("rampage:class.ravager.drain-immunity")
@pytest.mark.parametrize(("kind", "left"), [("warrior", 2), ("ravager", 3)])
def test_a_wight_drains_anybody_but_a_ravager(kind: str, left: int) -> None:
    state = scene(hero("hero", (5, 5), kind, level=3, hp=24), monster("wight", (6, 5), "wight", hp=9))
    do = act(state, Attack("wight", "hero", "natural attacks"), d20(19), d4(2))
    after = do.state.creatures["hero"]
    assert sheet(after).level == left
    assert len(all_of(do, LevelKept)) == (kind == "ravager")
    assert (after.max_hp, after.hp) == ((16, 16) if kind == "warrior" else (24, 22))


def test_the_last_level_takes_life_along() -> None:
    state = scene(hero("hero", (5, 5), level=1), monster("wight", (6, 5), "wight", hp=9))
    do = act(state, Attack("wight", "hero", "natural attacks"), d20(19), d4(2))
    assert do.state.creatures["hero"].status == "dead"


@rule("rampage:combat.actions.both.bandage")
def test_a_task_in_a_fight_takes_both_actions_and_all_the_rounds_it_needs() -> None:
    state = scene(hero("hero", (5, 5), gear=("sword",)), monster("orc", (20, 5)))
    do = act(state, Try("hero", "forage for herbs"), d6(1))
    assert do.state.fight is not None
    assert {"attack", "move"} <= set(do.state.fight.spent["hero"])
    at_work = do.state.creatures["hero"].condition(AT_WORK)
    assert at_work is not None and at_work.until == 600
    later = scripted(replace(do.state, fight=replace(do.state.fight, spent={})))
    rounds.enter_step(later, Step("act", ("hero",), "a"))
    assert later.state.fight is not None and set(later.state.fight.spent["hero"]) == {"attack", "move"}


@rule("rampage:combat.actions.both.bandage")
@pytest.mark.parametrize(("ruled", "left"), [("attack", {"attack"}), ("both", {"attack", "move"})])
def test_the_judge_may_let_it_go_with_one_of_them(ruled: str, left: set[str]) -> None:
    state = scene(hero("hero", (5, 5), gear=("sword",)), monster("orc", (20, 5)))
    state = replace(state, standing={"rampage:combat.actions.both.bandage": Standing(ALWAYS, ruled)})
    do = act(state, Try("hero", "forage for herbs"), d6(1))
    assert do.state.fight is not None and set(do.state.fight.spent["hero"]) == left


@rule("rampage:combat.move.side-choice")
def test_a_side_moves_some_of_its_own_and_leaves_others() -> None:
    state = scene(hero("one", (5, 5)), hero("two", (5, 7)), monster("orc", (20, 5)))
    moved = act(state, Move("one", (7, 5)))
    assert all_of(moved, Moved)[0].rule and moved.state.creatures["two"].at == (5, 7)
    assert (7, 7) in squares(moved.state, "two", Move)
    still = act(moved.state, Done("two"))
    assert still.state.creatures["two"].at == (5, 7)
