"""Finding out what a magic item is: mostly by trying it."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.enchanted import Enchanted, listing
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, changed

_RULE = "ose:magic-item.identify.test"


def enchantment(item: Item) -> Enchanted:
    """What the referee knows of an item; of one that nobody has looked at yet, nothing in particular."""
    return item.quality if isinstance(item.quality, Enchanted) else Enchanted()


def is_known(item: Item) -> bool:
    return enchantment(item).is_known


def true_name(item: Item) -> str:
    """What an item is called by those who know it; one that deceives them goes by the name that they believe."""
    kind = enchantment(item).passes_for or item.kind
    found = listing(kind)
    if found is None:
        return item.name
    suit = compendium.armours().get(kind.partition("@")[2])
    if suit is None:
        return " ".join(word if word.isupper() else word.lower() for word in found.name.split(" "))
    return f"{suit.name.lower()} {found.bonus:+d}" if found.bonus else f"cursed {suit.name.lower()}"


def known(item: Item) -> Item:
    """The item as those have it who know what it is."""
    own = replace(enchantment(item), seems="")
    return replace(item, name=true_name(item), quality=own if own != Enchanted() else None)


@executes("ose:magic-item.identify.test")
def learn(do: Resolution, creature: str, item: str, *more: str) -> None:
    """Somebody finds out what a thing is, and calls it by its name from then on."""
    found = do.state.creatures[creature].item(item)
    if found is None or is_known(found):
        return
    after = known(found)
    items = changed(do.state.creatures[creature].items, after)
    do.emit(ItemsChanged(creature, items, "learnt", after, rule=more or (_RULE,)))


@executes("ose:magic-item.identify.test", "ose:magic-item.armour.bonus")
def proved_in_combat(do: Resolution, creature: Creature) -> None:
    """A blow shows what armour and shields are worth that were only tried on before."""
    for item in creature.items:
        if item.place == "worn" and not is_known(item) and compendium.armour(item.kind) is not None:
            learn(do, creature.id, item.id, _RULE)


def change(do: Resolution, creature: str, item: Item, **changes: object) -> Item:
    """What the referee notes of an item from now on; nobody else hears of it."""
    after = replace(item, quality=replace(enchantment(item), **changes))
    do.emit(ItemsChanged(creature, changed(do.state.creatures[creature].items, after), "noted"))
    return after
