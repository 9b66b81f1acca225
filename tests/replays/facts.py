"""One fact as one line of a story: its name, its short fields, and the rules behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields
from tests.replays.engine import Event, Item, Prompt, Roll

WIDEST = 150
MOST_PARTS = 8
LONGEST_WORD = 60
BOOKKEEPING = ("Marched", "SquaresSeen", "Spent", "Finished", "StepBegan", "StepEnded", "StepsPlanned", "PartyWent")
"""Facts that come in swarms: a run of them shares a line."""


def lines(events: Iterable[Event]) -> Iterator[str]:
    """One line a fact; a run of bookkeeping is filled into lines."""
    run = ""
    for event in events:
        line = told(event)
        small = type(event).__name__ in BOOKKEEPING and not event.rule
        if small and run and len(run) + len(line) < WIDEST:
            run += f"; {line.removeprefix('* ')}"
            continue
        if run:
            yield run
        run = line if small else ""
        if not small:
            yield line
    if run:
        yield run


def told(event: Event) -> str:
    """`* EventName field=value ... [rule ids]`; what is long is reduced to its id or name."""
    parts = [f"* {type(event).__name__}"]
    for field in fields(event):
        value = getattr(event, field.name)
        usual = field.default if field.default is not NODEFAULT else NODEFAULT
        if field.name in ("rule", "seats") or (usual is not NODEFAULT and value == usual):
            continue
        parts.append(f"{field.name}={short(value)}")
    if event.seats is not None:
        parts.append(f"@{','.join(event.seats)}")
    if event.secret:
        parts.append("(secret)")
    line, rules = " ".join(parts), f" [{' '.join(event.rule)}]" if event.rule else ""
    if type(event).__name__ in BOOKKEEPING and not rules:
        line = _cut(line, WIDEST // 2)
    return _cut(line, max(60, WIDEST - len(rules))) + _cut(rules, WIDEST - 60)


def short(value: Any) -> str:
    if isinstance(value, str):
        return _word(value)
    if isinstance(value, Roll):
        return _roll(value)
    if isinstance(value, Prompt):
        return f"<{_word(value.question)} for {' or '.join(value.seats)}: {'/'.join(value.choices)}>"
    if isinstance(value, Struct):
        return f"<{_struct(value)}>"
    if isinstance(value, dict):
        parts = [f"{short(k)}:{short(v)}" for k, v in value.items()]
        return "{" + _few(parts) + "}"
    if isinstance(value, tuple | list):
        return "(" + _few([short(x) for x in value]) + ")"
    return str(value)


def _few(parts: list[str]) -> str:
    return ",".join(parts) if len(parts) <= MOST_PARTS else f"{len(parts)} of them"


def _word(text: str) -> str:
    text = _cut(text, LONGEST_WORD if " " in text else LONGEST_WORD // 2)
    return repr(text) if not text or any(c in text for c in " ,=") else text


def _roll(roll: Roll) -> str:
    faces = " ".join(map(str, roll.faces[:12]))
    bonus = "".join(f" {m.amount:+d} {m.source}" for m in roll.modifiers)
    needs = "" if roll.needed is None else f" needs {'at most ' if roll.at_most else ''}{roll.needed}"
    success = "" if roll.success is None else " yes" if roll.success else " no"
    return f"<{roll.notation}: {faces}{bonus} = {roll.total}{needs}{success}>"


def _struct(value: Struct) -> str:
    """The id or name of a thing; small things that have neither are written out."""
    for name in ("name",) if isinstance(value, Item) else ("id", "name", "kind"):
        if isinstance(getattr(value, name, None), str):
            return f"{type(value).__name__} {getattr(value, name)}"
    parts = [short(getattr(value, f.name)) for f in fields(value)]
    whole = f"{type(value).__name__} {' '.join(parts)}"
    return whole if len(whole) <= LONGEST_WORD else type(value).__name__


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
