"""Exploring a dungeon: how long things take, what a turn brings, and who wanders in."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.campaign import Work, campaign, with_campaign
from underkeep.systems.rampage.basics.measures import MAP_SQUARE_FEET, ROUND_SECONDS, TURN_SECONDS
from underkeep.systems.rampage.equipment.load import movement_in
from underkeep.systems.rampage.monsters import wandering
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import ChanceRolled
from underkeep.world.state import State

CHECK_EVERY = 2
NORMAL_IN_6, NOISY_IN_6 = 1, 3
FEET_AN_INCH = 10
"""How far a turn's walking is for each inch of movement. The book has no rate underground; this is ours."""


class WorkDone(Event, frozen=True):
    """Somebody has used this turn on a door or a chest."""

    creature: str
    work: Work

    def evolve(self, state: State) -> State:
        return with_campaign(state, work={**campaign(state).work, self.creature: self.work})


class NoiseMade(Event, frozen=True):
    """There was a din in this turn; those in these areas heard it."""

    turn: int
    areas: tuple[str, ...]

    def evolve(self, state: State) -> State:
        warned = tuple(dict.fromkeys((*campaign(state).warned, *self.areas)))
        return with_campaign(state, noisy=self.turn, warned=warned)


EVENTS: tuple[type[Event], ...] = (WorkDone, NoiseMade)


def present(state: State) -> int:
    """The turn that is going on, from 1."""
    assert state.party is not None
    return state.party.turns + 1


def feet_per_turn(state: State) -> int:
    """By the slowest."""
    return FEET_AN_INCH * min((movement_in(c) for c in state.marchers()), default=0)


def work_of(state: State, creature: str) -> Work | None:
    """What somebody has done this turn at a door or chest."""
    found = campaign(state).work.get(creature)
    return found if found is not None and found.turn == present(state) else None


def workers(state: State, at: str, how: str = "") -> list[str]:
    """Those who have worked at a thing this turn."""
    found = campaign(state).work.items()
    now = present(state)
    return [id for id, work in found if work.turn == now and work.at == at and how in ("", work.how)]


def shared_seconds(state: State, actor: str) -> int:
    """What one does in a turn goes on beside what others do: the turn is over when everybody has had a part in it."""
    idle = [m for m in state.marchers() if m.id != actor and work_of(state, m.id) is None]
    return 0 if idle else TURN_SECONDS


def closes_turn(state: State, action: Action) -> bool:
    """Before the party goes on, the turn in which some were busy is over."""
    moves = isinstance(action, a.Go | a.Walk | a.LeaveDungeon | a.Search)
    return moves and any(_takes_long(work_of(state, m.id)) for m in state.marchers())


def _takes_long(work: Work | None) -> bool:
    return work is not None and work.how != "bash"


def movement_used(do: Resolution, familiar: bool) -> int:
    return MAP_SQUARE_FEET


def make_noise(do: Resolution, rule: tuple[str, ...]) -> None:
    """Everybody in this area and beyond its doors hears it."""
    dungeon, _, area = survey.here(do.state)
    areas = (area.id, *(door.beyond(area.id) for door in dungeon.doors_of(area.id)))
    do.emit(NoiseMade(present(do.state), areas, rule=rule))


@executes("rampage:doors.break.wandering")
def end_turn(do: Resolution) -> None:
    """Whoever wanders about may come, the more surely where there was noise."""
    assert do.state.party is not None
    if campaign(do.state).noisy == do.state.party.turns:
        check_wandering(do, NOISY_IN_6, ("rampage:doors.break.wandering",))
    elif do.state.party.turns % CHECK_EVERY == 0:
        check_wandering(do, NORMAL_IN_6, ())


def check_wandering(do: Resolution, chance: int, rule: tuple[str, ...]) -> bool:
    """Ruling: q.wandering-normal, 1 in 6; how often it is rolled is ours."""
    if not do.state.marchers() or do.state.encounter is not None or do.state.fight is not None:
        return False
    roll = do.roll_at_most(1, 6, "wandering monsters", chance)
    comes = bool(roll.success)
    do.emit(ChanceRolled("wandering monsters", roll, comes, rule=rule, seats=(REFEREE,)))
    if comes:
        wander_in(do)
    return comes


def wander_in(do: Resolution) -> None:
    _, at, area = survey.here(do.state)
    kind, count = wandering.underground(do, at.level)
    group = Group(do.state.new_group(), area.id, kind, count)
    do.emit(GroupChanged(group, "wandered in"))
    assert do.rules.meetings is not None
    do.rules.meetings.meet(do, group, None)


def rounds(count: int) -> int:
    return count * ROUND_SECONDS
