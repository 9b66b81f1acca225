"""Mastery: the spells that a mage has by heart, and how he comes by them."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.sheet import RampageSheet, sheet
from underkeep.systems.rampage.basics.spells import Blast, Fell, spells
from underkeep.systems.rampage.characters.classes import has_type
from underkeep.systems.rampage.magic.casting import SpellCast
from underkeep.world.creature import SheetChanged

CASTS_A_LEVEL = 3
READ_MAGIC = "read-magic"
EVENTS: tuple[type[Event], ...] = ()
_USE = "rampage:class.mage.mastery-by-use"


@executes("rampage:class.mage.mastery-by-use", "rampage:class.mage.track-casts")
def on_cast(do: Resolution, event: SpellCast) -> None:
    """A spell cast from the grimoire three times for each of its levels is mastered."""
    if event.tally and event.tally >= CASTS_A_LEVEL * spells()[event.spell].level:
        master(do, event.creature, event.spell, (_USE,))


def master(do: Resolution, id: str, spell: str, rule: tuple[str, ...]) -> None:
    own = sheet(do.state.creatures[id])
    if spell not in own.mastered:
        do.emit(SheetChanged(id, replace(own, mastered=(*own.mastered, spell)), "mastered", rule=rule))


@executes("rampage:creation.mage-mastery-start", "rampage:creation.mage-mastery-higher")
def to_master(own: RampageSheet) -> tuple[int, tuple[str, ...]]:
    """How many spells a new mage has mastered besides Read Magic, one a level, and which there are to choose from."""
    if not has_type(own.classes, "mage"):
        return 0, ()
    able = [id for id, spell in spells().items() if spell.realm in own.realms and spell.level <= own.level]
    return own.level, tuple(id for id in able if id != READ_MAGIC)


def usual(own: RampageSheet, count: int) -> tuple[str, ...]:
    """What minds and the hasty master: what strikes first, the higher levels before the lower."""
    _, able = to_master(own)
    known = spells()
    fit = [id for id in able if not known[id].at_leisure]
    return tuple(
        sorted(fit, key=lambda id: (not isinstance(known[id].effects[0], Blast | Fell), -known[id].level, id))[:count]
    )
