"""Who may be met by chance, in a dungeon or on the way there.

Ruling: delve-wanderers. The book has no table: those of about the level of the dungeon come, many of the weak.
"""

from __future__ import annotations

from functools import lru_cache

from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium

MOST = 6
WORSE_FROM = 3


@lru_cache(maxsize=64)
def fitting(where: str, level: int) -> tuple[str, ...]:
    """Kinds that haunt a place, from two levels below to this one."""
    here = {kind: m.level for kind, m in compendium.monsters().items() if where in m.haunts}
    found = tuple(kind for kind, of in here.items() if level - 2 <= of <= level)
    return found or tuple(here)


def choose(do: Resolution, where: str, level: int, luck: int) -> str:
    """A kind for a level of the dungeon; bad luck brings one of the next."""
    return str(do.pick(fitting(where, level + (luck <= -WORSE_FROM)), f"who is met at level {level}"))


def written_number(kind: str, level: int) -> str:
    """How many come, as a table would print it: the fewest and the most."""
    fewest, most = (_count(kind, level, die) for die in (1, 6))
    return str(fewest) if fewest == most else f"{fewest}-{most}"


def _count(kind: str, level: int, die: int) -> int:
    each = max(1, compendium.monsters()[kind].level)
    return max(1, min(MOST, (2 * level + die) // (2 * each)))


def number(do: Resolution, kind: str, level: int) -> int:
    """So many that their levels come to about twice that of the dungeon and a die more, one at least."""
    return _count(kind, level, do.dice.roll(1, 6, f"how many {kind}")[0])
