"""What days and watches bring to those who are away from town: thirst, weariness, and the rest that mends.

The clock tells when a day or a watch is over.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.knave.basics.campaign import Clocks, campaign, with_campaign
from underkeep.systems.knave.basics.town_life import town_life
from underkeep.systems.knave.checks import hazards, healing, waterskins
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.systems.knave.checks.hazards import DAY_SECONDS, WATCH_SECONDS
from underkeep.world.clock import TimePassed
from underkeep.world.condition import ConditionEnded
from underkeep.world.party import PartyWent, SuppliesLow
from underkeep.world.region import country_ahead
from underkeep.world.state import State

RATION = "ration"
DRY = ("desert", "badlands")
NIGHTS = frozenset({"night", "rest"})
"""Time on the road in which people sleep."""


class Camp(Action, frozen=True):
    """Sleep two watches before the mouth of the dungeon, and eat."""


class SetOutFresh(Event, frozen=True):
    """The party sets out rested and having drunk its fill, at this time."""

    now: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, clocks=Clocks(self.now, self.now, self.now))


class DayOfThirstEnded(Event, frozen=True):
    """Another day is over in which everybody had to drink; the next began at this time."""

    drank: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, clocks=replace(clocks(state), drank=self.drank))


class WatchesEnded(Event, frozen=True):
    """One watch or more went by awake; the present one began at this time."""

    watch: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, clocks=replace(clocks(state), watch=self.watch))


class SleepBegan(Event, frozen=True):
    """The party lies down, to wake at this time."""

    woke: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, clocks=replace(clocks(state), woke=self.woke, watch=self.woke))


EVENTS: tuple[type[Event], ...] = (SetOutFresh, DayOfThirstEnded, WatchesEnded, SleepBegan)


def clocks(state: State) -> Clocks:
    """Those of the party; one that never set out is fresh."""
    return campaign(state).clocks or Clocks(state.now, state.now, state.now)


def is_away(state: State) -> bool:
    return state.party is not None and state.party.place != "town"


def on_going(do: Resolution, event: PartyWent) -> None:
    """The party sets out rested and having drunk its fill."""
    if event.how == "set out":
        do.emit(SetOutFresh(do.state.now))
        for creature in do.state.marchers():
            waterskins.refill(do, creature.id)


@executes(
    "knave:time.watch.length",
    "knave:hazard.thirst.penalty",
    "knave:hazard.sleep.penalty",
    "knave:hazard.sleep.collapse",
)
def on_time(do: Resolution, event: TimePassed) -> None:
    """A day without water, a day without sleep, and each watch after two such days."""
    since, now = campaign(do.state).clocks, do.state.now
    if since is None or do.state.fight is not None or not is_away(do.state):
        return
    for _ in range((now - since.drank) // DAY_SECONDS):
        _end_dry_day(do)
    if do.state.journey is not None and event.why in NIGHTS:
        do.emit(SleepBegan(now, rule=("knave:time.watch.length",)))
        return
    for _ in range(_days(now - since.woke) - _days(since.watch - since.woke)):
        for creature in do.state.marchers():
            hazards.go_without_sleep(do, creature.id)
    watches = (now - since.watch) // WATCH_SECONDS
    for _ in range(watches):
        for creature in do.state.marchers():
            if not is_unable(creature):
                hazards.stay_awake(do, creature.id)
    if watches:
        do.emit(WatchesEnded(since.watch + watches * WATCH_SECONDS))


def _days(seconds: int) -> int:
    return seconds // DAY_SECONDS


@executes("knave:hazard.thirst.assumed-water")
def is_dry(state: State) -> bool:
    """Whether no water is found here: as the map says, and where it is silent as all the country is."""
    here = country_ahead(state)
    return here in DRY if here else town_life(state).arid


@executes("knave:hazard.thirst.assumed-water")
def _end_dry_day(do: Resolution) -> None:
    """Water is found by itself except in very dry country, where a waterskin is emptied."""
    arid = is_dry(do.state)
    for creature in do.state.marchers():
        hazards.thirst(do, creature.id, arid and waterskins.drink_day(do, creature.id), arid)
        if not arid:
            waterskins.refill(do, creature.id)
    do.emit(DayOfThirstEnded(clocks(do.state).drank + DAY_SECONDS))


def why_not_camp(state: State, action: Camp) -> Refusal | None:
    """Only at the way in can anybody sleep: under the earth every turn has its hazard."""
    if state.party is None or state.party.place != "dungeon" or state.encounter is not None:
        return Refusal("This is no place to camp.", "knave:healing.hp-each-morning")
    dungeon, at, _ = survey.here(state)
    if dungeon.entrance.area != at.area:
        return Refusal("Camp is made outside, at the way in.", "knave:hazard.die.when")
    return None


def asked(state: State, action: Camp) -> str:
    """A night is not spent by a slip of the hand."""
    return "The party camps for a night."


@executes("knave:healing.hp-each-morning", "knave:healing.conditions-both-needed", "knave:healing.wound-in-haven")
def camp(do: Resolution, action: Camp) -> None:
    """Two watches of sleep after a ration each; outside a haven wounds stay."""
    ate = _eat(do)
    do.emit(SleepBegan(do.state.now + healing.WATCHES_OF_SLEEP * WATCH_SECONDS))
    pass_time(do, healing.WATCHES_OF_SLEEP * WATCH_SECONDS, "sleep")
    _wake(do, ate)


@executes("knave:healing.hp-each-morning", "knave:healing.conditions-both-needed")
def end_day(do: Resolution) -> None:
    """A night in a camp on the way is as good as one before the mouth of a dungeon."""
    _wake(do, _eat(do))


def _eat(do: Resolution) -> set[str]:
    """A ration each; who has had one."""
    ate = {c.id for c in do.state.marchers() if carrying.has(c, RATION)}
    for id in sorted(ate):
        carrying.use_up(do, id, RATION, "ate", rule=("knave:healing.hp-each-morning",))
    if (left := rations_left(do.state)) <= 1:
        do.emit(SuppliesLow("food", left, rule=("knave:healing.hp-each-morning",)))
    return ate


def rations(state: State) -> int:
    """All that the party carries."""
    return sum(i.count for c in state.marchers() for i in c.items if i.kind == RATION)


def rations_left(state: State) -> int:
    """For how many days everybody has a ration, if they share."""
    return rations(state) // max(1, len(state.marchers()))


def _wake(do: Resolution, ate: set[str]) -> None:
    for creature in do.state.marchers():
        sleep_off(do, creature.id)
        healing.wake(do, creature.id, healing.WATCHES_OF_SLEEP, creature.id in ate, in_haven=False)


def sleep_off(do: Resolution, id: str) -> None:
    """Two watches of sleep end sleeplessness. Ruling: penalty-removal."""
    if do.state.creatures[id].condition("sleepless"):
        do.emit(ConditionEnded(id, "sleepless", rule=("knave:hazard.sleep.penalty",)))
