"""Power Points: what a caster has, what a spell takes, and how they come back."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures import exploration
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.campaign import campaign, with_campaign
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.characters.classes import has_type, power_points
from underkeep.systems.rampage.checks import provisions
from underkeep.world.clock import DAY, HOUR, MINUTE, TimePassed, day_of
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.state import State

DRAINED = "power drain"
PRAYED, PRAYED_AGAIN = "prayed", "prayed from the book"
SUNRISE = 6 * HOUR
PRAYER, FROM_THE_BOOK = 60 * MINUTE, 30 * MINUTE
A_SLEEP = 4 * HOUR
HALF_SLEPT = "slept four hours"
_PRAY, _BOOK = "rampage:class.cleric.pp-prayer", "rampage:class.ability.book-of-prayer.fast"
_SECOND, _SUNRISE = "rampage:class.ability.book-of-prayer.second", "rampage:class.cleric.pp-daily-loss"
_SLEPT = "rampage:class.mage.pp-regain"


class PowerChanged(Event, frozen=True):
    """What a caster has spent of its Power Points by now, and how many are left."""

    private: ClassVar[tuple[str, ...]] = ("spent", "left")

    creature: str
    spent: int | None
    left: int | None
    why: str

    def evolve(self, state: State) -> State:
        own = sheet(state.creatures[self.creature])
        return state.with_creature(self.creature, sheet=replace(own, power_spent=self.spent))


class PrayerRolled(Note, frozen=True):
    """How many points a second prayer brings back."""

    creature: str
    roll: Roll


class Pray(Action, frozen=True):
    """Pray for Power Points; from the book for a few more."""

    actor: str

    @property
    def hint(self) -> str:
        return "prepare"


class Dawned(Event, frozen=True):
    """So many mornings have come since the campaign began."""

    mornings: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, dawns=self.mornings)


class Sleep(Action, frozen=True):
    """Sleep for four hours."""


EVENTS: tuple[type[Event], ...] = (PowerChanged, PrayerRolled, Dawned)


def power_left(creature: Creature) -> int:
    """The Power Points that a caster can still spend."""
    own = sheet(creature)
    return own.power_points - own.power_spent


def spend(do: Resolution, id: str, points: int, why: str, rule: tuple[str, ...]) -> None:
    """So many points are gone."""
    if points:
        own = sheet(do.state.creatures[id])
        now = own.power_spent + points
        do.emit(PowerChanged(id, now, own.power_points - now, why, rule=rule))


def regain(do: Resolution, id: str, points: int, why: str, rule: tuple[str, ...]) -> None:
    """So many come back, no more than were spent."""
    own = sheet(do.state.creatures[id])
    back = min(points, own.power_spent)
    if back > 0:
        now = own.power_spent - back
        do.emit(PowerChanged(id, now, own.power_points - now, why, rule=rule))


@executes("rampage:magic.power-drain")
def drain(do: Resolution, id: str, days: int, rule: tuple[str, ...]) -> None:
    """A Power Drain empties the caster, who regains nothing for so many days."""
    cited = ("rampage:magic.power-drain", *rule)
    spend(do, id, power_left(do.state.creatures[id]), "drained", cited)
    do.emit(ConditionGained(id, Condition(DRAINED, do.state.now + days * DAY), rule=cited))


def _share(creature: Creature, kind: str) -> int:
    """How many of the points come from classes of this type."""
    own = sheet(creature)
    names = tuple(name for name in own.classes if compendium.classes()[name].type == kind)
    return power_points(names, own.level, own.scores) if names else 0


# Clerics


def _has(creature: Creature, kind: str) -> bool:
    return any(item.kind == kind and not item.broken for item in creature.items)


def prayers(state: State) -> list[Action]:
    found = [Pray(c.id) for c in state.marchers() if _share(c, "cleric")]
    return [action for action in found if why_not_pray(state, action) is None]


@executes(
    "rampage:class.cleric.pp-prayer",
    "rampage:class.cleric.pp-no-sleep",
    "rampage:class.ability.book-of-prayer.second",
    "rampage:magic.power-drain",
)
def why_not_pray(state: State, action: Pray) -> Refusal | None:
    """Once a morning, slept or not; a Book of Prayer serves once more on the day. Nothing comes to the drained."""
    creature = state.creatures[action.actor]
    if not _share(creature, "cleric"):
        return Refusal(f"{creature.name} has no clerical power.", _PRAY)
    if creature.condition(DRAINED):
        return Refusal(f"{creature.name} is drained of power.", "rampage:magic.power-drain")
    if not sheet(creature).power_spent:
        return Refusal(f"{creature.name} has all the power there is.", _PRAY)
    if creature.condition(PRAYED) and (not _has_book(creature) or creature.condition(PRAYED_AGAIN)):
        return Refusal(f"{creature.name} has prayed today.", _SECOND if _has_book(creature) else _PRAY)
    return None


def _has_book(creature: Creature) -> bool:
    return _has(creature, "book-of-prayer") and "spiritual" in sheet(creature).classes


@executes(
    "rampage:class.cleric.pp-prayer",
    "rampage:class.cleric.pp-no-sleep",
    "rampage:class.ability.book-of-prayer.fast",
    "rampage:class.ability.book-of-prayer.second",
)
def pray(do: Resolution, action: Pray) -> None:
    """An hour brings everything back, half of that with the book; half an hour more with the book, a few points."""
    id, creature = action.actor, do.state.creatures[action.actor]
    book = _has_book(creature)
    until = (day_of(do.state.now - SUNRISE)) * DAY + SUNRISE
    if creature.condition(PRAYED):
        _take(do, FROM_THE_BOOK, (_SECOND,))
        roll = do.roll(1, 4, f"prayer of {id}")
        do.emit(PrayerRolled(id, roll, rule=(_SECOND,)))
        do.emit(ConditionGained(id, Condition(PRAYED_AGAIN, until), rule=(_SECOND,)))
        regain(do, id, roll.total, "prayer", (_SECOND,))
        return
    rule = (_PRAY, "rampage:class.cleric.pp-no-sleep", *((_BOOK,) if book else ()))
    _take(do, FROM_THE_BOOK if book else PRAYER, rule)
    do.emit(ConditionGained(id, Condition(PRAYED, until), rule=rule))
    regain(do, id, _share(creature, "cleric"), "prayer", rule)


def _take(do: Resolution, seconds: int, rule: tuple[str, ...]) -> None:
    if do.state.party is not None and do.state.party.at is not None:
        exploration.spend(do, seconds, rested=True)
    else:
        pass_time(do, seconds, "prayer", rule)


@executes("rampage:class.cleric.pp-daily-loss", "rampage:class.mage.pp-regain")
def on_time(do: Resolution, event: TimePassed) -> None:
    """At sunrise what clerics have not used is gone; mages who slept have points back, half of what they spent for each
    four hours, if they ate. A party that rests over a sunrise prays there.
    """
    if do.state.fight is not None or do.state.party is None:
        return
    dawns = (event.now - SUNRISE) // DAY
    casters = [c for c in do.state.marchers() if sheet(c).power_points]
    if event.why in ("rest", "night"):
        for creature in casters:
            sleep(do, creature, True)
    if dawns > campaign(do.state).dawns and casters:
        do.emit(Dawned(dawns, rule=(_SUNRISE,)))
        for creature in casters:
            _sun_rises(do, do.state.creatures[creature.id], event.why)


@executes("rampage:class.mage.pp-regain", "rampage:magic.power-drain")
def sleep(do: Resolution, creature: Creature, whole: bool = False) -> None:
    """Four hours bring half of what was spent back, and the next four the rest."""
    own = sheet(creature)
    if not own.power_spent or not has_type(own.classes, "mage"):
        return
    if creature.condition(DRAINED) or provisions.is_starving(do.state, creature):
        return
    second = whole or creature.condition(HALF_SLEPT) is not None
    regain(do, creature.id, own.power_spent if second else (own.power_spent + 1) // 2, "sleep", (_SLEPT,))
    if not second:
        do.emit(ConditionGained(creature.id, Condition(HALF_SLEPT, do.state.now + HOUR), rule=(_SLEPT,)))


def _sun_rises(do: Resolution, creature: Creature, why: str) -> None:
    share = _share(creature, "cleric")
    now = do.state.creatures[creature.id]
    if share:
        lost = max(0, min(power_left(now), share))
        spend(do, creature.id, lost, "sunrise", (_SUNRISE,))
        if why in ("rest", "night") and not now.condition(DRAINED):
            regain(do, creature.id, share, "prayer", (_PRAY, "rampage:class.cleric.pp-no-sleep"))


def sleeps(state: State) -> list[Action]:
    return [Sleep()] if why_not_sleep(state, Sleep()) is None else []


@executes("rampage:class.mage.pp-regain")
def why_not_sleep(state: State, action: Sleep) -> Refusal | None:
    """Only mages who have spent power are the better for it."""
    if not any(sheet(c).power_spent and has_type(sheet(c).classes, "mage") for c in state.marchers()):
        return Refusal("Nobody has power to regain by sleep.", _SLEPT)
    return None


@executes("rampage:class.mage.pp-regain")
def sleep_here(do: Resolution, action: Sleep) -> None:
    """Four hours without a break; whoever comes upon the sleepers ends them."""
    began = do.state.now
    exploration.spend(do, A_SLEEP, rested=True)
    if do.state.now < began + A_SLEEP or do.state.encounter is not None:
        return
    for creature in do.state.marchers():
        if sheet(creature).power_points:
            sleep(do, do.state.creatures[creature.id])
