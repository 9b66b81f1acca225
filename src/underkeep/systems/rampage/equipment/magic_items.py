"""Magic items: what counts as one, for whom one works, and how many a Paladin may own.

What they do is a stand-in of our own: a plus on the die and the damage, a better armour class. The Magic Book has more.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from underkeep.kernel.codec import Quality
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import Armour, Weapon
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, unpacked

Sort = Literal["armour", "shield", "weapon", "other"]
MOST_OF_A_PALADIN: dict[Sort, int] = {"armour": 1, "shield": 1, "weapon": 4, "other": 4}
_PALADIN = "rampage:class.paladin.magic-items"
ALIGNED = "rampage:magic-item.create.permanent-alignment"


class Consecration(Struct, Quality, frozen=True, gc=False, tag="consecration"):
    """A cleric of this alignment made it."""

    alignment: str


def sort_of(item: Item) -> Sort | None:
    """As what a thing counts among magic items; None for what is not magic."""
    thing = compendium.gear().get(item.kind)
    if isinstance(thing, Weapon):
        return "weapon" if "magic" in thing.qualities else None
    if isinstance(thing, Armour):
        return None if not thing.magic else "shield" if thing.shield else "armour"
    return "other" if thing is not None and thing.magic else None


@executes("rampage:magic-item.create.permanent-alignment")
def works_for(alignment: str, item: Item) -> bool:
    """What a cleric made for ever works only for those of the maker's alignment."""
    made = item.quality
    return not isinstance(made, Consecration) or made.alignment == alignment


@lru_cache(maxsize=4096)
def bonus(items: tuple[Item, ...], alignment: str, kind: str) -> tuple[int, bool]:
    """What the magic of a weapon in hand adds, and whether it is kept back because of the wielder's alignment."""
    weapon = compendium.weapons().get(kind)
    if weapon is None or not weapon.plus:
        return 0, False
    held = [item for item in items if item.kind == kind and item.place in ("hand", "belt")]
    if held and not any(works_for(alignment, item) for item in held):
        return 0, True
    return weapon.plus, False


def owned(items: tuple[Item, ...]) -> Counter[Sort]:
    """How many magic items somebody has, by their sort."""
    found: Counter[Sort] = Counter()
    for item in unpacked(items):
        sort = sort_of(item)
        if sort is not None:
            found[sort] += item.count
    return found


@executes("rampage:class.paladin.magic-items")
def why_not_own(creature: Creature, item: Item) -> Refusal | None:
    """A Paladin owns at most ten: an armour, a shield, four weapons and four others."""
    sort = sort_of(item)
    if sort is None or "paladin" not in sheet(creature).classes:
        return None
    most = MOST_OF_A_PALADIN[sort]
    if owned(creature.items)[sort] + item.count <= most:
        return None
    return Refusal(f"{creature.name} may own no more magic of that sort than {most}.", _PALADIN)
