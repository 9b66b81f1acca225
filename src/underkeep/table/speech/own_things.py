"""Own things by what tells them apart: `the spare gambeson`, `the good one`, `the broken sword`; and lines that put
away one and take up another, or do the same with several."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play, survey
from underkeep.table.several import InOrder
from underkeep.table.speech.fight_orders import is_weapon
from underkeep.table.speech.handling import fits, names_item
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Do, Meaning, Reader, Undertake, ours
from underkeep.table.speech.wording import first_part, parts, stem
from underkeep.world.creature import Creature
from underkeep.world.gear import Item

_SPARE, _WHOLE, _BROKEN, _SMALL = (group(f"own {name}") for name in ("spare", "whole", "broken", "small"))
_FROM_PACK = re.compile(
    r" (?:from|in|out of|inside) (?:the |his |her |their |my |our )?(?:\w+ )?(?:packs?|backpacks?|bags?)"
)
_DROPS = re.compile(
    r"(?:(?P<who>\w+),? )?(?:drops?|discards?|dumps?|ditch(?:es)?|throws? away|leaves? behind|gets? rid of|puts? down"
    r"|lays? down|toss(?:es)? (?:away|aside))(?: down)? (?P<what>.+?)(?: (?:here|down|on the (?:floor|ground)))*"
)
_SELLS = re.compile(
    r"(?:(?P<who>\w+),? )?(?:sells?|pawns?|flogs?) (?P<what>.+?)(?: (?:off|here|now|in town"
    r"|for (?:cash|coins?|gold|money)))*"
)
_EVERY = re.compile(r"\b(?:all|every|everything|both)\b")
_HOLDS = re.compile(
    r"(?:(?P<who>\w+),? )?(?:holds?|wields?|draws?|readies|ready|equips?|takes? up|gets? out|pulls? out|takes? out"
    r"|uses?|takes?|grabs?|gets?)(?: out)? (?P<what>.+?)(?P<hand> (?:in|into|to) (?:his |her |their |the )?hands?)?"
    r"(?: instead)?"
)
_STOWS = re.compile(
    r"(?:(?P<who>\w+),? )?(?:stows?|packs?|puts? away|sheathes?|puts? back) (?P<what>.+?)(?: away| back)?"
)
_SWAPS = re.compile(
    r"(?:(?P<who>\w+),? )?(?:swaps?|switch(?:es)?|exchanges?|trades?|replaces?|changes?) (?:out )?(?P<old>.+?)"
    r" (?:for|with|to|against) (?P<new>.+)"
)
_ONE = re.compile(
    rf"\b(?:the |his |her |an? )?(?P<which>{'|'.join(sorted(_SPARE | _WHOLE | _BROKEN))}|new)? ?\bone\b"
    rf"(?P<pack>{_FROM_PACK.pattern})?"
)


class Named(Struct, frozen=True):
    """What of somebody's own some words name, and how many of it."""

    owner: Creature
    item: Item
    count: int


def of_own_things(reader: Reader, said: str) -> Meaning | None:
    """What a line does with own things that it tells apart by how they are; None of any other line."""
    state = reader.state
    if state.party is None or state.fight is not None or state.encounter is not None or state.prompts:
        return None
    said = _one_of_them(reader, said)
    if (found := _SWAPS.fullmatch(said)) is not None:
        return _swapped(reader, found["who"] or "", found["old"], found["new"])
    for form, act in ((_DROPS, _drop), (_STOWS, _stow), (_SELLS, _sell)):
        found = form.fullmatch(said)
        if found is not None and (every := _every(reader, found["who"] or "", found["what"], act)) is not None:
            return every
        if found is not None and _is_told_apart(found["what"]) and act is not _sell:
            return _each(reader, found["who"] or "", found["what"], act)
    found = _HOLDS.fullmatch(said)
    if found is not None and (found["hand"] or _is_told_apart(found["what"])):
        return _held(reader, found["who"] or "", found["what"])
    return None


