"""Seeing others from afar, slipping away unseen, and getting away from those who have seen one."""

from __future__ import annotations

from underkeep.kernel.event import Event, Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.encounters.allowance import allowance, slowest_in
from underkeep.world.dungeon import Group
from underkeep.world.state import State

SPOTS_ON, SPOTS_MANY_ON = 8, 4
MANY = 100


class Spotted(Note, frozen=True):
    """Whether one side sees the other from afar."""

    side: str
    roll: Roll
    success: bool


class EvasionRolled(Note, frozen=True):
    """Both sides run; the higher total wins, and a tie is the pursuers'."""

    roll: Roll
    theirs: Roll
    success: bool


EVENTS: tuple[type[Event], ...] = (Spotted, EvasionRolled)


@executes("rampage:evasion.spot")
def spots_on(others: int) -> int:
    """What is needed on 1d12 to spot so many. Ruling: q.spot-number."""
    return SPOTS_MANY_ON if others >= MANY else SPOTS_ON


@executes("rampage:evasion.spot")
def sight_each_other(do: Resolution, group: Group, ids: tuple[str, ...], surprised: tuple[str, ...]) -> bool:
    """Whether either side spots the other in the same country; who is surprised spots nobody.
    Ruling: q.spot-order, surprise comes first.
    """
    party = do.state.party
    assert party is not None
    ours = tuple(c.id for c in do.state.marchers())
    seen = False
    for side, who, others in ((party.side, ours, len(ids)), (do.state.creatures[ids[0]].side, ids, len(ours))):
        if set(who) <= set(surprised):
            seen = True
            continue
        roll = do.roll(1, 12, f"spotting by {side}", needed=spots_on(others))
        seats = None if side == party.side else (REFEREE,)
        do.emit(Spotted(side, roll, bool(roll.success), rule=("rampage:evasion.spot",), seats=seats))
        seen = seen or bool(roll.success)
    return seen


@executes("rampage:evasion.roll")
def gets_away(do: Resolution) -> bool:
    """Both sides roll 1d12 and add their movement: the overland allowance out of doors, half the inches underground,
    which is ours. Ruling: q.evasion-tie.
    """
    encounter = do.state.encounter
    assert encounter is not None
    ours = _pace(do.state, tuple(c.id for c in do.state.marchers()))
    theirs = _pace(do.state, tuple(id for id in encounter.monsters if do.state.creatures[id].status == "up"))
    rolls = [
        do.roll(1, 12, f"evasion of {side}", (Modifier("movement", pace),))
        for side, pace in (("the party", ours), ("those met", theirs))
    ]
    success = rolls[0].total > rolls[1].total
    do.emit(EvasionRolled(rolls[0], rolls[1], success, rule=("rampage:evasion.roll",)))
    return success


def _pace(state: State, ids: tuple[str, ...]) -> int:
    group = [state.creatures[id] for id in ids]
    return allowance(state, group) if state.is_outdoors else slowest_in(group) // 2
