"""What is derived from immutable values is derived once for each of them, by identity, until it is to be forgotten."""

from __future__ import annotations

from underkeep.kernel.memo import FORGET, recall_both


def test_what_two_objects_give_is_derived_once_for_both() -> None:
    """Equal objects are not the same ones, and either of the two tells it from other pairs."""
    asked: list[tuple[list[int], list[int]]] = []

    def summed(gear: list[int], sheet: list[int]) -> int:
        asked.append((gear, sheet))
        return sum(gear) + sum(sheet)

    before = len(FORGET)
    recalled = recall_both(summed, most=3)
    gear, sheet, alike = [1, 2], [3], [1, 2]
    assert [recalled(gear, sheet), recalled(gear, sheet), recalled(alike, sheet)] == [6, 6, 6]
    assert [recalled(gear, gear)] == [6] and len(asked) == 3
    assert recalled(sheet, sheet) == 6 and recalled(gear, sheet) == 6 and len(asked) == 5
    FORGET.pop()()
    assert len(FORGET) == before and recalled(gear, sheet) == 6 and len(asked) == 6