def with_nouns(reader: Reader, said: str) -> str:
    """The line with the thing's own name for `the good one`, if a thing of one's own was named before; and a light
    that somebody is to carry as one that this one lights."""
    carried = _CARRIED.fullmatch(said)
    if carried is not None and carried["who"] in [first_part(c.name) for c in ours(reader)]:
        said = f"{carried['who']} light {carried['what']}"
    return _one_of_them(reader, said)


_CARRIED = re.compile(
    r"(?:we |i |let us )?light (?P<what>(?:an?|the|another) \w+),? (?:and )?(?:have |let )?"
    r"(?P<who>\w+) (?:carry|carries|hold|holds|take|takes|bears?)(?: it)?"
)


def _one_of_them(reader: Reader, said: str) -> str:
    found = next((one for one in _ONE.finditer(said) if one["which"] or one["pack"]), None)
    if found is None:
        return said
    own = {stem(parts(item.name)[-1]) for c in ours(reader) for item in c.items if parts(item.name)}
    before = [word for word in parts(said[: found.start()]) if stem(word) in own]
    if not before:
        return said
    which = {"new": "good"}.get(found["which"] or "", found["which"] or "packed")
    return f"{said[: found.start()]}the {which} {before[-1]}{said[found.end() :]}"


def _is_told_apart(what: str) -> bool:
    """Whether words tell one thing from another of its name, or name several things."""
    words = set(parts(what))
    return bool(words & (_SPARE | _WHOLE | _BROKEN)) or _FROM_PACK.search(what) is not None or " and " in what


def _every(reader: Reader, who: str, what: str, act: Callable[[Named], Action]) -> Meaning | None:
    """The same with each thing of a sort that the words tell apart or that is more than one: `all the broken swords`,
    `everything that is broken`, `my torches and my rope`."""
    many = what.endswith("s") and not what.endswith("ss") and not re.search(r"\b(?:an?|one|\d+)\b", what)
    many = many and bool(set(parts(what)) & _BROKEN)
    if not (many or _EVERY.search(what)) or not set(parts(what)) & (_SPARE | _WHOLE | _BROKEN):
        return None
    bare = _EVERY.sub(" ", what)
    found = [one for piece in re.split(r",? and |, ", bare) for one in _all_of(_owners(reader, who), piece)]
    actions = [act(one) for one in found]
    return Do(actions[0]) if len(actions) == 1 else Undertake(InOrder(actions)) if actions else None


def _all_of(owners: Sequence[Creature], words: str) -> Iterator[Named]:
    """All things of these owners that the words name; where they name no sort, all that are so."""
    told = set(parts(words))
    if told <= _SMALL | _SPARE | _WHOLE | _BROKEN | _ANYTHING:
        of_arms = bool(told & _ARMS)
        for owner in owners:
            for item in owner.items:
                if (not told & _BROKEN or item.broken) and (not of_arms or is_weapon(item.name)):
                    yield Named(owner, item, item.count)
        return
    for one in all_named(owners, words):
        yield Named(one.owner, one.item, one.item.count)


_ARMS = {"weapon", "weapons", "arms"}
_ANYTHING = {"things", "thing", "stuff", "gear", "items", "item", "that", "is", "are", "which", *_ARMS}


def _sell(named: Named) -> Action:
    return a.Sell(named.owner.id, named.item.id, named.count)


def _drop(named: Named) -> Action:
    return a.Drop(named.owner.id, named.item.id, named.count)


def _stow(named: Named) -> Action:
    return a.Equip(named.owner.id, named.item.id, "pack")


def _each(reader: Reader, who: str, what: str, act: Callable[[Named], Action]) -> Meaning | None:
    """The same with each thing that is listed; None if one of them is nobody's."""
    owners = _owners(reader, who)
    found = [_named(owners, piece) for piece in re.split(r",? and |, ", what) if piece]
    if not owners or not any(found):
        return None
    actions = [act(one) for one in found if one is not None]
    if len(actions) < len(found):
        return None
    return Do(actions[0]) if len(actions) == 1 else Undertake(InOrder(actions))


