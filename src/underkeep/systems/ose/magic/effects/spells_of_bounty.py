"""Spells that provide for many: food and water, and a circle of protection."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import BEARS_CIRCLE, CIRCLED, has
from underkeep.systems.ose.checks.provisions import FOOD
from underkeep.systems.ose.equipment.load import EMPTY_WATERSKIN
from underkeep.systems.ose.magic import zones
from underkeep.systems.ose.magic.prayers import Circle, Provide
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, bestow, effects, fizzle, until
from underkeep.world.fight import FightBegan
from underkeep.world.gear import Item, ItemsChanged, fewer, more

RATION = Item(FOOD[0], "Standard rations")
_SUPPLIES = (*CAST, "ose:time.resources")


@executes("ose:time.resources")
@effects(Provide)
def provide(do: Resolution, casting: Casting, bounty: Provide) -> None:
    """A day's food for each of the party, or water for each empty skin: for a dozen, and a dozen more for each level
    above the eighth.
    """
    left = bounty.people * (1 + max(0, casting.level - bounty.above_level))
    given = _feed(do, left) if bounty.what == "food" else _water(do, left)
    if not given:
        fizzle(do, casting, casting.caster)


def _feed(do: Resolution, left: int) -> bool:
    eaters = do.state.marchers()[:left]
    for creature in eaters:
        do.emit(ItemsChanged(creature.id, more(creature.items, RATION), "provided", RATION, rule=_SUPPLIES))
    return bool(eaters)


def _water(do: Resolution, left: int) -> bool:
    given = False
    for creature in do.state.marchers():
        empty = next((item for item in creature.items if item.kind == EMPTY_WATERSKIN), None)
        count = min(left, empty.count) if empty is not None else 0
        if empty is not None and count:
            items = fewer(creature.items, empty.id, count)
            items = more(items, Item("waterskin", "Waterskin", count=count))
            do.emit(ItemsChanged(creature.id, items, "filled-skins", rule=_SUPPLIES))
            left, given = left - count, True
    return given


@effects(Circle)
def draw_circle(do: Resolution, casting: Casting, circle: Circle) -> None:
    """A circle round the caster that goes where the caster goes; what it wards off comes to matter in a fight."""
    end = until(do, casting)
    bestow(do, casting.caster, BEARS_CIRCLE, end, circle.radius_feet)
    if do.state.fight is not None:
        zones.lay(do, CIRCLED, circle.radius_feet, casting.caster, end, CAST)


def circles_hold(do: Resolution, _: FightBegan) -> None:
    """Those who bear a circle have it round them when blows fall."""
    for creature in do.state.active():
        borne = creature.condition(BEARS_CIRCLE) if creature.conditions and has(creature, BEARS_CIRCLE) else None
        if borne is not None:
            zones.lay(do, CIRCLED, borne.level, creature.id, borne.until, CAST)
