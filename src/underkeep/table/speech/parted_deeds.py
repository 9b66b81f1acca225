"""Lines that tell several people several things: each clause is read by itself, what can be done is done in its order,
and of what cannot it is said why. Places in the line of march are one order, whoever but keeps watch does no more."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from underkeep.procedures.actions import Try
from underkeep.procedures.chapter import FIGHT, MEETING
from underkeep.procedures.delve_actions import Buy, Give, Offer, Order, Parley, Sell
from underkeep.table.naming import listing
from underkeep.table.orders import RoundOfOrders
from underkeep.table.several import InOrder
from underkeep.table.speech.clauses import InWords, question_of
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.mentions import FEATURE, HEAP, ITEM, THING, WARE, WAY, mentions, place_of
from underkeep.table.speech.parted import BACK, DEED, ELSE, FRONT, IF, WATCH, Clause, parted
from underkeep.table.speech.rephrasing import imperative
from underkeep.table.speech.second_thoughts import is_weak
from underkeep.table.speech.wording import first_part, parts

Parse = Callable[[Reader, str], Meaning]
MOST = 6


class _Told(Struct):
    """One clause in words, and what it means."""

    line: str
    meant: Meaning

    @property
    def is_deed(self) -> bool:
        is_try = isinstance(self.meant, Do) and isinstance(self.meant.action, Try)
        return isinstance(self.meant, Do | Undertake) and not is_try


def parted_deeds(reader: Reader, line: str, whole: Meaning, parse: Parse) -> Meaning | None:
    """What the clauses of a line mean together; None if what it means as a `whole` says no less, if it has but one
    clause, or if too little of it is understood."""
    if reader.state.prompts or reader.referees:
        return None
    found = parted(reader, line)
    is_late = len(found) == 1 and (found[0].is_named_late or _has_remarks(whole, found[0]))
    is_enough = _is_enough(whole) and not _is_but_trade(whole, found)
    if not is_late and (len(found) < 2 or len(found) > MOST or is_enough):
        return None
    watching = [x for x in found if x.sort == WATCH]
    hangs = [x.said for x in found if x.sort == IF]
    rest = [x for x in found if x.sort not in (WATCH, IF)]
    told = _without_the_other([_Told(text, parse(reader, text)) for text in _lines(reader, rest)], rest)
    if (first := _for_nobody(reader, told)) is not None:
        return whole if isinstance(whole, Say) else first
    known = [x for x in told if x.is_deed]
    if len(told) == 1 and is_late and known:
        return told[0].meant
    note = " ".join(filter(None, (*_against(reader, told), _watched(reader, watching))))
    if (same := _noted(reader, whole, told, note)) is not None:
        return same
    if not _is_better(reader, whole, found, told):
        return None
    if place_of(reader) == FIGHT:
        return _of_orders(reader, known, note)
    return _in_order(reader, known, hangs, note, parse)


def _has_remarks(whole: Meaning, clause: Clause) -> bool:
    """Whether a line that was read as several deeds has but one, and remarks besides."""
    return clause.sort == DEED and isinstance(whole, Undertake) and type(whole.errand) is InWords


def _for_nobody(reader: Reader, told: Sequence[_Told]) -> Say | None:
    """Why nothing is done, if what is to be done is for somebody of whom a clause spoke that cannot be."""
    names = {first_part(c.name) for c in ours(reader)}
    for before, one in itertools.pairwise(told):
        is_theirs = _FOR_THEM.search(one.line) is not None and not names & set(parts(one.line))
        if is_theirs and one.is_deed and isinstance(before.meant, Say) and place_of(reader) != FIGHT:
            return before.meant
    return None


_FOR_THEM = re.compile(r"\b(?:buy|get|give|hand|arm|equip)s? (?:him|her|them)\b")


def _lost(reader: Reader, told: Sequence[_Told]) -> list[_Told]:
    return [x for x in told if is_weak(reader, x.meant) and not x.is_deed]


def _noted(reader: Reader, whole: Meaning, told: Sequence[_Told], note: str) -> Meaning | None:
    """What a line means as a whole, if that is what one of its clauses means, with a word on those that are lost."""
    if not isinstance(whole, Do) or place_of(reader) == FIGHT or not note:
        return None
    if not any(isinstance(x.meant, Do) and x.meant.action == whole.action for x in told):
        return None
    kept = "" if _LEFT.search(whole.note) else whole.note
    return Do(whole.action, " ".join(filter(None, (kept, note))))


def _is_better(reader: Reader, whole: Meaning, found: Sequence[Clause], told: Sequence[_Told]) -> bool:
    """Whether the clauses say more than the whole, and enough of them is understood."""
    known, lost = [x for x in told if x.is_deed], _lost(reader, told)
    is_same = isinstance(whole, Do) and not lost and all(x.meant == whole for x in known)
    if is_same:
        return bool(known) and any(x.sort == IF for x in found)
    if isinstance(whole, Say) and known and any(x.meant == whole for x in told):
        return place_of(reader) != FIGHT
    is_vague = is_weak(reader, whole)
    if isinstance(whole, Undertake) and _is_but_trade(whole, found):
        return len(known) > 1 and not lost
    if isinstance(whole, Undertake):
        has_more = any(x.sort in (FRONT, BACK, WATCH, IF) for x in found)
        return bool(known) and not lost and (has_more or len(known) > _count(whole))
    if not is_vague and (place_of(reader) == FIGHT or (place_of(reader) == MEETING and not _is_talk(known))):
        return False
    least = 1 if is_vague or (isinstance(whole, Ask) and len(found) > len(told)) else 2
    is_half = len(known) > len(lost) or _words(known) >= _words(lost)
    return len(known) >= least and is_half and (is_vague or not lost)


def _words(told: Sequence[_Told]) -> int:
    return sum(len(one.line.split()) for one in told)


def _is_but_trade(whole: Meaning, found: Sequence[Clause]) -> bool:
    """Whether a line is understood as purchases and gifts, and tells of something else as well."""
    errand = whole.errand if isinstance(whole, Undertake) else None
    if not isinstance(errand, InOrder) or not all(isinstance(x, Buy | Give | Sell) for x in errand.actions):
        return False
    verbs = [imperative(first_part(x.said)) for x in found if x.sort == DEED]
    return any(verb in group("verbs") and verb not in group("verbs of trade") for verb in verbs)


def _is_enough(whole: Meaning) -> bool:
    """Whether nothing of the line is left over by what it means as a whole."""
    if isinstance(whole, Undertake):
        return type(whole.errand) is not InWords and not _LEFT.search(whole.note)
    return isinstance(whole, Do) and (isinstance(whole.action, Order) or bool(_THEN.search(whole.note)))


def _count(whole: Meaning) -> int:
    """How many deeds a meaning has; none, if it says itself that something is left over."""
    if not isinstance(whole, Undertake) or _LEFT.search(whole.note):
        return 0
    if not isinstance(whole.errand, InWords):
        return MOST
    return 0 if any(map(_IS_NO_DEED.match, whole.errand.clauses)) else 1 + len(whole.errand.clauses)


_IS_NO_DEED = re.compile(r"\d+ \w+$")
"""A number and a word are what belongs to the deed before."""


def _is_talk(known: Sequence[_Told]) -> bool:
    """Whether all of it are words and offers to those who are met, and not all the same."""
    meant = [x.meant.action for x in known if isinstance(x.meant, Do)]
    return len(meant) == len(known) and all(isinstance(x, Parley | Offer) for x in meant) and len(set(meant)) > 1


_LEFT = re.compile(r"\bNot (?:understood|done)\b")
_THEN = re.compile(r"\bWhat comes then\b")


def _lines(reader: Reader, found: Sequence[Clause]) -> Iterator[str]:
    """The clauses in words that stand by themselves, first of all who goes in front and at the back."""
    if ranks := [x for x in found if x.sort in (FRONT, BACK)]:
        yield ", ".join(f"{_names(reader, x.who)} {_PLACE[x.sort]}" for x in ranks)
    named: dict[str, str] = {}
    before: Clause | None = None
    for clause in found:
        if clause.sort not in (FRONT, BACK):
            said = _with_names(reader, clause, before, named)
            is_each = place_of(reader) != FIGHT and _EACH.match(said) is not None
            doers = [(one,) for one in clause.who] if is_each and clause.who else [clause.who]
            yield from (f"{_names(reader, some)} {said}".strip() for some in doers)
        before = clause


_EACH = re.compile(r"(?:lights?|listens?|draws?|wields?|dons?|puts? on|drinks?|eats?|readies|ready)\b")
"""What each of several does by himself."""
_PLACE = {FRONT: "in front", BACK: "at the back"}


def _names(reader: Reader, who: Sequence[str]) -> str:
    names = [first_part(reader.state.creatures[id].name) for id in who]
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


_OF_THINGS = (ITEM, WARE, THING, WAY, FEATURE, HEAP)


def _with_names(reader: Reader, clause: Clause, before: Clause | None, named: dict[str, str]) -> str:
    """What a clause says, with the names of whom and what the one before was about for `him` and `it`."""
    words = clause.said.split()
    is_fight = place_of(reader) == FIGHT
    if before is not None and before.who and before.who != clause.who and _FOR_FRIENDS.search(clause.said):
        whom = _names(reader, before.who[:1] if is_fight else before.who)
        short = ("him", "her") if len(before.who) == 1 else ("them",)
        words = [whom if word in short else word for word in words]
    if not is_fight and "way" in named and _GOES_THROUGH.fullmatch(clause.said):
        words = ["go", "through", "the", named["way"]]
    if not is_fight and "thing" in named:
        words = [f"the {named['thing']}" if word in ("it", "that") and n else word for n, word in enumerate(words)]
    said = " ".join(words)
    told = [m.name for m in mentions(reader, parts(said)) if m.role in _OF_THINGS]
    if len(set(told)) == 1:
        named["thing"] = told[0]
    ways = [m.name for m in mentions(reader, parts(said)) if m.role == WAY]
    if len(set(ways)) == 1:
        named["way"] = ways[0]
    return said


_FOR_FRIENDS = re.compile(
    r"\b(?:behind|beside|next to|in front of|near|heals?|guards?|helps?|protects?|covers?|with|gives?|hands?"
    r"|pass(?:es)?|lends?|binds?|bandages?)\b"
)
_GOES_THROUGH = re.compile(
    r"(?:go(?:es)?|walks?|heads?|steps?|moves?) (?:on |right |straight )?(?:through|in|inside)|enters?"
)


def _without_the_other(told: list[_Told], found: Sequence[Clause]) -> list[_Told]:
    """Of two of which the second is for when the first cannot be, the one that can."""
    others = {n for n, clause in enumerate(found) if clause.sort == ELSE and n}
    if len(told) != len(found) or not others:
        return told
    left = []
    for n, one in enumerate(told):
        if (n in others and told[n - 1].is_deed) or (n + 1 in others and not one.is_deed and told[n + 1].is_deed):
            continue
        left.append(one)
    return left


def _against(reader: Reader, told: Sequence[_Told]) -> Iterator[str]:
    """What is said of the clauses that are not done."""
    for one in told:
        if isinstance(one.meant, Say) and not is_weak(reader, one.meant):
            yield one.meant.text
        elif not one.is_deed and len(one.line.split()) > 1:
            yield f'Not done: "{_with_capitals(reader, one.line)}".'


def _with_capitals(reader: Reader, line: str) -> str:
    """A clause with the names as they are written."""
    names = {first_part(c.name): c.name.split()[0] for c in ours(reader)}
    return " ".join(names.get(word, word) for word in line.split())


def _watched(reader: Reader, watching: Sequence[Clause]) -> str:
    """A word on those who but stand by."""
    watching = [clause for clause in watching if not _GOES_ALONG.search(clause.said)]
    who = [id for clause in watching for id in clause.who]
    if not who:
        return ""
    if any(clause.are_rest for clause in watching):
        return "The others stand by, and keep watch."
    names = listing([reader.state.creatures[id].name for id in who])
    return f"{names} stands by, and keeps watch." if len(who) == 1 else f"{names} stand by, and keep watch."


_GOES_ALONG = re.compile(r"\b(?:close|together|behind (?:him|her|them)|follows?)\b")
"""Whoever stays close by goes along."""


def _in_order(reader: Reader, known: Sequence[_Told], hangs: Sequence[str], note: str, parse: Parse) -> Meaning:
    """One deed after another; what hangs on a condition comes last."""
    first, rest = known[0].meant, [*(one.line for one in known[1:]), *hangs]
    assert isinstance(first, Do | Undertake)
    note = " ".join(filter(None, (first.note, note)))
    if not rest:
        return (
            Do(first.action, note)
            if isinstance(first, Do)
            else Undertake(first.errand, first.orders, note, first.question)
        )
    if isinstance(first, Do) and question_of(reader.rules, reader.state, first.action):
        return Do(first.action, " ".join((note, f"What comes then is for then: {', '.join(rest)}.")).strip())
    question = first.question if isinstance(first, Undertake) else ""
    return Undertake(InWords(first, rest, parse), note=note, question=question)


def _of_orders(reader: Reader, known: Sequence[_Told], note: str) -> Meaning | None:
    """In a fight the orders of all together, after what is done at once."""
    if not all(isinstance(one.meant, Undertake) and isinstance(one.meant.errand, RoundOfOrders) for one in known):
        return None
    given = {id: order for one in known if isinstance(one.meant, Undertake) for id, order in one.meant.orders.items()}
    notes = [one.meant.note for one in known if isinstance(one.meant, Undertake)]
    live = {id: order for id, order in given.items() if order is not None}
    return Undertake(RoundOfOrders({**reader.orders, **live}), given, " ".join(filter(None, (*notes, note))))
