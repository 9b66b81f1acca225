"""Gifts in full: who gives whom what, and how much of it, however often that changes in a line. `Tancred gives 20 gold
to Perrin and 20 to Emmot`, `let Corwin carry the torches and Cob the rope`, `a torch each for Kit and Cob`, `give Mabyn
40 gp from Maude's purse so she can buy plate mail`.

A line is parted into those of the party whom it names and what stands between them; it is read here only if all of it
has a part in a gift. What is to be bought with the coins is read when they have changed hands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.chapter import FIGHT, MEETING, TOWN
from underkeep.table.naming import listing
from underkeep.table.several import InOrder
from underkeep.table.speech.chatter import whole_words
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.giving import is_money, things_of
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.not_understood import names_told
from underkeep.table.speech.people_named import People
from underkeep.table.speech.rephrasing import imperative
from underkeep.table.speech.trading import after
from underkeep.table.speech.wording import parts, plain
from underkeep.world.gear import Item

Parse = Callable[[Reader, str], Meaning]
_LEAD = re.compile(r"^(?:(?:please|now|then|and|so|ok|first|we|i|let us|should|can|could|will|must|want to),? )+")
_LETS = re.compile(r"^(?:let|have|make|tell) ")
_PURPOSE = re.compile(
    r",? (?:so(?: that)? (?:\w+ ){1,3}?(?:can|could|may|will|is able to|are able to|has|have|do not) (?:then )?"
    r"|(?:in order )?to (?=buy|get a|purchase)|(?:because|since|as|for) (?=(?:he|she|they|it|we|i|that)\b))"
    r"(?P<what>.+)$"
)
_BUYS = re.compile(r"(?:buys?|gets?|purchases?|affords?|pays? for) (?P<what>.+)")
_ENDS = re.compile(r",? (?:to (?:carry|hold|use|wear|keep|bear)|for now|please|back|too|as well|instead)$")
_EACH = re.compile(r"^(?:each|both) | (?:each|apiece|both)$")
_HAND_OVER = re.compile(r"^(?:over|across|out|along|on) ")
_OTHERWISE = re.compile(r"[?#]|\b(?:all|every\w*) (?:\w+ ){0,2}but\b", re.IGNORECASE)
"""Questions, things told apart by a number, and what is to be kept back: others read these."""
_COUNTED = re.compile(r"^(?:(?P<count>\d{1,5})|(?P<half>half)|(?P<all>all|every)|an?|the|some|any)(?: of)?(?: |$)")
_SMALL = {"the", "his", "her", "their", "my", "our", "your", "its", "a", "an", "own", "spare", "more", "of", "one"}
_TO, _FROM = ("to", "for"), ("from", "off")
_EACH_OF = re.compile(r"\b(?:each|all|both) of $")
_FOR_A_WARE = re.compile(r"(?:(?<=gold)|(?<=coins)) for (?:an?|some|new|his|her|their) .+$")
_PURSE = re.compile(r"^(?:purse|pack|backpack|bag|pocket|share|money|coins)\b ?")
_BURNING = {"lit", "burning", "lighted"}
_PRONOUNS = {"it", "them", "that", "those", "these", "this", "everything", "him", "me", "us", "she", "he", "they", "we"}
_NAMED = (
    r"(?<![\w-])(?!all (?:the|his|her|their|my|our|of (?!us))\b|each\b(?! of us| one| member)|the rest of\b)"
    r"(?P<who>{people})(?![\w-])"
)
_MOST_WORDS = 4


_Piece = tuple[str, tuple[str, ...] | str]
"""Whom a line names, or the words between two who are named."""


class _Gift(Struct):
    """From whom, nobody by name if it is not said; to whom; and what in the words of the line."""

    givers: tuple[str, ...]
    takers: tuple[str, ...]
    things: list[str]


def gifts_told(reader: Reader, line: str, parse: Parse) -> Meaning | None:
    """The gifts of such a line; None of any other."""
    if reader.state.prompts or reader.referees or place_of(reader) in (FIGHT, MEETING) or _OTHERWISE.search(line):
        return None
    said = _LEAD.sub("", whole_words(plain(line), *names_told(reader)).rstrip(".! "))
    purpose = _PURPOSE.search(said)
    said = said[: purpose.start()] if purpose is not None else said
    gifts = _Line(reader, re.sub(r"(?<=\d )(?:gp|gold pieces)\b", "gold", _FOR_A_WARE.sub("", said))).gifts()
    if not gifts:
        return None
    given = _Giving(reader)
    against = [told for one in gifts if (told := given.give(one))]
    note = " ".join(dict.fromkeys(against))
    if not given.actions or " to give." in note:
        return Say(note) if " to give." in note and not given.is_strange else None
    meant: Do | Undertake = Undertake(InOrder(given.actions), note=note)
    meant = Do(given.actions[0], note) if len(given.actions) == 1 else meant
    bought = _BUYS.fullmatch(purpose["what"]) if purpose is not None and place_of(reader) == TOWN else None
    if bought is None or not all(_is_of_money(given, x) for x in given.actions):
        return meant
    names = [parts(reader.state.creatures[id].name)[0] for one in gifts for id in one.takers]
    return Undertake(InWords(meant, [f"{' and '.join(names)} buy {bought['what']}"], parse), note=note)


def _is_of_money(given: _Giving, gift: a.Give) -> bool:
    item = given.reader.state.creatures[gift.actor].item(gift.item)
    return item is not None and is_money(item)


def is_borne(reader: Reader, verb: str, rest: str, *, is_let: bool) -> bool:
    """Whether somebody is to bear what another has; who is but to take or to have it may find or buy it as well."""
    if imperative(verb) in group("gift bears"):
        return is_let or verb in group("gift surely bears")
    is_own = imperative(verb) == "have" or place_of(reader) == TOWN
    return is_let and is_own and imperative(verb) in group("gift takes") and rest.startswith("the ")


class _Line:
    """The people of a line, and the words between them."""

    def __init__(self, reader: Reader, said: str) -> None:
        self._reader = reader
        self._people = People(reader)
        self._said = said

    def gifts(self) -> list[_Gift]:
        """The gifts, in their order; none if the line is about something else."""
        said, is_let = _LETS.sub("", self._said), _LETS.match(self._said) is not None
        said = _ENDS.sub("", _ENDS.sub("", said))
        givers: tuple[str, ...] = ()
        head = self._people.match(r"(?P<who>{people}),? (?:to )?(?:each |both |all |also )?(?P<rest>.+)", said)
        if head is not None and (group_of := self._people.group(head["who"])) is not None:
            givers, said = group_of.ids, head["rest"]
        verb, _, rest = said.partition(" ")
        rest = _HAND_OVER.sub("", rest)
        if givers and is_borne(self._reader, verb, rest, is_let=is_let):
            return self._held(givers, rest) if len(givers) < len(ours(self._reader)) else []
        if imperative(verb) not in group("gift verbs") or (is_let and not givers):
            return []
        found = list(self._pieces(rest))
        return _inherited(_of_pieces(found, givers)) if found else []

    def _held(self, takers: tuple[str, ...], rest: str) -> list[_Gift]:
        """`Let Kit carry the torches and Cob the rope`: those who are named are to have what stands after them."""
        found = [("who", takers), *self._pieces(rest)]
        return _inherited(_of_pieces(found, ()))

    def _pieces(self, said: str) -> Iterator[_Piece]:
        """Those named and what is between them, in turn."""
        while said:
            found = self._people.search(_NAMED, said)
            whom = self._people.group(found["who"]) if found is not None else None
            if found is None or whom is None:
                yield "what", said
                return
            if before := _EACH_OF.sub("", said[: found.start()]).strip(" ,"):
                yield "what", before
            yield "who", whom.ids
            said = said[found.end() :].strip(" ,")


def _of_pieces(found: Sequence[_Piece], givers: tuple[str, ...]) -> list[_Gift]:
    """The gifts that such pieces tell; none if one of them is left over."""
    gifts: list[_Gift] = []
    left = list(found)
    while left:
        sort, value = left.pop(0)
        if sort == "what":
            what, _, joint = str(value).rpartition(" ")
            if str(value) in ("each", "apiece", "both", "each and") and gifts:
                continue
            if joint in _FROM and left and gifts == [] and left[0][0] == "who":
                givers = _ids(left.pop(0))
                left = _without_purse(left)
                gifts.append(_Gift(givers, (), _things(what)))
            elif joint in _TO and left and left[0][0] == "who":
                takers = _ids(left.pop(0))
                if not what and gifts and not gifts[-1].takers:
                    gifts[-1].takers = takers
                else:
                    gifts.append(_Gift(givers, takers, _things(what)))
            elif _from_whom(str(value), left, gifts):
                left = _without_purse(left[1:])
            else:
                return []
        else:
            taken = _after_one(_ids((sort, value)), left, givers)
            if taken is None:
                return []
            gifts.append(taken)
            if len(left) > 1 and taken.givers != givers and left[0][0] == "what":
                left = left[1:]
    is_whole = all(one.takers and one.things and not _PRONOUNS & set(" ".join(one.things).split()) for one in gifts)
    return gifts if is_whole else []


def _after_one(takers: tuple[str, ...], left: list[_Piece], givers: tuple[str, ...]) -> _Gift | None:
    """What somebody who is named before it is to have, and from whom: the pieces for that are taken."""
    if left and left[0][0] == "who":
        givers = _ids(left.pop(0))
    if not left or left[0][0] != "what":
        return None
    what = re.sub(r",? and$", "", str(left.pop(0)[1]))
    head, _, joint = what.rpartition(" ")
    if joint in _FROM and left and left[0][0] == "who":
        givers = _ids(left.pop(0))
        left[:] = _without_purse(left)
        return _Gift(givers, takers, _things(head))
    if joint == "of" and len(left) > 1 and left[0][0] == "who":
        givers = _ids(left.pop(0))
        return _Gift(givers, takers, _things(f"{head} {left.pop(0)[1]}"))
    if joint == "to" and left and left[0][0] == "who":
        return _Gift(takers, _ids(left.pop(0)), _things(head))
    return _Gift(givers, takers, _things(what))


def _from_whom(value: str, left: Sequence[_Piece], gifts: Sequence[_Gift]) -> bool:
    """Whether a piece says from whom the gift before it comes."""
    if value not in _FROM or not left or left[0][0] != "who" or not gifts:
        return False
    gifts[-1].givers = _ids(left[0])
    return True


def _ids(piece: _Piece) -> tuple[str, ...]:
    return piece[1] if isinstance(piece[1], tuple) else ()


def _without_purse(left: list[_Piece]) -> list[_Piece]:
    """The pieces without the purse or pack that a gift is taken from."""
    if not left or left[0][0] != "what":
        return left
    rest = re.sub(r"^(?:,|and) ?", "", _PURSE.sub("", str(left[0][1])))
    return [("what", rest), *left[1:]] if rest else left[1:]


def _things(what: str) -> list[str]:
    """The things of a piece, each with how many of it there are to be."""
    bare = _EACH.sub("", re.sub(r"^(?:,|and) |,? and$", "", what.strip())).strip(" ,")
    return [one.strip() for one in re.split(r",? and |, ", bare) if one.strip()]


def _inherited(gifts: list[_Gift]) -> list[_Gift]:
    """A number by itself is of what the gift before it was of, else of coins."""
    noun = "gold"
    for one in gifts:
        for n, thing in enumerate(one.things):
            if thing.isdecimal():
                one.things[n] = f"{thing} {noun}"
            noun = _COUNTED.sub("", thing) or noun
    return gifts


class _Giving:
    """What is given so far, and what is left to whom."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.actions: list[a.Give] = []
        self._now = reader
        self.is_strange = False

    def give(self, gift: _Gift) -> str:
        """Add a gift to each of those who are to have it; what stands against it."""
        against = []
        for taker in gift.takers:
            for thing in gift.things:
                against.append(self._one(gift, taker, thing))
        return " ".join(dict.fromkeys(x for x in against if x))

    def _one(self, gift: _Gift, taker: str, thing: str) -> str:
        counted = _COUNTED.match(thing)
        noun = " ".join(w for w in parts(thing[counted.end() :] if counted else thing) if w not in _SMALL)
        if not noun or len(noun.split()) > _MOST_WORDS:
            return ""
        if gift.givers == (taker,):
            return ""
        owners = [c for c in ours(self._now) if c.id != taker and (c.id in gift.givers or not gift.givers)]
        owners = [c for c in owners if c.id in gift.givers or c.id not in gift.takers] or owners
        if thing.startswith("the ") and not _is_plural(noun) and self._lit(gift, taker, noun):
            return ""
        owned = [(c.id, item) for c in owners for item in things_of(c, noun)]
        if not owned:
            return "" if self._lit(gift, taker, noun) else self._none(gift, taker, noun)
        many = counted["count"] if counted is not None else None
        is_all = counted is not None and bool(counted["all"])
        is_many = not many and (counted is None or thing.startswith(("the ", "all ", "some "))) and _is_plural(noun)
        if many is None and not is_all and not is_many and counted is not None and counted["half"]:
            wanted = max(1, sum(item.count for id, item in owned if id == owned[0][0]) // 2)
        elif many is None:
            wanted = sum(item.count for _, item in owned) if is_all or is_many or is_money(owned[0][1]) else 1
        else:
            wanted = int(many)
        return self._hand_over(taker, owned, wanted, noun)

    def _hand_over(self, taker: str, owned: Sequence[tuple[str, Item]], wanted: int, noun: str) -> str:
        """So many of these to somebody, from whoever has most of it first."""
        held = {id: sum(item.count for other, item in owned if other == id) for id, _ in owned}
        ranked = sorted(owned, key=lambda x: -held[x[0]])
        if ranked and held[ranked[0][0]] >= wanted:
            ranked = [x for x in ranked if x[0] == ranked[0][0]]
        total = sum(item.count for _, item in ranked)
        names = listing([self._now.state.creatures[id].name for id in held])
        if total < wanted:
            return f"{names} {'has' if len(held) == 1 else 'have'} {total} of that, and it takes {wanted}."
        left = wanted
        for id, item in ranked:
            if left <= 0:
                break
            action = a.Give(id, taker, item.id, min(item.count, left))
            refused = play.why_not(self._now.rules, self._now.state, self._now.seat, action)
            if refused is not None:
                return refused.sentence
            self.actions.append(action)
            self._now = after(self._now, [action])
            left -= action.count
        return ""

    def _lit(self, gift: _Gift, taker: str, noun: str) -> bool:
        """Hand over a light that burns, if there is one by these words."""
        lights = [
            x for x in self._now.state.lights if x.bearer != taker and {"light", *parts(x.name)} & set(noun.split())
        ]
        own = [c.id for c in ours(self._now)]
        for light in lights:
            if light.bearer not in (gift.givers or own):
                continue
            action = a.Give(light.bearer, taker, light.id, 1)
            if play.why_not(self._now.rules, self._now.state, self._now.seat, action) is None:
                self.actions.append(action)
                self._now = after(self._now, [action])
                return True
        return False

    def _none(self, gift: _Gift, taker: str, noun: str) -> str:
        own = self._now.state.creatures[taker]
        if not gift.givers and things_of(own, noun):
            return f"{own.name} has that already."
        some = gift.givers or tuple(c.id for c in ours(self._now))
        known = {word for c in ours(self._now) for item in c.items for word in parts(item.name)}
        self.is_strange |= bool(_BURNING & set(noun.split())) or not any(
            alike(word, frozenset(known)) for word in noun.split()
        )
        if len(some) > 1:
            return f"Nobody else has any {noun} to give."
        return f"{self._now.state.creatures[some[0]].name} has no {noun} to give."


def _is_plural(noun: str) -> bool:
    return noun.endswith("s") and not noun.endswith("ss")
