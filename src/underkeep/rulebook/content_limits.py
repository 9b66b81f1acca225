"""What the fields of a game's content may hold beyond their types: ranges, words, and ids of which folder.

A game says so in `content/fields.toml`, for a field by its own name or as `Type.field`. A name may be a
pattern: `*_percent`. What is counted in the same way everywhere (percents, dice, days) has its range here.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from underkeep.procedures.content import ContentError, tables_of, text_of

FIELDS = "fields.toml"
UNITS = {
    "*_in_6": (0, 6), "*_in_six": (0, 6), "*percent": (0, 1000), "*percent_per_level": (0, 100),
    "squares": (0, 100), "*_gp": (0, 10_000_000), "*_sp": (0, 10_000_000),
    "*_cp": (0, 10_000_000), "cp": (0, 10_000_000), "*_coins": (0, 10_000_000), "coins*": (0, 10_000_000),
    "xp": (0, 10_000_000), "*_seconds": (0, 86_400), "rounds": (0, 1000), "*_rounds": (0, 1000),
    "*_turns": (0, 1000), "turns*": (0, 1000), "hours": (0, 1000), "*_hours": (0, 1000), "days*": (0, 1000),
    "*_days": (0, 1000), "years": (0, 1000), "roll": (1, 100), "level": (0, 36), "*_level": (0, 36),
    "levels": (0, 36), "hp": (0, 1000), "*_hp": (0, 1000), "hit_points": (0, 1000), "hit_dice": (0, 36),
    "*_hd": (0, 36), "*_dice": (0, 36), "count": (0, 10_000), "*_count": (0, 10_000), "*_bonus": (-10, 10),
    "*_modifier": (-10, 10), "*penalty": (-10, 10), "bonus": (-10, 10), "per_day": (0, 100), "items": (0, 100),
    "hands": (0, 2), "times": (0, 100),
}  # fmt: skip
"""Ranges that follow from a name in every game."""
DEFAULT = (0, 1000)
Range = tuple[int | float, int | float]


class Like(Struct, frozen=True, forbid_unknown_fields=True):
    """The way a text is written, as a pattern and in an example."""

    pattern: str
    such_as: str


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """`ids` are those of the entries of folders, `folder:name` their names; `words` may stand there as well, or alone.
    Of a field that is a table the keys are meant by `Type.field:key`. In folders of `same_names` two entries may have
    one name."""

    same_names: tuple[str, ...] = ()
    ranges: dict[str, Range] = {}
    ids: dict[str, tuple[str, ...]] = {}
    words: dict[str, tuple[str, ...]] = {}
    like: dict[str, Like] = {}

    def range_of(self, owner: str) -> Range:
        """Between what a number of a field, `Type.field`, may lie."""
        return self.declared(owner) or DEFAULT

    def declared(self, owner: str) -> Range | None:
        """The same, unless it is what any number may be of which nothing is said."""
        field = owner.partition(".")[2].removesuffix(":key")
        for name in (owner, field):
            if name in self.ranges:
                return self.ranges[name]
        ranges = {**self.ranges, **UNITS}
        return next((found for unit, found in ranges.items() if fnmatchcase(field, unit)), None)


def limits(package: str) -> Limits:
    """Those of a game, or of what is shared by all."""
    file = files(package).joinpath("content", FIELDS)
    if not file.is_file():
        return Limits()
    tables: dict[str, Any] = tables_of(FIELDS, text_of(file))
    try:
        found = msgspec.convert(tables, Limits)
        for like in found.like.values():
            re.compile(like.pattern)
    except (msgspec.ValidationError, re.error) as error:
        raise ContentError(f"The {FIELDS} of {package} is not as it should be: {error}.") from error
    return found
