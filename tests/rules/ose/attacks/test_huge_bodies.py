"""The huge stand on several squares: they reach and are reached from all of them, and go only where they fit."""

from __future__ import annotations

from tests.rules.ose.scene import F, do, listed, scene, walled

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.attacks.field import engaged, field_of
from underkeep.systems.ose.attacks.movement import away, move_mask
from underkeep.systems.ose.monsters.listings import squares_of
from underkeep.testing import d20, rule
from underkeep.world.state import State

SPACING = "ose:combat.spacing"
HYDRA = "hydra-5-heads-1"


def beside(dx: int, dy: int) -> State:
    """A fighter so far from the upper left of a hydra."""
    state = scene("fighter[sword] v hydra 5 heads")
    x, y = 10, 10
    return state.with_creature(HYDRA, at=(x, y)).with_creature(F, at=(x + dx, y + dy))


@rule(SPACING)
def test_how_many_squares_a_kind_fills():
    assert [squares_of(kind) for kind in ("hydra-5-heads", "ogre", "orc", "fighter")] == [2, 1, 1, 1]
    assert scene("fighter v hydra 5 heads").creatures[HYDRA].size == 2


@rule(SPACING, "ose:combat.melee.distance")
def test_a_huge_body_is_struck_and_strikes_on_every_side():
    for dx, dy, near in ((2, 0, True), (2, 2, True), (-1, -1, True), (0, 2, True), (3, 0, False), (0, 3, False)):
        state = beside(dx, dy)
        assert (Attack(F, HYDRA, "sword") in listed(state, F)) is near, (dx, dy)
        assert (Attack(HYDRA, F, "bite") in listed(state, HYDRA)) is near, (dx, dy)
        assert engaged(state, state.creatures[F]) is engaged(state, state.creatures[HYDRA]) is near
    once = [a for a in listed(beside(2, 1), F) if isinstance(a, Attack)]
    assert once == [Attack(F, HYDRA, "sword")]
    assert do(beside(2, 2), Attack(F, HYDRA, "sword"), d20(2)).state.creatures[HYDRA].hp == 8


@rule(SPACING)
def test_nobody_stands_where_it_stands():
    state = beside(5, 0)
    field = field_of(state)
    assert [field.who[state.grid.bit((10 + x, 10 + y)).bit_length()] for x in (0, 1) for y in (0, 1)] == [HYDRA] * 4
    for x in (0, 1):
        for y in (0, 1):
            assert not move_mask(state, state.creatures[F], ()) & state.grid.bit((10 + x, 10 + y))


@rule("ose:combat.spacing.corridor", "ose:combat.movement.retreat")
def test_it_goes_only_where_it_fits_and_stops_where_any_part_of_it_meets_a_foe():
    state = beside(8, 0)
    grid = state.grid
    mask = move_mask(state, state.creatures[HYDRA], ())
    assert mask & grid.bit((16, 10)) and not mask & grid.bit((17, 10))
    wall = walled(state, *[(12, y) for y in range(grid.height) if y != 10])
    narrow = move_mask(wall, wall.creatures[HYDRA], ())
    assert not [x for x, _ in wall.grid.squares(narrow) if x > 10]
    near = beside(2, 0)
    for x, y in grid.squares(away(near, near.creatures[HYDRA], 4)):
        moved = near.with_creature(HYDRA, at=(x, y))
        assert not engaged(moved, moved.creatures[HYDRA]), (x, y)
