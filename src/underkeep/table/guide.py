"""What a guide says in a first delve: one thing at a time, when it comes up."""

from __future__ import annotations

from collections.abc import Callable

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.table.session import Session
from underkeep.world.state import State


def advice(session: Session, done: set[type[Action]]) -> str:
    """The next lesson for what the party has before it; empty when there is nothing to teach just now."""
    state = session.state
    if state.over:
        return "Guide: that happens to the best. Begin again, or take more friends along: underkeep play."
    for is_due, words in _LESSONS:
        if is_due(state, done):
            return f"Guide: {words}"
    return ""


def deeds_done(session: Session, seat: str) -> set[type[Action]]:
    """The kinds of things that this seat has done so far."""
    return {type(entry.action) for entry in session.line() if entry.seat == seat}


def _below(state: State) -> bool:
    quiet = state.encounter is None and state.fight is None and not state.prompts
    return quiet and state.party is not None and state.party.at is not None


def _in(state: State, area: str) -> bool:
    return _below(state) and survey.here(state)[2].id == area


def _met(state: State, group: str) -> bool:
    return state.fight is None and state.encounter is not None and state.encounter.group == group


Due = Callable[[State, set[type[Action]]], bool]
_LESSONS: tuple[tuple[Due, str], ...] = (
    (
        lambda state, done: state.fight is not None,
        'a fight goes by rounds. "everyone attack" fights one; "run away" leads out if it goes badly.',
    ),
    (
        lambda state, done: _met(state, "terror"),
        'that is more than you can fight. Say "run away": whoever lives has won. What you throw behind may hold it up.',
    ),
    (
        lambda state, done: _met(state, "talkers") and a.Parley not in done,
        'not everybody wants a fight. Say "talk to them"; you may also "wait" or "run away". Weapons come last.',
    ),
    (
        lambda state, done: state.encounter is not None,
        'talk on, "wait" to see what they do, or go your way with "run away".',
    ),
    (
        lambda state, done: _below(state) and not state.lights,
        'it is dark, and you have torches. Say "light a torch". Each burns for an hour or so; "light" says how long.',
    ),
    (
        lambda state, done: (
            _in(state, "hall") and a.Listen not in done and a.LeaveDungeon not in done and a.Go not in done
        ),
        'before you open a door, hear what is behind it: "listen at the door". Then "open the door".',
    ),
    (
        lambda state, done: _in(state, "hall") and not {a.Listen, a.Go} & done,
        'before you open a door, hear what is behind it: "listen at the door". Then "open the door".',
    ),
    (
        lambda state, done: _in(state, "hall") and a.Go not in done,
        'say "open the door" and then "go east". "explore" does the next thing that you have not seen yet.',
    ),
    (
        lambda state, done: _in(state, "passage") and "guards" not in _visited(state),
        'some doors stick: "open the door", and if it will not, "force the door". It is loud, though.',
    ),
    (
        lambda state, done: _in(state, "guards") and "store" not in _visited(state),
        '"exits" shows the ways out. North lies a store; east a narrow way, from which comes a smell.',
    ),
    (
        lambda state, done: _in(state, "store") and a.TakeHoard not in done,
        'treasure is what you came for: "take treasure". Careful people say "examine treasure" first.',
    ),
    (
        lambda state, done: _below(state) and a.TakeHoard in done,
        'you have what you came for. "leave" walks out until something stops you; "go back" goes back a room.',
    ),
    (
        lambda state, done: state.party is not None and state.party.place == "town",
        'home again: that is the game. "quit" leaves; a party of your own waits with: underkeep play.',
    ),
)


def _visited(state: State) -> tuple[str, ...]:
    return state.party.visited if state.party is not None else ()
