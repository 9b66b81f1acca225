"""The kinds of place a dungeon can be: how each is drawn, and its words. The data are in `content/settings`."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from underkeep.errors import UnderkeepError
from underkeep.generate.choice import Chooser
from underkeep.procedures import content

Span = tuple[int, int]


class Setting(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of place. `roll` is its face on a die; the fields are explained at the head of the data file."""

    roll: int
    title: str
    layout: Literal["scatter", "blocks", "rings", "mirror"]
    shapes: dict[str, int]
    side: Span
    hall: int
    squares_a_room: int
    gap: int
    bend: int
    wobble: int
    loops: Span
    dead_ends: Span
    galleries: int
    frontage: int
    opening: int
    passage_door: int
    stuck: int
    locked: int
    secret: Span
    ways_down: tuple[str, ...]
    passage: str
    large: tuple[str, ...]
    small: tuple[str, ...]
    nouns: tuple[str, ...]


class DungeonNames(Struct, frozen=True, forbid_unknown_fields=True):
    patterns: tuple[str, ...]
    adjectives: tuple[str, ...]
    owners: tuple[str, ...]


@lru_cache
def settings() -> dict[str, Setting]:
    """Every setting by its id, in the order of the die."""
    found = content.load("underkeep.generate", "settings", Setting)
    return dict(sorted(found.items(), key=lambda entry: entry[1].roll))


@lru_cache
def dungeon_names() -> DungeonNames:
    return content.load("underkeep.generate", "names", DungeonNames)["dungeons"]


def setting_of(id: str) -> Setting:
    found = settings().get(id)
    if found is None:
        raise UnderkeepError(f'There is no setting "{id[:40]}"; there are {", ".join(settings())}.')
    return found


def name_dungeon(choose: Chooser, setting: Setting) -> str:
    words = dungeon_names()
    return choose.one_of(words.patterns, "name").format(
        adjective=choose.one_of(words.adjectives, "name"),
        owner=choose.one_of(words.owners, "name"),
        noun=choose.one_of(setting.nouns, "name"),
    )
