"""A line typed before strangers, parted into the wishes in it: `pay them and go on`, `tell them we mean no harm and ask
who they wait for`, `Kester picks his pocket while Jorun talks`. Only the form is looked at here."""

from __future__ import annotations

import re

from msgspec import Struct

from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Reader, ours
from underkeep.table.speech.parted import pieces_between
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.rephrasing import imperative
from underkeep.table.speech.those_told import led_by
from underkeep.table.speech.wording import first_part, folded, parts

_CUT = re.compile(
    r"\s*(?:(?:[.;:!?]+|\s[-\u2013\u2014]+)(?=\s|$)|,)\s*(?:(?:and|but|so|then|also|while|meanwhile|as)\b,?\s*)*"
    r"|\s+(?:(?:and|but|then|while|meanwhile|whereas|plus)\b,?\s*)(?:(?:and|then|also|while|meanwhile)\b,?\s*)*"
)
_UNPARTED = re.compile(r"[\":]|\b(?:if|unless|once|until|till|or|whenever)\b|\bas soon as\b")
"""What hangs on something, and what is one of two, is for others."""
_FILLED = pattern("parted", "filled")
_MUST = pattern("parted", "must")
_HOW = pattern("parted", "how")
_WE = re.compile(r"^(?:we|i|let us|lets|let's|the party)(?:'ll)?(?: (?:all|just|both))? (?=\w)")
_THEY = re.compile(r"^(?:he|she|who|they)(?:'ll| will)? (?=\w)")
_RANKS = (pattern("parted", "in front"), pattern("parted", "at the back"))
_TO_THEM = re.compile(r"^(?:tell|let|get|have|make) (?:them|it|him|her|the|those|these|that)\b")
"""What is said to those who are met, or done with them, and is no order to one's own."""
_NEVER = pattern("meeting_clauses", "refuses")
_ASKED = pattern("meeting_clauses", "asked")
_ASKS = pattern("meeting_clauses", "asks")
_TELLS = pattern("meeting_clauses", "tells")
_BLOWS = group("hit") | {"shoot", "fire", "loose", "sling"}
_OF_ONE = {"he", "she", "it"}
"""Who is asked about once more."""
MOST = 5


class Wish(Struct, frozen=True):
    """One of them in words that stand by themselves, and whether it is done while the one before is."""

    said: str
    is_meanwhile: bool = False
    is_refusal: bool = False


def wishes(reader: Reader, line: str) -> list[Wish]:
    """The wishes of a line; none of a line that is not parted here."""
    said = " ".join(folded(line).replace("\u2019", "'").split()).strip(" ,.!")
    if _UNPARTED.search(said) or _ASKED.match(said):
        return []
    found: list[Wish] = []
    names: list[str] = []
    named: list[str] = []
    waiting = ""
    for joint, piece in pieces_between(_CUT, said):
        if _NEVER.fullmatch(piece):
            found.append(Wish(piece, is_refusal=True))
            continue
        who, rest, is_ours = _subject(reader, piece)
        if who and not rest:
            waiting = f"{waiting}{joint}{piece}" if waiting else piece
            named = list(dict.fromkeys((*named, *who)))
            continue
        before = found[-1].said if found else ""
        head = " and ".join(names) if names and not who and not is_ours else ""
        if before and is_ours and _TELLS.search(before) and "then" not in joint:
            found[-1] = Wish(f"{before}{joint}{piece}", found[-1].is_meanwhile)
            continue
        if (
            before
            and _ASKED.match(piece)
            and _ASKS.search(before)
            and not (_are_several(reader) and _OF_ONE & set(parts(piece)))
        ):
            found.append(Wish(f"{head} asks them {piece}".strip() if head else f"ask them {piece}"))
            continue
        is_rank = bool(who) and any(form.fullmatch(x) for form in _RANKS for x in (rest, f"goes {rest}"))
        if not is_rank and not _is_deed(rest, bool(found), bool(who)):
            if not found or (before and not _TELLS.search(before) and waiting):
                return []
            found[-1] = Wish(f"{before}{waiting or joint}{piece}", found[-1].is_meanwhile)
            waiting, named = "", []
            continue
        names = list(dict.fromkeys((*named, *who))) or ([] if is_ours else names)
        waiting, named = "", []
        is_of_all = is_ours and first_part(rest) in _BLOWS | {f"{x}s" for x in _BLOWS}
        told = f"{'everyone' if is_of_all and not names else ' and '.join(names)} {rest}".strip()
        found.append(Wish(told, bool(found) and re.search(r"\b(?:while|as)\b", joint) is not None))
    return [] if waiting or len(found) > MOST else found


def _are_several(reader: Reader) -> bool:
    met = reader.state.encounter
    return met is not None and len(met.monsters) > 1


def _subject(reader: Reader, piece: str) -> tuple[list[str], str, bool]:
    """The names that a piece begins with, the rest of it, and whether it is told of the whole party."""
    piece = re.sub(r"^(?:and|but|then|so|now|ok|okay|well) ", "", piece)
    if (we := _WE.match(piece)) is not None:
        return [], _plainly(piece[we.end() :]), True
    if (they := _THEY.match(piece)) is not None:
        return [], _plainly(piece[they.end() :]), False
    before = ""
    while before != piece and not _TO_THEM.match(piece):
        before, piece = piece, _FILLED.sub("", piece)
    own = ours(reader)
    ids, rest = led_by(reader, own, piece)
    if rest.startswith("'s"):
        return [], piece, False
    if len(ids) == len(own) > 1:
        return [], _plainly(rest), True
    return [first_part(reader.state.creatures[id].name) for id in ids], _plainly(rest), False


def _plainly(rest: str) -> str:
    return _HOW.sub("", _MUST.sub("", rest)) or rest


def _is_deed(rest: str, is_later: bool, is_told: bool) -> bool:
    """Whether something is to be done by it."""
    words = parts(rest)
    verb = imperative(words[0]) if words else ""
    if is_told and words and (verb != words[0] or verb in _BLOWS):
        return True
    if verb not in group("verbs") | group("saying") | _BLOWS:
        return False
    if not is_later or verb not in group("nouns too"):
        return True
    return len(words) > 1 and words[1] in group("after a verb")
