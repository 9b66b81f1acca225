"""Things kept at home: what did not fit into the slots, and what is put there. Ours; the page is silent on it."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.basics.campaign import campaign, with_campaign
from underkeep.systems.knave.equipment.inventory import added, fits, free_slots_told, rule_against, slots_of
from underkeep.world.gear import Item, ItemsChanged, fewer, less, more, part
from underkeep.world.region import BASE
from underkeep.world.state import State


class Stash(Action, frozen=True):
    """Leave things that somebody carries at home."""

    actor: str
    item: str
    count: int = 1


class Fetch(Action, frozen=True):
    """Take things from home."""

    actor: str
    item: str
    count: int = 1


class KeptAtHome(Event, frozen=True):
    """All that the party has at home now."""

    items: tuple[Item, ...]

    def evolve(self, state: State) -> State:
        state, items = state.with_things(self.items)
        return with_campaign(state, at_home=items)


EVENTS: tuple[type[Event], ...] = (KeptAtHome,)


def stashings(state: State) -> list[Action]:
    """All of a stack; fewer may be said."""
    if state.town != BASE:
        return []
    return [Stash(m.id, i.id, i.count) for m in state.marchers() for i in m.items if i.kind != "coin"]


def fetchings(state: State) -> list[Action]:
    if state.town != BASE:
        return []
    return [Fetch(m.id, i.kind, i.count) for i in campaign(state).at_home for m in state.marchers()]


def _at_home(state: State, words: str) -> Item | None:
    """A thing at home by its kind, or by words of its name."""
    kept = campaign(state).at_home
    named = [i for i in kept if words and words.lower() in i.name.lower()]
    return next((i for i in kept if i.kind == words), next(iter(named), None))


def why_not_stash(state: State, action: Stash) -> Refusal | None:
    if state.town != BASE:
        return Refusal("Home is in another town.")
    item = state.creatures[action.actor].item(action.item) if action.actor in state.creatures else None
    return None if item is not None and 1 <= action.count <= item.count else Refusal("Nobody has so much of that.")


@executes("knave:encumbrance.no-excess")
def why_not_fetch(state: State, action: Fetch) -> Refusal | None:
    """What is fetched needs slots like anything else."""
    if state.town != BASE:
        return Refusal("Home is in another town.")
    item = _at_home(state, action.item)
    if item is None:
        return Refusal("Nothing of the kind lies at home.")
    if not 1 <= action.count <= item.count:
        return Refusal("There is not so much of that at home.")
    creature, some = state.creatures[action.actor], part(item, action.count)
    if fits(creature, some):
        return None
    told = f"{creature.name} has {free_slots_told(creature)} and that takes {slots_of(some)}."
    return Refusal(told, rule_against(creature, some))


def stash(do: Resolution, action: Stash) -> None:
    creature = do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    some = part(item, action.count)
    do.emit(ItemsChanged(creature.id, fewer(creature.items, item.id, action.count), "left-at-home", some))
    keep(do, (some,))


def fetch(do: Resolution, action: Fetch) -> None:
    item = _at_home(do.state, action.item)
    assert item is not None
    some = part(item, action.count)
    do.emit(KeptAtHome(less(campaign(do.state).at_home, some)))
    carried = added(do.state.creatures[action.actor].items, replace(some, place="pack"))
    do.emit(ItemsChanged(action.actor, carried, "fetched-from-home", some))


def keep(do: Resolution, items: tuple[Item, ...]) -> None:
    """These are at home from now on."""
    kept = campaign(do.state).at_home
    for item in items:
        kept = more(kept, replace(item, place="pack"))
    do.emit(KeptAtHome(kept))
