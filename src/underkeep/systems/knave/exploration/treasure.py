"""What lies in a dungeon: coins, valuables, spellbooks, potions and plants. The page has no tables; these are ours."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.systems.knave.magic import potions
from underkeep.world.gear import Item

COINS = parse("3d6x10")
VALUABLE = "valuable"
VALUABLES = (
    ("silver cup", 50), ("carved ivory", 80), ("silk roll", 100), ("amber beads", 120), ("silver mirror", 150),
    ("gold ring", 200), ("jewelled dagger sheath", 300), ("old chronicle", 400), ("gold idol", 600),
    ("ruby", 1000), ("crown of a forgotten king", 2500),
)  # fmt: skip


def coins(do: Resolution, dungeon_level: int) -> Item:
    return an_item("coin", do.roll_total(COINS, "coins of a hoard").total * dungeon_level)


def valuable(do: Resolution, dungeon_level: int) -> Item:
    """Richer things lie deeper."""
    first = min(2 * (dungeon_level - 1), len(VALUABLES) - 4)
    name, worth = do.pick(VALUABLES[first : first + 6], "valuable")
    return Item(f"{VALUABLE}-{worth}", name.capitalize())


def worth(item: Item) -> int:
    """In coins; 0 for what is no valuable."""
    sort, _, coins_worth = item.kind.rpartition("-")
    return int(coins_worth) if sort == VALUABLE else 0


@executes("knave:magic.spellbook.sources")
def spellbook(do: Resolution) -> Item:
    """A book of any spell; hoards are where such books come from."""
    return an_item(f"spellbook:{do.pick(tuple(compendium.spells()), 'spellbook of a hoard')}")


def weapon(do: Resolution) -> Item:
    """One with a spell on it: what only magic harms is not proof against such."""
    kinds = tuple(kind for kind, weapon in compendium.weapons().items() if not weapon.for_sale)
    return an_item(str(do.pick(kinds, "weapon of a hoard")))


def hoard(do: Resolution, dungeon_level: int) -> tuple[Item, ...]:
    """Coins, and a chance of a valuable, a potion and, more seldom, a spellbook or an enchanted weapon."""
    found = [coins(do, dungeon_level)]
    if do.dice.roll(1, 3, "a valuable")[0] == 1:
        found.append(valuable(do, dungeon_level))
    if do.dice.roll(1, 4, "a potion")[0] == 1:
        found.append(potions.found(do))
    if do.dice.roll(1, 6, "a spellbook")[0] == 1:
        found.append(spellbook(do))
    if do.dice.roll(1, 8, "an enchanted weapon")[0] == 1:
        found.append(weapon(do))
    return tuple(found)
