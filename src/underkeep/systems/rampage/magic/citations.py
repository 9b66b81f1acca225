"""The rules behind a spell that is cast where another could not have cast it."""

from __future__ import annotations

from collections.abc import Iterator

from underkeep.systems.rampage.attacks.field import field, is_locked, is_shielded, zone_inches
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.spells import Spell
from underkeep.systems.rampage.characters.classes import has_type
from underkeep.systems.rampage.equipment.magic_items import sort_of
from underkeep.systems.rampage.magic import gifts
from underkeep.world.creature import Creature
from underkeep.world.state import State

INJURED = "injured"


def casting(state: State, actor: Creature, spell: Spell, by: str) -> Iterator[str]:
    """Why this one could: with a grip in melee, behind a friend, wounded with a device, in magic armour, armed."""
    own, fight = sheet(actor), state.fight
    if spell.grip:
        yield "rampage:class.sorcerer.grip"
        yield "rampage:spell.grip.in-melee"
    if fight is not None and by in gifts.DEVICES and fight.has_spent(actor.id, INJURED):
        yield "rampage:magic.device.injured"
    if fight is not None and actor.at is not None and not is_locked(state, actor) and _is_protected(state, actor):
        yield "rampage:combat.melee.protected-not-locked"
    if has_type(own.classes, "mage") and _wears_magic(actor):
        yield "rampage:race.elf.cast-in-magic-armor"
    if has_type(own.classes, "cleric") and has_type(own.classes, "fighter") and _has_forbidden_weapon(actor):
        yield "rampage:class.multi.fighter-cleric-weapons"


def _is_protected(state: State, actor: Creature) -> bool:
    """Whether an enemy would have the caster in its zone but for a friend in between."""
    foes = field(state).foes(actor.side).creatures
    near = [foe for foe in foes if foe.steps_to(actor) <= max(zone_inches(foe), zone_inches(actor))]
    return any(is_shielded(state, actor, foe) for foe in near)


def _wears_magic(actor: Creature) -> bool:
    return any(i.place in ("worn", "hand") and sort_of(i) in ("armour", "shield") for i in actor.items)


def _has_forbidden_weapon(actor: Creature) -> bool:
    clerics = [c for name in sheet(actor).classes if (c := compendium.classes()[name]).type == "cleric"]
    kinds = [item.kind for item in actor.items if item.kind in compendium.weapons()]
    return any("all" not in c.weapons and kind not in c.weapons for c in clerics for kind in kinds)
