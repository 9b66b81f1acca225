"""Who can see whom: blindness, darkness, the unseen and the unaware."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import ColdBodied, Infrared, Undead, trait
from underkeep.world.creature import Creature

BLIND = "blind"
INVISIBLE = "invisible"
IN_DARKNESS = "in darkness"
UNAWARE = "unaware"
IN_COVER = "in cover"
DARKNESS = "darkness"
SPELLBOUND = "spellbound"
HELPLESS = ("paralysed", "asleep", SPELLBOUND)
UNSEEN_PENALTY = -2


@executes("robs:combat.unseen.melee-penalty", "robs:combat.unseen.senses", "robs:race.elf.dark-sight")
def blindness(viewer: Creature, viewed: Creature) -> int:
    """What not seeing the other costs in melee; 0 for those who see or sense it."""
    if not viewer.conditions and not viewed.conditions:
        return 0
    if viewer.condition(BLIND) or viewed.condition(INVISIBLE):
        return UNSEEN_PENALTY
    if not viewed.condition(IN_DARKNESS):
        return 0
    own = sheet(viewer)
    theirs = sheet(viewed).traits
    if trait(own.traits, Infrared) and not (trait(theirs, ColdBodied) or trait(theirs, Undead)):
        return 0
    return compendium.races()[own.race].dark_penalty if own.race else UNSEEN_PENALTY


@executes("robs:race.elf.dark-sight")
def dimly(do: Resolution, viewer: Creature, viewed: Creature) -> int:
    """The same where it decides a blow; how well an elf sees in the dark is the referee's, and by itself half as badly
    as others."""
    blind, race = blindness(viewer, viewed), sheet(viewer).race
    if not blind or not race or blind == UNSEEN_PENALTY or blind != compendium.races()[race].dark_penalty:
        return blind
    return int(do.ruling("robs:race.elf.dark-sight", ("0", "-1", "-2"), str(blind), viewer.id))


def can_see(viewer: Creature, viewed: Creature) -> bool:
    """An elf in the dark sees dimly, which is enough to aim by."""
    return blindness(viewer, viewed) > UNSEEN_PENALTY


def is_helpless(creature: Creature) -> bool:
    """Whether it can neither move nor act."""
    return any(condition.name in HELPLESS for condition in creature.conditions)


def is_unaware(creature: Creature) -> bool:
    return creature.condition(UNAWARE) is not None or is_helpless(creature)
