"""Going after monsters that run."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import abroad
from tests.rules.ose.below import below, corridor, the_dungeon
from tests.rules.ose.encounters.test_breaking_off import fighting
from tests.rules.ose.scene import changed, every, first, under

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.prompt import Answer, Asked
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import EXHAUSTED, FLEEING
from underkeep.systems.ose.encounters import escape, giving_chase
from underkeep.systems.ose.encounters.giving_chase import ChaseGivenUp, Overtaken
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import rule
from underkeep.world.creature import Fled
from underkeep.world.dungeon import Level, Spot
from underkeep.world.encounter import EncounterChanged, EncounterEnded
from underkeep.world.fight import FightBegan
from underkeep.world.grid import Grid
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


@rule("ose:evasion.dungeon.pursuit-rounds", "ose:evasion.dungeon.faster")
def test_the_chase_ends_five_feet_away_or_after_one_round() -> None:
    caught = Resolution(fighting(ours=120, theirs=90), Scripted(), RULESET)
    giving_chase.chase(caught, ["goblin-1"])
    assert [e.encounter.distance for e in every(caught, EncounterChanged) if e.what == "caught"] == [5]
    for theirs in (119, 120):
        lost = Resolution(fighting(ours=120, theirs=theirs), Scripted(), RULESET)
        giving_chase.chase(lost, ["goblin-1"])
        assert first(lost, ChaseGivenUp).rounds == 1
        assert lost.state.now == 10


@rule("ose:evasion.running.rate", "ose:wilderness.yards")
def test_out_of_doors_the_gap_and_the_rates_are_in_yards() -> None:
    state, outside = fighting(ours=120, theirs=90), abroad()
    state = replace(state, party=replace(state.party, place="road", at=None), journey=outside.journey)
    done = Resolution(state, Scripted(), RULESET)
    giving_chase.chase(done, ["goblin-1"])
    assert done.state.now - state.now == 10


@rule("ose:evasion.dungeon.line-of-sight")
def test_out_of_sight_is_round_a_corner_and_beyond_sixty_feet() -> None:
    state = below("fighter", dungeon=corridor())
    dungeon = the_dungeon(state)
    grid = dungeon.level(1).grid
    blocked = Grid(grid.width, grid.height, (*grid.walls, (5, 1)))
    state = replace(state, dungeon=replace(dungeon, levels=(Level(1, blocked),)))
    trail = [Spot(1, (x, 1), "1-p1") for x in range(2, 20)]

    def lost(covered: int, gap: int, trail: list[Spot] = trail) -> bool:
        return escape.is_out_of_sight(state, trail, covered, gap)

    assert [lost(8, gap) for gap in (60, 70)] == [False, True]
    assert [lost(7, 500), lost(6, 500)] == [True, False]
    assert not lost(15, 70), "no corner between"
    assert lost(8, 60, [replace(spot, area="1-02") if spot.square[0] > 6 else spot for spot in trail])
    assert lost(8, 10, [replace(spot, level=2) if spot.square[0] > 9 else spot for spot in trail])
