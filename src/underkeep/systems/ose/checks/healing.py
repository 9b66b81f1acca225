"""Healing: by rest, a day at a time, and by magic, at once."""

from __future__ import annotations

from underkeep.kernel.event import Action, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import exploration
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.basics.conditions import RAISED, ROTTING, SLOW_TO_HEAL, WASTING, has
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature, Healed
from underkeep.world.state import State

A_DAY = parse("1d3")
TOLD_DAYS = 7
_NATURAL = ("ose:healing.natural", "ose:healing.cap")
SLOW_DAYS = 10
_SLOW = "ose:magic-item.curse.slow-healing"
_INTERRUPTED = ("ose:healing.interrupted",)


class Camp(Action, frozen=True):
    """Rest for a whole day where the party is, underground."""


class RestBroken(Note, frozen=True):
    """A day of rest was interrupted and heals nobody."""

    turns: int


class HealingSlowed(Note, frozen=True):
    """A day's rest has done nothing for somebody under a curse."""

    creature: str


@executes("ose:healing.cap", "ose:healing.magical", "ose:magic-item.curse.slow-healing")
def heal(
    do: Resolution, creature: str, amount: int, rule: tuple[str, ...], seats: tuple[str, ...] | None = None
) -> int:
    """Hit points come back at once, never more than the most there were, and by magic half as many under a curse, none
    with a wasting disease or back from the dead. How many it was.
    """
    hurt = do.state.creatures[creature]
    if rule != _NATURAL and hurt.conditions and (has(hurt, WASTING) or has(hurt, RAISED) or has(hurt, ROTTING)):
        return 0
    if has(hurt, SLOW_TO_HEAL) and rule != _NATURAL:
        amount, rule = amount // 2, (*rule, _SLOW)
    gained = max(0, min(amount, hurt.max_hp - hurt.hp))
    if gained:
        do.emit(Healed(creature, gained, hurt.hp + gained, rule=rule, seats=seats))
    return gained


@executes("ose:healing.natural", "ose:healing.interrupted")
def rest_a_day(do: Resolution, interrupted: bool = False) -> None:
    """A full day of complete rest is over: 1d3 hit points for each who is hurt, in the party and among those it left
    alive. A day that was interrupted heals nobody of the party.
    """
    assert do.state.party is not None
    for creature in list(do.state.creatures.values()):
        ours = creature.id in do.state.party.members
        if _is_hurt(creature) and not (ours and interrupted) and not _must_wait(do, creature):
            roll = do.roll_total(A_DAY, f"a day's rest of {creature.id}")
            heal(do, creature.id, roll.total, _NATURAL, None if ours else (REFEREE,))


@executes("ose:magic-item.curse.slow-healing")
def _must_wait(do: Resolution, creature: Creature) -> bool:
    """Whether this day's rest does nothing for one who heals slowly, by a curse or a disease: every other day does. In
    one who rots alive it takes ten days to do what one should.
    """
    if has(creature, ROTTING) and do.state.now // DAY % SLOW_DAYS:
        do.emit(HealingSlowed(creature.id, rule=("ose:healing.natural",)))
        return True
    if not (has(creature, SLOW_TO_HEAL) or has(creature, WASTING)) or do.state.now // DAY % 2 == 0:
        return False
    do.emit(HealingSlowed(creature.id, rule=(_SLOW,)))
    return True


def _is_hurt(creature: Creature) -> bool:
    return creature.status in ("up", "down") and 0 < creature.hp < creature.max_hp


@executes("ose:healing.natural")
def rest_days(do: Resolution, days: int) -> None:
    """Days in town, in bed; of many, only every seventh is told."""
    for day in range(1, days + 1):
        is_told = days <= TOLD_DAYS or day % TOLD_DAYS == 0 or day == days
        pass_time(do, DAY, "rest" if is_told else "a quiet day")
        rest_a_day(do)


@executes("ose:healing.natural", "ose:healing.interrupted")
def camp(do: Resolution) -> None:
    """A day of turns underground. If anything comes, the rest is broken off and the day heals nothing."""
    turns = DAY // exploration.rules_of(do).turn_seconds
    for turn in range(1, turns + 1):
        exploration.end_turn(do, rested=True)
        if not _is_quiet(do.state):
            do.emit(RestBroken(turn, rule=_INTERRUPTED))
            return
    rest_a_day(do)


def _is_quiet(state: State) -> bool:
    return exploration.is_on(state) and state.encounter is None and state.fight is None
