"""Whose the map is: what the referee draws, what the players are told."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import H1, act, below, party, refused, resolving, ruled, the_dungeon
from tests.rules.ose.scene import every, first

from underkeep.procedures.delve_actions import NoteOnMap
from underkeep.procedures.switches import MAP_BY_PLAYERS
from underkeep.systems.ose.exploration import drawn_maps
from underkeep.systems.ose.exploration.drawn_maps import COMPLEX, KNOWN, PaceOut, SizeTold
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.view import view
from underkeep.testing import rule
from underkeep.world.dungeon import Door
from underkeep.world.party import PartyWent, SquaresSeen
from underkeep.world.state import State


def unseen(state: State) -> State:
    return replace(state, party=replace(party(state), seen={}))


def come(state: State, human: dict[str, str] | None = None):
    do = resolving(unseen(state), **(human or {}))
    drawn_maps.arrived(do, PartyWent("dungeon", party(state).at, "arrived"))
    return do


@rule(KNOWN)
@pytest.mark.parametrize(("known", "areas"), [("the entrance", 1), ("the first level", 99), ("nothing", 0)])
def test_what_folk_know_of_the_place_is_on_the_map_at_once(known: str, areas: int) -> None:
    state = below()
    dungeon = replace(the_dungeon(state), notes={KNOWN: known})
    do = come(replace(state, dungeon=dungeon))
    seen = [e for e in every(do, SquaresSeen) if KNOWN in e.rule]
    shown = [dungeon.areas[dungeon.entrance.area]] if areas == 1 else list(dungeon.areas.values())[:areas]
    squares = {s for area in shown for s in area.squares if area.level == 1}
    assert bool(seen) == bool(areas)
    assert party(do.state).seen_mask(1) == dungeon.level(1).grid.mask(squares)


def crossing() -> State:
    """The entrance of the cellar with four ways out of it."""
    state = below()
    dungeon = the_dungeon(state)
    area = dungeon.areas[dungeon.entrance.area]
    more = {f"x{n}": Door(f"x{n}", 1, (area.squares[0], area.squares[0]), (area.id, area.id)) for n in range(4)}
    return replace(state, dungeon=replace(dungeon, doors={**dungeon.doors, **more}))


@rule(COMPLEX)
def test_a_place_with_many_ways_may_be_drawn_once_it_is_asked() -> None:
    left = come(crossing())
    assert not every(left, SquaresSeen) and first(left, drawn_maps.DrawingJudged).choice == "left to the players"
    drawn = resolving(unseen(crossing()))
    drawn.rulings = {COMPLEX: "drawn for them"}
    drawn_maps.arrived(drawn, PartyWent("dungeon", party(drawn.state).at, "arrived"))
    area = the_dungeon(drawn.state).entrance.area
    assert party(drawn.state).seen_mask(1) == the_dungeon(drawn.state).level(1).grid.mask(
        the_dungeon(drawn.state).areas[area].squares
    )
    before = len(drawn.events)
    drawn_maps.arrived(drawn, PartyWent("dungeon", party(drawn.state).at, "arrived"))
    assert len(drawn.events) == before
    assert not every(come(below()), drawn_maps.DrawingJudged)


@rule(COMPLEX)
def test_nothing_is_drawn_in_the_dark() -> None:
    assert not every(come(replace(crossing(), lights=())), drawn_maps.DrawingJudged)


@rule("ose:referee.map.by-players")
def test_with_the_option_no_map_is_drawn() -> None:
    state, by_hand = below(), below(switches=(MAP_BY_PLAYERS,))
    shown, hidden = (view(s, "player", RULESET).delve for s in (state, by_hand))
    assert shown.map.rows and not hidden.map.rows
    note = NoteOnMap("here")
    assert refused(by_hand, note).rule == "ose:referee.map.by-players"
    assert not every(act(state, note), SizeTold)


@rule("ose:referee.map.squares")
def test_sizes_are_told_in_squares_or_in_feet() -> None:
    told = first(act(below(), PaceOut(H1)), SizeTold)
    in_feet = first(ruled(below(), PaceOut(H1), {"ose:referee.map.squares": "feet"}), SizeTold)
    assert told.unit == "squares" and in_feet.unit == "feet"
    assert (in_feet.across, in_feet.down) == (10 * told.across, 10 * told.down)
    again = act(act(below(), PaceOut(H1)).state, PaceOut(H1))
    assert first(again, SizeTold) == told


@rule("ose:referee.map.squares")
def test_nobody_sees_the_size_of_a_dark_place() -> None:
    assert refused(below(lit=False), PaceOut(H1)).rule == "ose:referee.map.squares"
