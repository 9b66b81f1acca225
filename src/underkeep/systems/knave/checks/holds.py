"""Creatures in the grip of others: restrained, stuck, engulfed, swallowed, or clinging to something large."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import spell_conditions
from underkeep.systems.knave.basics.compendium import Engulf, Fasten, Swallow, monsters
from underkeep.systems.knave.basics.sheet import INSIDE, sheet
from underkeep.systems.knave.checks.checks import check, opposed
from underkeep.systems.knave.checks.movement import nearest_free
from underkeep.systems.knave.checks.wounds import harm
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature, Died, Felled, Moved, Yielded
from underkeep.world.grid import Square

if TYPE_CHECKING:
    from underkeep.world.state import State

FIXED = INSIDE | {"restrained", "stuck"}
CLINGING = "clinging"


class BreakFree(Action, frozen=True):
    """Try to get out of a hold."""

    actor: str


class Seized(Event, frozen=True):
    """A creature is in the grip of another; one inside another is on that one's square."""

    creature: str
    by: str
    hold: str
    at: Square | None

    def evolve(self, state: State) -> State:
        own = replace(sheet(state.creatures[self.creature]), held_by=self.by, hold=self.hold)
        return state.with_creature(self.creature, sheet=own, at=self.at)


class Released(Event, frozen=True):
    """Nothing holds the creature any more; it stands here."""

    creature: str
    at: Square | None

    def evolve(self, state: State) -> State:
        own = replace(sheet(state.creatures[self.creature]), held_by="", hold="")
        return state.with_creature(self.creature, sheet=own, at=self.at)


EVENTS: tuple[type[Event], ...] = (Seized, Released)


def seize(do: Resolution, id: str, by: str, hold: str, rule: tuple[str, ...] = ()) -> None:
    let_go(do, id)
    where = by if hold in INSIDE else id
    do.emit(Seized(id, by, hold, do.state.creatures[where].at, rule=rule))


def release(do: Resolution, id: str, rule: tuple[str, ...] = ()) -> None:
    """The creature is free, on its own square or, if it was inside, on the free one nearest to its captor."""
    creature = do.state.creatures[id]
    at = creature.at
    if sheet(creature).is_inside and at is not None:
        at = nearest_free(do.state, at)
    do.emit(Released(id, at, rule=rule))


def held_by(state: State, holder: str) -> list[Creature]:
    return [c for c in state.creatures.values() if c.status == "up" and sheet(c).held_by == holder]


def let_go(do: Resolution, holder: str, keep: frozenset[str] = frozenset()) -> None:
    """All that the creature holds is free, but for the kinds of hold that it keeps."""
    for creature in held_by(do.state, holder):
        if sheet(creature).hold not in keep:
            release(do, creature.id)


def go(do: Resolution, id: str, to: Square, how: str = "move", rule: tuple[str, ...] = ()) -> None:
    """Going elsewhere ends every grip, but that on those inside: they come along."""
    let_go(do, id, keep=INSIDE)
    if sheet(do.state.creatures[id]).held_by:
        release(do, id)
    do.emit(Moved(id, to, how, rule=rule))
    for creature in held_by(do.state, id):
        do.emit(Moved(creature.id, to, "carried"))


def on_gone(do: Resolution, event: Died | Felled | Yielded) -> None:
    """What can hold nobody any more holds nobody."""
    let_go(do, event.creature)


@executes("knave:task.check.opposed-ability")
def break_free(do: Resolution, action: BreakFree) -> None:
    """STR against the captor's STR, or against the strength of the spell that roots it. What can pour itself through a
    crack just slips away.
    """
    creature = do.state.creatures[action.actor]
    slips = spell_conditions.is_so(creature, "squeezes")
    bound = next((c for c in creature.conditions if c.name in spell_conditions.named("rooted")), None)
    if bound is not None:
        if slips or check(do, creature.id, "STR", "breaking free", bound.level).success:
            do.emit(ConditionEnded(creature.id, bound.name))
        return
    if slips:
        release(do, creature.id)
        return
    difficulty, rule = opposed(do, do.state.creatures[sheet(creature).held_by], "STR")
    if check(do, creature.id, "STR", "breaking free", difficulty, rule=(rule,)).success:
        release(do, creature.id)


@cache
def _gut(kind: str) -> Engulf | Swallow | Fasten | None:
    """How a monster of this kind takes creatures into itself or fastens on them, if it does."""
    strikes = (strike for routine in monsters()[kind].attacks for strike in routine.strikes)
    return next((s.effect for s in strikes if isinstance(s.effect, Engulf | Swallow | Fasten)), None)


def digest(do: Resolution, holder: str) -> None:
    """What a monster does to those inside it whenever it acts."""
    effect = _gut(do.state.creatures[holder].kind)
    if effect is None:
        return
    for creature in held_by(do.state, holder):
        if sheet(creature).hold in INSIDE or isinstance(effect, Fasten):
            amount = do.roll_total(effect.damage, f"{creature.id} inside {holder}").total
            harm(do, creature.id, amount, holder, direct=isinstance(effect, Swallow) and effect.is_direct)
