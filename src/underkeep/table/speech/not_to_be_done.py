"""What a line says is not to be done: `we don't go north, we listen at the west door`, `sell the rations? no, never
mind`, `nobody attacks`. What is refused is left out before anything is read, and what is left is read."""

from __future__ import annotations

import re

from underkeep.procedures.chapter import FIGHT, MEETING
from underkeep.table.speech.asking_words import is_question
from underkeep.table.speech.chatter import whole_negations
from underkeep.table.speech.meanings import Reader
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.not_understood import names_told
from underkeep.table.speech.patterns import pattern, text

_PARTS = re.compile(r"\s*(?:[.;!]+|,(?: but| and)?(?= )| but(?= )| - | \u2013 )\s*", re.IGNORECASE)
_TAKEN_BACK = pattern("not_to_be_done", "taken_back")
_SAID = re.compile(
    r"^(?:(?:no|hey)[,!]? )?(?:i|we) (?:said|meant|told you(?: to)?|asked(?: you)?(?: to)?|want(?:ed)? to) ",
    re.IGNORECASE,
)
_KNOWN = pattern("not_to_be_done", "stative")
_OURS = pattern("not_to_be_done", "of_strangers")
NOT_DONE = "Very well: nothing of the kind is done."


def without_refused(reader: Reader, line: str) -> str | None:
    """The line without what it says is not to be done; empty if nothing else is left of it, None if it refuses
    nothing."""
    if reader.state.prompts or reader.referees:
        return None
    said = whole_negations(line.strip())
    if (back := _TAKEN_BACK.search(said)) is not None:
        return said[back.end() :].strip(" ,.!-")
    if is_question(said) and not _QUESTION_THEN.search(said):
        return None
    refuses = _refusal(reader)
    pieces = [piece for piece in _PARTS.split(said) if piece.strip()]
    kept = [piece for piece in pieces if not _is_refused(reader, refuses, piece)]
    if len(kept) == len(pieces):
        return _without_remarks(said)
    if place_of(reader) == MEETING and pieces[0] in kept:
        return None
    kept = [piece for piece in kept if not _SAYS_NOTHING.fullmatch(piece.strip())]
    if not kept and place_of(reader) == MEETING and _STILL.search(said):
        return "wait and see"
    return _SAID.sub("", _RATHER.sub("", ", ".join(kept))).strip(" ,")


_RATHER = re.compile(r"^(?:just|only|instead|rather|simply|please)\b,? ", re.IGNORECASE)
_STILL = re.compile(r"\b(?:move|moves|attack\w*|fight\w*|shoot\w*|strike\w*|charge|touch\w*)\b", re.IGNORECASE)
"""What is left undone before strangers by standing still."""
_SAYS_NOTHING = re.compile(r"(?:no|hey|stop|wait|please|ok|okay|oh|well|and|but|so|then|now)", re.IGNORECASE)
_WHY_THEN = pattern("not_to_be_done", "why_then")


def _without_remarks(said: str) -> str | None:
    """A question without what is but remarked after it: `why are we tired? We just rested`."""
    found = _WHY_THEN.match(said)
    return found["asked"] if found is not None else None


_QUESTION_THEN = re.compile(r"\?\s+\S")


def _refusal(reader: Reader) -> re.Pattern[str]:
    """The form of a refusal, with the names of this party."""
    names = "|".join(re.escape(name) for name in names_told(reader)[0]) or "-"
    return re.compile(text("not_to_be_done", "refuses").replace("{names}", names), re.IGNORECASE)


def _is_refused(reader: Reader, refuses: re.Pattern[str], piece: str) -> bool:
    """Whether a part of a line says that something is not to be done, and is no word to strangers or about what is."""
    found = refuses.match(piece.strip())
    if found is None or _KNOWN.match(piece[found.end() :].strip()):
        return False
    place = place_of(reader)
    if place == FIGHT:
        return bool(_FLIGHT.search(piece)) and not found["who"]
    return place != MEETING or (_OURS.search(piece) is not None and re.search(r"\byou\w*\b", piece) is None)


_FLIGHT = re.compile(r"\b(?:run|flee|retreat|leave|escape|surrender|yield)\b", re.IGNORECASE)
