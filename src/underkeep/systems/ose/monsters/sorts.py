"""Sorts of creature that magic tells apart: dragons, giants, lycanthropes, plants, the undead.

A listing says what is undead, made or human; the rest goes by the names that the books give to a whole family.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.monsters.listings import Monster, Regeneration, is_person, monsters
from underkeep.world.creature import Creature

REGENERATING = "regenerating"
_LYCANTHROPES = ("were", "devil-swine", "lycanthrope")
_PLANTS = ("treant", "shrieker", "fungus", "mould", "plant", "vine")
_BIRDS = ("pegasus", "hippogriff", "roc", "griffon", "giant-hawk", "hawk")
_GOBLINS = ("orc", "goblin", "kobold")
_SPELL_USERS = ("acolyte", "medium", "magic-user", "cleric", "elf", "shaman", "mage")


@lru_cache(maxsize=4096)
def _is_of(kind: str, sort: str) -> bool:
    listing = monsters().get(kind)
    if listing is None:
        own = compendium.classes().get(kind)
        return own is not None and sort == "spell users" and bool(own.magic)
    return _TESTS[sort](kind, listing)


def is_of(creature: Creature, sort: str) -> bool:
    """Whether a creature is of a sort that magic tells apart."""
    if sort == "regenerating creatures" and creature.condition(REGENERATING) is not None:
        return True
    if sort == "humans":
        return is_person(creature)
    return _is_of(creature.kind, sort)


def _has_word(kind: str, words: tuple[str, ...]) -> bool:
    return any(part in words for part in kind.split("-"))


_TESTS: dict[str, Callable[[str, Monster], bool]] = {
    "animals": lambda kind, listing: listing.mind == "animal" and not _has_word(kind, _PLANTS),
    "dragons": lambda kind, listing: "dragon" in kind,
    "enchanted creatures": lambda kind, listing: listing.constructed or listing.harmed_only_by == ("magic",),
    "elementals": lambda kind, listing: "elemental" in kind,
    "giants": lambda kind, listing: kind.endswith("-giant") or kind.startswith("giant-of"),
    "goblins, kobolds and orcs": lambda kind, listing: _has_word(kind, _GOBLINS),
    "lycanthropes": lambda kind, listing: kind.startswith(_LYCANTHROPES),
    "plants": lambda kind, listing: _has_word(kind, _PLANTS) or kind.endswith(_PLANTS),
    "regenerating creatures": lambda kind, listing: any(isinstance(t, Regeneration) for t in listing.traits),
    "spell users": lambda kind, listing: _has_word(kind, _SPELL_USERS) or kind in _SPELL_USERS,
    "trolls and birds": lambda kind, listing: kind == "troll" or _has_word(kind, _BIRDS),
    "undead": lambda kind, listing: listing.undead,
}


def hit_dice_of(creature: Creature) -> int:
    """Whole Hit Dice, at least one; a level for a character."""
    return max(1, sheet(creature).level)
