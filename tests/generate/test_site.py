"""A map, stocked by whatever game is played, becomes part of the state."""

from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from underkeep.generate.dungeon import make_dungeon
from underkeep.generate.site import STREAM, make_site
from underkeep.kernel.dice import Scripted, Seeded
from underkeep.procedures.chapter import Book
from underkeep.procedures.resolution import Resolution
from underkeep.testing import d6, die
from underkeep.world.dungeon import Dungeon, DungeonMade, Group
from underkeep.world.state import State


class Stocking:
    """One rat in every room, by the roll of a die."""

    def barrier(self, sort: str) -> None:
        return None

    def stock(self, do: Resolution, dungeon: Dungeon) -> Dungeon:
        rooms = [area.id for area in dungeon.areas.values() if area.number]
        groups = {f"rats-{id}": Group(f"rats-{id}", id, "rat", do.dice.roll(1, 6, "rats")[0]) for id in rooms}
        return replace(dungeon, groups=groups)


def begin(dungeon: Any, dice: Any) -> tuple[Any, Resolution]:
    rules: Any = SimpleNamespace(dungeon=dungeon, key=dungeon, lore=None, book=Book())
    return rules, Resolution(State("any", {}), dice, rules)


def test_a_game_without_delves_leaves_it_bare() -> None:
    rules, do = begin(None, Scripted())
    dungeon = make_site(do, rules, 1, "mine", 7)
    assert replace(dungeon, dressings={}) == make_dungeon(Seeded(7, STREAM), levels=1, setting="mine")
    assert do.state.dungeon == dungeon
    assert [type(event) for event in do.events] == [DungeonMade]


def test_the_map_takes_none_of_the_games_dice() -> None:
    rules, do = begin(Stocking(), Scripted(*d6(1, 2, 3)))
    dungeon = make_site(do, rules, 1, "tower", 7, rooms=3)
    assert [group.count for group in dungeon.groups.values()] == [1, 2, 3]
    assert do.state.dungeon == dungeon


def test_without_a_seed_one_is_rolled() -> None:
    rules, do = begin(None, Scripted(die(2**128, 4711)))
    dungeon = make_site(do, rules, 2)
    assert replace(dungeon, dressings={}) == make_dungeon(Seeded(4711, STREAM), levels=2)
