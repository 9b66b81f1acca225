"""Who may be met by chance, underground by level and out of doors by country. The tables are stand-ins of our own."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from underkeep.kernel.notation import Expr
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import compendium


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    number: Expr


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    from_level: int
    entries: tuple[Entry, ...]


class Country(Struct, frozen=True, forbid_unknown_fields=True):
    entries: tuple[Entry, ...]


@cache
def levels() -> tuple[Level, ...]:
    found = content.load(compendium.PACKAGE, "wandering/dungeon", Level)
    return tuple(sorted(found.values(), key=lambda level: level.from_level))


@cache
def countries() -> dict[str, Country]:
    return content.load(compendium.PACKAGE, "wandering/wild", Country)


def underground(do: Resolution, dungeon_level: int) -> tuple[str, int]:
    """A kind and a number for a level of the dungeon."""
    return _pick(do, entries(dungeon_level), f"who is on level {dungeon_level}")


def entries(dungeon_level: int) -> tuple[Entry, ...]:
    """The table of a level: that of the deepest that is not deeper."""
    return [level for level in levels() if level.from_level <= dungeon_level][-1].entries


def abroad(do: Resolution, terrain: str) -> tuple[str, int]:
    """A kind and a number for a kind of country."""
    return _pick(do, entries_abroad(terrain), f"who is met in the {terrain}")


def entries_abroad(terrain: str) -> tuple[Entry, ...]:
    """The table of a kind of country; of two kinds that of the first, of any other that of the grass."""
    known = countries()
    return (known.get(terrain.partition(" and ")[0]) or known["grass"]).entries


def _pick(do: Resolution, entries: tuple[Entry, ...], why: str) -> tuple[str, int]:
    entry: Entry = do.pick(entries, why)
    return entry.kind, max(1, do.roll_total(entry.number, f"how many {entry.kind}").total)