def _held(reader: Reader, who: str, what: str) -> Meaning | None:
    """To take something that one has in hand; None if nobody has it packed."""
    party = reader.state.party
    heaps = survey.known_hoards(reader.state) if party is not None and party.at is not None else ()
    lying = [item.name for heap in heaps for item in heap.items]
    owners = _owners(reader, who)
    named = None if _lies_within(owners, what) else _named(owners, what)
    if named is None or (named.item.place == "hand" and any(fits(stem(what), name) for name in lying)):
        return None
    return Do(a.Equip(named.owner.id, named.item.id, "hand"))


def _lies_within(owners: Sequence[Creature], words: str) -> bool:
    """Whether the words take something from a thing of theirs that holds it: `a torch out of the bag`."""
    within = stem((parts(words) or [""])[-1])
    holders = [item for owner in owners for item in owner.items if within in map(stem, parts(item.name))]
    inside = _FROM_PACK.sub("", words)
    return any(fits(stem(inside), held.name) for item in holders for held in item.holds)


def _swapped(reader: Reader, who: str, old: str, new: str) -> Meaning | None:
    """One thing put away and another taken in hand instead."""
    owners = _owners(reader, who)
    if not owners or new in [parts(c.name)[0] for c in ours(reader)]:
        return None
    if (noun := parts(old)[-1:]) and re.fullmatch(r"(?:the |his |her |an? )?(?:good|new|other|spare|better) one", new):
        new = re.sub(r"one$", noun[0], new).replace("new ", "good ")
    for owner in owners:
        first, then = _named([owner], old), _named([owner], new)
        is_out = first is not None and first.item.place in ("hand", "worn")
        if first is not None and then is not None and is_out and first.item.id != then.item.id:
            away, hand = a.Equip(owner.id, first.item.id, "pack"), a.Equip(owner.id, then.item.id, "hand")
            against = play.why_not(reader.rules, reader.state, reader.seat, hand)
            is_worn = against is not None and "wear" in against.sentence
            return Undertake(InOrder((away, replace(hand, place="worn") if is_worn else hand)))
    return None


def _owners(reader: Reader, who: str) -> Sequence[Creature]:
    """Who is named, or all of one's own; nobody if the word is no name of theirs."""
    own = ours(reader)
    return [c for c in own if parts(c.name)[:1] == [who]] if who else own


def _named(owners: Sequence[Creature], words: str) -> Named | None:
    """The first thing of theirs that these words name."""
    return next(all_named(owners, words), None)


def all_named(owners: Sequence[Creature], words: str) -> Iterator[Named]:
    """The things of these owners that the words name, those that are packed first."""
    is_packed = _FROM_PACK.search(words) is not None
    told = parts(_FROM_PACK.sub("", words))
    count = next((int(word) for word in told if word.isdecimal()), 0)
    marks = set(told)
    name = " ".join(w for w in told if w not in _SMALL | _SPARE | _WHOLE | _BROKEN and not w.isdecimal())
    for owner in owners:
        if name in parts(owner.name)[:1]:
            continue
        found = [item for item in owner.items if name and names_item(name, item)]
        found = [item for item in found if not (is_packed or marks & _SPARE) or item.place not in ("hand", "worn")]
        found = [item for item in found if not marks & _WHOLE or not item.broken]
        found = [item for item in found if not marks & _BROKEN or item.broken]
        if not marks & _BROKEN:
            found.sort(key=lambda item: (item.place in ("hand", "worn"), item.broken))
        for item in found:
            many = name.endswith("s") and not name.endswith("ss")
            yield Named(owner, item, min(count or (item.count if many else 1), item.count))
