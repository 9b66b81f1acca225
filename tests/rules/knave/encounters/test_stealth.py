"""Sneaking up on those who suspect nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import RULESET, carrying, delvers, has, lead, on_sheet, refused, the

from underkeep.kernel.dice import Scripted
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks.attacks import StruckUnawares
from underkeep.systems.knave.basics.sheet import Tie
from underkeep.systems.knave.encounters.stealth import Sneak
from underkeep.testing import d2, d6, d20, rule
from underkeep.testing.builders import cellar
from underkeep.world.creature import CheckRolled, Harmed
from underkeep.world.dungeon import Group, Spot
from underkeep.world.encounter import ReactionRolled
from underkeep.world.fight import FightBegan, InitiativeRolled
from underkeep.world.gear import Item
from underkeep.world.state import State

SNEAK = Sneak("opening-1")


def before_orcs(count: int = 1, kind: str = "orc", lit: bool = False) -> State:
    """A knave in the hall with a torch that may burn; somebody is in the passage beyond."""
    dungeon = replace(cellar(RULESET), groups={"them": Group("them", "1-p1", kind, count, lair=True)})
    dungeon = replace(dungeon, entrance=Spot(1, (3, 2), "1-01"))
    state = lead(delvers(1, dungeon=dungeon), a.LightUp("hero-1", "torch")).state
    return state if lit else replace(state, lights=())


def sneaked(state: State, *faces: int) -> Resolution:
    return lead(state, SNEAK, *faces)


@rule("knave:combat.unsuspecting.auto-hit", "knave:task.check.opposed-ability")
def test_whoever_is_not_noticed_may_strike_without_a_roll() -> None:
    done = sneaked(before_orcs(), d20(11))
    roll = the(done, CheckRolled)
    assert (roll.what, roll.roll.needed, roll.success) == ("sneaking up", 11, True)
    assert "knave:combat.unsuspecting.auto-hit" in roll.rule
    assert done.state.encounter.attitude == "unaware"
    assert not has(done, ReactionRolled)
    fought = lead(done.state, a.Engage())
    assert has(fought, FightBegan) and not has(fought, InitiativeRolled)
    assert fought.state.fight.step.side == "party"
    state = carrying(fought.state, "hero-1", Item("sword", "Sword", "hand"))
    x, y = state.creatures["orc-1"].at
    state = state.with_creature("hero-1", at=(x - 1, y))
    hit = play.resolve(RULESET, state, "player", Attack("hero-1", "orc-1", "sword"), Scripted())
    assert has(hit, StruckUnawares)
    assert hit.state.prompts[0].question == "power-attack"


@rule("knave:combat.unsuspecting.direct-damage")
def test_the_blow_is_direct() -> None:
    state = lead(sneaked(before_orcs(), d20(11)).state, a.Engage()).state
    x, y = state.creatures["orc-1"].at
    state = state.with_creature("hero-1", at=(x - 1, y), items=()).with_creature("orc-1", hp=20, max_hp=20)
    done = play.resolve(RULESET, state, "player", Attack("hero-1", "orc-1", "punch"), Scripted(d2(2)))
    assert the(done, Harmed).amount == 6


@rule("knave:combat.unsuspecting.auto-hit")
def test_whoever_is_noticed_is_met_as_ever() -> None:
    done = sneaked(before_orcs(), d20(10), d6(3), d6(4))
    assert not the(done, CheckRolled).success
    assert the(done, ReactionRolled).result == "indifferent"


@rule("knave:task.check.disadvantage")
@pytest.mark.parametrize("gives_away", ["a light", "admirers"])
def test_a_light_or_admirers_give_a_party_away(gives_away: str) -> None:
    state = before_orcs(lit=gives_away == "a light")
    if gives_away == "admirers":
        state = on_sheet(state, "hero-1", ties=(Tie("admirers"),))
    roll = the(sneaked(state, d20(16)), CheckRolled)
    assert roll.roll.modifiers == ((gives_away, -5),)
    assert roll.success
    assert "knave:task.check.disadvantage" in roll.rule


def test_the_unaware_show_how_they_feel_when_they_are_spoken_to_or_waited_for() -> None:
    state = sneaked(before_orcs(), d20(11)).state
    assert not refused(state, a.Evade())
    for action in (a.Parley("hero-1", "talk"), a.StandBy()):
        done = lead(state, action, d6(3), d6(4))
        assert the(done, ReactionRolled).result == "indifferent"
        assert done.state.encounter is not None and done.state.encounter.attitude == "indifferent"


def test_a_shut_door_is_not_sneaked_through() -> None:
    assert refused(before_orcs(), Sneak("door-1"))
