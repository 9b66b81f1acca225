"""Facts into words, and the reasons behind a fact. No rules here: only templates and fields."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from underkeep.kernel.event import Event, Roll
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.state import State

Words = Mapping[str, str | Mapping[str, str]]
_FIELD = re.compile(r"\{([a-z_]+(?:\.[a-z_]+)*)\}")


@cache
def _words(package: str) -> Words:
    """The core's words under a system's own."""
    words: dict[str, Any] = tomllib.loads(files("underkeep.table").joinpath("words.toml").read_text("utf-8"))
    own = files(package).joinpath("words.toml")
    for name, entry in (tomllib.loads(own.read_text("utf-8")) if own.is_file() else {}).items():
        earlier = words.get(name)
        words[name] = {**earlier, **entry} if isinstance(entry, dict) and isinstance(earlier, dict) else entry
    return words


def narrate(rules: Ruleset, state: State, event: Event, called: Callable[[str], str] = str) -> str:
    """One line that tells the fact, or nothing. `called` may change how names are written, e.g. to colour a side."""
    entry = _words(type(rules).__module__.rpartition(".")[0]).get(type(event).__name__)
    if entry is None:
        return ""
    template = entry if isinstance(entry, str) else _pick(event, entry)
    return _FIELD.sub(lambda m: _spoken(state, _value(event, m[1]), called), template)


def _pick(event: Event, entry: Mapping[str, str]) -> str:
    if "case" in entry:
        case = str(_value(event, entry["case"]))
    elif hasattr(event, "hit"):
        case = "hit" if event.hit else "miss"
    else:
        case = "success" if getattr(event, "success", False) else "failure"
    return entry.get(case, entry.get("other", ""))


def _value(event: object, path: str) -> object:
    for part in path.split("."):
        event = getattr(event, part, "")
    return event


def _spoken(state: State, value: object, called: Callable[[str], str]) -> str:
    if not isinstance(value, str):
        return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    if value in state.creatures:
        return called(value)
    return f"Side {value.upper()}" if value in state.sides() else value


def reasons(event: Event) -> str:
    """The rule ids, the faces and each modifier with its source."""
    parts = [explain(roll)] if isinstance(roll := getattr(event, "roll", None), Roll) else []
    if event.rule:
        parts.append(", ".join(event.rule))
    return "; ".join(parts)


def explain(roll: Roll) -> str:
    """`1d20: 13 +1 STR = 14, needs 15`"""
    text = f"{roll.notation}: {' '.join(map(str, roll.faces))}" if roll.faces else roll.notation
    for source, amount in roll.modifiers:
        text += f" {amount:+d} {source}"
    text += f" = {roll.total}"
    return text if roll.needed is None else f"{text}, needs {roll.needed}"
