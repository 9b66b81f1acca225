"""A campaign is a chain of adventures, an adventure one or more sessions: how many there were."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.world.state import State

_ABOUT = "ose:time.adventure-and-campaign"
_RULE = (_ABOUT,)


class EndSession(Action, frozen=True):
    """Break off for tonight; the adventure goes on another time."""


class SessionEnded(Event, frozen=True):
    """So many sessions have been played, and in the present adventure; the next one begins at this time."""

    sessions: int
    in_adventure: int
    now: int

    def evolve(self, state: State) -> State:
        return _changed(state, sessions=self.sessions, sessions_in_adventure=self.in_adventure, session_began=self.now)


class AdventureBegan(Event, frozen=True):
    """The party is where something may befall it, or something has: an adventure is under way."""

    has_events: bool = True

    def evolve(self, state: State) -> State:
        return _changed(state, under_way=True, has_events=self.has_events)


class AdventureClosed(Event, frozen=True):
    """The next adventure has not begun and has had no session yet."""

    def evolve(self, state: State) -> State:
        return _changed(state, sessions_in_adventure=0, under_way=False, has_events=True)


EVENTS: tuple[type[Event], ...] = (SessionEnded, AdventureBegan, AdventureClosed)


def _changed(state: State, **changes: object) -> State:
    return with_campaign(state, chronicle=replace(campaign(state).chronicle, **changes))


@executes("ose:time.adventure-and-campaign")
def session(state: State) -> int:
    """The number of the session being played, from 1: the limit of one level is counted by it."""
    return 1 + campaign(state).chronicle.sessions


@executes("ose:time.adventure-and-campaign")
def adventure(state: State) -> int:
    """The number of the adventure under way; experience is handed out when it closes, however many sessions it took."""
    return 1 + campaign(state).chronicle.adventures


def options(state: State) -> tuple[Action, ...]:
    return (EndSession(),)


def why_not(state: State, action: EndSession) -> Refusal | None:
    if state.now <= campaign(state).chronicle.session_began:
        return Refusal("The session has hardly begun.", _ABOUT)
    return None


@executes("ose:time.adventure-and-campaign")
def end_session(do: Resolution, action: EndSession) -> None:
    """One session more, of the campaign and of this adventure."""
    so_far = campaign(do.state).chronicle
    do.emit(SessionEnded(so_far.sessions + 1, so_far.sessions_in_adventure + 1, do.state.now, rule=_RULE))


@executes("ose:time.adventure-and-campaign")
def begin_adventure(do: Resolution) -> None:
    """Whoever meets somebody, is hurt, or goes on underground has an adventure; who only walks a road has none."""
    so_far = campaign(do.state).chronicle
    if not so_far.under_way or not so_far.has_events:
        do.emit(AdventureBegan(rule=_RULE))


@executes("ose:time.adventure-and-campaign")
def stand_at_its_door(do: Resolution) -> None:
    """Underground one is under way; who turns round in the first place of all has been through nothing."""
    if not campaign(do.state).chronicle.under_way:
        do.emit(AdventureBegan(has_events=False, rule=_RULE))


@executes("ose:time.adventure-and-campaign", "ose:retainer.loyalty.when-after")
def is_eventful(state: State) -> bool:
    """Whether those who come home have been through anything, or at least through whole sessions."""
    so_far = campaign(state).chronicle
    return so_far.under_way and (so_far.has_events or so_far.sessions_in_adventure > 0)


@executes("ose:time.adventure-and-campaign")
def close_adventure(do: Resolution) -> None:
    """Home again: the next adventure has not begun and has had no session yet."""
    so_far = campaign(do.state).chronicle
    if so_far.under_way or so_far.sessions_in_adventure:
        do.emit(AdventureClosed(rule=_RULE))
