"""Who is in melee, and where a move leads."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import on_sheet, scene, under

from underkeep.systems.knave.basics.battle import with_battle
from underkeep.systems.knave.basics.sheet import Working, sheet
from underkeep.systems.knave.checks.movement import drop_mask, in_melee, move_mask, nearest_safe
from underkeep.testing import rule
from underkeep.world.condition import Condition
from underkeep.world.grid import Square, distance
from underkeep.world.state import State

ME, IT = "knave-1", "goblin-1"
RING = ((9, 9), (10, 9), (11, 9), (9, 10), (9, 11), (10, 11), (11, 11), (11, 10))
"""The squares around the middle."""


def apart(dx: int, dy: int = 0) -> State:
    """A knave in the middle of an open field and a goblin so far away."""
    state = scene("knave v goblin").with_creature(ME, at=(10, 10))
    return state.with_creature(IT, at=(10 + dx, 10 + dy))


@rule("knave:combat.ranged.not-while-in-melee", "knave:combat.ranged.target-in-melee")
@pytest.mark.parametrize(
    ("dx", "dy", "beside"),
    [
        (1, 0, True),
        (-1, 0, True),
        (0, 1, True),
        (0, -1, True),
        (1, -1, True),
        (2, 0, False),
        (-2, 0, False),
        (0, 2, False),
        (0, -2, False),
        (1, 2, False),
        (-2, 1, False),
    ],
)
def test_in_melee_is_who_has_an_enemy_on_the_next_square(dx: int, dy: int, beside: bool) -> None:
    state = apart(dx, dy)
    assert in_melee(state, state.creatures[ME]) is beside
    assert in_melee(state, state.creatures[IT]) is beside


@rule("knave:combat.ranged.not-while-in-melee", "knave:combat.ranged.target-in-melee")
def test_friends_the_fallen_the_helpless_and_the_swallowed_hold_nobody_in_melee() -> None:
    near = apart(1)
    assert not in_melee(near.with_creature(IT, side="a"), near.creatures[ME])
    assert not in_melee(near.with_creature(IT, status="dead"), near.creatures[ME])
    assert not in_melee(near.with_creature(IT, at=None), near.creatures[ME])
    assert not in_melee(under(near, IT, "paralysed"), near.creatures[ME])
    assert not in_melee(on_sheet(near, IT, hold="swallowed", held_by=ME), near.creatures[ME])
    inside = on_sheet(apart(5), ME, hold="swallowed", held_by=IT)
    assert in_melee(inside, inside.creatures[ME])
    nowhere = apart(5).with_creature(ME, at=None)
    assert in_melee(nowhere, nowhere.creatures[ME])


def reach(state: State, id: str = ME) -> set[Square]:
    assert state.grid is not None
    creature = state.creatures[id]
    return set(state.grid.squares(move_mask(state, creature, sheet(creature))))


@rule("knave:combat.turn.move-and-action")
def test_a_move_is_40_feet_of_5_a_square_around_enemies_and_past_friends() -> None:
    state = apart(1)
    squares = reach(state)
    assert max(distance((10, 10), square) for square in squares) == sheet(state.creatures[ME]).move_feet // 5 == 8
    assert (10, 10) not in squares and (11, 10) not in squares and (12, 10) in squares
    friendly = state.with_creature(IT, side="a")
    assert (11, 10) not in reach(friendly) and (18, 10) in reach(friendly)
    walled = apart(1)
    for number, at in enumerate(RING[:-1]):
        walled = _also(walled, f"wall-{number}", at)
    assert reach(walled) == set()
    assert reach(on_sheet(walled, "wall-1", hold="swallowed", held_by=ME)) != set()
    assert len(reach(walled.with_creature(IT, status="down"))) > 1
    assert len(reach(walled.with_creature(IT, side="a"))) > 1


def _also(state: State, id: str, at: Square) -> State:
    other = replace(state.creatures[IT], id=id, at=at)
    return replace(state, creatures={**state.creatures, id: other})


@rule("knave:combat.turn.move-and-action")
def test_what_flies_at_least_as_fast_as_it_walks_flies_over_all() -> None:
    state = apart(1)
    for at in RING[:-1]:
        state = _also(state, f"wall-{at}", at)
    assert reach(on_sheet(state, ME, fly_feet=35)) == set()
    for feet in (40, 50):
        over = reach(on_sheet(state, ME, fly_feet=feet))
        assert max(distance((10, 10), square) for square in over) == feet // 5
        assert (11, 10) not in over and (12, 10) in over
    assert reach(on_sheet(state, ME, fly_feet=0, move_feet=0)) == set()


@rule("knave:combat.turn.move-and-action")
def test_climbers_go_over_their_enemies() -> None:
    state = (
        scene("goblin v carcass-crawler").with_creature(IT, at=(30, 2)).with_creature("carcass-crawler-1", at=(10, 10))
    )
    for at in RING:
        state = _also(state, f"wall-{at}", at)
    reached = reach(state, "carcass-crawler-1")
    assert (12, 10) in reached and (11, 10) not in reached


@rule("knave:combat.turn.move-and-action")
def test_a_burrowers_way_below_is_10_feet() -> None:
    state = scene("goblin v bulette").with_creature(IT, at=(30, 2)).with_creature("bulette-1", at=(10, 10))
    for at in RING:
        state = _also(state, f"wall-{at}", at)
    reached = reach(state, "bulette-1")
    assert max(distance((10, 10), square) for square in reached) == 2
    assert (11, 10) not in reached and (12, 10) in reached


@rule("knave:combat.turn.move-and-action")
def test_ice_halves_the_pace_and_spells_change_it() -> None:
    state = apart(5)
    assert state.grid is not None
    ice = Working("ice", "ice", mask=f"{state.grid.mask([(10, 10)]):x}")
    assert max(distance((10, 10), s) for s in reach(on_sheet(state, IT, workings=(ice,)))) == 4
    heavy = state.with_creature(ME, conditions=(Condition("heavy"),))
    assert max(distance((10, 10), s) for s in reach(heavy)) == 40 * 33 // 100 // 5
    elsewhere = Working("ice", "ice", mask=f"{state.grid.mask([(2, 2)]):x}")
    assert max(distance((10, 10), s) for s in reach(on_sheet(state, IT, workings=(elsewhere,)))) == 8


@rule("knave:combat.turn.move-and-action")
def test_nobody_walks_into_a_drop() -> None:
    state = apart(5)
    assert state.grid is not None
    edge = with_battle(state, drop=f"{state.grid.mask([(10, y) for y in range(state.grid.height)]):x}", drop_feet=30)
    assert drop_mask(edge) and not drop_mask(state)
    assert not any(x == 10 for x, _ in reach(edge)) and (9, 10) in reach(edge) and (11, 10) in reach(edge)
    assert nearest_safe(edge, (10, 12)) != (10, 12)
    assert nearest_safe(state, (10, 12)) == (10, 12)
