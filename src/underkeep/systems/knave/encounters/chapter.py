"""What this chapter brings: favours and companions, and whom one can talk to or run from."""

from __future__ import annotations

from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import DUNGEON, Chapter, Deed
from underkeep.procedures.resolution import Refusal
from underkeep.systems.knave.encounters import captives, companions, demands, favours, meetings, running, stealth
from underkeep.world.state import State


def _why_not_evade(state: State, action: a.Evade) -> Refusal | None:
    return running.why_not_evade(state, action.drop, action.way)


def _why_not_parley(state: State, action: a.Parley) -> Refusal | None:
    return meetings.why_not_parley(state, state.creatures[action.actor])


CHAPTER = Chapter(
    deeds=(
        Deed(stealth.Sneak, (DUNGEON,), stealth.sneak, stealth.ways, stealth.why_not),
        Deed(
            captives.CommandAll,
            (DUNGEON,),
            captives.command_all,
            captives.commands_to_all,
            captives.why_not_all,
            free=True,
        ),
        Deed(captives.Command, (DUNGEON,), captives.command, captives.commands, captives.why_not, free=True),
    ),
    events=(*favours.EVENTS, *companions.EVENTS, *stealth.EVENTS, *demands.EVENTS, *captives.EVENTS, *running.EVENTS),
    answers={meetings.CAPTURE: demands.answer, meetings.ORDER: demands.answer},
    objections={a.Evade: _why_not_evade, a.Parley: _why_not_parley},
)
