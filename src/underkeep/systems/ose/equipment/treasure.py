"""Treasure: the types, what is rolled on them, and what things are worth and weigh."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr, parse
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.money import CREDIT, IN_CP, coins, purse_cp
from underkeep.systems.ose.equipment import magic_items
from underkeep.systems.ose.equipment.treasure_settings import Placing
from underkeep.world.gear import Item, ItemsChanged, more

JEWELLERY_GP = parse("3d6x100")
DAMAGED = "-damaged"
ROUGH = frozenset({"fire", "lightning", "crushing"})
UNUSUAL_SORTS = ("artwork", "books", "foodstuffs", "furnishings", "utensils", "valuables")
_ADJUST = "ose:treasure.adjust"
_FAR = 5
_ADJUSTED = {"keep": Fraction(1), "halve": Fraction(1, 2), "double": Fraction(2)}
_VALUED = re.compile(r"(gem|jewellery)-(\d+)(?:-damaged)?")
_WEIGHT = {"gem": 1, "jewellery": 10}


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a treasure type. `plus` comes with the magic items, `only` and `never` restrict their sort."""

    quantity: Expr
    of: Literal["pp", "gp", "ep", "sp", "cp", "gem", "jewellery", "magic", "potion", "scroll"]
    percent: int = 100
    only: tuple[magic_items.Sort, ...] = ()
    never: tuple[magic_items.Sort, ...] = ()
    plus: tuple[Literal["potion", "scroll"], ...] = ()


@executes("ose:treasure.average-meaning")
class TreasureType(Struct, frozen=True, forbid_unknown_fields=True):
    """The average counts coins, gems and jewellery; magic has no price."""

    belongs_to: Literal["hoard", "individual", "group"]
    average_gp: float
    entries: tuple[Entry, ...]
    rule: str


