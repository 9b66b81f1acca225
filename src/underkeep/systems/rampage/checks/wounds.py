"""Lying wounded: who can be saved by what, and how the felled get up again."""

from __future__ import annotations

from underkeep.kernel.event import Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Died, Healed
from underkeep.world.state import State

MORTAL, GRAVE, MAIMED, MESSED_UP, KNOCKED_OUT = (
    "mortally wounded", "gravely wounded", "maimed", "messed up", "knocked out",
)  # fmt: skip
RECOVERING = "recovering"
DEEP_SLEEP = "deep sleep"
HELPLESS = "helpless"
WEEK = 7 * DAY
_WAKES_AFTER = (KNOCKED_OUT, "paralysed")


class Revived(Event, frozen=True):
    """On its feet again."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="up")


class LaidUp(Event, frozen=True):
    """Off its feet without a blow: drained, or in bed."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="down")


class Saved(Note, frozen=True):
    """Out of danger, but for so many weeks in bed."""

    creature: str
    weeks: Roll


class NotHelped(Note, frozen=True):
    """What was tried does not help here."""

    creature: str
    why: str


EVENTS: tuple[type[Event], ...] = (Revived, LaidUp, Saved, NotHelped)


def wound_of(creature: Creature) -> str:
    """What somebody who was near death suffers from; empty for nobody such."""
    names = (MORTAL, GRAVE, MAIMED, MESSED_UP)
    return next((name for name in names if creature.condition(name)), "")


def wake(do: Resolution, id: str, rule: tuple[str, ...], least: int = 1) -> None:
    """Somebody who lay senseless gets up, with at least so many hit points."""
    creature = do.state.creatures[id]
    if creature.status != "down":
        return
    if creature.hp < least:
        do.emit(Healed(id, least - creature.hp, least, rule=rule))
    do.emit(Revived(id, rule=rule))


@executes(
    "rampage:healing.magical-defined",
    "rampage:death.mortally-wounded",
    "rampage:death.gravely-wounded",
    "rampage:death.mortally-wounded-rest",
    "rampage:death.gravely-wounded-rest",
    "rampage:death.maimed",
    "rampage:death.messed-up",
)
def help_fallen(do: Resolution, id: str, by: str) -> bool:
    """What help does for one who was struck down, `by` magic, bandages or something else; whether it was all it does.

    The mortally wounded need magic; for the gravely wounded bandages do; both are then weeks in bed. The maimed and the
    messed up come to with a single hit point from either.
    """
    creature = do.state.creatures[id]
    wound = wound_of(creature)
    if not wound:
        return creature.status == "down" and not creature.condition(RECOVERING)
    magical = by == "magic"
    if (wound == MORTAL and not magical) or by == "other":
        do.emit(NotHelped(id, wound, rule=("rampage:healing.magical-defined", f"rampage:death.{_id(wound)}")))
        return True
    defined = ("rampage:healing.magical-defined",) if magical else ()
    do.emit(ConditionEnded(id, wound, rule=(f"rampage:death.{_id(wound)}", *defined)))
    if wound in (MAIMED, MESSED_UP):
        wake(do, id, (f"rampage:death.{_id(wound)}",))
        return True
    rule = (f"rampage:death.{_id(wound)}-rest",)
    weeks = do.roll(1, 6, f"weeks in bed for {id}")
    do.emit(Saved(id, weeks, rule=rule))
    do.emit(ConditionGained(id, Condition(RECOVERING, do.state.now + weeks.total * WEEK), rule=rule))
    return True


def _id(wound: str) -> str:
    return wound.replace(" ", "-")


@executes("rampage:death.knocked-out")
def come_to(do: Resolution, creature: Creature) -> None:
    """After a fight those who were only knocked out get up, and so do those whom nothing worse holds down."""
    serious = wound_of(creature) or any(creature.condition(n) for n in (RECOVERING, DEEP_SLEEP, HELPLESS))
    if creature.status == "down" and not serious:
        wake(do, creature.id, ("rampage:death.knocked-out",))
        if creature.condition(KNOCKED_OUT):
            do.emit(ConditionEnded(creature.id, KNOCKED_OUT, rule=("rampage:death.knocked-out",)))


@executes(
    "rampage:death.mortally-wounded",
    "rampage:death.gravely-wounded",
    "rampage:death.mortally-wounded-rest",
    "rampage:death.gravely-wounded-rest",
    "rampage:healing.salve",
    "rampage:healing.raise-dead-recipient",
)
def lapse(do: Resolution, id: str, condition: Condition) -> None:
    """When time runs out: those whom nobody helped die, those in bed have a hit point again, sleepers wake, and the
    maimed come round by themselves after a day. Ruling: q.near-death-untreated.
    """
    creature = do.state.creatures[id]
    if creature.status != "down":
        return
    if condition.name in (MORTAL, GRAVE):
        do.emit(Died(id, rule=(f"rampage:death.{_id(condition.name)}",)))
    elif condition.name == RECOVERING:
        wake(do, id, ("rampage:death.gravely-wounded-rest", "rampage:death.mortally-wounded-rest"))
    elif condition.name in (MAIMED, MESSED_UP):
        wake(do, id, (f"rampage:death.{_id(condition.name)}", "rampage:healing.rest"))
    elif condition.name == DEEP_SLEEP:
        wake(do, id, ("rampage:healing.salve",))
    elif condition.name == HELPLESS:
        wake(do, id, ("rampage:healing.raise-dead-recipient",))
