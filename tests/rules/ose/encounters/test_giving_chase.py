"""Going after monsters that run."""

from __future__ import annotations

import pytest
from tests.rules.ose.encounters.test_breaking_off import fighting
from tests.rules.ose.scene import changed, every, first, under

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.prompt import Answer, Asked
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import EXHAUSTED, FLEEING
from underkeep.systems.ose.encounters import giving_chase
from underkeep.systems.ose.encounters.giving_chase import ChaseGivenUp, Overtaken
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import rule
from underkeep.world.creature import Fled
from underkeep.world.encounter import EncounterEnded
from underkeep.world.fight import FightBegan
from underkeep.world.state import State


def routed(state: State) -> Resolution:
    """The goblin has run, and with that the fight is over."""
    done = Resolution(state, Seeded(1), RULESET)
    done.emit(Fled("goblin-1"))
    play.go_on(done)
    return done


def choose(state: State, choice: str) -> Resolution:
    return play.resolve(RULESET, state, "player", Answer(state.prompts[0].id, choice), Seeded(4))


@rule("ose:evasion.pursuer-decides")
def test_the_players_are_asked_when_monsters_run() -> None:
    done = routed(fighting())
    asked = first(done, Asked).prompt
    assert (asked.seats, asked.choices, asked.default) == (("player",), ("let them go", "pursue"), "let them go")
    assert done.state.encounter is not None
    gone = choose(done.state, "let them go")
    assert first(gone, EncounterEnded).how == "fought"
    assert gone.state.creatures["goblin-1"].status == "fled"
    assert not every(gone, Asked)


@rule("ose:evasion.pursuer-decides", "ose:evasion.dungeon.pursuit-rounds")
def test_the_slower_are_caught_and_must_fight() -> None:
    before = routed(under(fighting(ours=120, theirs=90), "goblin-1", FLEEING)).state
    done = choose(before, "pursue")
    assert first(done, Overtaken).creature == "goblin-1"
    assert first(done, FightBegan).combatants == ("hero-1", "hero-2", "goblin-1")
    assert first(done, FightBegan)
    assert done.events.index(first(done, Overtaken)) < done.events.index(first(done, FightBegan))
    goblin = done.state.creatures["goblin-1"]
    assert goblin.condition(FLEEING) is None


@rule("ose:evasion.dungeon.faster")
@pytest.mark.parametrize("theirs", [120, 150])
def test_those_who_are_no_slower_get_away(theirs: int) -> None:
    done = choose(routed(fighting(ours=120, theirs=theirs)).state, "pursue")
    assert first(done, ChaseGivenUp)
    assert first(done, EncounterEnded).how == "fought"
    assert not every(done, FightBegan)


@rule("ose:evasion.running.rate")
def test_the_gap_closes_by_the_difference_of_the_full_rates() -> None:
    state = fighting(ours=120, theirs=90)
    done = Resolution(state, Scripted(), RULESET)
    giving_chase.chase(done, ["goblin-1"])
    assert done.state.now == 10
    slow = Resolution(changed(state, "goblin-1", movement_feet=118), Scripted(), RULESET)
    giving_chase.chase(slow, ["goblin-1"])
    assert slow.state.now == 200
    assert slow.state.creatures["hero-1"].condition(EXHAUSTED) is None


def test_nobody_is_asked_after_a_fight_to_the_death_or_a_second_time() -> None:
    state = fighting().with_creature("goblin-1", status="dead")
    done = Resolution(state, Seeded(1), RULESET)
    play.go_on(done)
    assert not every(done, Asked)
    again = choose(routed(fighting(ours=120, theirs=90)).state, "pursue")
    rerun = Resolution(again.state, Seeded(1), RULESET)
    if again.state.creatures["goblin-1"].status == "up":
        rerun.emit(Fled("goblin-1"))
        play.go_on(rerun)
    assert not every(rerun, Asked)
