"""The six abilities and what their scores are worth."""

from __future__ import annotations

_MODIFIERS = {3: -3, 4: -2, 5: -2, 6: -1, 7: -1, 8: -1, 13: 1, 14: 1, 15: 1, 16: 2, 17: 2, 18: 3}


def modifier(score: int) -> int:
    """ose:abilities.tables

    The common column: melee, AC, missiles, hit points, magic saves.
    """
    return _MODIFIERS.get(score, 0)