class DepthTreasure(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies about at some depth."""

    from_level: int
    entries: tuple[Entry, ...]
    rule: str


@executes("ose:treasure.unusual.value-weight", "ose:treasure.unusual")
class Valuable(Struct, frozen=True, forbid_unknown_fields=True):
    """An unusual treasure: its value and weight must be written down. Neither its name nor its kind tells the value.
    Where `bulk_coins` is greater, it hinders more than it weighs.
    """

    name: str
    sort: Literal["artwork", "books", "foodstuffs", "furnishings", "utensils", "valuables"]
    worth_gp: int
    weight_coins: int
    rule: str
    bulk_coins: int = 0


class TreasureRolled(Note, frozen=True):
    """What the referee rolled for a treasure, entry by entry."""

    secret: ClassVar[bool] = True

    where: str
    table: str
    rolls: tuple[Roll, ...]
    worth_gp: int


@cache
def types() -> dict[str, TreasureType]:
    return content.load(compendium.PACKAGE, "treasure/types", TreasureType)


@cache
def by_depth() -> list[DepthTreasure]:
    return list(content.load(compendium.PACKAGE, "treasure/by_level", DepthTreasure).values())


@cache
def valuables() -> dict[str, Valuable]:
    return content.load(compendium.PACKAGE, "treasure/unusual", Valuable)


@executes(
    "ose:money.conversion",
    "ose:treasure.unusual",
    "ose:treasure.average-meaning",
    "ose:treasure.conversion-reminder",
    "ose:xp.treasure.magical",
)
def worth_cp(item: Item) -> int:
    """What a treasure is worth; gear and magic have no price as treasure."""
    if item.kind in IN_CP:
        return item.count * IN_CP[item.kind]
    if item.kind in valuables():
        return item.count * valuables()[item.kind].worth_gp * IN_CP["gp"]
    valued = _VALUED.fullmatch(item.kind)
    return item.count * int(valued[2]) * IN_CP["gp"] if valued else 0


def is_treasure(item: Item) -> bool:
    return worth_cp(item) > 0 or is_magical(item)


def is_magical(item: Item) -> bool:
    return magic_items.listing(item.kind) is not None


@executes("ose:encumbrance.treasure-tracked", "ose:treasure.unusual.value-weight", "ose:encumbrance.measure")
def weight_coins(item: Item) -> int:
    """What a treasure counts for as a load, by weight or by bulk; 0 for anything else."""
    if item.kind in IN_CP:
        return item.count
    if item.kind in valuables():
        valuable = valuables()[item.kind]
        return item.count * max(valuable.weight_coins, valuable.bulk_coins)
    if is_magical(item):
        return item.count * magic_items.weight_coins(item.kind)
    valued = _VALUED.fullmatch(item.kind)
    return item.count * _WEIGHT[valued[1]] if valued else 0


def gem(gp: int, count: int = 1) -> Item:
    return Item(f"gem-{gp}", "gem", count=count)


def jewellery(gp: int, count: int = 1) -> Item:
    return Item(f"jewellery-{gp}", "piece of jewellery", count=count)


@executes("ose:treasure.jewellery.damaged")
def damaged(item: Item) -> Item:
    """Crushed, burnt or struck by lightning, jewellery is worth half; it is spoilt only once."""
    valued = _VALUED.fullmatch(item.kind)
    if valued is None or valued[1] != "jewellery" or item.kind.endswith(DAMAGED):
        return item
    return replace(item, kind=f"jewellery-{int(valued[2]) // 2}{DAMAGED}", name="damaged piece of jewellery")


@executes("ose:treasure.jewellery.damaged")
def handle_roughly(do: Resolution, id: str) -> None:
    """The jewellery that somebody carries through fire, lightning or a crushing blow."""
    items = do.state.creatures[id].items
    after = tuple(damaged(item) for item in items)
    if after != items:
        do.emit(ItemsChanged(id, after, "spoilt", rule=("ose:treasure.jewellery.damaged",)))


@executes("ose:treasure.combine-values")
def combined(items: Iterable[Item]) -> tuple[Item, ...]:
    """All gems as one gem and all jewellery as one piece, of the same worth."""
    kept, totals = [], {"gem": 0, "jewellery": 0}
    for item in items:
        valued = _VALUED.fullmatch(item.kind)
        if valued:
            totals[valued[1]] += worth_cp(item) // IN_CP["gp"]
        else:
            kept.append(item)
    kept += [gem(totals["gem"])] if totals["gem"] else []
    kept += [jewellery(totals["jewellery"])] if totals["jewellery"] else []
    return tuple(kept)


@executes("ose:treasure.alternative")
def as_credits(items: Iterable[Item]) -> tuple[Item, ...]:
    """Coins as credits of 1 gp each, of the same worth."""
    items = tuple(items)
    worth = purse_cp(items) // IN_CP["gp"]
    kept = tuple(item for item in items if item.kind not in IN_CP)
    return (coins("gp", worth, CREDIT), *kept) if worth else kept


@executes("ose:treasure.gem.value")
def roll_gem(do: Resolution) -> Item:
    """A gem of a value by the d20."""
    face = do.dice.roll(1, 20, "value of a gem")[0]
    return gem(next(gp for low, high, gp in compendium.tables()["gem-values"].rows if low <= face <= high))


@executes("ose:treasure.jewellery.value", "ose:treasure.jewellery.higher")
def roll_jewellery(do: Resolution, factor: int = 1) -> Item:
    """Default: no more than this for higher levels either."""
    return jewellery(factor * do.roll_total(JEWELLERY_GP, "value of jewellery").total)


@executes("ose:treasure.roll.procedure", "ose:treasure.adjust", "ose:treasure.common", "ose:treasure.average-meaning")
def roll_type(
    do: Resolution, letter: str, where: str, how: Placing, present: Fraction = Fraction(1), whose: tuple[str, ...] = ()
) -> tuple[Item, ...]:
    """One treasure of a type. `present` is the part of an average lair that lives here: coins and gems are fewer with
    it. A hoard far from the average of its type is put to the referee. Default: no adjustment. `whose` are the rules
    by which it is there.
    """
    kind = types()[letter]
    items, rolls = roll_entries(do, kind.entries, how, present)
    rule = (kind.rule, *_OF_WHOM[kind.belongs_to], *_of_things(kind.entries, items))
    if kind.belongs_to == "hoard" and _is_far(items, kind.average_gp * float(present * how.treasure)):
        rule = (*rule, "ose:treasure.average-meaning")
        times = _ADJUSTED[do.foretold(_ADJUST, tuple(_ADJUSTED), "keep")]
        items = tuple(_multiplied(item, times) for item in items)
    items = tuple(item for item in _in_custom(items, how) if item.count)
    worth = sum(map(worth_cp, items)) // IN_CP["gp"]
    do.emit(TreasureRolled(where, letter, rolls, worth, rule=(*rule, *whose)))
    return items


@executes("ose:dungeon-design.level-treasure")
def roll_depth(do: Resolution, dungeon_level: int, where: str, how: Placing) -> tuple[Item, ...]:
    """Treasure that is no monster's, by depth. Ruling: dungeon-design.question.deep-levels."""
    row = max((r for r in by_depth() if r.from_level <= dungeon_level), key=lambda r: r.from_level)
    items, rolls = roll_entries(do, row.entries, how)
    items = _in_custom(items, how)
    worth = sum(map(worth_cp, items)) // IN_CP["gp"]
    rule = (row.rule, *_of_things(row.entries, items))
    do.emit(TreasureRolled(where, f"level {dungeon_level}", rolls, worth, rule=rule))
    return items


_OF_WHOM: dict[str, tuple[str, ...]] = {
    "hoard": ("ose:treasure.hoards",),
    "individual": ("ose:treasure.individual", "ose:treasure.roll.lair-or-person"),
    "group": ("ose:treasure.group", "ose:treasure.roll.lair-or-person"),
}


def _of_things(entries: Iterable[Entry], items: tuple[Item, ...]) -> tuple[str, ...]:
    """The rules that made a treasure what it is: of coins and stones, and of magic."""
    kinds = [item.kind for item in items]
    rule: tuple[str, ...] = ("ose:treasure.common",) if any(worth_cp(item) for item in items) else ()
    rule += ("ose:money.coins", "ose:treasure.conversion-reminder") if any(kind in IN_CP for kind in kinds) else ()
    rule += ("ose:treasure.gem.value",) if any(kind.startswith("gem-") for kind in kinds) else ()
    rule += ("ose:treasure.jewellery.value",) if any(kind.startswith("jewellery-") for kind in kinds) else ()
    rule += ("ose:treasure.type.always-present",) if any(entry.percent == 100 for entry in entries) else ()
    return (*rule, *_of_magic(entries, items))


def _of_magic(entries: Iterable[Entry], items: tuple[Item, ...]) -> tuple[str, ...]:
    """The rules that chose the magic items of a treasure."""
    found = [listing for item in items if (listing := magic_items.listing(item.kind)) is not None]
    if not found:
        return ()
    free = [entry for entry in entries if entry.of == "magic"]
    rule: tuple[str, ...] = ("ose:magic-item.roll.specific", "ose:referee.describe.magic-items")
    rule += ("ose:magic-item.roll.unspecified", "ose:magic-item.categories") if free else ()
    rule += ("ose:treasure.type.restricted-magic",) if any(entry.only or entry.never for entry in free) else ()
    rule += ("ose:treasure.type.combined-magic",) if any(entry.plus for entry in free) else ()
    return (*rule, "ose:magic-item.maps-on-table") if any(item.looks == "map" for item in found) else rule


def _is_far(items: tuple[Item, ...], average_gp: float) -> bool:
    worth = sum(map(worth_cp, items)) / IN_CP["gp"]
    return worth > 0 and average_gp > 0 and (worth >= _FAR * average_gp or worth * _FAR <= average_gp)


def _multiplied(item: Item, times: Fraction) -> Item:
    return item if is_magical(item) else replace(item, count=int(item.count * times))


@executes("ose:treasure.combine-values", "ose:treasure.alternative")
def _in_custom(items: tuple[Item, ...], how: Placing) -> tuple[Item, ...]:
    """The hoard as the referee's setting has it: stones merged, or coins in another currency."""
    items = combined(items) if how.is_merged else items
    return as_credits(items) if how.in_credits else items


@executes("ose:treasure.roll.procedure", "ose:treasure.type.always-present", "ose:treasure.common")
def roll_entries(
    do: Resolution, entries: Iterable[Entry], how: Placing, present: Fraction = Fraction(1)
) -> tuple[tuple[Item, ...], tuple[Roll, ...]]:
    """Entry by entry: whether it is there, how much, then each gem, jewel and magic item. Also the rolls made."""
    found: tuple[Item, ...] = ()
    rolls: list[Roll] = []
    for entry in entries:
        if entry.percent < 100:
            face = do.dice.roll(1, 100, f"{entry.percent}% {entry.of}")[0]
            rolls.append(Roll("d100", (face,), face, (), entry.percent, face <= entry.percent, at_most=True))
            if face > entry.percent:
                continue
        amount = do.roll_total(entry.quantity, f"how much {entry.of}")
        rolls.append(amount)
        for item in _things(do, entry, amount.total, how, present):
            found = more(found, item)
    return found, tuple(rolls)


@executes(
    "ose:treasure.type.combined-magic",
    "ose:magic-item.roll.specific",
    "ose:monster.treasure.small-lair",
    "ose:referee.setting.elements",
)
def _things(do: Resolution, entry: Entry, amount: int, how: Placing, present: Fraction) -> Iterable[Item]:
    """What one entry of a treasure type comes to, fewer coins and gems where fewer monsters live. Where magic is a lost
    art nobody writes scrolls.
    """
    if entry.of in IN_CP:
        count = int(amount * how.treasure * present)
        return [coins(entry.of, count)] if count else []
    if entry.of == "gem":
        return [roll_gem(do) for _ in range(int(amount * how.treasure * present))]
    if entry.of == "jewellery":
        return [roll_jewellery(do, how.jewellery) for _ in range(int(amount * how.treasure))]
    sorts: list[magic_items.Sort] = []
    for _ in range(amount):
        if entry.of == "magic":
            sorts.append(magic_items.roll_sort(do, how.column, entry.only, entry.never, how.lacking))
        else:
            sorts.append(_SORT_OF[entry.of])
    sorts += [_SORT_OF[one] for one in entry.plus]
    found = [item for sort in sorts for item in magic_items.roll_item(do, sort, how.column)]
    return found if how.has_scrolls else [item for item in found if not magic_items.is_spell_scroll(item.kind)]


_SORT_OF: dict[str, magic_items.Sort] = {"potion": "potion", "scroll": "scroll-map"}
