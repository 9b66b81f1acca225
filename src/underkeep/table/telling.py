"""A record told to one seat: only what it may know, line by line, each with its place and its reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from underkeep.kernel.audience import seen_by
from underkeep.kernel.event import Event, Roll
from underkeep.kernel.prompt import DEFAULT, REFEREE, Ruled, RulingStands
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.entry import Decree, Entry, Rewind
from underkeep.table.history import History
from underkeep.table.narrate import Line, about, cited, clean, explain, narrate, reasons, subject
from underkeep.world.dungeon import GroupChanged
from underkeep.world.referee import RefereeSeated
from underkeep.world.state import State

SECRET = "(secret) "


def tell(
    rules: Ruleset, history: History, seat: str, since: int = -1, until: int | None = None, aside: bool = False
) -> list[Line]:
    """What `seat` may hear of the entries after `since`, up to and with `until`. The referee may have `aside` told
    apart what nobody else hears, with the rolls that are never told."""
    last = len(history.entries) - 1 if until is None else until
    found: list[Line] = []
    for entry in history.entries[max(0, since + 1) : last + 1]:
        found.extend(entry_lines(rules, history.before(entry), entry, seat, aside))
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


def entry_lines(rules: Ruleset, state: State, entry: Entry, seat: str, aside: bool = False) -> Iterator[Line]:
    action = entry.action
    if isinstance(action, Rewind) and state.sits(seat):
        yield Line(entry.seq, -1, f"The referee takes the game back to where it stood after entry {action.to}.")
    untold: list[Event] = []
    index = -1
    for event in entry.events:
        before, state = state, event.evolve(state)
        seen = seen_by(event, seat, state)
        if seen is None:
            continue
        index += 1
        if _is_nothing_new(seen, entry, state, before):
            continue
        if event is entry.events[0] and isinstance(action, Decree) and action.because:
            why = clean(action.because)
            yield Line(entry.seq, -1, f"The referee decides: {f'because {why}' if why.startswith('of ') else why}")
        text = narrate(rules, state, seen, partial(_name, state))
        if aside:
            text = _aside(state, seen, text)
        if text:
            who = clean(_name(state, subject(state, seen)))
            ids, made = about(state, seen), reasons(rules, seen, untold)
            yield Line(entry.seq, index, clean(text), made, cited(rules, seen), seen, who, ids)
            untold = []
        else:
            untold.append(seen)


def _is_nothing_new(event: Event, entry: Entry, state: State, before: State) -> bool:
    """What was settled before the world was made, and who referees, if that one did already."""
    if isinstance(event, RefereeSeated):
        return state.human_referee == before.human_referee
    return isinstance(event, RulingStands) and not entry.seq


def _aside(state: State, event: Event, text: str) -> str:
    """A line for the referee's ears: what others hear as it is, what they do not marked."""
    if not event.secret and (event.seats is None or any(seat != REFEREE for seat in event.seats)):
        return text
    if isinstance(event, Ruled):
        return f"{SECRET}{event.question}: {event.choice} ({event.by})" if event.by != DEFAULT else text
    if isinstance(event, GroupChanged):
        kind = naming.words(event.group.kind)
        text = f"{event.group.count} {kind if event.group.count == 1 else naming.plural(kind)}: {event.what}"
    roll = getattr(event, "roll", None)
    if not text and isinstance(roll, Roll):
        text = f"{_of_what(state, event)}: {explain(roll)}"
    return f"{SECRET}{text}" if text else ""


def _of_what(state: State, event: Event) -> str:
    """What was rolled for, in the words of the fact and whom it names."""
    sort = re.sub(r"(?<!^)(?=[A-Z])", " ", type(event).__name__.removesuffix("Rolled")).lower()
    found = [getattr(event, name, "") for name in ("who", "creature", "what", "why", "against")]
    named = [part for value in found for part in (value if isinstance(value, tuple) else (value,)) if part]
    return ", ".join([sort, *(_name(state, str(part)) for part in named)])


def _name(state: State, id: str) -> str:
    """A creature by its name instead of its id."""
    creature = state.creatures.get(id)
    return creature.name if creature is not None else id
