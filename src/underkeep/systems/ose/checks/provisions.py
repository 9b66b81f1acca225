"""Food and water: what a day uses up, and what going without does."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures import carrying
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import PETRIFIED, RISEN, SERVES_SPELL, STARVING, has
from underkeep.systems.ose.checks.damage import harm
from underkeep.systems.ose.equipment.load import EMPTY_WATERSKIN
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, fewer, more, part
from underkeep.world.party import PartyWent, SuppliesLow, WentWithout
from underkeep.world.state import State

FOOD = ("rations-standard", "rations-iron")
DRINK = ("waterskin", "wine")
HARM_FROM_DAY = 3
_HUNGER = "ose:hazard.starvation"
_RESOURCES = ("ose:time.resources",)
_HARM = parse("1d4")
_CHOICES = ("as printed", "milder", "harsher", "none")


class Fed(Event, frozen=True):
    """The day's meal, or what there was of it, was due at this time."""

    at: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, fed_at=self.at)


def went(do: Resolution, event: PartyWent) -> None:
    """Meals are counted from setting out until the party is home again, where there is enough of everything."""
    if event.how == "set out":
        set_out(do)
    elif event.place == "town":
        eat(do)
        refill(do)


def set_out(do: Resolution) -> None:
    """Everybody has eaten in town: from now on the days count."""
    do.emit(Fed(do.state.now))
    warn(do)


@executes("ose:time.resources", "ose:hazard.starvation")
def eat(do: Resolution) -> None:
    """For each whole day since the last meal everybody eats a ration and drinks a waterskin, their own or another's."""
    party = do.state.party
    assert party is not None
    last = campaign(do.state).fed_at
    while last is not None and do.state.now - last >= DAY:
        last += DAY
        do.emit(Fed(last))
        ids = [id for id in party.members if _eats(do.state.creatures[id])]
        lacking = {*_without(do, ids, FOOD, "food"), *_without(do, ids, DRINK, "water")}
        for id in ids:
            if id in lacking:
                starve(do, id)
            elif do.state.creatures[id].condition(STARVING) is not None:
                do.emit(ConditionEnded(id, STARVING, rule=(_HUNGER,)))
        warn(do)


def _eats(creature: Creature) -> bool:
    """Not the dead, risen or not, nor stone, nor what magic has called."""
    gone = creature.status in ("dead", "fled")
    return not gone and not any(has(creature, name) for name in (RISEN, PETRIFIED, SERVES_SPELL))


def _without(do: Resolution, ids: list[str], kinds: tuple[str, ...], what: str) -> list[str]:
    """Who gets nothing of this on a day; it is said of each."""
    lacking = _serve(do, ids, kinds)
    for id in lacking:
        do.emit(WentWithout(id, what, rule=_RESOURCES))
    return lacking


def warn(do: Resolution) -> None:
    """A day ahead the party is told of what is running out, food and water each for itself."""
    for what, days in days_left(do.state).items():
        if days <= 1:
            do.emit(SuppliesLow(what, days, rule=_RESOURCES))


@executes("ose:time.resources")
def days_left(state: State) -> dict[str, int]:
    """For how many days everybody has something to eat, and to drink, if they share."""
    party = state.party
    ids = [id for id in party.members if _eats(state.creatures[id])] if party else []
    packs = [item for id in ids for item in state.creatures[id].items if not item.broken]
    each = {"food": FOOD, "water": DRINK}
    return {what: sum(i.count for i in packs if i.kind in kinds) // max(1, len(ids)) for what, kinds in each.items()}


def supplies(state: State) -> tuple[str, ...]:
    """Food and water, told apart; of what does not go round, for how many there is some."""
    told = []
    for what, days in days_left(state).items():
        some, all_ = _who_gets(state, what)
        lack = f"{what.capitalize()} for less than a day: there is some for {some} of {all_}."
        told.append(f"{what.capitalize()} for {days} day{'' if days == 1 else 's'}." if days or not all_ else lack)
    return tuple(told)


def _who_gets(state: State, what: str) -> tuple[int, int]:
    """For how many of those who eat there is something today."""
    ids = [id for id in (state.party.members if state.party else ()) if _eats(state.creatures[id])]
    kinds = FOOD if what == "food" else DRINK
    packs = [item for id in ids for item in state.creatures[id].items if not item.broken]
    return min(len(ids), sum(i.count for i in packs if i.kind in kinds)), len(ids)


def _serve(do: Resolution, ids: list[str], kinds: tuple[str, ...]) -> list[str]:
    """A day's worth for each, from one's own pack, then for those without from a companion's: who gets nothing."""
    without = [id for id in ids if not _use(do, (id,), kinds)]
    return [id for id in without if not _use(do, ids, kinds)]


def _use(do: Resolution, bearers: Iterable[str], kinds: tuple[str, ...]) -> bool:
    """A day's worth from the first of these packs that has it. A waterskin stays, empty."""
    for bearer in (do.state.creatures[id] for id in bearers):
        kind = next((kind for kind in kinds if carrying.has(bearer, kind)), "")
        if kind:
            used = next(item for item in bearer.items if item.kind == kind and not item.broken)
            items, used = fewer(bearer.items, used.id), part(used, 1)
            if kind == "waterskin":
                items = more(items, Item(EMPTY_WATERSKIN, "Empty waterskin"))
            do.emit(ItemsChanged(bearer.id, items, "used-up", used, rule=_RESOURCES))
            return True
    return False


@executes("ose:hazard.starvation")
def starve(do: Resolution, id: str) -> None:
    """A day without food or drink: -1 to hit, 10 feet slower and another rest an hour for each day, and from the third
    day 1d4 hit points. Default: just so. The condition's level counts the days.
    """
    how = do.ruling(_HUNGER, _CHOICES, "as printed", id)
    if how == "none":
        return
    hungry = do.state.creatures[id].condition(STARVING)
    days = (hungry.level if hungry is not None else 0) + (2 if how == "harsher" else 1)
    if how == "milder":
        days = 1
    do.emit(ConditionGained(id, Condition(STARVING, level=days), rule=(_HUNGER,)))
    if days >= HARM_FROM_DAY:
        harm(do, id, do.roll_total(_HARM, f"hunger of {id}").total, "", "hunger")


def refill(do: Resolution) -> None:
    """Back in town: a meal, and water for every skin."""
    assert do.state.party is not None
    for id in do.state.party.members:
        creature = do.state.creatures[id]
        if creature.status != "dead" and creature.condition(STARVING) is not None:
            do.emit(ConditionEnded(id, STARVING, rule=(_HUNGER,)))
    fill_skins(do)


def fill_skins(do: Resolution) -> None:
    """Where there is water, every skin is filled."""
    assert do.state.party is not None
    for id in do.state.party.members:
        creature = do.state.creatures[id]
        empty = sum(item.count for item in creature.items if item.kind == EMPTY_WATERSKIN)
        if empty:
            items = tuple(item for item in creature.items if item.kind != EMPTY_WATERSKIN)
            items = more(items, Item("waterskin", "Waterskin", count=empty))
            do.emit(ItemsChanged(id, items, "filled-skins", rule=_RESOURCES))
