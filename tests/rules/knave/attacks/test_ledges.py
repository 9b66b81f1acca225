"""Drops underground: who is pushed over an edge falls, and nobody steps off by himself."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.knave.scenes import RULESET, delvers, scores, the

from underkeep.kernel.dice import Scripted
from underkeep.procedures import play
from underkeep.procedures.actions import EndStep, Move
from underkeep.procedures.delve_actions import Engage
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks.ledges import GroundDrops, PushedOver, is_over, lay
from underkeep.systems.knave.attacks.manoeuvres import Manoeuvre
from underkeep.systems.knave.checks.hazards import Fell
from underkeep.systems.knave.checks.holds import BreakFree
from underkeep.systems.knave.referee.stocking import FEATURES
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import cellar
from underkeep.world.creature import Harmed, Moved
from underkeep.world.dungeon import Feature, Group, GroupChanged
from underkeep.world.state import State


def brink(kind: str = "gallery") -> State:
    """A hall with a drop along its south; an ogre stands between a knave and the edge."""
    dungeon = cellar(RULESET)
    dungeon = replace(dungeon, features={"f": Feature("f", "1-01", kind)})
    state = delvers(1, dungeon=dungeon)
    do = Resolution(state, Scripted(), RULESET)
    group = Group("g", "1-01", "ogre", 1, attitude="indifferent")
    do.emit(GroupChanged(group, "here"))
    assert RULESET.meetings is not None
    RULESET.meetings.meet(do, group, 10)
    fought = play.resolve(RULESET, do.state, "player", Engage(), Scripted(d20(20)))
    assert the(fought, GroundDrops).feet == {"ledge": 10, "gallery": 20, "chasm": 30}[kind]
    return _stood(scores(fought.state, "hero-1", STR=3))


def _stood(state: State) -> State:
    """The ogre beside the edge, the knave north of it."""
    grid = state.grid
    assert grid is not None
    edges = [s for s in grid.squares(grid.floor) if is_over(state, s)]
    assert edges
    x, y = sorted(edges)[0]
    return state.with_creature("ogre-1", at=(x, y - 1), hp=60, max_hp=60).with_creature("hero-1", at=(x, y - 2))


PUSH = Manoeuvre("hero-1", "ogre-1", "push")


def pushed(state: State, *faces: int) -> Resolution:
    return play.resolve(RULESET, state, "player", PUSH, Scripted(*faces))


@rule("knave:combat.maneuver.indirect-damage-only", "knave:hazard.falling.damage")
def test_a_push_over_the_edge_of_a_20_foot_drop_does_2d6_direct() -> None:
    done = pushed(brink(), d20(12), d6(1), d6(2))
    assert the(done, PushedOver).rule == ("knave:combat.maneuver.indirect-damage-only",)
    assert the(done, Fell).rule == ("knave:hazard.falling.damage",)
    assert the(done, Harmed).amount == 9
    assert done.state.creatures["ogre-1"].condition("in-a-pit")


@rule("knave:hazard.falling.damage")
def test_the_deeper_the_drop_the_more_dice() -> None:
    assert the(pushed(brink("ledge"), d20(12), d6(2)), Fell).roll.notation == "1d6"
    assert the(pushed(brink("chasm"), d20(12), d6(1), d6(1), d6(2)), Fell).roll.notation == "3d6"


@rule("knave:combat.maneuver.indirect-damage-only")
def test_a_push_that_fails_drops_nobody() -> None:
    done = pushed(brink(), d20(11))
    assert not any(isinstance(e, Fell | Harmed) for e in done.events)


def test_nobody_walks_over_the_edge_or_is_drawn_up_there() -> None:
    state = brink()
    edges = [s for s in state.grid.squares(state.grid.floor) if is_over(state, s)]
    legal = play.legal_actions(RULESET, state, "player")
    assert not any(Move("hero-1", square) in legal for square in edges)
    assert not any(is_over(state, c.at) for c in state.active())


def test_who_fell_climbs_out_with_a_check_of_strength() -> None:
    below = pushed(brink("ledge"), d20(12), d6(1)).state
    ogre = play.resolve(RULESET, below, "player", EndStep("party"), Scripted()).state
    assert ogre.fight.step.side == "monsters"
    assert BreakFree("ogre-1") in play.legal_actions(RULESET, ogre, "referee")


def test_generated_dungeons_have_drops() -> None:
    assert FEATURES.count("drop")


@rule("knave:combat.maneuver.indirect-damage-only")
def test_the_last_row_is_the_edge_but_not_before_a_door() -> None:
    state = brink()
    grid = state.grid
    assert grid is not None
    assert sorted(s for s in grid.squares(grid.floor) if is_over(state, s)) == [(2, 7), (3, 7), (6, 7), (7, 7)]


@rule("knave:combat.maneuver.indirect-damage-only")
def test_only_a_drop_in_this_room_is_laid() -> None:
    state = brink()
    assert state.dungeon is not None

    def laid(known: State) -> bool:
        do = Resolution(known, Scripted(), RULESET)
        lay(do)
        return any(isinstance(e, GroundDrops) for e in do.events)

    def with_features(*features: Feature) -> State:
        assert state.dungeon is not None
        return replace(state, dungeon=replace(state.dungeon, features={f.id: f for f in features}))

    assert laid(state)
    assert not laid(with_features(Feature("f", "1-p1", "gallery")))
    assert not laid(with_features(Feature("f", "1-01", "statue")))
    assert laid(with_features(Feature("e", "1-01", "statue"), Feature("f", "1-01", "ledge")))
    assert not laid(replace(state, party=None)) and not laid(replace(state, dungeon=None))
    assert not laid(replace(state, grid=None))


@rule("knave:combat.maneuver.indirect-damage-only")
def test_whoever_was_drawn_up_on_the_edge_stands_back() -> None:
    state = brink().with_creature("hero-1", at=(3, 7)).with_creature("ogre-1", at=(4, 3))
    do = Resolution(state, Scripted(), RULESET)
    lay(do)
    moved = the(do, Moved)
    assert moved.creature == "hero-1" and not is_over(do.state, do.state.creatures["hero-1"].at)
