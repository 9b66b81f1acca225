"""Magic items: which one is found. What they do when used is not executed yet; each lists it as `manual`."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.world.gear import Item

Sort = Literal["armour", "misc", "potion", "ring", "rod-staff-wand", "scroll-map", "sword", "weapon"]
Column = Literal["basic", "expert"]
SORTS: tuple[Sort, ...] = ("armour", "misc", "potion", "ring", "rod-staff-wand", "scroll-map", "sword", "weapon")
BASIC_MOST_LEVEL = 3
BY_LEVEL = "by level"
ALWAYS_EXPERT = "always expert"
_ARMOURS = ("leather", "leather", "chainmail", "chainmail", "chainmail", "chainmail", "plate-mail", "plate-mail")
_OF = "@"


class MagicItem(Struct, frozen=True, forbid_unknown_fields=True):
    """`looks` is all that its finder knows. `basic` is its face on the small die of its sort, `expert` its d100."""

    name: str
    sort: Sort
    looks: str
    weight_coins: int
    expert: tuple[int, int]
    manual: tuple[str, ...]
    rule: str
    basic: int = 0
    quantity: Expr | None = None
    basic_quantity: Expr | None = None
    gives: tuple[str, ...] = ()


@cache
def magic_items() -> dict[str, MagicItem]:
    return content.load(compendium.PACKAGE, "treasure/magic", MagicItem)


@cache
def _of_sort(sort: Sort) -> dict[str, MagicItem]:
    return {id: item for id, item in magic_items().items() if item.sort == sort}


@cache
def listing(kind: str) -> MagicItem | None:
    """The listing of an item by its kind; magic armour also names the armour it is."""
    return magic_items().get(kind.partition(_OF)[0])


def is_spell_scroll(kind: str) -> bool:
    """Whether it is a scroll with spells to be cast from it."""
    return kind.startswith("scroll-of-") and kind.rstrip("s").endswith("-spell")


@executes("ose:encumbrance.treasure-tracked")
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


@executes("ose:magic-item.roll.unspecified", "ose:magic-item.categories", "ose:treasure.type.restricted-magic")
def roll_sort(do: Resolution, by: Column, only: tuple[str, ...] = (), never: tuple[str, ...] = ()) -> Sort:
    """A d100 for the kind of thing; one that the treasure excludes is rolled again.

    Ruling: treasure.question.type-b-roll.
    """
    first = 0 if by == "basic" else 2
    rows = compendium.tables()["magic-item-types"].rows
    while True:
        face = do.dice.roll(1, 100, "kind of magic item")[0]
        sort = next(s for s, row in zip(SORTS, rows, strict=True) if row[first] <= face <= row[first + 1])
        if sort not in never and (not only or sort in only):
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
    return tuple(_found(do, part, by) for part in item.gives or (id,))


@executes("ose:referee.describe.magic-items")
def _found(do: Resolution, id: str, by: Column) -> Item:
    """The thing as it lies there: by its look, not by what it is."""
    item = magic_items()[id]
    dice = item.basic_quantity if by == "basic" and item.basic_quantity else item.quantity
    count = 1 if dice is None else do.roll_total(dice, f"how many {item.looks}").total
    if item.looks == "armour":
        suit = _ARMOURS[do.dice.roll(1, len(_ARMOURS), "kind of armour")[0] - 1]
        return Item(f"{id}{_OF}{suit}", compendium.armours()[suit].name.lower(), count=count)
    return Item(id, item.looks, count=count)
