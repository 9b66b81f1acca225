"""The world that a campaign is set in: what its genre changes of the core rules, who has magic, rules of the house."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.rulings import stands
from underkeep.world.state import State

GENRE, ELEMENTS, HOUSE = "ose:referee.genre-override", "ose:referee.setting.elements", "ose:referee.house-rules"
FANTASY = "fantasy"
FOR_ALL, ENEMIES, LOST = "for all", "for enemies only", "a lost art"
MAGIC = (FOR_ALL, ENEMIES, LOST)
AS_WRITTEN, NO_NATURALS = "as written", "a natural 20 or 1 is like any other roll"
HOUSE_RULES = (AS_WRITTEN, NO_NATURALS)


class Genre(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    rule: str
    unarmoured_ac: int = 9
    magic: Literal["for all", "for enemies only", "a lost art"] = "for all"
    strongholds: bool = False


@cache
def genres() -> dict[str, Genre]:
    return content.load(compendium.PACKAGE, "genres", Genre)


def genre(state: State) -> Genre:
    """The campaign's; the core's own where nothing else was agreed."""
    return genres()[stands(state, GENRE, FANTASY)]


@executes("ose:referee.setting.elements")
def magic(state: State) -> str:
    """Who has magic in this world."""
    return stands(state, ELEMENTS, genre(state).magic)


@executes("ose:referee.house-rules")
def naturals_count(state: State) -> bool:
    """Whether a 20 hits and a 1 misses whatever else is rolled: as written, unless the table has dropped it."""
    return stands(state, HOUSE, AS_WRITTEN) != NO_NATURALS
