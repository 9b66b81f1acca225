"""Meeting somebody underground: talk, run, wait or fight. What they do is the system's answer."""

from __future__ import annotations

from itertools import count, islice

from underkeep.kernel.event import Action
from underkeep.procedures import battlefield, fight, survey
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import ACTIONS
from underkeep.procedures.delving import Delving
from underkeep.procedures.options import Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.state import State

AIMS = ("talk", "passage")
ELSEWHERE = (*ACTIONS, *a.UNDERGROUND, *a.OF_TOWN, *a.ON_THE_ROAD, *a.ANYWHERE_QUIET)


def is_on(state: State) -> bool:
    return state.encounter is not None and state.fight is None and not state.over


def options(delving: Delving, state: State) -> Options:
    found: list[Action] = [a.Engage(), a.StandBy(), a.Evade(), a.Evade("food"), a.Evade("treasure")]
    found += [a.Parley(m.id, aim) for m in state.marchers() for aim in AIMS]
    found += delving.own_options(state)
    return Options(tuple(action for action in found if delving.why_not(state, action) is None))


def why_not(delving: Delving, state: State, action: Action) -> Refusal | None:
    if isinstance(action, ELSEWHERE):
        return Refusal("The party has met somebody: fight, talk, run or wait.")
    refusal = survey.why_not_name(state, action) or delving.why_not(state, action)
    if refusal is not None or isinstance(action, a.Try) or action in options(delving, state).listed:
        return refusal
    return Refusal("The party has met somebody: fight, talk, run or wait.")


def perform(do: Resolution, delving: Delving, action: Action) -> None:
    if isinstance(action, a.Engage):
        come_to_blows(do)
    elif isinstance(action, a.Parley):
        delving.parley(do, do.state.creatures[action.actor], action.aim)
    elif isinstance(action, a.Evade):
        delving.evade(do, action.drop)
    elif isinstance(action, a.StandBy):
        delving.stand_by(do)
    else:
        delving.perform(do, action)


def ids_of_met(state: State, kind: str, many: int) -> tuple[str, ...]:
    """Ids for so many of a kind who are met: their numbers go on from those of their kind that were met before."""
    free = (id for number in count(1) if (id := f"{kind}-{number}") not in state.creatures)
    return tuple(islice(free, many))


def come_to_blows(do: Resolution) -> None:
    """Lay out the ground, draw up both sides and begin the fight."""
    battlefield.draw_up(do)
    fight.begin_fight(do)
