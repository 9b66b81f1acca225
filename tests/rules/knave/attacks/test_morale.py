from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.casting import with_books
from tests.rules.knave.scenes import RULESET, act, answer, has, scores, the, why_not

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import REFEREE, Ruled
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, BeginFight, CallCheck
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks import morale
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.battle import with_battle
from underkeep.systems.knave.checks.fear import FearStruck
from underkeep.systems.knave.checks.wounds import die, harm
from underkeep.systems.knave.magic import potions
from underkeep.systems.knave.magic.casting import Cast
from underkeep.systems.knave.magic.potions import Quaff
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import field
from underkeep.world.creature import CheckRolled, Fled, MoraleRolled, Yielded
from underkeep.world.grid import Grid
from underkeep.world.state import State


def fighting(match: str, gap: int = 3) -> State:
    """A fight whose first turn has begun."""
    return play.resolve(RULESET, field(RULESET, match, gap=gap), REFEREE, BeginFight(), Scripted(d20(20))).state


def after(state: State, *faces: int, dead: tuple[str, ...] = (), hurt: tuple[str, int] | None = None) -> Resolution:
    """Let these die and that one be hurt, then test morale."""
    dice = Scripted(*faces)
    do = Resolution(state, dice, RULESET)
    for id in dead:
        die(do, id)
    if hurt is not None:
        harm(do, *hurt)
    morale.test_all(do)
    dice.finish()
    return do


def why(do: Resolution) -> list[str]:
    return [e.why for e in do.events if isinstance(e, MoraleRolled)]


@rule("knave:morale.test")
def test_no_more_than_the_rating_holds() -> None:
    six = fighting("knave v 6 goblin")
    holds = after(six, *d6(3, 4), dead=("goblin-6",))
    assert the(holds, MoraleRolled).success
    assert len(holds.state.active("b")) == 5
    breaks = after(six, *d6(4, 4), d20(2), dead=("goblin-6",))
    assert not the(breaks, MoraleRolled).success
    assert breaks.state.active("b") == []


@rule("knave:morale.failure", "knave:morale.failure-choice")
def test_those_who_break_run_where_they_can() -> None:
    do = after(fighting("knave v 3 goblin"), *d6(6, 6), d20(2), dead=("goblin-3",))
    assert {e.creature for e in do.events if isinstance(e, Fled)} == {"goblin-1", "goblin-2"}
    assert [r.choice for r in do.events if isinstance(r, Ruled) and r.question == morale.CHOICE] == ["rout"]


@rule("knave:morale.failure-choice")
def test_the_cornered_surrender_if_they_can_speak() -> None:
    state = fighting("knave v 2 bandit")
    walls = tuple((x, y) for x in range(4) for y in range(4) if (x, y) not in ((1, 1), (2, 1)))
    shut = replace(state, grid=Grid(12, 12, (*walls, (3, 1)))).with_creature("bandit-1", at=(2, 1))
    do = after(shut, *d6(6, 6), d20(2), dead=("bandit-2",))
    assert the(do, Yielded).creature == "bandit-1"
    beasts = fighting("knave v 2 giant-frog")
    beasts = replace(beasts, grid=shut.grid).with_creature("giant-frog-1", at=(2, 1))
    assert has(after(beasts, *d6(6, 6), d20(2), dead=("giant-frog-2",)), Fled)


@rule("knave:morale.failure-choice")
def test_a_referee_decides_what_the_broken_do() -> None:
    state = replace(fighting("knave[sword] v goblin + goblin", gap=1), human_referee=True)
    asked = play.resolve(RULESET, state, "a", Attack("knave-1", "goblin-1", "sword"), Scripted(d20(18)))
    power = play.resolve(
        RULESET, asked.state, "a", play.Answer(asked.state.prompts[0].id, "no"), Scripted(*d6(6, 6, 6))
    )
    assert power.state.prompts[0].question == morale.CHOICE
    assert power.state.prompts[0].seats == (REFEREE,)
    assert has(answer(power, "surrender"), Yielded)


@rule("knave:morale.leader-reroll")
def test_a_leader_may_rally_them_once() -> None:
    led = fighting("knave v bugbear + 5 goblin")
    rallied = after(led, *d6(4, 4), d20(16), *d6(2, 2, 2, 2), dead=("goblin-5",))
    rolls = [e.success for e in rallied.events if isinstance(e, MoraleRolled)]
    assert rolls == [False, True, True]
    assert the(rallied, CheckRolled).roll.needed == 16
    assert len(rallied.state.active("b")) == 5
    unheard = after(led, *d6(4, 4), d20(14), *d6(2, 2), dead=("goblin-5",))
    assert {c.id for c in unheard.state.active("b")} == {"bugbear-1"}
    again = after(rallied.state, *d6(4, 4, 1, 1), dead=("goblin-4", "goblin-3"))
    assert not has(again, CheckRolled)
    assert {c.id for c in again.state.active("b")} == {"bugbear-1"}


@rule("knave:morale.break.half-hp-alone")
def test_a_lone_creature_tests_at_half_its_hit_points() -> None:
    alone = fighting("knave v ogre")
    assert not has(after(alone, hurt=("ogre-1", 7)), MoraleRolled)
    assert why(after(alone, *d6(2, 2), hurt=("ogre-1", 8))) == ["alone with half its hit points"]
    assert not has(after(fighting("knave v 3 ogre"), hurt=("ogre-1", 8)), MoraleRolled)


