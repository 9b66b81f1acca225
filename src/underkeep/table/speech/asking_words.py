"""Lines that ask for a fact: where am I, how much gold, how long will the torch last. Nothing is done for them."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources

from underkeep.table.speech.wording import SHOWS

ANSWERED = "These answer questions: look, inventory, sheet NAME, prices, supplies, xp, why; help lists the commands."
_QUESTION = re.compile(
    r"(?:what|who|whom|whose|where|when|which|why|how|is|are|am|was|were|does|(?:do|have) (?:i|we|you|they)|did|has"
    r"|will|would|can|could|should|may|any|got)\b.*|.*\?\s*",
    re.IGNORECASE,
)
_SEE = r"(?:show|check|view|see|list|display|read|open|print|consult|review|draw|tell)(?: me| us)?"
_SEEN = re.compile(rf"{_SEE}(?: the| our| my| your| all)* (?P<what>.+)")
_SHEET = re.compile(
    r"(?:sheet|stats|character|inventory|items|gear)(?: of| for)? (?P<who>\w+)"
    r"|(?P<whose>\w+) (?P<what>sheet|stats|inventory|gear)"
)


def asked(said: str) -> tuple[str, str] | None:
    """What a line asks to be shown, and of whom; None if it asks for nothing."""
    said = said.rstrip("?! ")
    found = _plainly(said)
    if found is not None:
        return found
    seen = _SEEN.fullmatch(said)
    if seen is None:
        return None
    what = seen["what"].strip()
    if what in SHOWS:
        return SHOWS[what], ""
    sheet = _SHEET.fullmatch(what)
    if sheet is not None and (sheet["who"] or sheet["whose"]):
        return SHOWS[sheet["what"] or what.split()[0]], sheet["who"] or sheet["whose"]
    return _plainly(what)


def is_question(line: str) -> bool:
    """Whether a line asks for something and is no deed."""
    return _QUESTION.fullmatch(line) is not None


def _plainly(said: str) -> tuple[str, str] | None:
    for pattern, what in _questions():
        found = pattern.fullmatch(said)
        if found is not None:
            return what, found.groupdict().get("rest") or ""
    return None


@cache
def _questions() -> list[tuple[re.Pattern[str], str]]:
    """All questions, by what is shown for them."""
    text = resources.files(__package__).joinpath("questions.toml").read_text(encoding="utf-8")
    return [(re.compile(p), what) for what, patterns in tomllib.loads(text).items() for p in patterns]
