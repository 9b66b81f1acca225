"""What lies at home in lines of a town: `fetch the torches and three rations for Cob`, `Maud leaves two ropes at home`.

What lies there is fetched and never bought, as many of it as the line says: one of `the rope`, all of `the torches`.
What somebody is too laden for stays where it is, and the line says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Action
from underkeep.procedures import play
from underkeep.procedures.chapter import TOWN
from underkeep.procedures.delve_actions import Give
from underkeep.procedures.resolution import Refusal
from underkeep.table.several import InOrder
from underkeep.table.speech.describe import describe
from underkeep.table.speech.faithful import NUMBERS
from underkeep.table.speech.giving import is_money
from underkeep.table.speech.handling import names_item
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.patterns import pattern, words
from underkeep.table.speech.trading import kinds_named
from underkeep.table.speech.wording import first_part, parts, stem
from underkeep.world.creature import Creature
from underkeep.world.gear import Item

_FETCHES = pattern("at_home", "fetches")
_STASHES = pattern("at_home", "stashes")
_CARRIER = pattern("at_home", "carrier")
_LENGTH = pattern("at_home", "length")
_AND = re.compile(r",? and (?:also )?|, ")
_PIECE = pattern("at_home", "piece")
_NUMBERS = {"one": 1, **NUMBERS}
_MONEY = words("at_home", "money")
_MOST = 1000


class _Some(Struct):
    """So many of a thing, by the words for it; all there are if `count` is 0."""

    name: str
    count: int


class _Wanted(Struct):
    """What is wanted, the deed that fetches it if it lies at home, and who carries such a thing."""

    some: _Some
    there: Any
    carried: tuple[Creature, Item] | None


def kept_at_home(reader: Reader, said: str) -> Meaning | None:
    """What a line fetches from home or leaves there; None if it does neither."""
    if place_of(reader) != TOWN or reader.state.prompts:
        return None
    return _fetched(reader, said) or _stashed(reader, said)


def _listed(reader: Reader, verb: str) -> list[Any]:
    """The deeds of such a word that are about a thing and so many of it."""
    found = (x for x in reader.options.listed if hasattr(x, "item") and hasattr(x, "count"))
    return [x for x in found if describe(reader.rules, reader.state, x).startswith(f"{verb} ")]


def _named(reader: Reader, word: str | None) -> list[Creature]:
    return [c for c in ours(reader) if word and first_part(c.name) == word]


def _fetched(reader: Reader, said: str) -> Meaning | None:
    carried = _CARRIER.search(said)
    found = _FETCHES.fullmatch(said[: carried.start()] if carried is not None else said)
    kept = _listed(reader, "fetch") if found is not None else []
    if found is None or not kept:
        return None
    if found["who"] and not _named(reader, found["who"]):
        return None
    hands = _named(reader, carried["who"] if carried is not None else found["whom"]) or _named(reader, found["who"])
    what = re.sub(r"^(?:back )?", "", found["what"])
    pieces = [piece for piece in map(_piece, _AND.split(_LENGTH.sub("", what))) if piece is not None]
    if not pieces or (found["perhaps"] and not found["home"] and not _DEFINITE.match(what)):
        return None
    wanted = [_Wanted(some, _lying(kept, some), _carried(reader, some, hands)) for some in pieces]
    if found["surely"] or found["home"]:
        return _brought(reader, wanted, hands) if _is_of_here(reader, wanted) else None
    if not all(one.there or (one.carried and hands) for one in wanted):
        return None
    return _brought(reader, wanted, hands) if any(one.there for one in wanted) or _DEFINITE.match(what) else None


_DEFINITE = re.compile(r"(?:the|our|my|his|her|their|all|both)\b")


def _is_of_here(reader: Reader, wanted: Sequence[_Wanted]) -> bool:
    """Whether what is to be fetched is at home, carried, or at least a thing that is sold."""
    return all(one.there or one.carried or kinds_named(reader, one.some.name) for one in wanted)


def _carried(reader: Reader, some: _Some, hands: Sequence[Creature]) -> tuple[Creature, Item] | None:
    """Who has such a thing already: one of those who are to have it before any other."""
    people = [*hands, *(c for c in ours(reader) if c not in hands)]
    found = ((c, i) for c in people for i in c.items if some.name and names_item(some.name, i))
    return next(found, None)


def _piece(text: str) -> _Some | None:
    """How many of what a piece of a list wants."""
    found = _PIECE.fullmatch(text.strip())
    if found is None:
        return None
    name, number = found["name"], found["number"]
    if number:
        return _Some(name, int(number) if number.isdecimal() else _NUMBERS[number])
    is_one = re.match(r"(?:an?|another) ", text.strip()) is not None
    is_many = bool(found["all"]) or (name.endswith("s") and not name.endswith("ss") and not is_one)
    return _Some(name, 0 if is_many else 1)


def _lying(kept: Sequence[Any], some: _Some) -> Any:
    """The deed that fetches what the words name, as far as that lies at home."""
    wanted = {stem(word) for word in parts(some.name)}
    return next(
        (x for x in kept if wanted and wanted <= {stem(word) for word in parts(x.item.replace("-", " "))}), None
    )


def _brought(reader: Reader, wanted: Sequence[_Wanted], hands: Sequence[Creature]) -> Meaning:
    """All of it, by whoever is named, else by those who have room; what nobody has room for is told."""
    now, actions, notes = reader, list[Action](), list[str]()
    who = [c.id for c in hands or ours(reader)]
    against = None
    for one in wanted:
        if one.there is None:
            told = _not_at_home(reader, one, hands)
            if isinstance(told, Action):
                actions.append(told)
                now = _after(now, told)
            else:
                notes.append(told)
            continue
        missing = wants = min(one.some.count or one.there.count, _MOST)
        if wants > one.there.count:
            return Say(f"There is not so much of that at home: {one.some.name}, {one.there.count}.")
        for action in _as_fits(now, one.there, who, wants):
            now, missing = _after(now, action), missing - action.count
            actions.append(action)
        if missing:
            rest = replace(one.there, actor=who[0], count=missing)
            against = against or play.why_not(now.rules, now.state, now.seat, rest)
            left = f"the {one.some.name}" if missing == wants else f"{missing} of the {one.some.name}"
            notes.append(f"There is no room for {left}.")
    if not actions:
        return _without_room(reader, against, wanted) if against is not None else Say(" ".join(notes))
    note = " ".join(notes)
    return Do(actions[0], note) if len(actions) == 1 else Undertake(InOrder(actions), note=note)


def _without_room(reader: Reader, against: Refusal, wanted: Sequence[_Wanted]) -> Say:
    """Why whoever was named cannot have it, and who could."""
    wishes = [replace(one.there, count=one.some.count or 1) for one in wanted if one.there is not None]
    others = (c for c in ours(reader) for x in wishes[:1] if _may(reader, replace(x, actor=c.id)))
    able = next(others, None)
    return Say(
        f"{against.sentence} {able.name} has room for it." if able is not None else against.sentence, against.rule
    )


def _may(reader: Reader, action: Action) -> bool:
    return play.why_not(reader.rules, reader.state, reader.seat, action) is None


def _not_at_home(reader: Reader, one: _Wanted, hands: Sequence[Creature]) -> Action | str:
    """The gift of what another carries to who is to have it; else the sentence on what does not lie at home."""
    name = one.some.name
    if one.carried is None:
        return f"There is no {name} at home; it can be bought: buy {name}."
    owner, item = one.carried
    if len(hands) == 1 and owner.id != hands[0].id:
        return Give(owner.id, hands[0].id, item.id, min(one.some.count or item.count, item.count))
    return f"{owner.name} has the {name} already."


def _as_fits(reader: Reader, there: Any, who: Sequence[str], wanted: int) -> Iterator[Any]:
    """As many as somebody can carry, then as many as the next can."""
    left, hands = wanted, list(who)
    while left and hands:
        for count in range(left, 0, -1):
            some = [replace(there, actor=id, count=count) for id in hands]
            able = [x for x in some if _may(reader, x)]
            if able:
                best: Any = reader.rules.fittest(reader.state, able)
                break
        else:
            return
        yield best
        reader, left = _after(reader, best), left - best.count
        hands.remove(best.actor)


def _after(reader: Reader, action: Action) -> Reader:
    """The same when that is done; it takes no dice."""
    with suppress(UnderkeepError):
        return replace(reader, state=play.resolve(reader.rules, reader.state, reader.seat, action, Scripted()).state)
    return reader


def _stashed(reader: Reader, said: str) -> Meaning | None:
    found = _STASHES.fullmatch(said)
    listed = _listed(reader, "stash") if found is not None else []
    if found is None or not listed:
        return None
    if found["who"] and not _named(reader, found["who"]):
        return None
    owners = _named(reader, found["who"] or found["whom"]) or ours(reader)
    actions: list[Action] = []
    for text in _AND.split(_LENGTH.sub("", found["what"])):
        some = _piece(text)
        there = [(c, i) for c in owners for i in c.items if some is not None and _is_so_called(some.name, i)]
        if some is None or not there:
            return None
        there.sort(key=lambda pair: pair[1].place in ("hand", "worn"))
        left = some.count or sum(i.count for _, i in there)
        if left > (most := sum(i.count for _, i in there)):
            return Say(f"Of that there is less: {some.name}, {most}.")
        for owner, item in there:
            count = min(left, item.count)
            if count:
                actions.append(replace(listed[0], actor=owner.id, item=item.id, count=count))
            left -= count
    if (against := play.why_not(reader.rules, reader.state, reader.seat, actions[0])) is not None:
        return Say(against.sentence, against.rule)
    return Do(actions[0]) if len(actions) == 1 else Undertake(InOrder(actions))


def _is_so_called(name: str, item: Any) -> bool:
    return is_money(item) if set(parts(name)) <= _MONEY else names_item(name, item)
