"""Dungeon encounter tables: which monsters are met at a depth, and how many."""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction
from functools import cache

from msgspec import Struct

from underkeep.errors import UnderkeepError
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.equipment.treasure_settings import Placing
from underkeep.systems.ose.monsters.listings import Monster, hit_dice, monsters
from underkeep.world.dungeon import Group

DIE = 20


class TableEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Of several kinds one is taken by the dice."""

    kinds: tuple[str, ...]
    number: Expr


class EncounterTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A d20 table, for dungeon levels from this one on."""

    from_level: int
    entries: tuple[TableEntry, ...]
    rule: str

    def __post_init__(self) -> None:
        if len(self.entries) != DIE:
            raise ValueError(f"an encounter table has {DIE} entries, not {len(self.entries)}")


class Met(Struct, frozen=True):
    """A kind of monster and the dice for how many of it there are."""

    kind: str
    number: Expr


@cache
def tables() -> dict[str, EncounterTable]:
    return content.load(compendium.PACKAGE, "encounters", EncounterTable)


@executes("ose:dungeon-design.hd-by-level", "ose:encounter.wandering.table")
def table_for(dungeon_level: int) -> EncounterTable:
    """The table of a depth: the deeper, the more Hit Dice."""
    fits = [table for table in tables().values() if table.from_level <= dungeon_level]
    if not fits:
        raise UnderkeepError(f"There is no encounter table for dungeon level {dungeon_level}.")
    return max(fits, key=lambda table: table.from_level)


@executes("ose:monster.number.zero-first")
def found_at(dungeon_level: int) -> list[str]:
    """Every kind that the bestiary has and that lives in dungeons of this depth."""
    entries = table_for(dungeon_level).entries
    return list(dict.fromkeys(kind for entry in entries for kind in entry.kinds if _is_found(kind)))


def _is_found(kind: str) -> bool:
    listing = monsters().get(kind)
    return listing is not None and listing.number.dungeon.text != "0"


@executes("ose:encounter.wandering.table", "ose:monster.number.zero-first")
def roll_kind(do: Resolution, dungeon_level: int) -> Met:
    """1d20 on the level's table; what the bestiary does not have, or dungeons do not, is rolled again."""
    table = table_for(dungeon_level)
    if not found_at(dungeon_level):
        raise UnderkeepError(f"The bestiary has nothing for dungeon level {dungeon_level}.")
    while True:
        entry = table.entries[do.dice.roll(1, DIE, f"encounter on level {dungeon_level}")[0] - 1]
        kinds = tuple(kind for kind in entry.kinds if _is_found(kind))
        if kinds:
            return Met(do.pick(kinds, "which kind"), entry.number)


@executes("ose:monster.number.dungeon-wandering", "ose:monster.number.usage", "ose:advancement.rate.slow")
def number_met(do: Resolution, met: Met, dungeon_level: int, how: Placing) -> int:
    """More of them below the level of their Hit Dice and fewer above it. Ruling: monster.question.level-scaling."""
    rolled = do.roll_total(met.number, f"how many {met.kind}").total
    depth = Fraction(dungeon_level + how.as_deep, max(1, hit_dice(monsters()[met.kind].hd).dice))
    return max(1, _nearest(rolled * depth * how.numbers))


@executes("ose:monster.number.dungeon-lair", "ose:monster.number.usage", "ose:advancement.rate.slow")
def number_in_lair(do: Resolution, kind: str, how: Placing) -> int:
    """How many of a kind are at home."""
    rolled = do.roll_total(monsters()[kind].number.lair, f"how many {kind} in the lair").total
    return max(1, _nearest(rolled * how.numbers))


def _nearest(number: Fraction) -> int:
    """Rounded, a half upwards."""
    return int(number + Fraction(1, 2))


@executes("ose:monster.number.zero-second", "ose:monster.number.two-values")
def has_lair(listing: Monster) -> bool:
    """Whether such monsters have a home to be met in."""
    return listing.number.lair.text != "0"


@executes("ose:encounter.wandering.concept", "ose:encounter.wandering.table", "ose:monster.number.dungeon-wandering")
def wanderers(do: Resolution, dungeon_level: int, area: str, how: Placing, taken: Container[str]) -> Group:
    """Monsters on the move, besides those that live here."""
    met = roll_kind(do, dungeon_level + how.levels_deeper)
    count = number_met(do, met, dungeon_level, how)
    return Group(do.state.new_id("group", taken), area, met.kind, count, treasure=monsters()[met.kind].treasure)
