"""Maps from a seed: well formed whatever is asked for, the same every time, and shaped by their setting."""

import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.generate.small_dungeon import Bar

from underkeep.errors import UnderkeepError
from underkeep.generate.check import check
from underkeep.generate.dungeon import MOST_LEVELS, MOST_ROOMS, make_dungeon
from underkeep.generate.settings import settings as every_setting
from underkeep.kernel.dice import Seeded
from underkeep.world.dungeon import Area, Door, Dungeon, Stairs

SETTINGS = tuple(every_setting())


def made(seed: int, setting: str | None = None, levels: int = 3, rooms: int | None = None) -> Dungeon:
    return make_dungeon(Seeded(seed, "map"), Bar, levels=levels, rooms=rooms, setting=setting)


def rooms_of(dungeon: Dungeon, level: int) -> list[Area]:
    return [area for area in dungeon.areas.values() if area.level == level and area.number]


@given(
    seed=st.integers(0, 2**40), setting=st.sampled_from(SETTINGS), levels=st.integers(1, 3), rooms=st.integers(3, 24)
)
@settings(max_examples=50, deadline=None)
def test_every_map_is_well_formed(seed: int, setting: str, levels: int, rooms: int) -> None:
    dungeon = made(seed, setting, levels, rooms)
    assert check(dungeon) == []
    assert [len(rooms_of(dungeon, level.number)) for level in dungeon.levels] == [rooms] * levels


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_largest_level_can_be_made(setting: str) -> None:
    dungeon = made(5, setting, 1, MOST_ROOMS)
    assert check(dungeon) == []
    assert len(rooms_of(dungeon, 1)) == MOST_ROOMS


def test_the_deepest_dungeon_can_be_made() -> None:
    dungeon = made(5, None, MOST_LEVELS, 5)
    assert check(dungeon) == []
    assert len(dungeon.levels) == MOST_LEVELS


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_level_has_ten_to_sixteen_rooms_and_ways_round(setting: str) -> None:
    levels = loops = 0
    for seed in range(8):
        dungeon = made(seed, setting)
        for level in dungeon.levels:
            assert 10 <= len(rooms_of(dungeon, level.number)) <= 16
            assert 22 <= level.grid.width <= 42
            levels += 1
            loops += loops_of(dungeon, level.number)
    assert 1 <= loops / levels <= 4


def loops_of(dungeon: Dungeon, level: int) -> int:
    """Ways round that lie neither in one room nor between two squares: rings of areas, and rings in a passage."""
    areas = [area for area in dungeon.areas.values() if area.level == level]
    doors = [door for door in dungeon.doors.values() if door.level == level]
    inside = 0
    for area in areas:
        floor = set(area.squares)
        if not area.number:
            inside += sum((x + 1, y) in floor for x, y in floor) + sum((x, y + 1) in floor for x, y in floor)
            inside += 1 - len(floor)
    return len(doors) - len(areas) + 1 + inside


def test_doors_stick_lock_and_hide_in_sane_proportions() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(12):
        kinds.update(door.kind if door.kind != "door" else door.bar for door in made(seed, "crypt").doors.values())
    share = {kind: count / kinds.total() for kind, count in kinds.items()}
    assert 0.25 < share["stuck"] < 0.45
    assert 0.03 < share["locked"] < 0.15
    assert 0.04 < share["secret door"] < 0.15
    assert share[""] > 0.2


def things(dungeon: Dungeon) -> list[Area | Door | Stairs]:
    return [*dungeon.areas.values(), *dungeon.doors.values(), *dungeon.stairs.values()]


def test_ids_tell_nothing_but_the_sort_of_a_thing() -> None:
    dungeon = made(7, "temple")
    ids = [thing.id for thing in things(dungeon)]
    assert ids == [*dungeon.areas, *dungeon.doors, *dungeon.stairs]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"(area|door|stairs)-[0-9a-z]{9}", id) for id in ids)
    in_order = sum(one < other for one, other in pairwise(dungeon.areas)) / (len(dungeon.areas) - 1)
    assert 0.3 < in_order < 0.7


def test_ids_are_of_the_salt() -> None:
    one, same, other = (make_dungeon(Seeded(7, "map"), salt=salt) for salt in ("a", "a", "b"))
    assert one == same
    assert not {thing.id for thing in things(one)} & {thing.id for thing in things(other)}
    assert [area.squares for area in one.areas.values()] == [area.squares for area in other.areas.values()]


def test_rooms_are_numbered_as_one_comes_upon_them() -> None:
    for seed in range(6):
        dungeon = made(seed, "crypt", 1)
        first = {door.beyond(dungeon.entrance.area) for door in dungeon.doors_of(dungeon.entrance.area)}
        assert dungeon.rooms_on(1)[0].id in first


