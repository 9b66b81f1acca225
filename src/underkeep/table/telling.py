"""A record told to one seat: only what it may know, line by line, each with its place and its reasons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from underkeep.kernel.audience import seen_by
from underkeep.kernel.event import Event
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.entry import Decree, Entry, Rewind
from underkeep.table.history import History
from underkeep.table.narrate import Line, cited, clean, narrate, reasons
from underkeep.world.state import State


def tell(rules: Ruleset, history: History, seat: str, since: int = -1, until: int | None = None) -> list[Line]:
    """What `seat` may hear of the entries after `since`, up to and with `until`."""
    last = len(history.entries) - 1 if until is None else until
    found: list[Line] = []
    for entry in history.entries[max(0, since + 1) : last + 1]:
        found.extend(_entry_lines(rules, history.before(entry), entry, seat))
    return found


def facts(history: History, seat: str, since: int = -1) -> list[Event]:
    """The events of the entries after `since`, as far as `seat` may know them."""
    found: list[Event] = []
    for entry in history.entries[max(0, since + 1) :]:
        state = history.before(entry)
        for event in entry.events:
            state = event.evolve(state)
            seen = seen_by(event, seat, state)
            found += [] if seen is None else [seen]
    return found


def _entry_lines(rules: Ruleset, state: State, entry: Entry, seat: str) -> Iterator[Line]:
    action = entry.action
    if isinstance(action, Rewind) and state.sits(seat):
        yield Line(entry.seq, -1, f"The referee takes the game back to where it stood after entry {action.to}.")
    untold: list[Event] = []
    for index, event in enumerate(entry.events):
        state = event.evolve(state)
        seen = seen_by(event, seat, state)
        if seen is None:
            continue
        if index == 0 and isinstance(action, Decree) and action.because:
            yield Line(entry.seq, -1, f"The referee decides: {clean(action.because)}")
        text = narrate(rules, state, seen, partial(_name, state))
        if text:
            yield Line(entry.seq, index, clean(text), reasons(rules, seen, untold), cited(rules, seen))
            untold = []
        else:
            untold.append(seen)


def _name(state: State, id: str) -> str:
    """A creature by its name instead of its id."""
    creature = state.creatures.get(id)
    return creature.name if creature is not None else id
