"""Purchases in full: what of each, for whom, who shall carry it. `Cob and Wat each buy a helmet and a shield`, `buy
rope and 10 torches, and let Gisla carry all of it`, `two weeks of rations for everybody who has none`, `equip Ludo and
Gisla with clubs`, `as many rations as we can carry`.

A line is read so only if each of its words has a part in the purchase; what is no ware, nobody of the party and no
measure is left to other readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from underkeep.procedures.chapter import TOWN
from underkeep.procedures.questions import Ware
from underkeep.table.naming import listing
from underkeep.table.several import InOrder
from underkeep.table.speech.bought_for import REST, told_of_purchase
from underkeep.table.speech.chatter import whole_words
from underkeep.table.speech.handling import fits, stems
from underkeep.table.speech.lexicon import senses
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.not_understood import names_told
from underkeep.table.speech.patterns import text
from underkeep.table.speech.people_named import Group, People
from underkeep.table.speech.provisions import EACH, NOBODY, SPREAD, Wanted, provide
from underkeep.table.speech.things_told import is_gear, usable_of_a_sort
from underkeep.table.speech.trading import kinds_named, told_of_all
from underkeep.table.speech.wording import parts, plain, stem

_NAMES = (
    "head",
    "equips",
    "makes",
    "gives",
    "carried",
    "spread",
    "lacking",
    "most",
    "whole",
    "days",
    "for_days",
    "another",
)
_FORMS = {name: text("purchase_lists", name) for name in _NAMES}
_LEAD = re.compile(text("purchase_lists", "lead"))
_REASON = re.compile(text("purchase_lists", "reason"))
_REMARK = re.compile(text("purchase_lists", "remark"))
_IF_PAID, _UNLESS_HAD, _IT_ALL = (
    re.compile(text("purchase_lists", name)) for name in ("if_paid", "unless_had", "it_all")
)
_SELF = re.compile(r",? for (?:him|her|my|them|our)sel(?:f|ves)$")
_EACH = re.compile(r",? (?:each|apiece|for each(?: of (?:us|them))?)$")
_AS_MANY = re.compile(r"^as (?:many|much) (?P<thing>(?!as ).+?) (?P<most>as .+)$")
_PIECES = re.compile(r",? and (?:also )?|, |; | as well as | along with ")
_COUNTED = re.compile(text("purchase_lists", "counted"))


class _Order(Struct):
    """What a line says of the purchase as a whole."""

    said: str
    whom: Group | None = None
    is_each: bool = False
    is_spread: bool = False
    is_lacking: bool = False
    is_most: bool = False
    is_joint: bool = False
    lacks: bool = False
    is_guess: bool = False
    is_days: bool = False
    is_counted: bool = False
    notes: list[str] = field(default_factory=list)


def purchase_list(reader: Reader, line: str) -> Meaning | None:
    """The purchases of such a line; None of any other."""
    if place_of(reader) != TOWN or reader.state.prompts or reader.rules.town is None or line.rstrip().endswith("?"):
        return None
    said = whole_words(_IF_PAID.sub("", plain(line.replace(": ", ", "))), *names_told(reader))
    said = _FIRST.sub("", _LEAD.sub("", said.rstrip(".!?, ")))
    said = _DAYS_BEHIND.sub(r"\g<days> of \g<food>\g<for>", _FOR_ALL.sub("for everyone", said))
    people = People(reader)
    order = _headed(people, said)
    if order is None:
        return None
    order = _with_ends(people, order)
    if (sort := _SORT.fullmatch(order.said)) is not None:
        return _of_a_sort(reader, sort["sort"], order)
    wanted = list(_wanted(reader, people, order))
    if not wanted or any(one is None for one in wanted):
        return None
    found = [one for one in wanted if one is not None]
    if order.is_each and order.whom is None:
        everybody = tuple(c.id for c in ours(reader))
        found = [one if one.whom else Wanted(one.ware, one.count, everybody, EACH) for one in found]
    if _is_of_several(found, order):
        found = [Wanted(found[0].ware, 1, tuple(c.id for c in ours(reader)), EACH)]
        order.is_guess = True
    if len(found) == 1 and not (order.is_most or order.is_spread or order.is_lacking or order.is_guess):
        one = found[0]
        is_plain = not order.is_days and (len(one.whom) == 1 or (not one.whom and not order.is_counted))
        if is_plain or (not one.whom and _is_too_dear(reader, one)):
            return None
    return _bought(reader, found, order)


_FOR_ALL = re.compile(r"\bfor (?:all |the )?(?:\w+ )?(?:of )?us\b(?: all)?")
_DAYS_BEHIND = re.compile(
    r"\b(?P<food>food|rations|provisions)(?P<for> for (?:everyone|everybody|all))?,? (?:for )?"
    r"(?P<days>\w+ days?)(?: each)?$"
)
"""How many days of food are bought, told last."""
_SORT = re.compile(text("purchase_lists", "sort"))
_SO_MANY_EACH = r"(?P<thing>[^,]+?) for (?P<who>{people}), (?P<count>\d+)"
_FOR_ONE_OF_THEM = r"(?:(?P<count>\d+)|one|an?other) for (?P<who>{people})"
_A_SHARE = re.compile(r"(?:,| and) (?:\d+|one|an?other)$")
_FIRST = re.compile(r",? (?:first|now|today|please)$")
_ALSO = re.compile(r" (?:too|as well|also)$")


def _of_a_sort(reader: Reader, sort: str, order: _Order) -> Show | None:
    """What there is of a sort, and what of it those may use for whom it is to be."""
    ids = order.whom.ids if order.whom is not None else ()
    if not ids:
        return None
    some = [c for c in ours(reader) if c.id in ids][:_MOST_TOLD]
    told = [usable_of_a_sort(reader.rules, reader.state, c, sort.rstrip("s")) for c in some]
    lines = [f"said|{line}" for line in told if line]
    return Show("several", "\n".join([f"said|{WHICH}", *lines, f"prices|{sort.rstrip('s')}"]))


_MOST_TOLD = 3
WHICH = "Say which is to be bought, by its name."


def _is_of_several(found: Sequence[Wanted], order: _Order) -> bool:
    """Whether things that are sold one by one are wanted in no number, and for nobody by name."""
    if len(found) != 1 or order.whom is not None or found[0].whom or order.is_counted or order.is_days:
        return False
    word, name = parts(order.said)[-1:], parts(found[0].ware.name)[-1:]
    return found[0].ware.count == 1 and word != name and [stem(w) for w in word] == name and not order.is_most


def _is_too_dear(reader: Reader, wanted: Wanted) -> bool:
    """Whether all purses together do not pay for it."""
    town = reader.rules.town
    return town is not None and wanted.ware.cost_of(wanted.count) > sum(town.purse(c) for c in ours(reader))


def _headed(people: People, said: str) -> _Order | None:
    """The line from where the things begin, and for whom they are by its head."""
    for name in ("equips", "makes", "gives", "head"):
        found = people.match(_FORMS[name], said)
        if found is None:
            continue
        told = found.groupdict()
        whom = people.group(told.get("who") or "") if told.get("who") else None
        if told.get("who") and whom is None:
            continue
        each = bool(told.get("each")) or name in ("equips", "gives") or (whom is not None and whom.is_each)
        return _Order(found["rest"], whom, is_each=each, is_joint=name in ("head", "makes") and not each)
    return None


def _with_ends(people: People, order: _Order) -> _Order:
    """The same with what stands behind the things: who carries them, for whom they are, how many, and why."""
    before = ""
    while before != order.said:
        before = order.said
        order.said = _AS_MANY.sub(r"\g<thing> \g<most>", order.said)
        order.said = _REMARK.sub("", _REASON.sub("", order.said)).rstrip(" ,")
        order.said = _SELF.sub("", order.said)
        if (cut := _UNLESS_HAD.search(order.said)) is not None:
            order.said, order.is_lacking, order.is_joint = order.said[: cut.start()], True, False
        if (cut := _IT_ALL.search(order.said)) is not None:
            order.said, order.is_spread = order.said[: cut.start()], True
            order.whom = order.whom or people.group("all of us")
        if (cut := _EACH.search(order.said)) is not None:
            order.said, order.is_each, order.is_joint = order.said[: cut.start()], True, False
            order.whom = order.whom or (people.group("everybody") if " for " in cut[0] else None)
        if (told := people.match(_SO_MANY_EACH, order.said)) is not None:
            order.said = f"{told['count']} {told['thing']} for {told['who']}"
        for name in ("spread", "carried", "lacking", "most", "whole"):
            found = people.search(_FORMS[name], order.said)
            if found is None:
                continue
            if name == "whole" and _A_SHARE.search(order.said[: found.start()]):
                continue
            who = next((told for told in found.groupdict().values() if told), "")
            whom = people.group(who) if who else None
            if who and whom is None and name != "most":
                continue
            order.said = order.said[: found.start()].rstrip(" ,")
            order.whom = whom or order.whom
            order.is_spread |= name in ("spread", "carried")
            order.is_lacking |= name == "lacking"
            order.is_most |= name == "most"
            order.is_each |= name in ("whole", "lacking")
            order.is_joint = False
    return order


def _wanted(reader: Reader, people: People, order: _Order) -> Iterator[Wanted | None]:
    """Each thing of the list; None in the place of what is no ware."""
    pieces = _whole(reader, [x.strip() for x in _PIECES.split(order.said) if x.strip()])
    last: Group | None = None
    before: Ware | None = None
    for told in pieces:
        began = people.match(_FORMS["another"], told)
        buyer = people.group(began["who"] or "") if began is not None else None
        piece = began["rest"] if began is not None else told
        own = people.match(r"(?P<rest>.+) for (?P<who>{people})", piece)
        whom = people.group(own["who"]) if own is not None else buyer
        rest = own["rest"] if own is not None and whom is not None else piece
        is_also = _ALSO.search(rest) is not None
        last = whom = whom or (last if is_also else None)
        order.lacks = order.is_lacking and told == pieces[-1]
        days = people.match(_FORMS["days"], rest) or people.match(_FORMS["for_days"], rest)
        counted = _COUNTED.fullmatch(days["food"] if days is not None else rest)
        ware = _ware(reader, counted["thing"], order) if counted is not None else None
        if counted is not None and ware is None and len(pieces) > 1 and _is_unsold(reader, piece, counted["thing"]):
            order.notes.append(f"Nobody here sells a {stem(counted['thing'])}.")
            order.is_guess = True
            continue
        if (share := people.match(_FOR_ONE_OF_THEM, told)) is not None and before is not None:
            shared = people.group(share["who"])
            yield from _shared(reader, order, shared, before, int(share["count"] or 1))
            continue
        if ware is None or counted is None:
            yield None
            continue
        before = ware
        if told == pieces[0] and len(pieces) > 1 and whom is None and _are_shares(people, pieces[1:]):
            continue
        count = int(counted["count"]) * (ware.count if counted["full"] else 1) if counted["count"] else ware.count
        order.is_counted |= bool(counted["count"])
        if days is not None:
            order.is_days = True
            number = int(days["n"]) if (days["n"] or "").isdecimal() else 1
            count = number * {"d": 1, "w": 7, "f": 14}[days["unit"][0]]
        yield from _shared(reader, order, whom or order.whom, ware, count)


def _are_shares(people: People, pieces: Sequence[str]) -> bool:
    """Whether pieces only say for whom each of the things before them is."""
    return all(people.match(_FOR_ONE_OF_THEM, one) is not None for one in pieces)


def _shared(reader: Reader, order: _Order, whom: Group | None, ware: Ware, count: int) -> Iterator[Wanted]:
    """For whom so many of a ware are."""
    ids = list(whom.ids) if whom is not None else []
    if order.lacks and not ids:
        is_had = any(fits(ware.name, i.name) for c in ours(reader) for i in c.items)
        order.notes += [f"There is a {ware.name.lower()} already."] if is_had else []
        yield Wanted(ware, 0, way=NOBODY) if is_had else Wanted(ware, count)
        return
    if order.lacks:
        had = listing([c.name for c in ours(reader) if c.id in ids])
        ids = [c.id for c in ours(reader) if c.id in ids and not any(fits(ware.name, i.name) for i in c.items)]
        if not ids:
            who = "Everybody" if whom is not None and whom.is_all else had
            order.notes.append(f"{who} has a {ware.name.lower()} already.")
            yield Wanted(ware, 0, way=NOBODY)
            return
    if order.is_most:
        yield Wanted(ware, 0, tuple(ids or [c.id for c in ours(reader)]), SPREAD)
    elif whom is None or (whom.is_all and not (order.is_each or whom.is_each or order.is_spread)):
        yield Wanted(ware, count)
    elif order.is_spread or (order.is_joint and len(ids) > 1 and ware.sort not in _FOR_ONE):
        yield Wanted(ware, count, tuple(ids), SPREAD)
    else:
        yield Wanted(ware, count, tuple(ids), EACH)


_FOR_ONE = ("weapons", "weapon", "armour", "clothing", "missile", "melee")
"""Sorts of which each of several buyers wants one."""


def _whole(reader: Reader, pieces: Sequence[str]) -> list[str]:
    """The pieces, those that are a name only together put together again: stakes and mallet."""
    told: list[str] = []
    for piece in pieces:
        both = f"{told[-1]} and {piece}" if told else ""
        is_one = bool(both) and any(" and " in w.name and fits(both, w.name) for w in kinds_named(reader, both))
        told = [*told[:-1], both] if is_one else [*told, piece]
    return told


def _ware(reader: Reader, thing: str, order: _Order) -> Ware | None:
    """The ware that the words name and no other; of several sorts the plainest, or what is next to it, which is said
    and asked about."""
    thing = _FOOD.sub("rations", re.sub(r" (?:too|as well)$", "", thing))
    kinds = kinds_named(reader, thing) or _of_a_length(reader, thing) or _next_to(reader, thing, order)
    exact = [w for w in kinds if stems(w.name) == stems(thing)]
    kinds = exact or kinds
    ware = min(kinds, key=lambda w: (len(stems(w.name)), w.cost), default=None)
    if ware is not None and len(kinds) > 1 and ware.sort in _FOR_ONE:
        order.is_guess = True
        order.notes.append(f"There are {listing([w.name.lower() for w in kinds])}; the plainest is taken.")
    return ware


def _is_unsold(reader: Reader, piece: str, thing: str) -> bool:
    """Whether a piece of a list is a thing that the books have, and no shop here."""
    return piece != thing and is_gear(reader.rules, thing) and not kinds_named(reader, thing)


def _of_a_length(reader: Reader, thing: str) -> list[Ware]:
    """Wares that are sold by the length that is told, however it is written."""
    found = _LENGTH.search(thing)
    kinds = kinds_named(reader, _LENGTH.sub("", thing).strip()) if found is not None else []
    return [w for w in kinds if found is not None and found["long"] in parts(w.name.replace("-", " "))]


_LENGTH = re.compile(text("purchase_lists", "length"))


def _next_to(reader: Reader, thing: str, order: _Order) -> list[Ware]:
    """What is sold in the place of something that is not: a dark cloak for a warm cloak or furs."""
    for one in thing.split(" or "):
        words = one.split()
        if set(words) & _NO_PART or any(senses(word) for word in words[:-1]):
            return []
        for start in range(len(words)):
            found = kinds_named(reader, " ".join(words[start:]))
            if found:
                order.is_guess = True
                order.notes.append(f"Nobody here sells {one}; there is {listing([w.name.lower() for w in found])}.")
                return found
    return []


_NO_PART = {"a", "an", "the", "magic", "magical", "enchanted", "to", "for", "with", "of", "in", "on", "at", "and", "no"}
"""Words of no ware's name, and of none that is sold."""
_FOOD = re.compile(r"^(?:food|provisions|meals|ration)$")


def _bought(reader: Reader, wanted: Sequence[Wanted], order: _Order) -> Meaning:
    """What is done for it, and why not the rest of it."""
    done = provide(reader, wanted)
    note = " ".join((*order.notes, *told_of_all([one for one in done.refused if one])))
    if not done.actions:
        return Say(note)
    if done.refused or order.is_most or order.is_guess:
        told = "; ".join(told_of_purchase(reader, done.actions))
        asked = f"That would leave: {told}. {REST}" if done.refused else f"That is: {told}. {IS_IT}"
        return Undertake(InOrder(done.actions), note=note, question=asked)
    return Do(done.actions[0], note) if len(done.actions) == 1 else Undertake(InOrder(done.actions), note=note)


IS_IT = "Is it to be bought?"
