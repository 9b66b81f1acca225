"""From the numbers of another old game to those of a Knave creature: the one conversion the bestiary uses.

docs/knave-bestiary.md explains it. The creatures that both games print (orc, ghoul, ogre, owl bear...) were its model.
"""

from __future__ import annotations

import re

BASE_ARMOUR_CLASS = 11
HP_A_LEVEL = 4


def level(hd: str) -> int:
    """Whole hit dice, whatever is added or taken away, and never less than 1: `4+1**` is 4, `½` and `1-1` are 1."""
    found = re.match(r"\d+", hd)
    return max(1, int(found[0])) if found and "hp" not in hd else 1


def hp(level: int) -> int:
    return HP_A_LEVEL * level


def armour_points(ascending_ac: int) -> int:
    """What the ascending armour class has above 11."""
    return max(0, ascending_ac - BASE_ARMOUR_CLASS)


def feet(rate: str) -> int:
    """The encounter rate in brackets: `120(40)` is 40 feet a round, rounded down to squares of 5 feet, at least one."""
    found = re.search(r"\((\d+)\)", rate)
    return max(5, int(found[1]) // 5 * 5) if found else 0
