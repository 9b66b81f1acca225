"""Magic that works while it is worn: it begins when the thing is put on, and ends with it."""

from __future__ import annotations

from collections.abc import Iterator

from underkeep.kernel.executes import executes
from underkeep.kernel.memo import recall
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.enchanted import MagicItem, WhileWorn, listing, magic_items
from underkeep.systems.ose.equipment import curses, identifying
from underkeep.systems.ose.magic.item_effects import Become
from underkeep.systems.ose.magic.items import oddities, used_items
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.gear import Item, ItemsChanged

MOST_RINGS = 2
_TWO, _CURSED, _ACTIVE = "ose:magic-item.ring.two", "ose:magic-item.ring.cursed", "ose:magic-item.ring.active"
_USERS = "ose:magic-item.ring.users"
_PROPER, _TEST = "ose:magic-item.use.proper", "ose:magic-item.identify.test"


def _worn(items: tuple[Item, ...]) -> Iterator[tuple[Item, MagicItem]]:
    for item in items:
        found = listing(item.kind) if item.place == "worn" and not item.broken else None
        if found is not None and found.sort in ("ring", "misc"):
            yield item, found


@executes("ose:magic-item.ring.two", "ose:magic-item.ring.cursed", "ose:magic-item.use.proper")
def _working(items: tuple[Item, ...]) -> tuple[WhileWorn, ...]:
    """What is worn that works: of more than two rings none does but the cursed. A scarab without a charge is a
    trinket.
    """
    worn = list(_worn(items))
    rings = sum(found.sort == "ring" for _, found in worn)
    silent = rings > MOST_RINGS
    return tuple(
        magic
        for item, found in worn
        for magic in found.worn
        if not (silent and found.sort == "ring" and not found.cursed) and identifying.enchantment(item).charges != 0
    )


working = recall(_working)


def too_many_rings(items: tuple[Item, ...]) -> bool:
    return sum(found.sort == "ring" for _, found in _worn(items)) > MOST_RINGS


def _all_worn() -> frozenset[str]:
    return frozenset(magic.condition for item in magic_items().values() for magic in item.worn)


WORN_CONDITIONS = _all_worn()


@executes(
    "ose:magic-item.ring.active",
    "ose:magic-item.ring.users",
    "ose:magic-item.ring.two",
    "ose:magic-item.ring.cursed",
    "ose:magic-item.use.proper",
    "ose:magic-item.use.always-active",
)
def changed(do: Resolution, event: ItemsChanged) -> None:
    """Whenever somebody's things change, exactly what is worn as it should be works."""
    creature = do.state.creatures[event.creature]
    if not creature.conditions and not any(item.place == "worn" for item in creature.items):
        return
    wanted = {magic.condition: magic for magic in working(creature.items)}
    rule = (_ACTIVE, _PROPER, _USERS, *((_TWO, _CURSED) if too_many_rings(creature.items) else ()))
    drunk = campaign(do.state).wonders.draughts.get(creature.id)
    kept = (*wanted, *(drunk.conditions if drunk is not None else ()))
    for condition in creature.conditions:
        if condition.name in WORN_CONDITIONS and condition.name not in kept and condition.until is None:
            do.emit(ConditionEnded(creature.id, condition.name, rule=rule))
    for name, magic in wanted.items():
        if do.state.creatures[creature.id].condition(name) is None:
            do.emit(ConditionGained(creature.id, Condition(name, None, magic.level), rule=rule))
    if event.verb == "put-on" and event.item is not None:
        _put_on(do, creature.id, event.item.id)


@executes("ose:magic-item.identify.test", "ose:magic-item.ring.cursed")
def _put_on(do: Resolution, creature: str, id: str) -> None:
    """To wear a thing is to try it: what it does is felt at once, and a cursed one will not come off."""
    item = do.state.creatures[creature].item(id)
    found = listing(item.kind) if item is not None else None
    if item is None or found is None or found.sort not in ("ring", "misc"):
        return
    identifying.learn(do, creature, id, _TEST)
    oddities.put_on(do, creature, item)
    curses.cling(do, creature, id)


def ended(do: Resolution, event: ConditionEnded) -> None:
    """What a spell has ended an item that is worn begins anew."""
    if event.name not in WORN_CONDITIONS:
        return
    creature = do.state.creatures[event.creature]
    for magic in working(creature.items) if creature.items else ():
        if magic.condition == event.name and creature.condition(event.name) is None:
            do.emit(ConditionGained(creature.id, Condition(magic.condition, None, magic.level), rule=(_ACTIVE,)))


def laid_aside(do: Resolution, event: ItemsChanged) -> None:
    """What somebody had by wish of a thing ends when the thing is no longer worn or held."""
    creature = do.state.creatures[event.creature]
    if event.verb not in ("packed", "dropped", "handed-over") or event.item is None or not creature.conditions:
        return
    if not identifying.is_known(event.item):
        return
    for way in used_items.ways_of(event.item):
        effect = way.use.effect
        if isinstance(effect, Become) and creature.condition(effect.condition) is not None:
            do.emit(ConditionEnded(creature.id, effect.condition, rule=(_ACTIVE,)))
