"""Item slots: what fits in them, what falls out of them, and picking it up again.

A creature's items lie in its slots from the first on, in their order, so free slots are always the highest ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.sheet import Lying, sheet
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, fewer, part
from underkeep.world.grid import Square, distance

if TYPE_CHECKING:
    from underkeep.world.state import State

BASE_SLOTS = 10
MOST_ARMOUR_PIECES = 7


class PickUp(Action, frozen=True):
    """Take up something of one's own that lies within reach (an item's kind)."""

    actor: str
    item: str


class ItemsDropped(Event, frozen=True):
    """Things fell to the ground; `items` is what the creature still carries."""

    private: ClassVar[tuple[str, ...]] = ("items",)

    creature: str
    dropped: tuple[Item, ...]
    items: tuple[Item, ...] | None
    at: Square | None
    why: str

    def evolve(self, state: State) -> State:
        state, dropped = state.with_things(self.dropped)
        own = sheet(state.creatures[self.creature])
        if self.at is not None:
            own = replace(own, lying=(*own.lying, *(Lying(item, self.at) for item in dropped)))
        return state.with_creature(self.creature, items=self.items, sheet=own)


class ItemPickedUp(Event, frozen=True):
    """Something that lay on the ground is carried again; `items` and `lying` are how things are now."""

    private: ClassVar[tuple[str, ...]] = ("items", "lying")

    creature: str
    item: str
    items: tuple[Item, ...] | None
    lying: tuple[Lying, ...] | None

    def evolve(self, state: State) -> State:
        own = replace(sheet(state.creatures[self.creature]), lying=self.lying)
        return state.with_creature(self.creature, items=self.items, sheet=own)


EVENTS: tuple[type[Event], ...] = (ItemsDropped, ItemPickedUp)


def spoken(item: Item) -> str:
    """The item as one says it: a sword, 2 torches, 90 coins."""
    name = item.name.lower()
    if item.count == 1:
        return name
    if not name.endswith("s"):
        name += "es" if name.endswith(("ch", "sh", "x")) else "s"
    return f"{item.count} {name}"


@executes("knave:encumbrance.slots")
def item_slots(constitution: int) -> int:
    """How many things such a constitution can carry."""
    return BASE_SLOTS + constitution


@executes(
    "knave:encumbrance.one-slot-default",
    "knave:encumbrance.small-group",
    "knave:encumbrance.two-handed",
    "knave:encumbrance.coins",
    "knave:equipment.missile.quiver",
    "knave:equipment.armor.slot-each",
    "knave:magic.spellbook.slot",
)
@lru_cache(maxsize=1024)
def bundle(kind: str) -> tuple[int, int]:
    """How many of a kind make a bundle, and the slots that one bundle fills."""
    if kind in compendium.weapons():
        return 1, compendium.weapons()[kind].slots
    if kind in compendium.armours():
        return 1, compendium.armours()[kind].slots
    if kind in compendium.animals():
        return 1, 0
    goods = compendium.goods().get(kind.partition(":")[0])
    return (goods.bundle, goods.slots) if goods else (1, 1)


def rule_of_slots(kind: str) -> str:
    """The rule by which things of a kind fill slots."""
    if kind == "coin":
        return "knave:encumbrance.coins"
    if kind.startswith("spellbook"):
        return "knave:magic.spellbook.slot"
    if kind in compendium.armours():
        return "knave:equipment.armor.slot-each"
    size, slots = bundle(kind)
    if kind == "arrow":
        return "knave:equipment.missile.quiver"
    if slots > 1:
        return "knave:encumbrance.two-handed"
    return "knave:encumbrance.small-group" if size > 1 else "knave:encumbrance.one-slot-default"


def rules_of_slots(items: Iterable[Item]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule_of_slots(item.kind) for item in items))


def slots_of(item: Item) -> int:
    """The slots that a stack fills, and what lies in it; a part of a bundle fills as much as a whole one. Ruling:
    encumbrance-coins, clothing-and-animals-slots (clothes that are worn fill none, and beasts walk).
    """
    if item.place == "worn" and item.kind in compendium.clothing():
        return 0
    size, slots = bundle(item.kind)
    return -(-item.count // size) * slots + used_slots(item.holds)


@lru_cache(maxsize=4096)
def used_slots(items: tuple[Item, ...]) -> int:
    return sum(map(slots_of, items))


def added(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """The items with one more: in hand if it was in hand, on the stack of its like, else after the rest."""
    if item.place == "hand":
        return (item, *items)
    for index, other in enumerate(items):
        if bundle(item.kind)[0] > 1 and (other.kind, other.place, other.broken) == (item.kind, item.place, item.broken):
            return (*items[:index], replace(other, count=other.count + item.count), *items[index + 1 :])
    return (*items, item)


@executes("knave:damage.wounded-slot-unusable")
def free_slots(creature: Creature) -> int:
    """The slots that hold neither a thing nor a wound."""
    own = sheet(creature)
    return own.slots - own.wounds - used_slots(creature.items)


def free_slots_told(creature: Creature) -> str:
    free = max(0, free_slots(creature))
    return f"{free or 'no'} free slot{'' if free == 1 else 's'}"


@executes("knave:damage.wounded-slot-unusable", "knave:encumbrance.no-excess")
def fits(creature: Creature, item: Item) -> bool:
    """Whether the creature could carry the item too. Those without slots carry what they like."""
    own = sheet(creature)
    return not own.slots or used_slots(added(creature.items, item)) <= own.slots - own.wounds


@executes("knave:damage.wounded-slot-unusable", "knave:encumbrance.no-excess")
def rule_against(creature: Creature, item: Item) -> str:
    """What keeps a creature from carrying an item that does not fit: its wounds, or how little it has room for."""
    own = sheet(creature)
    without_wounds = used_slots(added(creature.items, item)) <= own.slots
    return "knave:damage.wounded-slot-unusable" if own.wounds and without_wounds else "knave:encumbrance.no-excess"


def packed(items: tuple[Item, ...], capacity: int) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """The items in the first `capacity` slots, and those that lie beyond. A stack may be cut in two."""
    kept: list[Item] = []
    used = 0
    for index, item in enumerate(items):
        need = slots_of(item)
        if used + need <= capacity:
            kept.append(item)
            used += need
            continue
        size, slots = bundle(item.kind)
        count = (capacity - used) // slots * size
        if 0 < count < item.count:
            rest = part(item, item.count - count)
            return (*kept, replace(item, count=count)), (rest, *items[index + 1 :])
        return tuple(kept), items[index:]
    return tuple(kept), ()


@executes("knave:damage.wounded-slot-drops-item")
def drop_excess(do: Resolution, id: str) -> None:
    """What lies in slots that are wounded, or that the creature no longer has, falls to the ground."""
    creature = do.state.creatures[id]
    own = sheet(creature)
    capacity = own.slots - own.wounds
    if used_slots(creature.items) <= capacity:
        return
    kept, dropped = packed(creature.items, capacity)
    rule = ("knave:damage.wounded-slot-drops-item",)
    do.emit(ItemsDropped(id, dropped, kept, creature.at, "wounded", rule=rule))


def drop(do: Resolution, id: str, item: Item, why: str, rule: tuple[str, ...]) -> None:
    """Let one item fall."""
    creature = do.state.creatures[id]
    do.emit(ItemsDropped(id, (item,), fewer(creature.items, item.id, item.count), creature.at, why, rule=rule))


def within_reach(actor: Creature) -> tuple[Lying, ...]:
    """What the creature dropped and could take up where it stands."""
    at, lying = actor.at, sheet(actor).lying
    if not lying or at is None:
        return ()
    return tuple(thing for thing in lying if distance(thing.at, at) <= 1 and fits(actor, thing.item))


def pick_up(do: Resolution, action: PickUp) -> None:
    """Take it in hand if it is a weapon, else put it with the rest."""
    actor = do.state.creatures[action.actor]
    thing = next(t for t in within_reach(actor) if t.item.kind == action.item)
    lying = list(sheet(actor).lying)
    lying.remove(thing)
    items = added(actor.items, thing.item)
    rule = ("knave:combat.turn.action-list", "knave:encumbrance.no-excess")
    do.emit(ItemPickedUp(actor.id, spoken(thing.item), items, tuple(lying), rule=rule))
