"""Orders to those who have yielded, in anybody's words: `ask the acolyte who sent them`, `let the prisoner go`, `bring
him along`. Where a game has no such orders, these lines mean nothing here."""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, ours
from underkeep.table.speech.wording import first_part, parts, stem

_ORDERS = (
    (
        "go",
        re.compile(
            r"\b(?:release|free|let .+ (?:go|leave|run|off)|send .+ (?:away|off|home)|set .+ free|untie|spare)s?\b"
        ),
    ),
    (
        "follow",
        re.compile(r"\b(?:(?:bring|take|drag|lead) .+ (?:along|with us)|follow us|come (?:along|with us)|march)\b"),
    ),
    (
        "tell",
        re.compile(
            r"\b(?:ask|question|interrogate|talk to|speak (?:to|with)|tell us|make .+ (?:talk|speak|tell)|demand|grill"
            r"|get .+ to (?:talk|speak|tell)|find out from)s?\b"
        ),
    ),
)
_PRISONERS = {"prisoner", "captive", "hostage"}
_WHICH = "Which do you mean?"


def of_prisoners(reader: Reader, said: str) -> Meaning | None:
    """The order to a captive that a line gives; None of any other line."""
    orders = [x for x in reader.options.listed if hasattr(x, "captive") and hasattr(x, "order")]
    words = {stem(word) for word in parts(said)}
    orders = [x for x in orders if _is_named(reader, x, words)] if orders else []
    wanted = next((order for order, form in _ORDERS if form.search(said)), "")
    found = [x for x in orders if getattr(x, "order", "") == wanted]
    own = {c.id for c in ours(reader) if first_part(c.name) in parts(said)}
    found = [x for x in found if getattr(x, "actor", "") in own] or found
    if not found:
        return None
    first = [x for x in found if getattr(x, "actor", "") == getattr(found[0], "actor", "")]
    return Do(first[0]) if len(first) == 1 else Ask(_WHICH, tuple(first))


def _is_named(reader: Reader, order: Action, words: set[str]) -> bool:
    """Whether the words name the one to whom an order is, or any prisoner."""
    captive = reader.state.creatures[getattr(order, "captive", "")]
    kin = {stem(word) for word in parts(captive.name) if not word.isdecimal()}
    return bool(words & (_PRISONERS | kin))
