"""What may be handed over, and what may be held or worn at once."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Refusal
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.equipment.inventory import MOST_ARMOUR_PIECES, rule_against
from underkeep.systems.knave.exploration.exploring import room_for
from underkeep.world.state import State


@executes("knave:encumbrance.no-excess", "knave:damage.wounded-slot-unusable")
def why_not_give(state: State, action: a.Give) -> Refusal | None:
    """Nobody takes what no slot is free for; a light that burns is in hand, and in no slot."""
    item = state.creatures[action.actor].item(action.item)
    if item is None:
        return None
    taker = state.creatures[action.to]
    given = replace(item, count=action.count, place="pack")
    if room_for(taker, given) < action.count:
        return Refusal(f"{taker.name} has no free slot for that.", rule_against(taker, given))
    return None


@executes("knave:equipment.armor.max-pieces")
def why_not_wear(state: State, action: a.Equip) -> Refusal | None:
    """Ruling: armor-duplicates-and-shield."""
    if action.place != "worn":
        return None
    creature = state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    kind = item.kind
    if kind in compendium.clothing():
        return None
    if kind not in compendium.armours():
        return Refusal("That is not worn.", "knave:equipment.armor.ap-each")
    others = [i.kind for i in creature.items if i.place == "worn" and i.id != item.id]
    worn = [other for other in others if other in compendium.armours()]
    if kind in worn or len(worn) >= MOST_ARMOUR_PIECES:
        return Refusal("One of each piece, and seven at most.", "knave:equipment.armor.max-pieces")
    return None
