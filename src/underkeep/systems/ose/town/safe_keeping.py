"""Things left in town, in safe hands: they are their owner's, and an heir's after that."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.town_life import town_life, with_town_life
from underkeep.systems.ose.equipment import curses, treasure
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, Verb, more
from underkeep.world.state import State


class LeaveThing(Action, frozen=True):
    """Leave a thing that is carried (its id) in safe hands in town, all of its stack."""

    actor: str
    item: str


class FetchThings(Action, frozen=True):
    """Take back all things that were left in town."""

    actor: str


class ThingsKept(Event, frozen=True):
    """What somebody has in safe hands in town besides money."""

    private: ClassVar[tuple[str, ...]] = ("items",)

    creature: str
    items: tuple[Item, ...] | None

    def evolve(self, state: State) -> State:
        return with_town_life(state, kept={**town_life(state).kept, self.creature: self.items or ()})


EVENTS: tuple[type[Event], ...] = (ThingsKept,)


def kept(state: State, id: str) -> tuple[Item, ...]:
    """What somebody has left in town besides money."""
    return town_life(state).kept.get(id, ())


def owners(state: State) -> list[Creature]:
    """Those of the party who have belongings of their own."""
    return [c for c in state.marchers() if sheet(c).service is None]


def leavings(state: State) -> list[Action]:
    """Treasure may be left, and so may anything else for which somebody asks."""
    found = [(c.id, i.id) for c in owners(state) for i in c.items if i.kind not in IN_CP and treasure.is_treasure(i)]
    return [LeaveThing(actor, item) for actor, item in found]


def fetchings(state: State) -> list[Action]:
    return [FetchThings(c.id) for c in owners(state) if kept(state, c.id)]


def why_not_leave(state: State, action: LeaveThing) -> Refusal | None:
    creature = state.creatures.get(action.actor)
    item = creature.item(action.item) if creature is not None and creature in owners(state) else None
    if creature is None or item is None or item.kind in IN_CP:
        return Refusal("There is no such thing to leave in town.")
    return curses.why_not_lose(creature, item)


def why_not_fetch(state: State, action: FetchThings) -> Refusal | None:
    return None if kept(state, action.actor) else Refusal("Nothing was left in town.")


def leave(do: Resolution, action: LeaveThing) -> None:
    creature = do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    have = tuple(other for other in creature.items if other.id != item.id)
    do.emit(ItemsChanged(creature.id, have, "left-thing-in-town", item))
    do.emit(ThingsKept(creature.id, (*kept(do.state, creature.id), item)))


def fetch(do: Resolution, action: FetchThings) -> None:
    take(do, action.actor, action.actor, kept(do.state, action.actor), "took-back-things")


def take(
    do: Resolution,
    owner: str,
    taker: str,
    things: tuple[Item, ...],
    verb: Verb,
    about: str = "",
    rule: tuple[str, ...] = (),
) -> None:
    """Things that were kept for somebody pass into somebody's pack."""
    do.emit(ThingsKept(owner, ()))
    for item in things:
        have = more(do.state.creatures[taker].items, replace(item, place="pack"))
        do.emit(ItemsChanged(taker, have, verb, item, None, about, rule=rule))


@executes("ose:money.inheritance.tax")
def after_tax(coins_cp: int, things: tuple[Item, ...], tax_cp: int) -> tuple[int, tuple[Item, ...]]:
    """The coins and the things that are left of an estate: where the coins do not cover the tax, the cheapest things of
    worth are sold for it. Magic has no price.
    """
    valued = sorted((i for i in things if treasure.worth_cp(i)), key=treasure.worth_cp)
    while coins_cp < tax_cp and valued:
        sold = valued.pop(0)
        coins_cp += treasure.worth_cp(sold)
        things = tuple(item for item in things if item is not sold)
    return coins_cp - tax_cp, things
