"""What the classes can do besides fighting, for those who ask: magic, keen senses, skills."""

from __future__ import annotations

from functools import cache

from underkeep.kernel.executes import executes
from underkeep.procedures import carrying
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.compendium import CharacterClass
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import thief_skills
from underkeep.world.creature import Creature

CONSTRUCTION, SECRET_DOORS, ROOM_TRAPS = "construction", "secret doors", "room traps"
USUAL_IN_6 = 1


def own_class(creature: Creature) -> CharacterClass | None:
    return compendium.classes().get(sheet(creature).character_class)


@executes("ose:magic.arcane-divine")
def magic_of(creature: Creature) -> str:
    """`arcane`, `divine`, or nothing."""
    own = own_class(creature)
    return own.magic if own is not None else ""


@executes("ose:magic.memorize-and-cast")
def is_caster(creature: Creature) -> bool:
    """Whether the class casts spells at all."""
    return bool(magic_of(creature))


@executes("ose:class.abilities")
def listen_in_6(creature: Creature) -> int:
    """At doors: demihumans hear better, and thieves better with each few levels."""
    own = own_class(creature)
    if own is None:
        return USUAL_IN_6
    return max(own.listen_in_6, thief_skills.hear_noise_in_6(creature))


@executes("ose:class.abilities")
def search_in_6(creature: Creature, what: str) -> int:
    """Elves see secret doors, dwarves room traps and tricks of construction; anybody else has the usual chance of the
    first two, and none of the last.
    """
    own = own_class(creature)
    if own is None:
        return 0 if what == CONSTRUCTION else USUAL_IN_6
    return {
        SECRET_DOORS: own.secret_doors_in_6,
        ROOM_TRAPS: own.room_traps_in_6,
        CONSTRUCTION: own.construction_in_6,
    }.get(what, USUAL_IN_6)


@executes("ose:class.abilities", "ose:doors.locked")
def can_pick_locks(creature: Creature) -> bool:
    """A thief with tools."""
    return thief_skills.is_thief(creature) and carrying.has(creature, thief_skills.TOOLS)


@cache
def gifted() -> frozenset[str]:
    """The classes that can do more than strike and help."""
    return frozenset(
        id
        for id, own in compendium.classes().items()
        if own.magic or own.turns_undead or own.thief_skills or own.hide_in_6
    )


def has_gifts(creature: Creature) -> bool:
    """Whether somebody can do more than strike and help: by the class, or as a monster that has spells in mind."""
    return creature.kind in gifted() or bool(creature.sheet.memorised)  # type: ignore[attr-defined]
