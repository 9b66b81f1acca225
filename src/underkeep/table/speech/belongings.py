"""What members have of a sort of things: arms, armour, spells, food, lights, things of magic. Each is told by name, and
whoever has none is told to have none, so that the question is answered for all of whom it was asked."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources

from underkeep.procedures import content
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.spells_told import is_magic
from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

ARMS, ARMOUR, SPELLS, FOOD, LIGHTS, MAGIC = "arms", "armour", "spells", "food", "lights", "magic"
MAGIC_ARMS = "magic arms"
_NONE = {
    ARMS: "no weapon",
    ARMOUR: "no armour",
    SPELLS: "no spells",
    FOOD: "nothing to eat",
    LIGHTS: "nothing to make light with",
    MAGIC: "nothing that is known to be magic",
    MAGIC_ARMS: "no weapon that is known to be magic",
}
_PLUS = re.compile(r"\+ ?\d")


def had(rules: Ruleset, state: State, some: Sequence[Creature], sort: str, is_of_all: bool) -> list[str]:
    """What each of them has of a sort; of all of the party only who has any is told, if anybody has."""
    told = {c.name: _told(rules, state, c, sort) for c in some}
    if not any(told.values()) and len(some) > 1:
        if not is_of_all:
            return [f"{naming.listing([c.name for c in some])} have {_NONE[sort]}."]
        return [f"Nobody of the party has {_ANY[sort]}."]
    is_short = is_of_all and sort in (SPELLS, MAGIC, MAGIC_ARMS)
    return [f"{name}: {what or _NONE[sort]}." for name, what in told.items() if what or not is_short]


_ANY = {
    ARMS: "a weapon",
    ARMOUR: "armour",
    SPELLS: "spells",
    FOOD: "anything to eat",
    LIGHTS: "anything to make light with",
    MAGIC: "anything that is known to be magic",
    MAGIC_ARMS: "a weapon that is known to be magic",
}


def _told(rules: Ruleset, state: State, who: Creature, sort: str) -> str:
    if sort == SPELLS:
        return _spells(rules, state, who)
    is_of: Callable[[Item], bool] = {
        ARMS: lambda item: is_of_sort(rules, item, "weapons"),
        ARMOUR: lambda item: is_of_sort(rules, item, "armour"),
        FOOD: lambda item: any(alike(word, group("food")) for word in parts(item.name)),
        LIGHTS: lambda item: any(alike(word, group("lights carried")) for word in parts(item.name)),
        MAGIC: seems_magic,
        MAGIC_ARMS: lambda item: is_of_sort(rules, item, "weapons") and seems_magic(item),
    }[sort]
    return naming.listing([_one(item, sort) for item in who.items if is_of(item)])


def _one(item: Item, sort: str) -> str:
    """A thing by its name and where it is."""
    name = naming.item_name(item)
    where = {"hand": "in hand", "worn": "worn"}.get(item.place, "") if sort in (ARMS, ARMOUR) else ""
    return f"{name[:1].lower()}{name[1:]}{f' ({where})' if where else ''}"


def _spells(rules: Ruleset, state: State, who: Creature) -> str:
    """What the sheet says of spells, and the books and scrolls."""
    rows = [
        f"{label[:1].lower()}{label[1:]} {value}"
        for title, rows in rules.card(state, who).sections
        for label, value in rows
        if is_magic(title, label) and value not in ("0", "")
    ]
    books = [i.name for i in who.items if {"spellbook", "spellbooks", "scroll", "scrolls"} & set(parts(i.name))]
    return "; ".join(dict.fromkeys((*rows, *(f"{b[:1].lower()}{b[1:]}" for b in books))))


def seems_magic(item: Item) -> bool:
    """Whether a thing shows by its name that there is magic in it."""
    named = any(word in group("things of magic") for word in parts(item.name))
    return named or _PLUS.search(item.name) is not None


def is_of_sort(rules: Ruleset, item: Item, sort: str) -> bool:
    """Whether a thing is of a sort of gear, by the folder in which the game's content has it; what it has not, by its
    name."""
    folder = _folders(_package(rules)).get(item.kind.partition("@")[0].rpartition(":")[2], "")
    nouns = group("weapon names") if sort == "weapons" else group("armour names")
    return folder == sort if folder else any(alike(word, nouns) for word in parts(item.name))


def _package(rules: Ruleset) -> str:
    return sys.modules[type(rules).__module__].__package__ or ""


@cache
def _folders(package: str) -> Mapping[str, str]:
    """The folders of a game's gear by the ids of its entries."""
    gear = resources.files(package).joinpath("content").joinpath("gear") if package else None
    found: dict[str, str] = {}
    for folder in gear.iterdir() if gear is not None and gear.is_dir() else ():
        for file in content.files_of(folder) if folder.is_dir() else ():
            found |= {id: folder.name for id, entry in tomllib.loads(content.text_of(file)).items() if entry}
    return found
