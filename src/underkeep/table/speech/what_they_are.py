"""Questions what those are who are met: what they look like, how big they are, whether they bite. What is seen of them
is told, and whoever may know more of their kind may call it to mind."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.procedures.chapter import MEETING
from underkeep.table import naming
from underkeep.table.speech.asked_of_them import met_or_fought, of_them
from underkeep.table.speech.describe import describe
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.mentions import FOE, mentions, place_of
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.strangers_seen import seen_of
from underkeep.table.speech.wording import first_part, parts, stem

Read = Callable[[str], Meaning | None]
_WHAT, _HOW, _HARM, _ARE, _LEAD, _NAMED, _MANY, _KNOWN = (
    pattern("what_they_are", name) for name in ("what", "how", "harm", "are", "lead", "named", "many", "known")
)
_PIECES = re.compile(r"[?,;] *(?:and |or |but )?| (?:and|or) (?=(?:what|how|are|is|can|do|does|would|will|could)\b)")
NO_MORE = "More than that does not show."
TO_RECALL = "Somebody may know more of their kind; shall it be tried?"


def what_they_are(reader: Reader, said: str, read: Read) -> Meaning | None:
    """What is seen of those who are met, with the offer to call to mind what is known of their kind; None to any line
    that asks something else too."""
    others = met_or_fought(reader)
    if place_of(reader) != MEETING or not others or reader.state.encounter is None:
        return None
    own = {first_part(c.name) for c in ours(reader)}
    said = said.partition(" ")[2] if said.partition(" ")[0].rstrip(",") in own else said
    if (counted := _MANY.fullmatch(said)) is not None and is_they(reader, counted[1]):
        return Show("foes")
    asked = [piece for x in _PIECES.split(_LEAD.sub("", said)) if (piece := x.strip())]
    others_asked = [x for n, x in enumerate(asked) if not _is_asked(reader, x, n > 0)]
    besides = [of_them(reader, x) for x in others_asked]
    if len(others_asked) == len(asked) or not all(besides):
        return None
    kind = naming.without_number(others[0].name).lower()
    named = next((f" with {first_part(c.name)}" for c in ours(reader) if first_part(c.name) in parts(said)), "")
    recall = read(f"recall {kind}{named}")
    told = " ".join(filter(None, (_company(reader), seen_of(reader), *besides, NO_MORE)))
    is_known = isinstance(recall, Do) and "recall" in describe(reader.rules, reader.state, recall.action)
    return Ask(f"{told} {TO_RECALL}", (recall.action,)) if isinstance(recall, Do) and is_known else Say(told)


def _company(reader: Reader) -> str:
    """How many of what stand how far off."""
    met = reader.state.encounter
    assert met is not None
    told = naming.company(met_or_fought(reader))
    return f"{told[:1].upper()}{told[1:]}, {reader.rules.measures.away(met.distance)}."


def _is_asked(reader: Reader, piece: str, is_further: bool) -> bool:
    """Whether a part of a question asks what they are; a guess may follow such a one."""
    if _HARM.fullmatch(piece) or _ARE.fullmatch(piece):
        return True
    if is_further and _NAMED.fullmatch(piece):
        return True
    if (known := _KNOWN.fullmatch(piece)) is not None:
        return is_they(reader, known["whom"])
    found = _WHAT.fullmatch(piece) or _HOW.fullmatch(piece)
    return found is not None and is_they(reader, next(filter(None, found.groups()), ""))


def is_they(reader: Reader, whom: str) -> bool:
    """Whether words mean those who are met: by a pronoun, by what they are, or as creatures of any sort."""
    words = parts(re.sub(r"^(?:the|this|that|these|those|all of|all) ", "", whom))
    if not words or (len(words) > 1 and words[0] in _PRONOUNS):
        return False
    others = {stem(word) for c in met_or_fought(reader) for word in parts(c.name)}
    return stem(words[-1]) in others or words[-1] in _ANYBODY or _is_foe(reader, words)


def _is_foe(reader: Reader, words: list[str]) -> bool:
    return any(m.role == FOE and len(words) - 1 in m.at for m in mentions(reader, words))


_PRONOUNS = {"they", "them", "it", "he", "she", "him", "her"}
_ANYBODY = {
    *("they", "them", "it", "he", "she", "this", "that", "these", "those", "things", "thing", "creatures", "creature"),
    *("beasts", "beast", "people", "men", "man", "folk", "ones", "fellows", "shapes", "shape", "strangers", "stranger"),
    *("guys", "guy", "monsters", "monster", "animals", "animal", "lot", "patch", "figures", "figure", "someone"),
}
