"""Lines that tell several deeds, of which the plain words know but one: each is done in its order, and of one that
cannot
be done it is said why. Nothing that was told is passed over in silence."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.procedures.actions import Try
from underkeep.procedures.sorts_of_deed import is_deed
from underkeep.table.several import InOrder
from underkeep.table.speech.clauses import (
    MOST_CLAUSES,
    InWords,
    clauses,
    is_but_names,
    is_remark,
    question_of,
)
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.lexicon import group, senses
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.mentions import ITEM, THING, WARE, mentions
from underkeep.table.speech.rephrasing import imperative
from underkeep.table.speech.second_thoughts import is_weak
from underkeep.table.speech.wording import first_part, parts


def deeds_in_order(
    reader: Reader,
    said: str,
    parse: Callable[[Reader, str], Meaning],
    sure: bool = False,
) -> Meaning | None:
    """Each clause as a deed, if each begins as one and the first is understood; None of any other line. Only if all of
    them are, if it is to be `sure`."""
    state = reader.state
    if state.fight is not None or state.encounter is not None or state.prompts or is_asked(said):
        return None
    found = _told(reader, [piece for piece in clauses(said) if not is_remark(piece)])
    found = _of_things_named(reader, found)
    if not 2 <= len(found) <= MOST_CLAUSES or any(not _is_told(reader, piece) for piece in found):
        return None
    meant = [None if is_weak(reader, one := parse(reader, piece)) else one for piece in found]
    if any(_is_but_tried(parse(reader, piece)) for piece in found) or (
        sure and not all(isinstance(x, Do | Undertake) for x in meant)
    ):
        return None
    first = meant[0]
    if isinstance(first, Say) and _GOES_ON.search(first.text) and any(isinstance(one, Do) for one in meant[1:]):
        return _but_the_first(first, found[1:], meant[1:], parse)
    if not isinstance(first, Do | Undertake) or (isinstance(first, Do) and isinstance(first.action, Try)):
        return None
    if isinstance(first, Do) and question_of(reader.rules, state, first.action):
        return Do(first.action, f"What comes then is for then: {', '.join(found[1:])}.")
    done = [one.action for one in meant if isinstance(one, Do) and not isinstance(one.action, Try)]
    if len(done) == len(found) and len({type(x) for x in done}) == 1:
        return Undertake(InOrder(done))
    return Undertake(InWords(first, found[1:], parse), note=first.note)


def _is_but_tried(meant: Meaning) -> bool:
    """Whether a clause leaves something to be asked, or means no more than a try."""
    return isinstance(meant, Ask) or (isinstance(meant, Do) and isinstance(meant.action, Try))


_GOES_ON = re.compile(r" already|^You hear |^Nothing is to be heard|has no door to put an ear to")
"""What is told of a deed after which the next may as well be done."""


def _but_the_first(
    first: Say, rest: list[str], meant: list[Meaning | None], parse: Callable[[Reader, str], Meaning]
) -> Meaning | None:
    """What is said against the first, and the others done all the same."""
    second = meant[0]
    if not isinstance(second, Do) or isinstance(second.action, Try):
        return None
    return Undertake(InWords(second, rest[1:], parse), note=first.text)


def _told(reader: Reader, found: list[str]) -> list[str]:
    """The clauses, each with the name of whoever the one before it was about."""
    names = [first_part(c.name) for c in ours(reader)]
    told: list[str] = []
    who = ""
    for piece in found:
        words = parts(piece)
        who = words[0] if words and words[0] in names else who
        told.append(f"{who} {piece}" if who and words[:1] != [who] else piece)
    return told


def _of_things_named(reader: Reader, found: list[str]) -> list[str]:
    """The clauses with the name of the thing of which the first speaks for `it`; none where that says nothing."""
    named = [m.name for m in mentions(reader, parts(found[0])) if m.role in (ITEM, WARE, THING)] if found else []
    if not any(_OF_IT.search(piece) for piece in found[1:]):
        return found
    if len(set(named)) != 1 or any(_OF_ONE.search(piece) for piece in found[1:]):
        return []
    return [found[0], *(_OF_IT.sub(f"the {named[0]}", piece) for piece in found[1:])]


_OF_IT = re.compile(r"\b(?:it|them|that|one)\b")
_OF_ONE = re.compile(r"\b(?:one|that)\b")


def _is_told(reader: Reader, piece: str) -> bool:
    """Whether a clause begins with a deed, by a verb or by a name and a verb."""
    names = [first_part(c.name) for c in ours(reader)]
    words = parts(piece)
    words = words[1:] if words and words[0] in names else words
    if is_but_names(reader, piece) or (len(words) < 2 and words[:1] not in (["listen"], ["wait"], ["rest"])):
        return False
    verb = imperative(words[0])
    return is_deed(verb) or is_deed(" ".join((verb, *words[1:]))) or verb in _VERBS or bool(senses(words[0]) & _DEEDS)


_DEEDS = group("deeds of clauses")
_VERBS = group("verbs of clauses")
