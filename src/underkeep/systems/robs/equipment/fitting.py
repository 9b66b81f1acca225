"""What fits whom: arms, armour and jewellery are made for people of one Scale."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.delve_actions import Equip
from underkeep.procedures.resolution import Refusal
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.qualities import made_for
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.characters import alignment
from underkeep.systems.robs.equipment.arms import OUT_OF_SCALE
from underkeep.systems.robs.equipment.house_measures import armour_slack, unusable_from
from underkeep.systems.robs.equipment.treasure import JEWELLERY
from underkeep.world.state import State

JEWELLERY_TOLERANCE = 1
_FIT = "robs:equipment.scale-fit"


@executes("robs:equipment.scale-fit", "robs:equipment.one-handed-small-wielder", "robs:class.knight.weapon-limits")
def why_not_equip(state: State, action: Equip) -> Refusal | None:
    """Armour fits its own Scale and jewellery one more or less; a weapon made for four levels more is too big for
    anybody, one for both hands already for two. Some Orders forbid their knights to shed blood."""
    creature = state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    kind = item.kind.partition("+")[0]
    too_big = made_for(item) - sheet(creature).scale
    if action.place == "worn":
        if kind not in compendium.armours() and kind != JEWELLERY:
            return Refusal("That is not worn.", "robs:equipment.armor.table")
        slack = JEWELLERY_TOLERANCE if kind == JEWELLERY else armour_slack(state)
        return (
            Refusal(f"That was made for somebody of another Scale than {creature.name}.", _FIT)
            if abs(too_big) > slack
            else None
        )
    weapon = compendium.weapons().get(kind)
    if action.place != "hand" or weapon is None:
        return None
    if too_big >= (unusable_from(state) if weapon.one_hand is not None else OUT_OF_SCALE):
        return Refusal(f"That is far too big for {creature.name}.", "robs:equipment.one-handed-small-wielder")
    if weapon.sharp and alignment.sheds_no_blood(state, sheet(creature)):
        return Refusal(f"{creature.name}'s Order forbids to shed blood.", "robs:class.knight.weapon-limits")
    return None
