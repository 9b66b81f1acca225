"""Healing: what comes back, and never above the maximum."""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.checks import awards
from underkeep.world.creature import Healed
from underkeep.world.state import State

_MAXIMUM = "robs:healing.maximum"


class CameRound(Event, frozen=True):
    """Somebody who lay senseless is on their feet again."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="up")


EVENTS: tuple[type[Event], ...] = (CameRound,)


@executes("robs:healing.maximum")
def heal(do: Resolution, id: str, amount: int, rule: tuple[str, ...], by: str = "") -> int:
    """So many hit points, at most to the maximum; who comes above 0 gets up. What was really healed, by a healer if
    there was one."""
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


def rest_a_day(do: Resolution) -> None:
    """A day of rest gives everybody in the party a hit point."""
    assert do.state.party is not None
    for id in do.state.party.members:
        heal(do, id, 1, ("robs:healing.rate",))
