"""Lines that take what lies about: all of it, one heap, or one thing of a heap; by whoever is named."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.table import naming
from underkeep.table.several import InOrder
from underkeep.table.speech.handling import members_named, names_item
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake
from underkeep.world.dungeon import Hoard
from underkeep.world.gear import Item, seen

_TAKE = re.compile(
    r"(?:(?:just|only|please|i|we|let us|now) )*(?:(?P<name>\w+),? )??(?:just |only )?(?:takes?"
    r"|gets?|grabs?|loots?|collects?|gathers?|picks? up|snatch(?:es)?|scoops? up|pockets?|picks?(?= .+ up$))(?: up)?"
    r"(?P<only> only| just)?(?: all(?: of)?)?(?: the| a| an| some| my)?(?: (?P<count>\d+)(?: of the)?)? (?P<what>.+?)"
    r"(?: from (?:the )?(?:heap|hoard|treasure|floor|pile|ground))?(?: (?:for|with|by) (?P<who>\w+))?"
)
_ALL = {"everything", "all", "all of it", "it all", "treasures", "all treasure", "heaps", "all heaps", "loot", "hoards"}
_COINS = {"coin", "coins", "money"}
_METALS = {"gold", "silver", "copper", "electrum", "platinum"}
_REST = re.compile(
    r"(?:rest|remainder|remains|others?|what (?:is left|remains|else (?:there is|lies here))|all that is left"
    r"|everything else|anything else|all else|remaining (?:coins|things|treasure|loot))(?: of (?:it|them|that|those))?"
)
_REST_OF = re.compile(r"(?:rest|remainder|remaining|others) (?:of )?(?:the )?")
_LEAVES = re.compile(r",? (?:and |but )?(?:leaves?|leaving|not|without) (?:the |all |any )?(?P<left>.+)$")
_LEAVE_REST = re.compile(
    r"(?:\w+,? )?leaves? (?:the )?(?:rest|remainder|others|what is left|everything else)(?: here| be)?"
)
STAYS = "Very well: what lies here stays here."
WHOLE = "A heap is taken as it lies; who wants less drops the rest afterwards. Is this meant?"


_BUT_METAL = re.compile(
    r"^(?P<take>(?:\w+,? )?(?:takes?|gets?|grabs?|loots?|collects?|gathers?|picks? up) .+?),? (?:and |but )?"
    r"(?:leaves?|leaving) (?:the |all the )?(?:gold|silver|copper|electrum|platinum)(?: \w+)?(?: behind| here)?$"
)


def but_metal(said: str) -> str:
    """A line that takes something without what it says of the metal that stays."""
    found = _BUT_METAL.match(said)
    return found["take"] if found is not None else said


def taken(reader: Reader, said: str) -> Meaning | None:
    """What a line takes of what the party sees lying here; None if it names nothing of that."""
    state = reader.state
    if state.party is None or state.party.at is None or state.dungeon is None or state.fight or state.encounter:
        return None
    known = [hoard for hoard in survey.known_hoards(state) if hoard.barrier is None and not hoard.bar]
    if known and _LEAVE_REST.fullmatch(said):
        return Say(STAYS)
    whole = next((hoard for hoard in known if _is_name_of(reader, hoard, said)), None)
    if whole is not None:
        return Do(a.TakeHoard(whole.id))
    found = _TAKE.fullmatch(_LEAVES.sub("", said))
    if found is None or not known:
        return None
    what = found["what"]
    if (rest_of := _REST_OF.match(what)) is not None and not _REST.fullmatch(what):
        what = what[rest_of.end() :]
    named = members_named(state, found["who"] or found["name"] or "")
    if (found["who"] or found["name"]) and len(named) != 1:
        return None
    to = named[0] if named else ""
    is_rest = _REST.fullmatch(what) is not None
    if is_rest or (what in _ALL and (len(known) > 1 or to)):
        return _all_of([a.TakeHoard(hoard.id, to=to) for hoard in known])
    takes = [
        a.TakeHoard(hoard.id, item.kind if len(hoard.items) > 1 else "", to)
        for hoard in known
        for item in _named(hoard, what)
    ]
    takes = list(dict.fromkeys(takes))
    if found["count"] and takes and _are_fewer(known, takes, int(found["count"])):
        return Ask(WHOLE, tuple(takes))
    return _all_of(takes) if takes else None


def _all_of(takes: Sequence[a.TakeHoard]) -> Do | Undertake:
    return Do(takes[0]) if len(takes) == 1 else Undertake(InOrder(takes))


def _is_name_of(reader: Reader, hoard: Hoard, said: str) -> bool:
    """Whether the line takes a heap by the whole name under which it is listed."""
    found = _TAKE.fullmatch(said)
    name = naming.hoard_name(reader.state, hoard).lower()
    return found is not None and not found["name"] and found["what"] in (name, f"treasure: {name}", f"treasure {name}")


def _are_fewer(known: Sequence[Hoard], takes: Sequence[a.TakeHoard], count: int) -> bool:
    """Whether there are more of what is meant than the line wants."""
    items = {hoard.id: hoard.items for hoard in known}
    return any(item.count > count for take in takes for item in items[take.hoard] if item.kind == take.item)


def _named(hoard: Hoard, what: str) -> Sequence[Item]:
    """The things of a heap that are meant: coins all together, or those of one metal, else the first that fits."""
    items = seen(hoard.items)
    words = set(what.split())
    metal = next(iter(words & _METALS), "") if words <= {*_METALS, *_COINS, "piece", "pieces"} else ""
    if metal and (of_it := [i for i in items if metal in i.name.lower().split() and _is_coin(i)]):
        return of_it
    if what in _COINS or what == "gold":
        return [i for i in items if _is_coin(i)]
    return [i for i in items if names_item(what, i)][:1]


def _is_coin(item: Item) -> bool:
    return re.search(r"\b(?:coins?|pieces?)$", item.name.lower()) is not None


def contents(reader: Reader, hoard: str) -> str:
    """What lies in a heap that is not shut, in full."""
    assert reader.state.dungeon is not None
    heap = reader.state.dungeon.hoards.get(hoard)
    if heap is None or heap.barrier is not None or heap.bar:
        return ""
    told = naming.listing([naming.some(i).lower() for i in seen(heap.items)])
    return f"There {'lies' if len(heap.items) == 1 and heap.items[0].count == 1 else 'lie'} {told}."
