"""The players' map betrays nothing that is hidden."""

import pytest

from underkeep.generate.dungeon import make_dungeon
from underkeep.generate.handout import for_players
from underkeep.generate.settings import settings
from underkeep.generate.svg import svg_map
from underkeep.kernel.dice import Seeded
from underkeep.systems import load
from underkeep.world.dungeon import Dungeon
from underkeep.world.grid import Square

SEEDS = range(12)


def made(setting: str, seed: int) -> Dungeon:
    return make_dungeon(Seeded(seed), levels=2, setting=setting)


def stubs(dungeon: Dungeon) -> list[Square]:
    """Squares of passages that lead nowhere: one neighbour, no door, no stairs."""
    found = []
    for area in (a for a in dungeon.areas.values() if not a.number):
        floor = set(area.squares)
        held = {door.side(area.id) for door in dungeon.doors_of(area.id)} | {dungeon.entrance.square}
        held |= {spot.square for s in dungeon.stairs_of(area.id) for spot in (s.up, s.down)}
        found += [square for square in floor - held if is_end(square, floor)]
    return found


def is_end(square: Square, floor: set[Square]) -> bool:
    x, y = square
    return sum(other in floor for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))) <= 1


@pytest.mark.parametrize("setting", settings())
def test_no_stub_and_no_room_behind_a_secret_door(setting: str) -> None:
    hidden = 0
    for seed in SEEDS:
        whole = made(setting, seed)
        shown = for_players(whole)
        hidden += len(whole.areas) - len(shown.areas)
        assert all(door.found for door in shown.doors.values())
        assert not stubs(shown)
        assert all(door.areas[0] in shown.areas and door.areas[1] in shown.areas for door in shown.doors.values())
        secret = {square for door in whole.doors.values() if not door.found for square in door.squares}
        for area in shown.areas.values():
            held = {door.side(area.id) for door in shown.doors_of(area.id)} | {shown.entrance.square}
            held |= {spot.square for s in shown.stairs_of(area.id) for spot in (s.up, s.down)}
            assert not {s for s in secret & set(area.squares) if is_end(s, set(area.squares))} - held
    assert hidden


def test_nothing_that_can_be_reached_openly_is_lost() -> None:
    for seed in SEEDS:
        whole = made("crypt", seed)
        shown = for_players(whole)
        rooms = {a.id for a in whole.areas.values() if a.number}
        reached, queue = {whole.entrance.area}, [whole.entrance.area]
        for area in queue:
            ways = [d.beyond(area) for d in whole.doors_of(area) if d.found]
            ways += [s.down.area if s.up.area == area else s.up.area for s in whole.stairs_of(area)]
            queue += [way for way in dict.fromkeys(ways) if way not in reached]
            reached |= set(ways)
        assert rooms & reached == {a.id for a in shown.areas.values() if a.number}


def test_the_players_map_has_no_numbers_and_no_secret_signs() -> None:
    measures = load("ose").measures
    drawn = svg_map(made("temple", 3), measures, is_referee=False, note="A game")
    assert 'class="number">N<' in drawn and drawn.count('class="number"') == 1
    assert 'class="secret">S' not in drawn and "secret door" not in drawn
