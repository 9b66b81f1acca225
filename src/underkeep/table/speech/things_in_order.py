"""The verb of a list that is told but once: `take the coins and the lantern and run outside`."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TAKES = re.compile(
    r"(?P<head>(?:(?:quickly|now|please|we|i|let us|everybody|\w+),? )?"
    r"(?:takes?|grabs?|picks? up|gets?|snatch(?:es)?|collects?|gathers?(?: up)?|scoops? up|fetch(?:es)?|drops?|loots?"
    r"|pockets?|packs?)) (?:the|an?|all|both|some|his|her|our|my|their|\d+)\b.*"
)
_THING = re.compile(r"(?:the|an?|all the|both|some|his|her|our|my|their|\d+) (?:\w+ ?){1,5}")


def with_its_verb(found: Sequence[str]) -> list[str]:
    """The clauses; one that but names a thing has the verb of the one before, which took or dropped things."""
    told: list[str] = []
    for piece in found:
        before = _TAKES.fullmatch(told[-1]) if told else None
        told.append(f"{before['head']} {piece}" if before is not None and _THING.fullmatch(piece) else piece)
    return told
