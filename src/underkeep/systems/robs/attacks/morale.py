"""Giving up: the book ends a fight when a side has fled, yielded or can do no more, but has no morale rule.

Ruling: monster-flight. NPCs get a situational roll when their side has lost half its number, and when one that stands
alone is Very Hurt; a result that favours their foes makes them flee or yield. The mindless never do.
"""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks.holds import holder_of
from underkeep.systems.robs.basics import wounds
from underkeep.systems.robs.basics.battle import battle, with_battle
from underkeep.systems.robs.basics.numbers import roll_dhl
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import Mindless, Regenerate, trait
from underkeep.systems.robs.checks.sight import is_helpless
from underkeep.world.creature import Creature, Felled, Fled, MoraleRolled, Yielded
from underkeep.world.state import State

QUESTION = "robs:monster-flight"
_RULES = ("robs:reaction.situational", "robs:task.situational.roll", QUESTION)


class NerveTested(Event, frozen=True):
    """A side, or a creature that fights alone, has come to where it may give up: once a fight."""

    who: str

    def evolve(self, state: State) -> State:
        return with_battle(state, tested=(*battle(state).tested, self.who))


EVENTS: tuple[type[Event], ...] = (NerveTested,)


def after_loss(do: Resolution, side: str) -> None:
    """Ruling: monster-flight. Once a fight, when half the side is gone."""
    if do.state.fight is None:
        return
    start = battle(do.state).strength.get(side, 0)
    standing = do.state.active(side)
    if standing and len(standing) * 2 <= start and start > 1 and side not in battle(do.state).tested:
        do.emit(NerveTested(side))
        _test(do, side, "half the side is lost", standing)
    end_resistance(do, side)


def when_very_hurt(do: Resolution, id: str) -> None:
    """Ruling: monster-flight. Once for a creature that fights alone."""
    creature = do.state.creatures[id]
    if do.state.fight is None or creature.status != "up" or id in battle(do.state).tested:
        return
    if len(do.state.active(creature.side)) == 1:
        do.emit(NerveTested(id))
        _test(do, id, "alone and badly hurt", [creature])


@executes("robs:reaction.situational", "robs:task.situational.reading")
def _test(do: Resolution, who: str, why: str, standing: list[Creature]) -> None:
    """Those who may waver roll for the situation; where it turns against them they flee, yield or fight on as the
    referee rules."""
    wavering = [c for c in standing if not sheet(c).classes and trait(sheet(c).traits, Mindless) is None]
    if not wavering:
        return
    roll = roll_dhl(do, f"situational roll: {who} fights on")
    do.emit(MoraleRolled(who, why, roll, roll.total < 1, rule=_RULES))
    if roll.total < 1:
        return
    choice = do.ruling(QUESTION, ("flee", "yield", "fight on"), "flee", who)
    for creature in wavering:
        if choice != "fight on" and do.state.creatures[creature.id].status == "up":
            do.emit(_leave(do.state, creature, choice))


@executes("robs:combat.round.end")
def _leave(state: State, creature: Creature, choice: str) -> Event:
    """Who cannot get away yields."""
    stuck = is_helpless(creature) or holder_of(state, creature) or wounds.is_critical(state, creature)
    rule = ("robs:combat.round.end", QUESTION)
    return Yielded(creature.id, rule=rule) if choice == "yield" or stuck else Fled(creature.id, rule=rule)


@executes("robs:combat.round.end", "robs:damage.critically-hurt")
def end_resistance(do: Resolution, side: str) -> None:
    """A side none of whose members can fight any more is beaten: they plead for their lives, or lie helpless if
    mindless.
    """
    if do.state.fight is None:
        return
    standing = do.state.active(side)
    if any(_can_fight(do.state, creature) for creature in standing):
        return
    rule = ("robs:combat.round.end", "robs:damage.critically-hurt")
    for creature in standing:
        if trait(sheet(creature).traits, Mindless) is None:
            do.emit(Yielded(creature.id, rule=rule))
        else:
            do.emit(Felled(creature.id, "helpless", rule=rule))


def _can_fight(state: State, creature: Creature) -> bool:
    return not wounds.is_critical(state, creature) or trait(sheet(creature).traits, Regenerate) is not None
