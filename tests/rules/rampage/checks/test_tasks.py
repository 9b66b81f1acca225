"""What tasks take, who may try them together, and what comes of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import MORNING, below, do_it, one, with_items
from tests.rules.rampage.scene import act, all_of, hero, monster, scene, the, why_not

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Modifier
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.procedures import play
from underkeep.procedures.actions import CallCheck, CallContest, Recall, Try
from underkeep.procedures.delve_actions import LightUp
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.checks import tasks
from underkeep.systems.rampage.checks.tasks import PocketNoticed
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d4, d6, d8, d20, d100, rule
from underkeep.world.clock import TimePassed
from underkeep.world.creature import (
    AttackRolled,
    CheckRolled,
    ContestSettled,
    Creature,
    DamageRolled,
    Died,
    Harmed,
    Healed,
    SaveRolled,
)
from underkeep.world.gear import ItemsChanged
from underkeep.world.knowledge import Recalled
from underkeep.world.state import State

HERO = "hero"


def quiet(*who: Creature) -> State:
    """The same people after the fight."""
    return replace(scene(*who), fight=None)


def tried(who: Creature, what: str, *faces: int, modifiers: tuple[Modifier, ...] = ()) -> Resolution:
    return act(quiet(who), CallCheck(who.id, what, None, modifiers), *faces)


def refused(state: State, action: CallCheck) -> str:
    found = why_not(state, action)
    assert found is not None
    return found.rule.removeprefix("rampage:task.")


@rule("rampage:task.climb.fall")
def test_who_slips_saves_or_falls_from_halfway() -> None:
    climber = hero(HERO)
    fell = tried(climber, "climb-smooth 40", d6(1), d20(1), *d6(3, 4))
    assert the(fell, SaveRolled).success is False
    assert (the(fell, DamageRolled).roll.notation, the(fell, Harmed).amount) == ("2d6", 7)
    assert not all_of(tried(climber, "climb-smooth 40", d6(1), d20(20)), Harmed)
    assert not all_of(tried(climber, "climb-smooth 40", d6(6)), SaveRolled)


@rule("rampage:task.bandage-wounds", "rampage:task.bandage-wounds.once")
def test_bandages_bring_back_four_points_once() -> None:
    hurt = replace(hero(HERO, gear=("bandages",)), hp=10)
    done = tried(hurt, "bandage-wounds", d6(3))
    assert (the(done, Healed).amount, the(done, Healed).hp) == (4, 14)
    assert refused(done.state, CallCheck(HERO, "bandage-wounds")) == "bandage-wounds.once"
    assert the(tried(replace(hurt, hp=18), "bandage-wounds", d6(3)), Healed).amount == 2
    assert not all_of(tried(hurt, "bandage-wounds", d6(2)), Healed)


@rule("rampage:task.light-fire", "rampage:task.light-fire.no-tinderbox")
def test_a_fire_takes_a_round_or_without_a_tinder_box_turns() -> None:
    assert the(tried(hero(HERO, gear=("tinder box",)), "light-fire", d6(5)), TimePassed).now == 60
    assert the(tried(hero(HERO), "light-fire", d6(5), d6(3)), TimePassed).now == 3 * 600


@rule("rampage:task.open-door-silently", "rampage:task.open-door-silently.fail")
@pytest.mark.parametrize("face", [1, 6])
def test_the_oil_is_gone_either_way(face: int) -> None:
    done = tried(hero(HERO, gear=("lamp oil",)), "open-door-silently", d6(face))
    assert not any(i.kind == "lamp-oil" for i in done.state.creatures[HERO].items)
    assert the(done, TimePassed).now == 600


@rule("rampage:task.pick-pocket.noticed")
def test_a_one_in_a_pocket_is_noticed() -> None:
    assert all_of(tried(hero(HERO), "pick-pocket", d6(1)), PocketNoticed)
    assert not all_of(tried(hero(HERO), "pick-pocket", d6(2)), PocketNoticed)


@rule("rampage:task.venom-harvest.self-poison")
def test_a_one_poisons_the_harvester() -> None:
    digger = hero(HERO, gear=("venom kit",))
    dead = tried(digger, "venom-harvest", d6(1), d20(1))
    assert Modifier("little venom", 4) in the(dead, SaveRolled).roll.modifiers
    assert all_of(dead, Died)
    assert not all_of(tried(digger, "venom-harvest", d6(1), d20(20)), Died)
    assert not all_of(tried(digger, "venom-harvest", d6(2)), SaveRolled)


@rule("rampage:task.forage", "rampage:task.repair")
def test_foraging_brings_rations_and_repairs_mend() -> None:
    fed = tried(hero(HERO), "forage", d6(6), d6(4))
    assert next(i.count for i in fed.state.creatures[HERO].items if i.kind == "rations") == 4
    assert the(fed, TimePassed).now == 12 * 3600
    smith = hero(HERO, gear=("tool kit", "sword"))
    items = tuple(replace(i, broken=i.kind == "sword") for i in smith.items)
    whole = tried(replace(smith, items=items), "repair", d6(6), d6(2))
    assert the(whole, ItemsChanged).verb == "mended"
    assert not any(i.broken for i in whole.state.creatures[HERO].items)
    assert the(whole, TimePassed).now == 2 * 600


@rule(
    "rampage:task.pick-lock.one",
    "rampage:task.find-secret-doors.one-per-10ft",
    "rampage:task.find-mechanical-traps.one",
    "rampage:task.manipulate-device.one",
    "rampage:task.open-door-silently.one",
    "rampage:task.pry-open-box.one",
    "rampage:task.probe-pits.three",
    "rampage:task.hear-noise.one-door",
)
def test_some_tasks_are_for_one_at_a_time() -> None:
    gear = ("tool kit", "lamp oil", "crowbar", "ten-foot pole")
    people = tuple(hero(f"hero-{n}", gear=gear) for n in range(1, 5))
    state = quiet(*people)
    others = tuple(p.id for p in people[1:])
    for task, why in (
        ("pick-lock", "one"),
        ("find-secret-doors", "one-per-10ft"),
        ("find-mechanical-traps", "one"),
        ("manipulate-device", "one"),
        ("open-door-silently", "one"),
        ("pry-open-box", "one"),
        ("probe-pits", "three"),
    ):
        assert refused(state, CallCheck("hero-1", task, also=others)) == f"{task}.{why}"
        assert why_not(state, CallCheck("hero-1", task)) is None
    assert why_not(state, CallCheck("hero-1", "probe-pits", also=others[:2])) is None
    assert refused(state, CallCheck("hero-1", "hear-noise at the door", also=others)) == "hear-noise.one-door"
    assert why_not(state, CallCheck("hero-1", "hear-noise", also=others)) is None


@rule("rampage:task.hear-noise.quiet")
def test_nothing_is_heard_in_a_fight() -> None:
    assert refused(scene(hero(HERO, (5, 5))), CallCheck(HERO, "hear-noise")) == "hear-noise.quiet"


@rule("rampage:task.track-dungeon.best", "rampage:task.track-wilderness.best")
@pytest.mark.parametrize(("task", "best"), [("track-dungeon", "dwarf"), ("track-wilderness", "elf")])
def test_only_the_best_tracker_rolls(task: str, best: str) -> None:
    state = quiet(hero("man"), hero("dwarf", race="dwarf"), hero("elf", race="elf"))
    rolled = the(act(state, CallCheck("man", task, also=("dwarf", "elf")), d6(5)), CheckRolled)
    assert (rolled.creature, rolled.success) == (best, True)
    assert f"rampage:task.{task}.best" in rolled.rule


@rule("rampage:task.track.dogs", "rampage:task.track-wilderness.numbers")
@pytest.mark.parametrize(
    ("what", "bonus"),
    [
        ("track-wilderness 3 dogs", 1),
        ("track-wilderness 4 dogs", 2),
        ("track-dungeon 7 dogs", 3),
        ("track-wilderness 10 enemies", 0),
        ("track-wilderness 11 enemies", 2),
        ("track-wilderness 101 enemies", 4),
        ("track-dungeon 101 enemies", 0),
    ],
)
def test_dogs_and_many_tracks_help(what: str, bonus: int) -> None:
    rolled = the(tried(hero(HERO), what, d6(1)), CheckRolled)
    assert rolled.roll.total == 1 + bonus


@rule("rampage:task.set-trap.damage")
def test_a_deadlier_trap_is_harder_to_set() -> None:
    setter = hero(HERO, gear=("tool kit",))
    assert the(tried(setter, "set-trap 1d6", d6(6)), CheckRolled).roll.total == 6
    assert the(tried(setter, "set-trap 3d6", d6(6)), CheckRolled).roll.total == 4


@rule("rampage:task.disguise.conditions")
def test_what_a_disguise_is_worth_the_judge_says() -> None:
    actor = hero(HERO, gear=("disguise kit",))
    wide = (Modifier("a beard", 5),)
    assert the(tried(actor, "disguise", d6(1), modifiers=wide), CheckRolled).roll.total == 1 + 1 + 3
    asked = act(replace(quiet(actor), human_referee=True), CallCheck(HERO, "disguise"))
    prompt = asked.state.prompts[0]
    assert (prompt.question, prompt.default, prompt.choices[0]) == ("rampage:task.disguise.conditions", "0", "-3")


@rule("rampage:task.other")
def test_any_other_task_is_a_six_as_well() -> None:
    clever = hero(HERO, (5, 5), INT=15)
    done = act(scene(clever), Try(HERO, "paint the door blue"), d6(5))
    assert (the(done, CheckRolled).success, the(done, CheckRolled).rule[0]) == (True, "rampage:task.other")
    assert not the(act(scene(hero(HERO, (5, 5))), Try(HERO, "paint the door blue"), d6(5)), CheckRolled).success


@rule("rampage:combat.stunt.damage")
def test_a_toppled_statue_is_a_big_club_against_their_armour() -> None:
    state = scene(hero(HERO, (5, 5)), monster("orc", (6, 5)))
    done = act(state, Try(HERO, "topple the statue on the orc"), d20(19), d8(5))
    assert "rampage:combat.stunt.damage" in the(done, AttackRolled).rule
    assert (the(done, DamageRolled).roll.notation, the(done, Harmed).amount) == ("1d8", 5)
    assert done.state.creatures["orc"].condition("prone")
    assert the(act(state, Try(HERO, "throw a stone at the orc"), d20(19), d4(3)), Harmed).amount == 3


@rule("rampage:combat.stunt.enemy")
def test_a_stunt_needs_a_hit_on_ac_7_and_is_saved_against() -> None:
    state = scene(hero(HERO, (5, 5)), monster("orc", (6, 5)))
    done = act(state, Try(HERO, "trip the orc"), d20(19), d20(1))
    assert done.state.creatures["orc"].condition("prone")
    assert not act(state, Try(HERO, "trip the orc"), d20(19), d20(20)).state.creatures["orc"].conditions
    assert done.state.fight is not None
    assert done.state.fight.round > 1 or done.state.fight.has_spent(HERO, "attack")


@rule("rampage:combat.stunt.self", "rampage:abilities.dex.typical-checks", "rampage:abilities.check.d20")
def test_a_stunt_of_ones_own_is_an_ability_check() -> None:
    state = scene(hero(HERO, (5, 5)))
    rolled = the(act(state, Try(HERO, "swing on the chandelier"), d20(10)), CheckRolled)
    assert (rolled.what, rolled.success) == ("DEX", True)
    assert "rampage:abilities.dex.typical-checks" in rolled.rule


@rule("rampage:abilities.check.d100", "rampage:combat.stunt.self")
def test_the_judge_may_ask_for_a_harder_die() -> None:
    state = replace(scene(hero(HERO, (5, 5)), monster("orc", (6, 5))), human_referee=True)
    asked = act(state, Try(HERO, "lift the gate"))
    prompt = asked.state.prompts[0]
    assert (prompt.default, "STR d100" in prompt.choices) == ("STR d20", True)
    dice = Scripted(d100(10))
    outcome = play.resolve(RULESET, asked.state, REFEREE, Answer(prompt.id, "STR d100"), dice)
    (question,) = outcome.state.prompts
    assert question.about == "lift the gate: it works"
    done = play.resolve(RULESET, outcome.state, REFEREE, Answer(question.id, "nothing more"), Scripted())
    assert the(done, CheckRolled).roll.notation == "1d100"


def test_a_contest_is_won_by_the_highest_success() -> None:
    state = scene(hero(HERO, (5, 5)), monster("orc", (6, 5)))
    won = act(state, CallContest(HERO, "STR", opponents=("orc",)), d20(9), d20(8))
    assert the(won, ContestSettled).winner == HERO
    assert (
        the(act(state, CallContest(HERO, "STR", opponents=("orc",)), d20(11), d20(8)), ContestSettled).winner == "orc"
    )
    assert not the(act(state, CallContest(HERO, "STR", opponents=("orc",)), d20(8), d20(8)), ContestSettled).winner


@rule("rampage:abilities.int.typical-checks")
def test_recalling_is_a_check_of_intelligence() -> None:
    state = scene(hero(HERO, (5, 5)))
    known = the(act(state, Recall(HERO, "trolls"), d20(10)), Recalled)
    assert known.about.startswith("troll") and any("hit dice" in fact for fact in known.facts)
    assert not the(act(state, Recall(HERO, "trolls"), d20(11)), Recalled).facts


@rule("rampage:animal.tracking-dogs.foiled", "rampage:task.track.dogs")
@pytest.mark.parametrize("id", ["track-dungeon", "track-wilderness"])
def test_stink_mail_and_orc_dust_fool_the_dogs(id: str) -> None:
    assert tasks.said_modifiers(id, f"{id} 4 dogs")[0] == (Modifier("dogs", 2),)
    for foil in ("stink mail", "distilled orc dust"):
        assert tasks.said_modifiers(id, f"{id} 4 dogs {foil}") == ((), ("rampage:animal.tracking-dogs.foiled",))


@rule("rampage:task.light-fire", "rampage:task.light-fire.no-tinderbox")
def test_a_torch_is_lit_by_trying_until_it_burns() -> None:
    """A man lights a fire on 5; each try takes a round, or without a tinder box 1d6 turns for each."""
    for gear, faces, minutes in ((("tinder-box",), (4, 4, 5), 3), ((), (4, 5, 2), 40)):
        creature = with_items(one(gear=("sword",)), "torches", *gear)
        do = do_it(below(creature), LightUp("hero", "torches"), *d6(*faces))
        assert do.state.now == MORNING + 60 * minutes
        assert [event.success for event in all_of(do, CheckRolled)] == [True]
        assert [light.kind for light in do.state.lights] == ["torches"]
