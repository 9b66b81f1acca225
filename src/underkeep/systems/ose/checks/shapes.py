"""Another body: what becomes of somebody who is turned into another creature, and how that is undone.

The game remembers the body that was; whoever dies is found in it.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.codec import Sheet
from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import FormerShape, campaign, with_campaign
from underkeep.systems.ose.basics.conditions import POLYMORPHED
from underkeep.systems.ose.basics.sheet import OseSheet, sheet
from underkeep.systems.ose.monsters.listings import Monster, hit_dice, monsters, saves_as, thac0_by_hit_dice
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

_RULE = "ose:magic.spell-list"


class ShapeTaken(Event, frozen=True):
    """Somebody has another body; `former` is what is remembered of the first, if this is not it again."""

    private: ClassVar[tuple[str, ...]] = ("sheet", "items", "former")

    creature: str
    kind: str
    looks: str
    sheet: Sheet | None
    items: tuple[Item, ...] | None
    former: FormerShape | None = None

    def evolve(self, state: State) -> State:
        casters = campaign(state).casters
        known = {id: shape for id, shape in casters.shapes.items() if id != self.creature}
        if self.former is not None:
            known[self.creature] = self.former
        state = state.with_creature(self.creature, kind=self.kind, sheet=self.sheet, items=self.items)
        return with_campaign(state, casters=replace(casters, shapes=known))


EVENTS: tuple[type[Event], ...] = (ShapeTaken,)


@executes("ose:magic.spell-list")
def become(do: Resolution, id: str, kind: str, until: int | None, power: int = 0, in_mind: bool = False) -> None:
    """Somebody takes this shape. With `in_mind` it is a matter of the body alone: saves, attacks and wits stay; hit
    points stay in any case.
    """
    creature, listing = do.state.creatures[id], monsters()[kind]
    first = campaign(do.state).casters.shapes.get(id)
    own = first.sheet if first is not None else sheet(creature)
    former = first or FormerShape(creature.kind, own, ())
    changed = _in_body(own, listing) if in_mind else in_full(own, listing)
    items = creature.items
    if not (listing.humanoid or listing.human):
        former, items = replace(former, items=(*former.items, *items)), ()
    do.emit(ShapeTaken(id, kind, listing.name.lower(), changed, items, former, rule=(_RULE,)))
    do.emit(ConditionGained(id, Condition(POLYMORPHED, until, power=power), rule=(_RULE,)))


def _in_body(own: OseSheet, listing: Monster) -> OseSheet:
    return replace(own, ac=listing.ac, movement_feet=listing.speed_feet)


def in_full(own: OseSheet, listing: Monster) -> OseSheet:
    return replace(
        own,
        thac0=listing.thac0 or thac0_by_hit_dice(listing.hd),
        saves=saves_as(listing.save_as),
        ac=listing.ac,
        movement_feet=listing.speed_feet,
        hit_dice=listing.hd,
        level=own.level if own.character_class else max(1, hit_dice(listing.hd).dice),
        morale=own.morale if own.abilities else listing.morale,
    )


@executes("ose:magic.spell-list")
def revert(do: Resolution, id: str) -> None:
    """Back to the first body, with all that it carried."""
    former = campaign(do.state).casters.shapes.get(id)
    creature = do.state.creatures[id]
    if creature.condition(POLYMORPHED) is not None:
        do.emit(ConditionEnded(id, POLYMORPHED, rule=(_RULE,)))
        return  # which brings it back here
    if former is None:
        return
    then, now = former.sheet, sheet(creature)
    own = replace(then, xp=now.xp, memorised=now.memorised, service=now.service, former_side=now.former_side)
    items = (*creature.items, *former.items)
    do.emit(ShapeTaken(id, former.kind, former.kind.replace("-", " "), own, items, rule=(_RULE,)))


def is_changed(state: State, creature: Creature) -> bool:
    return creature.id in campaign(state).casters.shapes
