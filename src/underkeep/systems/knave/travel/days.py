"""What days and watches bring to those who are away from town: thirst, weariness, and the rest that mends.

The clock tells when a day or a watch is over; what the party last slept and drank is kept with its counts.
"""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.knave.checks import hazards, healing
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.systems.knave.checks.hazards import DAY_SECONDS, WATCH_SECONDS
from underkeep.world.clock import TimePassed
from underkeep.world.condition import ConditionEnded
from underkeep.world.party import Counted, PartyWent
from underkeep.world.state import State

WOKE, DRANK, WATCH = "woke at", "drank at", "watch began"
ARID = "arid"
RATION, WATERSKIN = "ration", "waterskin"


class Camp(Action, frozen=True):
    """Sleep two watches before the mouth of the dungeon, and eat."""


ACTIONS: tuple[type[Action], ...] = (Camp,)


def is_away(state: State) -> bool:
    return state.party is not None and state.party.place != "town"


def on_going(do: Resolution, event: PartyWent) -> None:
    """The party sets out rested and having drunk its fill."""
    if event.how == "set out":
        for key in (WOKE, DRANK, WATCH):
            do.emit(Counted(key, do.state.now))


@executes(
    "knave:time.watch.length",
    "knave:hazard.thirst.penalty",
    "knave:hazard.sleep.penalty",
    "knave:hazard.sleep.collapse",
)
def on_time(do: Resolution, event: TimePassed) -> None:
    """A day without water, a day without sleep, and each watch after two such days."""
    party = do.state.party
    if party is None or party.place == "town" or do.state.fight is not None or DRANK not in party.counts:
        return
    counts, now = party.counts, do.state.now
    for _ in range((now - counts[DRANK]) // DAY_SECONDS):
        _end_dry_day(do)
    for _ in range(_days(now - counts[WOKE]) - _days(counts[WATCH] - counts[WOKE])):
        for creature in do.state.marchers():
            hazards.go_without_sleep(do, creature.id)
    watches = (now - counts[WATCH]) // WATCH_SECONDS
    for _ in range(watches):
        for creature in do.state.marchers():
            if not is_unable(creature):
                hazards.stay_awake(do, creature.id)
    if watches:
        do.emit(Counted(WATCH, counts[WATCH] + watches * WATCH_SECONDS))


def _days(seconds: int) -> int:
    return seconds // DAY_SECONDS


@executes("knave:hazard.thirst.assumed-water")
def _end_dry_day(do: Resolution) -> None:
    """Water is found by itself except in very dry country, where a waterskin is needed."""
    assert do.state.party is not None
    for creature in do.state.marchers():
        has_water = carrying.has(creature, WATERSKIN)
        hazards.thirst(do, creature.id, has_water, is_arid(do.state))
    do.emit(Counted(DRANK, do.state.party.counts[DRANK] + DAY_SECONDS))


def is_arid(state: State) -> bool:
    return state.settlement is not None and bool(state.settlement.counts.get(ARID))


def why_not_camp(state: State) -> Refusal | None:
    """Only at the way in can anybody sleep: under the earth every turn has its hazard."""
    if state.party is None or state.party.place != "dungeon" or state.encounter is not None:
        return Refusal("This is no place to camp.", "knave:healing.hp-each-morning")
    dungeon, at, _ = survey.here(state)
    if dungeon.entrance.area != at.area:
        return Refusal("Camp is made outside, at the way in.", "knave:hazard.die.when")
    return None


@executes("knave:healing.hp-each-morning", "knave:healing.conditions-both-needed", "knave:healing.wound-in-haven")
def camp(do: Resolution) -> None:
    """Two watches of sleep after a ration each; outside a haven wounds stay."""
    ate = []
    for creature in do.state.marchers():
        if carrying.has(creature, RATION):
            carrying.use_up(do, creature.id, RATION, "eats")
            ate.append(creature.id)
    for key in (WATCH, WOKE):
        do.emit(Counted(key, do.state.now + healing.WATCHES_OF_SLEEP * WATCH_SECONDS))
    pass_time(do, healing.WATCHES_OF_SLEEP * WATCH_SECONDS, "sleep")
    for creature in do.state.marchers():
        sleep_off(do, creature.id)
        healing.wake(do, creature.id, healing.WATCHES_OF_SLEEP, creature.id in ate, in_haven=False)


def sleep_off(do: Resolution, id: str) -> None:
    """Two watches of sleep end sleeplessness. Ruling: penalty-removal."""
    if do.state.creatures[id].condition("sleepless"):
        do.emit(ConditionEnded(id, "sleepless", rule=("knave:hazard.sleep.penalty",)))


@executes("knave:hazard.thirst.penalty")
def drink_fill(do: Resolution, id: str) -> None:
    """Ruling: penalty-removal."""
    hazards.thirst(do, id, has_water=True)