@rule("knave:morale.break.first-casualty")
def test_a_group_tests_at_its_first_loss_only() -> None:
    first = after(fighting("knave v 6 goblin"), *d6(2, 2), dead=("goblin-6",))
    assert why(first) == ["first casualty"]
    assert not has(after(first.state, dead=("goblin-5",)), MoraleRolled)


@rule("knave:morale.break.half-forces")
def test_a_group_tests_when_half_is_lost() -> None:
    first = after(fighting("knave v 6 goblin"), *d6(2, 2), dead=("goblin-6",))
    second = after(first.state, dead=("goblin-5",))
    assert why(after(second.state, *d6(2, 2), dead=("goblin-4",))) == ["half of the forces lost"]


@rule("knave:morale.break.leader-killed", "knave:morale.leader-reroll")
def test_a_group_tests_when_its_leader_falls_and_nobody_rallies_it() -> None:
    state = fighting("knave v bugbear + 7 kobold")
    first = after(state, *d6(2, 2, 2, 2), dead=("kobold-7",))
    broken = after(first.state, *d6(6, 6), dead=("bugbear-1",))
    assert why(broken) == ["leader killed"]
    assert not has(broken, CheckRolled)
    assert broken.state.active("b") == []


@rule("knave:morale.break.feared-attack")
def test_an_attack_with_what_they_fear_tests_them(monkeypatch: pytest.MonkeyPatch) -> None:
    flaming = replace(compendium.monsters()["treant"], fears=("slashing",))
    monkeypatch.setitem(compendium.monsters(), "treant", flaming)
    state = fighting("knave[sword,mace] v 2 treant", gap=1)
    cut = play.resolve(RULESET, state, "a", Attack("knave-1", "treant-1", "sword"), Scripted(d20(17)))
    assert why(answer(cut, "no", *d6(1, 2, 2))) == ["attacked with what it fears"]
    bruised = play.resolve(RULESET, state, "a", Attack("knave-1", "treant-1", "mace"), Scripted(d20(17)))
    assert not has(answer(bruised, "no", d6(1)), MoraleRolled)
    assert compendium.monsters()["treant"] is flaming


@rule("knave:morale.break.other")
def test_only_the_listed_breaking_points_count_unless_the_referee_calls() -> None:
    first = after(fighting("knave v 8 goblin"), *d6(2, 2), dead=("goblin-8",))
    quarter = after(first.state, dead=("goblin-7",))
    assert not has(quarter, MoraleRolled)
    assert not has(after(quarter.state), MoraleRolled)
    called = act(quarter.state, CallCheck("goblin-1", "morale"), *d6(2, 2))
    assert why(called) == ["the referee calls for it"]
    assert why_not(quarter.state, CallCheck("knave-1", "morale")) == "knave:morale.test"


@rule("knave:morale.test")
def test_player_characters_never_test() -> None:
    state = fighting("3 knave v goblin")
    assert not has(after(state, dead=("knave-1", "knave-2")), MoraleRolled)


def breath_on(match: str, *faces: int) -> Resolution:
    """A knave drinks fire and breathes it on those beside him."""
    state = fighting(match, gap=1)
    bottle = potions.bottle(state, "fire-breathing")
    state = state.with_creature("knave-1", items=(bottle,))
    return play.resolve(RULESET, state, "a", Quaff("knave-1", bottle.kind), Scripted(*faces))


@rule("knave:morale.break.feared-attack")
def test_a_breath_of_what_they_fear_tests_them_too() -> None:
    done = breath_on("knave v 3 giant-rat", d6(1), d6(1), d6(2), d6(2))
    assert why(done) == ["attacked with what it fears"]
    struck = next(e for e in done.events if isinstance(e, FearStruck))
    assert struck.rule == ("knave:morale.break.feared-attack",)


@rule("knave:morale.break.feared-attack")
def test_a_spell_of_what_they_fear_tests_them_too() -> None:
    state = with_books(scores(fighting("knave v 3 giant-rat", gap=3), "knave-1", INT=1), "knave-1", "elemental-wall")
    action = Cast("knave-1", "elemental-wall", "giant-rat-1", "fire")
    done = play.resolve(RULESET, state, "a", action, Scripted(*[d6(1)] * 3, d6(2), d6(2)))
    assert "attacked with what it fears" in why(done)[0]


@rule("knave:morale.break.other")
def test_magic_is_a_breaking_point_only_if_the_referee_says_so() -> None:
    done = breath_on("knave v 3 orc", d6(1), d6(1))
    assert [e.choice for e in done.events if isinstance(e, Ruled) and e.question == "knave:morale.break.other"] == [
        "hold"
    ]
    assert not has(done, MoraleRolled)
    state = replace(fighting("knave v 3 orc", gap=1), human_referee=True)
    bottle = potions.bottle(state, "fire-breathing")
    state = state.with_creature("knave-1", items=(bottle,))
    asked = play.resolve(RULESET, state, "a", Quaff("knave-1", bottle.kind), Scripted(d6(1), d6(1)))
    assert asked.state.prompts[0].rule == ("knave:morale.break.other",)
    ruled = answer(asked, "test", d6(2), d6(2))
    assert why(ruled) == ["magic"]
    again = with_battle(done.state, awed=("b",))
    assert not has(after(again), Ruled)
