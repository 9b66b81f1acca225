"""A Ravager and the magic of a hoard: he comes away with more of it than anybody else, or starts killing."""

from __future__ import annotations

from collections import Counter

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks import vows
from underkeep.systems.rampage.equipment.magic_items import sort_of
from underkeep.world.creature import Creature
from underkeep.world.dungeon import HoardChanged
from underkeep.world.gear import Item, ItemsChanged

_RAVAGER = "rampage:class.ravager.magic-items"


@executes("rampage:class.ravager.magic-items")
def first_choice(bearers: dict[str, Creature], given: list[tuple[str, Item]], item: Item) -> dict[str, Creature]:
    """Who is asked first to take a thing: magic goes to a Ravager until he has more of the hoard than any other."""
    ravager = next((id for id, c in bearers.items() if vows.vow_of(sheet(c)) == "ravager"), None)
    if ravager is None or sort_of(item) is None:
        return bearers
    counts = _counts(given)
    if counts[ravager] > max((n for id, n in counts.items() if id != ravager), default=0) + 1:
        return bearers
    return {ravager: bearers[ravager]}


def _counts(given: list[tuple[str, Item]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for id, item in given:
        if sort_of(item) is not None:
            found[id] += item.count
    return found


@executes("rampage:class.ravager.magic-items")
def divided(do: Resolution, event: HoardChanged) -> None:
    """A Ravager who has not got the most of the magic has broken his vow by bearing it."""
    if not event.is_taken:
        return
    taken = [(e.creature, e.item) for e in do.events if isinstance(e, ItemsChanged) and e.verb == "took" and e.item]
    counts = _counts(taken)
    for creature in do.state.marchers() if counts else ():
        most = max((n for id, n in counts.items() if id != creature.id), default=0)
        if vows.vow_of(sheet(creature)) == "ravager" and counts[creature.id] <= most:
            vows.breach(do, creature.id, "bears it that another has more magic of a hoard", _RAVAGER)