def test_a_second_way_down_is_common() -> None:
    ways = Counter(stairs.up.level for seed in range(20) for stairs in made(seed, "mine").stairs.values())
    assert 45 <= ways.total() <= 80


def test_caverns_are_caverns_without_doors() -> None:
    dungeon = made(3, "caverns")
    assert {area.kind for area in dungeon.areas.values()} == {"cavern", "passage"}
    kinds = Counter(door.kind for door in dungeon.doors.values())
    assert kinds["opening"] > 0.85 * kinds.total()


def test_a_tower_is_round() -> None:
    dungeon = made(3, "tower", 1)
    grid = dungeon.level(1).grid
    middle = grid.width // 2
    floor = [square for area in rooms_of(dungeon, 1) for square in area.squares]
    assert max((x - middle) ** 2 + (y - middle) ** 2 for x, y in floor) <= middle**2


def test_a_settlement_is_of_rectangles_along_streets() -> None:
    dungeon = made(3, "settlement", 1)
    streets = [area for area in dungeon.areas.values() if not area.number]
    assert {street.name for street in streets} == {"Street"}
    for area in rooms_of(dungeon, 1):
        floor = set(area.squares)
        doorways = {(x, y) for x, y in floor if len({(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & floor) == 1}
        body = floor - doorways
        xs, ys = {x for x, _ in body}, {y for _, y in body}
        assert len(body) == len(xs) * len(ys)


def test_a_temple_is_the_same_left_and_right() -> None:
    dungeon = made(3, "temple", 1)
    width = dungeon.level(1).grid.width
    floor = {square for area in rooms_of(dungeon, 1) for square in area.squares}
    mirrored = {(width - 1 - x, y) for x, y in floor}
    assert len(floor & mirrored) > 0.9 * len(floor)


def test_a_mine_is_mostly_passage() -> None:
    def share(setting: str) -> float:
        areas = [area for seed in range(5) for area in made(seed, setting).areas.values()]
        passage = sum(len(area.squares) for area in areas if not area.number)
        return passage / sum(len(area.squares) for area in areas)

    assert share("mine") > 0.45 > share("settlement")


def test_the_dice_choose_the_setting_if_nobody_does() -> None:
    assert {made(seed, None, 1, 4).setting for seed in range(40)} == set(SETTINGS)


def test_no_name_comes_twice_before_the_list_is_used_up() -> None:
    for setting in SETTINGS:
        names = [area.name for area in rooms_of(made(4, setting, 1, 10), 1)]
        assert len(set(names)) >= 8
        assert all(names)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"levels": 0}, "A dungeon has 1 to 20 levels, not 0."),
        ({"levels": 21}, "A dungeon has 1 to 20 levels, not 21."),
        ({"rooms": 2}, "A level has 3 to 40 rooms, not 2."),
        ({"rooms": 41}, "A level has 3 to 40 rooms, not 41."),
        ({"setting": "space hulk"}, 'There is no setting "space hulk"; there are crypt, caverns, '),
    ],
)
def test_what_cannot_be_made_is_said_in_a_sentence(asked: dict[str, object], sentence: str) -> None:
    with pytest.raises(UnderkeepError) as error:
        make_dungeon(Seeded(1), **asked)  # type: ignore[arg-type]
    assert str(error.value).startswith(sentence)


HASHED = """
import hashlib, msgspec
from underkeep.generate.dungeon import make_dungeon
from underkeep.generate.settings import settings
from underkeep.generate.svg import svg_map
from underkeep.kernel.dice import Seeded
from underkeep.testing.toy import RULESET
for setting in settings():
    dungeon = make_dungeon(Seeded(11, "map"), levels=2, setting=setting)
    print(hashlib.sha256(msgspec.json.encode(dungeon) + svg_map(dungeon, RULESET.measures).encode()).hexdigest())
"""


def test_the_seed_decides_under_any_hash_seed() -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-c", HASHED],
            env={"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "4321")
    ]
    assert outputs[0] == outputs[1]
    assert len(set(outputs[0].split())) == len(SETTINGS)


def test_a_dungeon_survives_json() -> None:
    dungeon = made(7, "crypt")
    assert (
        msgspec.json.decode(msgspec.json.encode(dungeon), type=Dungeon, dec_hook=lambda _, bar: Bar(**bar)) == dungeon
    )


@pytest.mark.parametrize("setting", SETTINGS)
def test_no_two_rooms_of_a_dungeon_have_one_name(setting: str) -> None:
    dungeon = made(7, setting, levels=4, rooms=24)
    names = [area.name for area in dungeon.areas.values() if area.number]
    assert len(names) == 96
    assert len(set(names)) == len(names)
