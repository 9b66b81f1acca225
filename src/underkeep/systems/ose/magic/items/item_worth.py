"""What a magic item is worth in a fight, for those who play themselves: estimates, no rules."""

from __future__ import annotations

from underkeep.procedures.tactics import Hint, life_left, part_taken
from underkeep.systems.ose.basics.conditions import can_fight
from underkeep.systems.ose.equipment import identifying
from underkeep.systems.ose.magic import spell_worth
from underkeep.systems.ose.magic.effects.items_of_war import in_cone
from underkeep.systems.ose.magic.item_effects import Cone, Smite
from underkeep.systems.ose.magic.items import used_items
from underkeep.systems.ose.magic.items.potions import Drink
from underkeep.systems.ose.magic.items.using import UseItem
from underkeep.systems.ose.magic.spell_effects import Casting
from underkeep.systems.ose.magic.spells import Heal
from underkeep.world.creature import Creature
from underkeep.world.state import State, square_of

WORTH_A_ROUND = 0.3
"""What a use must be worth, for it takes the whole round."""
TRIED = 0.6
"""What a thing is worth that nobody has tried yet."""


def used(state: State, action: UseItem) -> Hint | None:
    """By what it does: wounds, or foes out of the fight; what nobody knows is worth a try where foes are many."""
    user = state.creatures[action.actor]
    item = user.item(action.item)
    if item is not None and not identifying.is_known(item):
        target = state.creatures.get(action.target)
        return Hint("strike", TRIED) if target is not None and target.side != user.side else None
    way = next((w for w in used_items.ways_of(item) if w.name == action.power), None) if item is not None else None
    if item is None or way is None or action.at is not None:
        return None
    aimed = Casting(user.id, way.written, way.use, action.target, way.level)
    effect = way.use.effect
    if isinstance(effect, Cone):
        return _strike(_cone(state, user, aimed, effect))
    if isinstance(effect, Smite):
        return _strike(_blow(state, user, aimed, effect))
    return spell_worth.estimated(state, aimed)


def _strike(worth: float) -> Hint | None:
    return Hint("strike", worth) if worth >= WORTH_A_ROUND else None


def _cone(state: State, user: Creature, aimed: Casting, cone: Cone) -> float:
    """Each foe in it, less two for each friend."""
    target = state.creatures[aimed.target]
    worth = 0.0
    for creature in in_cone(state, user, square_of(target), cone):
        if not can_fight(creature):
            continue
        left = life_left(state, user, creature, spell_worth.USUAL_LIFE)
        part = part_taken(cone.dice, 0, left) * 0.75 if cone.dice is not None else spell_worth.FAILS_SAVE
        worth += -2 * part if creature.side == user.side else part
    return worth


def _blow(state: State, user: Creature, aimed: Casting, blow: Smite) -> float:
    target = state.creatures[aimed.target]
    if blow.dice is None:
        return spell_worth.TOUCHES
    return spell_worth.TOUCHES * part_taken(blow.dice, 0, life_left(state, user, target, spell_worth.USUAL_LIFE))


def drunk(state: State, action: Drink) -> Hint | None:
    """A potion of healing, for those who are badly hurt."""
    drinker = state.creatures[action.actor]
    item = drinker.item(action.item)
    if item is None or not identifying.is_known(item) or drinker.hp * 2 > drinker.max_hp:
        return None
    way = next(iter(used_items.ways(item.kind)), None)
    if way is None or not isinstance(way.use.effect, Heal):
        return None
    missing = drinker.max_hp - drinker.hp
    return Hint("mend", part_taken(way.use.effect.dice, 0, missing) * missing / drinker.max_hp)
