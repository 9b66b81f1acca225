"""The turn: ten minutes of care and one situational roll for all that it brings.

Ruling: delve-turn. Below 0 the lights wane; from -4 somebody comes, at a natural -5 unseen; from +4 the party notices
something. Noise costs 1, rest gives 1.
"""

from __future__ import annotations

from underkeep.kernel.event import Modifier, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import exploration, survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import movement, wounds
from underkeep.systems.robs.basics.campaign import campaign
from underkeep.systems.robs.basics.measures import MEASURES
from underkeep.systems.robs.basics.numbers import natural
from underkeep.systems.robs.checks.checks import checked, situational
from underkeep.systems.robs.encounters import meetings
from underkeep.systems.robs.equipment import light
from underkeep.systems.robs.exploration import wings
from underkeep.systems.robs.exploration.noise import hush
from underkeep.systems.robs.monsters import wandering
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.state import State

TURN_SECONDS = meetings.TURN_SECONDS
CAREFULLY = 20
"""A party that looks about and draws a map gets a twentieth as far as one that walks."""
SOMEBODY_COMES, SOMETHING_NOTICED = -4, 4
WANDERING, LUCK, WEARINESS = "wandering", "lucky-turns", "weariness"
LONG_AFOOT = 12
"""So long one goes without rest before it tells."""
OURS = "robs:delve-turn"
WEARY = wounds.WEARY


class TraceFound(Note, frozen=True):
    """The party comes upon signs of somebody who is about; `kind` is what leaves such."""

    kind: str


EVENTS = (TraceFound,)


@executes("robs:movement.table")
def careful_metres(state: State) -> int:
    """As far as the slowest walks in a twentieth of a turn."""
    pace = movement.metres_per_second(movement.slowest(state)) * TURN_SECONDS / CAREFULLY
    return max(int(MEASURES.map_square), int(pace))


def end_turn(do: Resolution) -> None:
    """Weariness first, then the roll and what it brings."""
    assert do.state.party is not None
    rested = do.state.party.unrested == 0
    _tire(do)
    wings.end_turn(do, rested)
    loud = campaign(do.state).noise
    hush(do)
    modifiers = (Modifier("noise", -int(loud)), Modifier("rest", int(rested)))
    roll = situational(do, "", "the turn", tuple(m for m in modifiers if m.amount), (OURS,), (REFEREE,))
    if roll.total < 0 and light.FADING in do.state.switches:
        light.wane(do)
    if roll.total <= SOMEBODY_COMES and WANDERING in do.state.switches:
        _somebody_comes(do, natural(roll) == -5, roll.total)
    elif roll.total >= SOMETHING_NOTICED and LUCK in do.state.switches:
        _notice(do)


def _somebody_comes(do: Resolution, unseen: bool, luck: int) -> None:
    """Ruling: delve-wanderers."""
    party = do.state.party
    assert party is not None and party.at is not None
    level = party.at.level
    kind = wandering.choose(do, "dungeon", level, luck + 2)
    group = Group(do.state.new_group(), party.at.area, kind, wandering.number(do, kind, level))
    do.emit(GroupChanged(group, "wandered in", rule=("robs:delve-wanderers",)))
    meetings.meet(do, group, meetings.MIDDLE_METRES, upon_them=unseen)


def _notice(do: Resolution) -> None:
    """What is hidden hereabouts comes to light by luck; where there is nothing, a trace of those who live near."""
    before = len(do.events)
    exploration.reveal(do, None, {"door", "trap", "hoard"})
    if len(do.events) > before:
        return
    dungeon, at, _ = survey.here(do.state)
    near = [d.beyond(at.area) for d in dungeon.doors_of(at.area) if d.found]
    groups = [g for area in near for g in dungeon.groups_in(area) if g.count]
    if groups:
        do.emit(TraceFound(groups[0].kind, rule=(OURS, "robs:task.situational.luck")))


@executes("robs:abilities.con")
def _tire(do: Resolution) -> None:
    """Ruling: delve-weariness. Every twelfth turn without rest tries everybody's CON, a level harder each time; who
    fails is weary, 1 worse at everything, until a turn of rest."""
    party = do.state.party
    assert party is not None
    if WEARINESS not in do.state.switches:
        return
    rule = ("robs:delve-weariness",)
    for creature in do.state.marchers():
        if party.unrested == 0 and creature.condition(WEARY):
            do.emit(ConditionEnded(creature.id, WEARY, rule=rule))
        elif party.unrested and party.unrested % LONG_AFOOT == 0 and not creature.condition(WEARY):
            harder = party.unrested // LONG_AFOOT - 1
            if not checked(do, creature, "CON", harder, rule).success:
                do.emit(ConditionGained(creature.id, Condition(WEARY), rule=rule))


def rest_is_due(state: State) -> bool:
    """One more turn, and everybody's CON is tried; or somebody's wings are tired."""
    party = state.party
    assert party is not None
    tired = any(c.condition(WEARY) for c in state.marchers())
    due = WEARINESS in state.switches and (tired or party.unrested % LONG_AFOOT == LONG_AFOOT - 1)
    return due or wings.is_weary(state)
