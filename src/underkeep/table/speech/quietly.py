"""To go somewhere without a sound: where a game has a deed for it, a line that says `quietly` means that deed."""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import DUNGEON
from underkeep.table.several import InOrder
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.meanings import Do, Meaning, Reader, Undertake
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.wording import folded

_QUIET = re.compile(
    r"\b(?<!stay )(?<!keep )(?<!be )(?:quiet(?:ly)?|soft(?:ly)?|silent(?:ly)?|stealthily|noiselessly|tip-?toe(?:s|ing)?"
    r"|tip toes?|sneak(?:s|ing|ily)?|creep(?:s|ing)?|without (?:a |any |making (?:a |any )?)?(?:sound|noise))\b"
)
_GOES = re.compile(
    r"(?:(?:we|let us) )?(?:go |walk |head |move )?(?P<way>(?:north|south|east|west|through )\b[\w ]*?)"
    r"(?:,? (?:quiet|soft|silent)ly)?"
)
_NOT_DONE = "Not done: quietly; to sneak, name one way, as in: sneak east."


def quietly(reader: Reader, line: str, meant: Meaning) -> Meaning:
    """The same deed, done without a sound if the line says so; what cannot be done so is told."""
    if place_of(reader) != DUNGEON or reader.state.prompts or not _QUIET.search(folded(line)):
        return meant
    if not any(_is_sneaking(x) for x in reader.options.listed):
        return meant
    if isinstance(meant, Do) and isinstance(meant.action, a.Go):
        return Do(_sneaking(reader, meant.action), meant.note)
    if not isinstance(meant, Undertake):
        return meant
    errand = meant.errand
    if isinstance(errand, InOrder) and any(isinstance(x, a.Go) for x in errand.actions):
        done = [_sneaking(reader, x) if isinstance(x, a.Go) else x for x in errand.actions]
        return Undertake(InOrder(done), meant.orders, meant.note)
    if isinstance(errand, InWords):
        if isinstance(errand.first, Do) and isinstance(errand.first.action, a.Go):
            first = Do(_sneaking(reader, errand.first.action), errand.first.note)
            return Undertake(errand.led_by(first), meant.orders, meant.note)
        if any(_GOES.fullmatch(x) for x in errand.clauses):
            softly = [f"sneak {way['way']}" if (way := _GOES.fullmatch(x)) else x for x in errand.clauses]
            return Undertake(errand.followed_by(softly), meant.orders, meant.note)
        if not _QUIET.search(" ".join(errand.clauses)):
            return Undertake(errand, meant.orders, " ".join(filter(None, (meant.note, _NOT_DONE))))
    return meant


def _is_sneaking(action: Action) -> bool:
    return type(action).__name__ == "Sneak" and hasattr(action, "way")


def _sneaking(reader: Reader, go: a.Go) -> Action:
    """To sneak by the same way, where that may be done."""
    return next((x for x in reader.options.listed if _is_sneaking(x) and getattr(x, "way", "") == go.way), go)
