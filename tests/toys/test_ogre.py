"""A creature of two squares a side, in the toy game: drawn up, in the way, struck from beside any of its squares."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from underkeep.kernel.dice import Seeded
from underkeep.procedures import battlefield, play
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.ruleset import Recruit
from underkeep.table.view import view
from underkeep.testing import contract
from underkeep.testing.builders import cellar, delving_party, field, in_step, scripted
from underkeep.testing.toy import Listing, ToyRuleset
from underkeep.world.encounter import Encounter
from underkeep.world.grid import Grid, Square, apart, block, distance
from underkeep.world.state import State

OGRE = "ogre"


RULES = ToyRuleset(monsters={OGRE: Listing(size=2)})


def facing(hero: Square, ogre: Square, walls: tuple[Square, ...] = (), actor: str = "ogre-1") -> State:
    """A hero and an ogre on a field of 12 by 8 squares, one of whom may act."""
    state = replace(field(RULES, "hero v ogre"), grid=Grid(12, 8, walls))
    state = state.with_creature("hero-1", at=hero).with_creature("ogre-1", at=ogre)
    return in_step(state, "act", actor)


def test_both_are_drawn_up_without_standing_in_each_other() -> None:
    state = field(RULES, "2 hero v 2 ogre", gap=3)
    blocks = [set(block(c.at, c.size)) for c in state.creatures.values() if c.at is not None]
    assert [len(squares) for squares in blocks] == [1, 1, 4, 4]
    assert len(set().union(*blocks)) == 10
    assert state.grid is not None and all(state.grid.contains(square) for squares in blocks for square in squares)
    assert state.occupied().bit_count() == 10


def test_an_ogre_is_drawn_up_underground_where_it_has_room() -> None:
    state = delving_party(RULES, cellar(RULES), "hero", "hero")
    do = scripted(RULES, state)
    RULES.recruit(do, Recruit(OGRE), "ogre-1", "monsters")
    do.state = replace(do.state, encounter=Encounter("ogres", ("ogre-1",), 10))
    battlefield.draw_up(do)
    ogre, grid = do.state.creatures["ogre-1"], do.state.grid
    assert grid is not None and ogre.at is not None
    assert not grid.footprint(ogre.at, 2) & ~grid.floor
    assert do.state.occupied().bit_count() == 6


@pytest.mark.parametrize("ogres", [1, 4, 6])
def test_nobody_vanishes_who_finds_no_room(ogres: int) -> None:
    """A closet with its door shut holds two heroes and half an ogre; the others press into the walls."""
    state = delving_party(RULES, cellar(RULES), "hero", "hero")
    assert state.dungeon is not None
    doors = {id: replace(door, kind="door", is_open=False) for id, door in state.dungeon.doors.items()}
    closet = replace(state.dungeon.areas["1-01"], squares=(state.dungeon.entrance.square,))
    areas = {**state.dungeon.areas, "1-01": closet}
    do = scripted(RULES, replace(state, dungeon=replace(state.dungeon, doors=doors, areas=areas)))
    ids = tuple(f"ogre-{number}" for number in range(1, ogres + 1))
    for id in ids:
        RULES.recruit(do, Recruit(OGRE), id, "monsters")
    do.state = replace(do.state, encounter=Encounter("ogres", ids, 10))
    battlefield.draw_up(do)
    grid = do.state.grid
    assert grid is not None and all(c.at is not None for c in do.state.creatures.values())
    assert do.state.occupied().bit_count() == 2 + 4 * ogres and not do.state.occupied() & ~grid.floor


@pytest.mark.parametrize(
    ("hero", "beside"),
    [((3, 3), True), ((5, 3), True), ((6, 5), True), ((6, 6), True), ((3, 6), True), ((7, 4), False), ((4, 2), False)],
)
def test_it_is_struck_from_beside_any_of_its_squares_and_strikes_back(hero: Square, beside: bool) -> None:
    state = facing(hero, (4, 4), actor="hero-1")
    ours = play.legal_actions(RULES, state, "a", "hero-1").listed
    assert (Attack("hero-1", "ogre-1", "fist") in ours) == beside
    theirs = play.legal_actions(RULES, in_step(state, "act", "ogre-1"), "b", "ogre-1").listed
    assert (Attack("ogre-1", "hero-1", "fist") in theirs) == beside


def test_the_steps_between_two_blocks() -> None:
    assert apart((4, 4), 2, (6, 5), 1) == apart((6, 5), 1, (4, 4), 2) == 1
    assert apart((4, 4), 2, (7, 4), 1) == 2 and apart((4, 4), 2, (3, 3), 1) == 1
    assert apart((4, 4), 2, (5, 5), 1) == 0
    for a in block((0, 0), 4):
        for b in block((0, 0), 4):
            assert apart(a, 1, b, 1) == distance(a, b)


def test_it_moves_only_where_it_fits() -> None:
    """A wall across the field with a gap of one square stops it, and not the hero; one of two lets it through."""
    wall = tuple((6, y) for y in range(8))
    narrow = facing((0, 0), (3, 3), tuple(s for s in wall if s != (6, 3)))
    wide = facing((0, 0), (3, 3), tuple(s for s in wall if s not in ((6, 3), (6, 4))))
    beyond = Move("ogre-1", (7, 3))
    assert beyond not in play.legal_actions(RULES, narrow, "b", "ogre-1")
    assert beyond in play.legal_actions(RULES, wide, "b", "ogre-1")
    assert play.why_not(RULES, narrow, "b", beyond) is not None
    hero = facing((3, 3), (0, 0), tuple(s for s in wall if s != (6, 3)), actor="hero-1")
    assert Move("hero-1", (7, 3)) in play.legal_actions(RULES, hero, "a", "hero-1")


def test_its_own_squares_do_not_bar_its_way_and_nobody_else_steps_on_them() -> None:
    state = facing((0, 0), (3, 3))
    assert Move("ogre-1", (4, 3)) in play.legal_actions(RULES, state, "b", "ogre-1")
    assert Move("ogre-1", (11, 3)) not in play.legal_actions(RULES, state, "b", "ogre-1")
    moved = play.resolve(RULES, state, "b", Move("ogre-1", (4, 4)), Seeded(1)).state
    assert moved.grid is not None
    assert set(moved.grid.squares(moved.occupied())) == {(0, 0), *block((4, 4), 2)}
    ours = play.legal_actions(RULES, in_step(moved, "act", "hero-1"), "a", "hero-1")
    assert not any(Move("hero-1", square) in ours for square in block((4, 4), 2))


def test_others_see_how_big_it_is() -> None:
    (seen,) = view(facing((0, 0), (3, 3)), "a", RULES).others
    assert (seen.at, seen.size) == ((3, 3), 2)


@pytest.mark.parametrize("check", contract.CHECKS, ids=contract.name)
def test_the_contract_holds(check: contract.Check) -> None:
    check(RULES, "3 hero v 2 ogre", 1)
