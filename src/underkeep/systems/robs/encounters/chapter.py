"""What this chapter brings: whom one can talk to or run from."""

from __future__ import annotations

from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import Chapter
from underkeep.procedures.resolution import Refusal
from underkeep.systems.robs.encounters import meetings
from underkeep.world.state import State


def _why_not_evade(state: State, action: a.Evade) -> Refusal | None:
    return meetings.why_not_evade(state, action.drop, action.way)


def _why_not_parley(state: State, action: a.Parley) -> Refusal | None:
    return meetings.why_not_parley(state, state.creatures[action.actor])


CHAPTER = Chapter(objections={a.Evade: _why_not_evade, a.Parley: _why_not_parley})
