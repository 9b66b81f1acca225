"""What a class may use: anybody may own and carry a thing, but not wear it or fight with it."""

from __future__ import annotations

from underkeep.errors import one
from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.compendium import CharacterClass
from underkeep.systems.ose.characters.class_abilities import own_class
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.state import State

LIMITS = "ose:creation.class-equipment-limits"
_ARMOUR, _WEAPON = "ose:magic-item.armour.class-limits", "ose:magic-item.weapon.class-limits"
_BOUGHT = ("bought", "was-bought")


class UseForbidden(Note, frozen=True):
    """Somebody has bought a thing that the class may own but not use."""

    creature: str
    thing: Item


EVENTS: tuple[type[Event], ...] = (UseForbidden,)


@executes(
    "ose:creation.class-equipment-limits",
    "ose:magic-item.armour.class-limits",
    "ose:magic-item.weapon.class-limits",
)
def refusal(own: CharacterClass | None, kind: str) -> Refusal | None:
    """Why somebody of a class may not wear or wield a thing."""
    if own is None or own.may_use(kind):
        return None
    thing = compendium.gear()[compendium.plain(kind)]
    does = "wear" if isinstance(thing, compendium.Armour) else "fight with"
    rule = (_ARMOUR if isinstance(thing, compendium.Armour) else _WEAPON) if kind != compendium.plain(kind) else LIMITS
    return Refusal(f"{one(own.name.lower())} may not {does} the {thing.name.lower()}.", rule)


@executes("ose:creation.class-equipment-limits")
def why_not_equip(state: State, action: a.Equip) -> Refusal | None:
    """What the class may not use stays in the pack."""
    creature = state.creatures[action.actor]
    item = creature.item(action.item)
    if item is None or action.place == "pack":
        return None
    if action.place == "hand" and isinstance(compendium.gear().get(compendium.plain(item.kind)), compendium.Armour):
        return Refusal("Armour and shields protect those who wear them: wear it.", LIMITS)
    return refusal(own_class(creature), item.kind)


@executes("ose:creation.class-equipment-limits")
def bought(do: Resolution, event: ItemsChanged) -> None:
    """Whoever buys what the class may not use is told so; the trader does not mind."""
    if event.verb not in _BOUGHT or event.item is None:
        return
    own = own_class(do.state.creatures[event.creature])
    if own is not None and not own.may_use(event.item.kind):
        do.emit(UseForbidden(event.creature, event.item, rule=(LIMITS,)))
