"""Lines that take what lies about: all of it, one heap, or one thing of a heap; by whoever is named."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.table import naming
from underkeep.table.several import InOrder
from underkeep.table.speech.handling import members_named, names_item
from underkeep.table.speech.meanings import Do, Meaning, Reader, Undertake
from underkeep.world.dungeon import Hoard
from underkeep.world.gear import Item, seen

_TAKE = re.compile(
    r"(?:(?P<name>\w+),? )?(?:take|takes|get|grab|loot|collect|gather|pick up)(?: up)?"
    r"(?: all(?: of)?)?(?: the| a| an| some| my)? (?P<what>.+?)"
    r"(?: from (?:the )?(?:heap|hoard|treasure|floor|pile|ground))?(?: (?:for|with|by) (?P<who>\w+))?"
)
_ALL = {"everything", "all", "all of it", "it all", "treasures", "all treasure", "heaps", "all heaps", "loot", "hoards"}
_ALL |= {
    f"{rest}{of}" for rest in ("rest", "the rest", "others") for of in ("", " of it", " of them", " of the treasure")
}
_ALL |= {"rest of the loot", "rest of the hoard", "rest of the heap", "rest of the coins", "rest of the things"}
_COINS = {"coin", "coins", "money", "gold"}


def taken(reader: Reader, said: str) -> Meaning | None:
    """What a line takes of what the party sees lying here; None if it names nothing of that."""
    state = reader.state
    if state.party is None or state.party.at is None or state.dungeon is None or state.fight or state.encounter:
        return None
    found = _TAKE.fullmatch(said)
    known = [hoard for hoard in survey.known_hoards(state) if hoard.barrier is None and not hoard.bar]
    if found is None or not known:
        return None
    named = members_named(state, found["who"] or found["name"] or "")
    if (found["who"] or found["name"]) and len(named) != 1:
        return None
    to = named[0] if named else ""
    if found["what"] in _ALL and (len(known) > 1 or to or "rest" in found["what"]):
        return Undertake(InOrder([a.TakeHoard(hoard.id, to=to) for hoard in known]))
    is_gold_here = any(item.name.lower().startswith("gold") for hoard in known for item in seen(hoard.items))
    takes = [
        a.TakeHoard(hoard.id, item.kind if len(hoard.items) > 1 else "", to)
        for hoard in known
        for item in _named(hoard, found["what"], is_gold_here)
    ]
    takes = list(dict.fromkeys(takes))
    if not takes:
        return None
    return Do(takes[0]) if len(takes) == 1 else Undertake(InOrder(takes))


def _named(hoard: Hoard, what: str, is_gold_here: bool) -> Sequence[Item]:
    """The things of a heap that are meant: coins all together, else the first that fits; gold is gold, where there is
    any."""
    items = seen(hoard.items)
    if what == "gold" and is_gold_here:
        return [i for i in items if i.name.lower().startswith("gold")]
    if what in _COINS:
        return [i for i in items if re.search(r"\b(?:coins?|pieces?)$", i.name.lower())]
    return [i for i in items if names_item(what, i)][:1]


def contents(reader: Reader, hoard: str) -> str:
    """What lies in a heap that is not shut, in full."""
    assert reader.state.dungeon is not None
    heap = reader.state.dungeon.hoards.get(hoard)
    if heap is None or heap.barrier is not None or heap.bar:
        return ""
    return f"There lie {naming.listing([naming.item_name(i) for i in seen(heap.items)])}."
