"""What lies in hoards: coins, gems and jewellery, by situational rolls."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import money
from underkeep.systems.robs.basics.numbers import adjective, roll_dhl
from underkeep.systems.robs.basics.qualities import Foreign, Made, Valuable
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import Item

GEM, JEWELLERY, OLD_COIN = "gem", "jewellery", "old-coin"
GEM_SIZE = "gem-size-roll"
BASE_CP = {-5: 0, -4: 1, -3: 20, -2: 200, -1: 2000, 0: 4000, 1: 10000, 2: 20000, 3: 40000, 4: 100000, 5: 200000}
PERCENT_A_POINT = 20
CUTS = {"cut": 1.0, "uncut": 0.25, "pure": 2.0}
SETTINGS = {"x1": 1.0, "x1.5": 1.5, "x2": 2.0, "x3": 3.0}
GOLD_FROM_CP = 4000
LARGE_AT, LARGE_GRAMS = 2, 50
RELIC = "relic"
RELICS = (
    "crown of the first king",
    "lamp that never was lit",
    "horn of the hunt",
    "book of names",
    "blind queen's ring",
)
OURS = "robs:delve-stocking"
_SECRET = ("referee",)


@executes("robs:treasure.gems.base")
def base_cp(total: int) -> int:
    """The value that a situational roll gives a gem, from nothing to 1000 gold pieces."""
    return BASE_CP[max(-5, min(5, total))]


@executes("robs:treasure.gems.quality", "robs:treasure.gems.size")
def graded_cp(base: int, *points: int) -> int:
    """Ruling: gem-percent. A fifth of the base value up or down for each point, never below nothing."""
    return max(0, base + base * PERCENT_A_POINT * sum(points) // 100)


@executes("robs:treasure.gems.base", "robs:treasure.gems.quality", "robs:treasure.gems.size", "robs:treasure.gems.cut")
def gem_cp(do: Resolution) -> tuple[int, int]:
    """What a gem found by chance is worth, and the roll that says so: for its sort, its quality, where the table
    wants it its size, and how it is cut."""
    sorts = [("base", "robs:treasure.gems.base"), ("quality", "robs:treasure.gems.quality")]
    if GEM_SIZE in do.state.switches:
        sorts.append(("size", "robs:treasure.gems.size"))
    points = []
    for sort, rule in sorts:
        roll = roll_dhl(do, f"{sort} of a gem")
        do.emit(ChanceRolled(f"{sort} of a gem", roll, roll.total > 0, rule=(rule,), seats=_SECRET))
        points.append(roll.total)
    cut = do.foretold("robs:treasure.gems.cut", tuple(CUTS), "cut")
    return int(graded_cp(base_cp(points[0]), *points[1:]) * CUTS[cut]), points[0]


def gem(do: Resolution) -> Item:
    cp, roll = gem_cp(do)
    return Item(GEM, f"{adjective(roll)} gem", quality=Valuable(cp))


@executes("robs:treasure.jewelry", "robs:treasure.found-scale")
def jewellery(do: Resolution, scale: int) -> Item:
    """A piece with two gems in it, worth more than they are, made for whoever had it last."""
    gems = [gem_cp(do) for _ in range(2)]
    worth = do.foretold("robs:treasure.jewelry", tuple(SETTINGS), "x1.5")
    cp = int(sum(cp for cp, _ in gems) * SETTINGS[worth])
    return Item(JEWELLERY, f"{adjective(max(roll for _, roll in gems))} jewel", quality=Valuable(cp, scale))


@executes("robs:money.circulation")
def mint(cp: int) -> tuple[Item, ...]:
    """Copper and silver are what is met with; gold only in sums that few ever see."""
    if cp >= GOLD_FROM_CP:
        return money.change(cp)
    silver, copper = divmod(cp, money.IN_CP["sp"])
    found = [money.coins("sp", silver)] if silver else []
    return (*found, money.coins("cp", copper)) if copper else tuple(found)


def hoard_cp(total: int) -> int:
    """Ruling: delve-stocking. Two gold pieces for an Average hoard, twice as much for each level better."""
    return int(400 * 2.0 ** max(-5, total))


@executes("robs:money.large-coins", "robs:money.circulation")
def hoard(do: Resolution, dungeon_level: int, scale: int) -> tuple[Item, ...]:
    """Coins by a situational roll, better the deeper; from +1 a gem lies with them, from +3 a jewel, and what the roll
    takes below 0 are old coins."""
    roll = roll_dhl(do, "a hoard")
    total = roll.total + dungeon_level - 1
    large = (money.LARGE_COINS,) if total == LARGE_AT else ()
    rule = (OURS, "robs:task.situational.roll", "robs:money.circulation", *large)
    do.emit(ChanceRolled("a hoard", roll, total > 0, rule=rule, seats=_SECRET))
    found = list(mint(hoard_cp(total)))
    if total == -1:
        found = [Item(OLD_COIN, "coin of old", count=hoard_cp(total) // 20, quality=Foreign(20))]
    if total == LARGE_AT:
        worth = money.large_coin_cp("gp", LARGE_GRAMS)
        found.append(Item(OLD_COIN, f"gold coin of {LARGE_GRAMS} g", quality=Foreign(worth)))
    found += [gem(do) for _ in range(min(3, total))]
    return (*found, jewellery(do, scale)) if total >= 3 else tuple(found)


@executes("robs:treasure.found-scale")
def sized(items: tuple[Item, ...], scale: int, kinds: frozenset[str]) -> tuple[Item, ...]:
    """Arms and armour as they were made for one of this Scale."""
    if not scale:
        return items
    return tuple(_made(item, scale) if item.kind.partition("+")[0] in kinds else item for item in items)


def _made(item: Item, scale: int) -> Item:
    return Item(item.kind, item.name, item.place, item.count, item.broken, item.id, item.holds, Made(scale))


def worth_cp(item: Item) -> int:
    """What a treasure is worth; 0 for what is none."""
    return item.quality.cp if isinstance(item.quality, Valuable) else 0
