"""Magic items: which one is found, and how little its finder knows of it."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.enchanted import SORTS as SORTS
from underkeep.systems.ose.basics.enchanted import Enchanted
from underkeep.systems.ose.basics.enchanted import MagicItem as MagicItem
from underkeep.systems.ose.basics.enchanted import Sort as Sort
from underkeep.systems.ose.basics.enchanted import listing as listing
from underkeep.systems.ose.basics.enchanted import magic_items as magic_items
from underkeep.systems.ose.equipment import sword_minds
from underkeep.world.gear import Item

Column = Literal["basic", "expert"]
BASIC_MOST_LEVEL = 3
BY_LEVEL = "by level"
ALWAYS_EXPERT = "always expert"
_ARMOURS = ("leather", "leather", "chainmail", "chainmail", "chainmail", "chainmail", "plate-mail", "plate-mail")
_OF = "@"
LOOKS_OF_POTIONS = (
    "amber", "black", "blue", "bubbling", "clear", "cloudy", "crimson", "golden", "green", "grey",
    "murky", "oily", "pink", "purple", "rusty", "silvery", "smoking", "thick", "white", "yellow",
)  # fmt: skip
DELUSIONS = ("potion-of-delusion", "ring-of-delusion")


@cache
def _of_sort(sort: Sort) -> dict[str, MagicItem]:
    return {id: item for id, item in magic_items().items() if item.sort == sort}


def is_spell_scroll(kind: str) -> bool:
    """Whether it is a scroll with spells to be cast from it."""
    return kind.startswith("scroll-of-") and kind.rstrip("s").endswith("-spell")


@executes("ose:encumbrance.treasure-tracked", "ose:magic-item.armour.weight")
def weight_coins(kind: str) -> int:
    """What a magic item weighs in coins; magic armour weighs half."""
    found = listing(kind)
    assert found is not None
    suit = kind.partition(_OF)[2]
    return compendium.armours()[suit].weight_coins // 2 if suit else found.weight_coins


@executes("ose:magic-item.basic-expert")
def column(average_level: int, ruled: str) -> Column:
    """By the level of the group: up to 3 the first column, above it the second; or always the second."""
    return "basic" if average_level <= BASIC_MOST_LEVEL and ruled == BY_LEVEL else "expert"


@executes(
    "ose:magic-item.roll.unspecified",
    "ose:magic-item.categories",
    "ose:treasure.type.restricted-magic",
    "ose:magic-item.alternative-categories",
)
def roll_sort(
    do: Resolution, by: Column, only: tuple[str, ...] = (), never: tuple[str, ...] = (), lacking: str = ""
) -> Sort:
    """A d100 for the kind of thing; one that the treasure excludes is rolled again, and one that the setting lacks.

    Ruling: treasure.question.type-b-roll.
    """
    first = 0 if by == "basic" else 2
    rows = compendium.tables()["magic-item-types"].rows
    while True:
        face = do.dice.roll(1, 100, "kind of magic item")[0]
        sort = next(s for s, row in zip(SORTS, rows, strict=True) if row[first] <= face <= row[first + 1])
        if sort not in never and sort != lacking and (not only or sort in only):
            return sort


@executes("ose:magic-item.roll.specific", "ose:magic-item.maps-on-table")
def roll_item(do: Resolution, sort: Sort, by: Column) -> tuple[Item, ...]:
    """On the table of one kind. Treasure maps stand among the scrolls."""
    entries = _of_sort(sort)
    if by == "basic":
        face = do.dice.roll(1, max(item.basic for item in entries.values()), f"which {sort}")[0]
        id, item = next((k, i) for k, i in entries.items() if i.basic == face)
    else:
        face = do.dice.roll(1, 100, f"which {sort}")[0]
        id, item = next((k, i) for k, i in entries.items() if i.expert[0] <= face <= i.expert[1])
    return tuple(found(do, part, by) for part in item.gives or (id,))


@executes(
    "ose:referee.describe.magic-items",
    "ose:magic-item.potion.sip",
    "ose:magic-item.charges",
    "ose:magic-item.rod",
    "ose:magic-item.staff",
    "ose:magic-item.wand",
)
def found(do: Resolution, id: str, by: Column = "expert") -> Item:
    """The thing as it lies there: by its look, not by what it is. Two potions of one kind do not look alike, and the
    referee alone knows how many charges there are.
    """
    item = magic_items()[id]
    dice = item.basic_quantity if by == "basic" and item.basic_quantity else item.quantity
    count = 1 if dice is None else do.roll_total(dice, f"how many {item.looks}").total
    if item.looks == "armour":
        suit = _ARMOURS[do.dice.roll(1, len(_ARMOURS), "kind of armour")[0] - 1]
        return Item(f"{id}{_OF}{suit}", compendium.armours()[suit].name.lower(), count=count, quality=Enchanted(suit))
    name = f"{do.pick(LOOKS_OF_POTIONS, 'look of a potion')} potion" if item.sort == "potion" else item.looks
    return Item(id, name, count=count, quality=unknown(do, id, by))


@executes("ose:magic-item.charges", "ose:magic-item.rod", "ose:magic-item.staff", "ose:magic-item.wand")
def unknown(do: Resolution, id: str, by: Column = "expert") -> Enchanted:
    """What the referee notes of a thing that nobody has tried: what it seems to be, and its charges."""
    item = magic_items()[id]
    charges = None if item.charges is None else do.roll_total(item.charges, f"charges of the {item.looks}").total
    own = Enchanted(item.seems, charges, is_basic=by == "basic")
    if id in DELUSIONS:
        others = tuple(k for k, i in _of_sort(item.sort).items() if not i.cursed and k not in DELUSIONS)
        own = replace(own, passes_for=do.pick(others, "what it passes for"))
    if item.sort == "sword" and not item.cursed:
        own = replace(own, mind=sword_minds.roll_mind(do))
    return own
