"""A campaign is a chain of adventures, an adventure one or more sessions: the tallies of both."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.party import Counted
from underkeep.world.state import State

SESSIONS = "session:ended"
IN_ADVENTURE = "session:in adventure"
BEGAN = "session:began"
ADVENTURES = "total:adventures"
_RULE = ("ose:time.adventure-and-campaign",)


class EndSession(Action, frozen=True):
    """Break off for tonight; the adventure goes on another time."""


@executes("ose:time.adventure-and-campaign")
def session(state: State) -> int:
    """The number of the session being played, from 1: the limit of one level is counted by it."""
    return 1 + (state.party.counts.get(SESSIONS, 0) if state.party is not None else 0)


@executes("ose:time.adventure-and-campaign")
def adventure(state: State) -> int:
    """The number of the adventure under way; experience is handed out when it closes, however many sessions it took."""
    return 1 + (state.party.counts.get(ADVENTURES, 0) if state.party is not None else 0)


def why_not(state: State) -> Refusal | None:
    assert state.party is not None
    if state.now <= state.party.counts.get(BEGAN, 0):
        return Refusal("The session has hardly begun.", _RULE[0])
    return None


@executes("ose:time.adventure-and-campaign")
def end_session(do: Resolution) -> None:
    """One session more, of the campaign and of this adventure."""
    assert do.state.party is not None
    counts = do.state.party.counts
    for key in (SESSIONS, IN_ADVENTURE):
        do.emit(Counted(key, counts.get(key, 0) + 1, rule=_RULE))
    do.emit(Counted(BEGAN, do.state.now, rule=_RULE))


@executes("ose:time.adventure-and-campaign")
def close_adventure(do: Resolution) -> None:
    """Home again: the next adventure has had no session yet."""
    assert do.state.party is not None
    if do.state.party.counts.get(IN_ADVENTURE):
        do.emit(Counted(IN_ADVENTURE, 0, rule=_RULE))
