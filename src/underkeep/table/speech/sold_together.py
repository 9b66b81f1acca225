"""Several things sold at once, and what they would fetch: `sell the loot`, `sell all the jewellery`, `sell Hob's
torches`, `what would the ring fetch?`.

Loot is what is treasure and nothing else: books, potions and the like are sold by name only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.chapter import TOWN
from underkeep.table.several import InOrder
from underkeep.table.speech.handling import names_item
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.patterns import pattern, words
from underkeep.table.speech.trading import after
from underkeep.table.speech.wording import first_part, parts
from underkeep.world.creature import Creature
from underkeep.world.gear import Item

_LOOT, _ALL_OF, _FETCH = (pattern("sold_together", name) for name in ("loot", "all_of", "fetch"))
NO_LOOT = "Nobody in the party has treasure that is bought here; sell lists what is."


def sold_together(reader: Reader, said: str) -> Meaning | None:
    """What such a line sells or asks; None of any other."""
    if place_of(reader) != TOWN or reader.state.prompts or reader.rules.town is None:
        return None
    said = said.rstrip("? ")
    if (found := _FETCH.fullmatch(said)) is not None:
        is_sale = bool(found["one"] or found["two"] or found["four"])
        return _worth(reader, next(filter(None, found.groupdict().values()), ""), is_sale)
    if (found := _LOOT.fullmatch(said)) is not None:
        owners = _owners(reader, found["who"] or found["whose"] or "")
        return _sales(
            reader, [(c, i) for c in owners for i in c.items if is_loot(reader, i)], found["who"] or ""
        ) or Say(NO_LOOT)
    found = _ALL_OF.fullmatch(said)
    if found is None:
        return None
    head, _, rest = found["what"].partition(" ")
    named = head if rest and head in [first_part(c.name) for c in ours(reader)] else ""
    what = rest if named else found["what"]
    whose = [c for c in ours(reader) if first_part(c.name) in (named, found["of"], found["who"])]
    if (named or found["of"] or found["who"]) and not whose:
        return None
    some = [(c, i) for c in whose or ours(reader) for i in c.items if names_item(what, i)]
    packed = [(c, i) for c, i in some if i.place not in ("hand", "worn")]
    is_many = (
        bool(found["all"])
        or what.endswith("s")
        or what in _MASS
        or (bool(whose) and sum(i.count for _, i in packed) > 1)
    )
    if not is_many or len(packed) + sum(i.count > 1 for _, i in packed) < _SEVERAL:
        return None
    return _sales(reader, packed, "")


_SEVERAL = 2
_MASS = words("sold_together", "mass")


def _owners(reader: Reader, name: str) -> Sequence[Creature]:
    return [c for c in ours(reader) if first_part(c.name) == name] or ours(reader)


def is_loot(reader: Reader, item: Item) -> bool:
    """Whether it is packed treasure, and good for nothing else."""
    town = reader.rules.town
    return town is not None and item.place == "pack" and town.is_valuable(reader.state, item)


def _sales(reader: Reader, some: Sequence[tuple[Creature, Item]], who: str) -> Meaning | None:
    """The sale of each that is bought here, as long as there is room for the coins."""
    now, acts, against = reader, list[Action](), list[str]()
    for owner, item in some:
        sale = a.Sell(owner.id, item.id, item.count)
        if reader.rules.town is None or not reader.rules.town.price_of(reader.state, item):
            continue
        why = play.why_not(now.rules, now.state, now.seat, sale)
        if why is not None:
            against.append(why.sentence)
            continue
        acts.append(sale)
        now = after(now, [sale])
    note = " ".join(dict.fromkeys(against))
    if not acts:
        return Say(note) if note else None
    return Do(acts[0], note) if len(acts) == 1 else Undertake(InOrder(acts), note=note)


def _worth(reader: Reader, what: str, is_sale: bool) -> Meaning | None:
    """What the town pays for things of the party's; for loot, all of it."""
    bare = re.sub(r"^(?:all )?(?:of )?(?:the|our|my|his|her|their|this|that|an?|some|these|those) ", "", what.strip())
    bare = re.sub(r"^(?:old|spare|extra|broken) ", "", bare)
    for c in ours(reader):
        bare = re.sub(rf"^{re.escape(first_part(c.name))} ", "", bare)
    if set(parts(bare)) <= words("sold_together", "loot_words"):
        return Show("earn")
    is_own = any(names_item(bare, item) for c in ours(reader) for item in c.items)
    return Show("offers", bare) if is_own or is_sale else None
