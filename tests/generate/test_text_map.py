"""The map as text, for the referee and for those who have seen a part of it."""

from msgspec.structs import replace
from tests.generate.small_dungeon import small_dungeon

from underkeep.generate.text_map import cells, text_map


def test_the_referee_sees_all() -> None:
    assert text_map(small_dungeon(), 1) == [
        "################",
        "##. . . ##. > ##",
        "##. 1 . S . 2 ##",
        "##. . . ##. . ##",
        "##= ############",
        "##E ##",
        "######",
    ]
    assert text_map(small_dungeon(), 2) == ["########", "##< 1 ##", "########"]


def test_nothing_seen_is_nothing_drawn() -> None:
    assert text_map(small_dungeon(), 1, seen=0) == []


def test_an_untried_door_does_not_tell_that_it_sticks() -> None:
    dungeon = small_dungeon()
    seen = dungeon.level(1).grid.mask([(0, 3), (0, 4)])
    assert text_map(dungeon, 1, seen) == ["######", "##+ ##", "##E ##", "######"]
    tried = replace(dungeon.doors["door-1-02"], tried=True)
    dungeon = replace(dungeon, doors={**dungeon.doors, tried.id: tried})
    assert text_map(dungeon, 1, seen)[1] == "##= ##"


def test_a_secret_door_looks_like_rock_until_it_is_found() -> None:
    dungeon = small_dungeon()
    grid = dungeon.level(1).grid
    both = grid.mask([(2, 1), (3, 1), (4, 1), (5, 1)])
    assert text_map(dungeon, 1, both)[1] == "##. ##. 2 ##"
    found = replace(dungeon.doors["door-1-01"], found=True)
    dungeon = replace(dungeon, doors={**dungeon.doors, found.id: found})
    assert text_map(dungeon, 1, both)[1] == "##. S . 2 ##"


def test_an_opening_that_nobody_went_through_is_a_question() -> None:
    dungeon = small_dungeon()
    opening = replace(dungeon.doors["door-1-02"], kind="opening", barrier=None)
    dungeon = replace(dungeon, doors={**dungeon.doors, opening.id: opening})
    seen = dungeon.level(1).grid.mask([(0, 2), (1, 2), (0, 1)])
    assert text_map(dungeon, 1, seen)[-1] == "##? ####"


def test_marks_are_drawn_over_all() -> None:
    assert text_map(small_dungeon(), 1, marks={(1, 0): "@"})[1] == "##. @ . ##. > ##"


def test_each_cell_says_what_it_shows() -> None:
    rows = cells(small_dungeon(), 1)
    assert {len(row) for row in rows} == {8}
    kinds = {cell.kind for row in rows for cell in row}
    assert kinds == {"unknown", "rock", "floor", "number", "door", "secret", "stairs", "entrance"}
