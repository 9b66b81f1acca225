"""Several wishes in one line before strangers, each done in its turn, as long as it does not come to blows: what is
paid and where the party goes then; what is stolen while somebody talks. What of a line is not done is named."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Try
from underkeep.procedures.chapter import MEETING
from underkeep.table.several import InOrder, Regardless
from underkeep.table.speech.clauses import InWords, is_remark
from underkeep.table.speech.first_blows import FirstBlow, begun
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.meeting_clauses import Wish, wishes
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.offers_in_words import OneByOne
from underkeep.table.speech.partings import PARTING
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.second_thoughts import UNSURE, is_weak
from underkeep.table.speech.ways_past import FIRST
from underkeep.table.speech.wording import first_part

Parse = Callable[[Reader, str], Meaning]
_SHUTS = pattern("meeting_clauses", "shuts")
_KIND = pattern("meeting_clauses", "kind")
_STANDS = pattern("meeting_clauses", "stands")
_TELLS = pattern("meeting_clauses", "tells")
_STAYS = re.compile(
    r"(?P<who>.+?) (?:stays?|keeps?|stands?|hangs?|remains?) (?:back|behind)(?: (?:us|them|here|there|with \w+))?"
)
_BUSY = re.compile(
    r"\bkeeps? (?:them|him|her|it) (?:busy|occupied|distracted|interested)\b.*|\bdistracts? (?:them|him|her|it)$"
)
_COMES_UP = pattern("meeting_clauses", "comes_up")
SHUT = "Whoever backs off or runs shuts a door behind the party, where there is one."
KINDLY = "The friendly word goes with it."
REFUSED = "They hear the no with it."
TOLD = "They hear that too, and no rule makes more of it: {}."
STANDS = "The rest of it is no deed of its own: {}."
TO_BLOWS = "Is the party to attack all the same?"
ALONE = "The party stands together; one of it speaks for all."
WHICH = "Which is it to be?"
ALL_THE_SAME = "Is the rest to be done all the same?"
NOT_DONE = 'Not done: "{}".'


class _Told(Struct):
    """A wish, and what it means by itself."""

    wish: Wish
    meant: Meaning
    is_for_then: bool = False

    @property
    def is_parting(self) -> bool:
        return isinstance(self.meant, Do) and self.meant.note == PARTING

    @property
    def action(self) -> object:
        return self.meant.action if isinstance(self.meant, Do) else None

    @property
    def is_deed(self) -> bool:
        return isinstance(self.meant, Undertake) or (isinstance(self.meant, Do) and not isinstance(self.action, Try))


def wish_by_wish(reader: Reader, line: str, whole: Meaning, parse: Parse) -> Meaning | None:
    """What the wishes of a line mean, one after another; None if the `whole` says as much."""
    if place_of(reader) != MEETING or reader.state.prompts or reader.referees or _is_whole(whole):
        return None
    found = wishes(reader, line)
    if len(found) < 2:
        return None
    each = [_told(reader, x, parse) for x in found if not x.is_refusal]
    told, notes = _without_words(each)
    if any(x.is_refusal for x in found) and told:
        notes.append(REFUSED)
    told = _first_who_talks(told)
    for n, one in enumerate(told):
        one.is_for_then = _is_for_then(told, n)
    if (fight := _to_blows(reader, told, notes, parse)) is not None:
        return fight
    deeds = _apart([x for x in told if x.is_deed or x.is_for_then])
    is_flight = isinstance(whole, Do) and isinstance(whole.action, a.Evade)
    if not deeds or (
        is_flight and isinstance(deeds[0].action, a.Evade) and len(deeds) > 1 and not deeds[1].is_for_then
    ):
        return None
    lost = [x for x in told if not x.is_deed and not x.is_for_then]
    notes += [_against(reader, x) for x in lost]
    note = " ".join(dict.fromkeys(filter(None, notes)))
    if all(isinstance(x.action, a.Order) for x in deeds):
        return None
    if deeds[0].is_parting and deeds[1:] and deeds[1].meant == whole:
        return None
    blows = [x for x in deeds if isinstance(x.action, a.Engage)]
    if blows and any(isinstance(x.meant, Say) and not is_weak(reader, x.meant) for x in lost):
        return Ask(f"{note} {TO_BLOWS}", (a.Engage(),))
    if len(deeds) == 1:
        whole = deeds[0].meant if KINDLY in notes or any(x.meant == whole for x in each) else whole
        is_left = any(told.index(x) < told.index(deeds[0]) and not _TELLS.search(x.wish.said) for x in lost)
        others = [c for x in lost if isinstance(x.meant, Ask) for c in x.meant.choices if isinstance(c, a.Offer)]
        return _one(reader, deeds[0], whole, note, is_left, others)
    return _in_order(reader, deeds, note, parse)


def _told(reader: Reader, wish: Wish, parse: Parse) -> _Told:
    """What one wish means; to stay back, before strangers, is a place in the line of march."""
    wish = Wish(_BUSY.sub("talks to them", wish.said), wish.is_meanwhile)
    meant = settled(parse(reader, wish.said))
    if (found := _STAYS.fullmatch(wish.said)) is not None and not isinstance(meant, Do):
        last = Wish(f"{found['who']} at the back", wish.is_meanwhile)
        order = parse(reader, last.said)
        if isinstance(order, Do) and isinstance(order.action, a.Order):
            return _Told(last, order)
    return _Told(wish, meant)


def settled(meant: Meaning) -> Meaning:
    """What a part of a line means that is asked about alone, though only one word to those who are met is meant."""
    is_one = isinstance(meant, Ask) and meant.question == UNSURE and len(meant.choices) == 1
    action = meant.choices[0] if is_one and isinstance(meant, Ask) else None
    return Do(action) if isinstance(action, a.Parley | a.Offer | a.Evade) else meant


def _is_whole(whole: Meaning) -> bool:
    """Whether a line as it stands says what is to come after its first deed, or is asked about for its own sake."""
    if isinstance(whole, Ask) and any(isinstance(x, a.Engage) for x in whole.choices):
        return len(whole.choices) > 1
    if isinstance(whole, Undertake):
        return not isinstance(whole.errand, InWords | InOrder) or isinstance(whole.errand, FirstBlow)
    return False


def _without_words(told: Sequence[_Told]) -> tuple[list[_Told], list[str]]:
    """Without friendly words that go with another one, without the door that is shut by whoever leaves, and without
    those who but stand by; and what is said of them."""
    left, notes = [], []
    for n, one in enumerate(told):
        others = [x for x in told if x is not one]
        if (
            (isinstance(one.action, a.Parley) or not one.is_deed)
            and _KIND.search(one.wish.said)
            and any(_goes_with(x) for x in others)
        ):
            notes.append(KINDLY)
        elif _SHUTS.fullmatch(one.wish.said) and any(isinstance(x.action, a.Evade) for x in told[:n]):
            notes.append(SHUT)
        elif _COMES_UP.search(one.wish.said) and any(_is_blow(x) or _goes_with(x) for x in others):
            notes += [ALONE] if "alone" in one.wish.said else []
        elif n and _STANDS.search(one.wish.said) and not isinstance(one.action, a.Parley | a.Offer | a.Order):
            continue
        else:
            left.append(one)
    return left, notes


def _goes_with(one: _Told) -> bool:
    """Whether a friendly word may go with it: another word or an offer, or to be gone."""
    return isinstance(one.action, a.Parley | a.Offer | a.Evade | a.Go) and not _KIND.search(one.wish.said)


def _is_for_then(told: Sequence[_Told], n: int) -> bool:
    """Whether something waits only until they are gone, and the party takes leave of them before."""
    one, before = told[n], told[:n]
    if isinstance(one.meant, Show):
        return n > 0
    is_late = isinstance(one.meant, Say) and one.meant.text.startswith("Not now")
    return is_late and any(isinstance(x.action, a.Evade | a.Go) or x.is_parting for x in before)


def _first_who_talks(told: Sequence[_Told]) -> list[_Told]:
    """Who is to keep them busy while something is done begins with that."""
    left: list[_Told] = []
    for one in told:
        if one.wish.is_meanwhile and isinstance(one.action, a.Parley | a.Offer):
            left.insert(max(0, len(left) - 1), one)
        else:
            left.append(one)
    return left


def _apart(deeds: Sequence[_Told]) -> list[_Told]:
    """Each deed once."""
    left: list[_Told] = []
    for one in deeds:
        if not any(one.meant == x.meant for x in left):
            left.append(one)
    return left


def _against(reader: Reader, one: _Told) -> str:
    """What is said of a wish that is not done."""
    if isinstance(one.meant, Say) and not is_weak(reader, one.meant):
        return one.meant.text
    if is_remark(one.wish.said) or _KIND.search(one.wish.said):
        return ""
    if isinstance(one.meant, Say) and one.meant.text.startswith("Not now: ") and ", and " in one.meant.text:
        return one.meant.text.partition(f" {FIRST}")[0]
    if isinstance(one.meant, Ask) and not is_weak(reader, one.meant) and isinstance(one.meant.choices[0], a.Offer):
        return one.meant.question.partition(". ")[0] + "."
    said = _with_capitals(reader, one.wish.said)
    return (TOLD if _TELLS.search(one.wish.said) else NOT_DONE).format(said)


def _with_capitals(reader: Reader, said: str) -> str:
    names = {first_part(c.name): c.name.split()[0] for c in ours(reader)}
    return " ".join(names.get(word, word) for word in said.split())


def _one(
    reader: Reader, deed: _Told, whole: Meaning, note: str, is_left: bool, others: Sequence[Action]
) -> Meaning | None:
    """The only deed of a line, if that is what it means as a whole or if it means nothing so."""
    if not note and isinstance(whole, Do) and isinstance(whole.action, a.StandBy):
        return deed.meant
    is_of_words = isinstance(whole, Undertake) and isinstance(whole.errand, InWords)
    if not (is_weak(reader, whole) or is_of_words or isinstance(whole, Say | Ask) or deed.meant == whole):
        return None
    if is_left and isinstance(deed.action, a.Evade | a.Go) and note and others:
        return Ask(f"{note} {WHICH}", (*others, deed.action))
    if is_left and isinstance(deed.action, a.Evade | a.Go) and note:
        return Ask(f"{note} {ALL_THE_SAME}", (deed.action,))
    if isinstance(deed.meant, Do):
        return Do(deed.meant.action, " ".join(filter(None, (deed.meant.note, note))))
    return deed.meant if not note else None


def _to_blows(reader: Reader, told: Sequence[_Told], notes: Sequence[str], parse: Parse) -> Meaning | None:
    """An attack with orders for some: who stands in front is settled before it, the rest of it is told in the fight."""
    n = next((n for n, x in enumerate(told) if _is_blow(x)), None)
    if n is None or any(not isinstance(x.action, a.Order) for x in told[:n]):
        return None
    ranks = [x for x in told if isinstance(x.action, a.Order)]
    later = [x for x in told[n:] if not _is_blow(x) and _AFTER.match(x.wish.said)]
    blows = [
        x for x in told if x not in (*ranks, *later) and (_is_named(reader, x) or not isinstance(x.action, a.Engage))
    ]
    notes = [*notes, *(FOR_THEN.format(_with_capitals(reader, x.wish.said)) for x in later)]
    if not (ranks or blows or later):
        return None
    armed = [x for x in blows if not _HOLDS.search(x.wish.said)]
    against = [x.meant.text for x in armed if isinstance(x.meant, Say) and not is_weak(reader, x.meant)]
    if against:
        return Ask(" ".join((*against, TO_BLOWS)), (a.Engage(),))
    order = parse(reader, ", ".join(x.wish.said for x in ranks)) if ranks else None
    lines = [", ".join(x.wish.said for x in blows)] if blows else []
    note = " ".join(
        filter(None, (*notes, f"That begins a fight: {_with_capitals(reader, lines[0])}." if lines else ""))
    )
    if not isinstance(order, Do):
        return begun(reader, FirstBlow(Do(a.Engage()), lines, parse), note)
    first = Undertake(Regardless((order.action, a.Engage())))
    return begun(reader, FirstBlow(first, lines, parse), note)


_AFTER = re.compile(
    r"(?:\w+ )?(?:takes?|loots?|robs?|search(?:es)?|strips?|grabs?|collects?|goes|go|leaves?|opens?|rests?)\b"
)
_HOLDS = re.compile(r"\b(?:holds?|keeps?|guards?|stands?|covers?|protects?|stays?|waits?) ")
"""What is done in a fight without a weapon."""
FOR_THEN = "For after the fight, say it then: {}."


def _is_blow(one: _Told) -> bool:
    is_first = isinstance(one.meant, Undertake) and isinstance(one.meant.errand, FirstBlow)
    return isinstance(one.action, a.Engage) or is_first


def _is_named(reader: Reader, one: _Told) -> bool:
    """Whether the one who is to strike is named."""
    return first_part(one.wish.said) in {first_part(c.name) for c in ours(reader)}


def _in_order(reader: Reader, deeds: Sequence[_Told], note: str, parse: Parse) -> Meaning:
    first = deeds[0].meant
    assert isinstance(first, Do | Undertake)
    rest = [x.wish.said for x in deeds[1:]]
    note = " ".join(filter(None, (first.note, note)))
    away = {x.wish.said for x in deeds if isinstance(x.action, a.Evade) and not x.action.way}

    def later(now: Reader, said: str) -> Meaning:
        """To get away from those who are gone is nothing to do."""
        return Undertake(InOrder(())) if said in away and place_of(now) != MEETING else settled(parse(now, said))

    return Undertake(OneByOne(first, rest, later), note=note)
