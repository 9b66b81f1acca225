"""The reasons of a line with what the rules behind it say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress

from msgspec import Struct

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Roll
from underkeep.rulebook.ledger import Rule, find
from underkeep.table.narrate import Line


class Why(Struct, frozen=True):
    """`rules` are the texts by their ids, empty where the rulebook has none; `summary` has faces, modifiers and ids.
    `parts` are the reasons of each line that was told together with others."""

    line: str
    rolls: tuple[Roll, ...]
    rules: Mapping[str, str]
    summary: str
    parts: tuple[Why, ...] = ()

    def __str__(self) -> str:
        return "\n".join(self.told)

    @property
    def told(self) -> list[str]:
        """As the table shows it, line by line."""
        said = (f"  {full_id}: {text}" for full_id, text in self.rules.items() if text)
        reasons = (f"  {part.line} {part.summary}".rstrip() for part in self.parts)
        own = () if self.parts else (f"  {self.summary or 'No dice, and no rule of the book.'}",)
        return [self.line, *own, *reasons, *said]


def why(line: Line) -> Why:
    rules = {id: rule_text(id) for id in line.reasons.rules}
    return Why(line.text, line.reasons.rolls, rules, line.why, tuple(map(why, line.parts)))


_FOR_REFEREES = re.compile(
    r"(?:Default|Allowed|Decide (?:the|which|what|how|who|where)|Invent|Design)\b|.*\bin \w+ steps:"
    r"|.*\b(?:software|automatic referee|resolution ladder|log the ruling)\b"
)
_SENTENCES = re.compile(r"(?<=[.!?]) (?=[A-Z])")


def for_players(text: str) -> str:
    """What of a rule's text is for those who play: not what a referee, or a program in that chair, is told to do."""
    return " ".join(one for one in _SENTENCES.split(text) if not _FOR_REFEREES.match(one))


def rule_text(full_id: str) -> str:
    """What the rulebook says; empty where it says nothing."""
    with suppress(UnderkeepError):
        _, entry = find(full_id)
        return entry.text if isinstance(entry, Rule) else ""
    return ""
