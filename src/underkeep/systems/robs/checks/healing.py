"""Healing: how fast wounds close by themselves, help for those who lie senseless, and never above the maximum."""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics.campaign import campaign, with_campaign
from underkeep.systems.robs.checks import awards
from underkeep.world.creature import Creature, Died, Healed
from underkeep.world.state import State

SLOW_HEALING = "slow-healing"
RATES = {"1 a day": 1, "1 a week": 7}
AIDED, LEFT = "is helped and will live", "dies"
_MAXIMUM = "robs:healing.maximum"
_RATE = "robs:healing.rate"
_AID = "robs:death.unconscious-recovery"


class CameRound(Event, frozen=True):
    """Somebody who lay senseless is on their feet again."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="up")


class DaysRested(Event, frozen=True):
    """So many days of rest have not mended anything yet."""

    days: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, days_rested=self.days)


EVENTS: tuple[type[Event], ...] = (CameRound, DaysRested)


@executes("robs:healing.maximum")
def heal(do: Resolution, id: str, amount: int, rule: tuple[str, ...], by: str = "") -> int:
    """So many hit points, at most to the maximum; who comes above 0 gets up. What was really healed, by a healer if
    there was one. The dead take no healing."""
    creature = do.state.creatures[id]
    given = min(amount, creature.max_hp - creature.hp)
    if given <= 0 or creature.status == "dead":
        return 0
    capped = (_MAXIMUM,) if given < amount else ()
    do.emit(Healed(id, given, creature.hp + given, rule=(*rule, *capped)))
    if creature.status == "down" and creature.hp + given > 0:
        do.emit(CameRound(id, rule=rule))
    if by:
        awards.award_for_healing(do, by, id, given)
    return given


@executes("robs:healing.rate", "robs:healing.slow-with-magic", "robs:race.elf.healing")
def rest(do: Resolution, days: int) -> None:
    """A hit point for each day, or for each week where healing is slow; elves heal as humans do. Days left over
    count for the next rest."""
    party = do.state.party
    assert party is not None
    hurt = [id for id in party.members if (c := do.state.creatures[id]).hp < c.max_hp and c.status != "dead"]
    if not hurt:
        return
    slow = SLOW_HEALING in do.state.switches
    rate = RATES[do.ruling(_RATE, tuple(RATES), "1 a week" if slow else "1 a day")]
    points, left = divmod(campaign(do.state).days_rested + days, rate)
    if left != campaign(do.state).days_rested:
        do.emit(DaysRested(left, rule=(_RATE,)))
    rule = (_RATE, "robs:healing.slow-with-magic") if slow else (_RATE,)
    for id in hurt if points else ():
        heal(do, id, points, rule)


@executes("robs:death.unconscious-recovery", "robs:death.exactly-zero")
def aid(do: Resolution, creature: Creature) -> None:
    """Friends who are there see to whoever lies senseless: bound up in time one lives, and mends like anybody. At
    exactly 0 first aid is enough to bring somebody round."""
    if creature.status != "down":
        return
    helped = bool(do.state.marchers())
    if do.ruling(_AID, (AIDED, LEFT), AIDED if helped else LEFT, creature.id) == LEFT:
        do.emit(Died(creature.id, rule=(_AID,)))
    elif creature.hp == 0:
        heal(do, creature.id, 1, (_AID, "robs:death.exactly-zero"))
