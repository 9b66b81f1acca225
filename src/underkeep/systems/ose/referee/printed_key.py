"""What the referee's printed key says of monsters, traps, features and treasure, beyond their names."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.equipment import magic_items, treasure
from underkeep.systems.ose.exploration import special_rooms, traps
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.gear import Item


def monster(kind: str) -> str:
    return monsters()[kind].name


@executes("ose:traps.room", "ose:traps.treasure")
def trap(kind: str) -> str:
    """A trap as the referee's key tells it."""
    effect = traps.told_to_the_referee(kind)
    return f"{kind.replace('-', ' ')}: {effect}" if effect else kind.replace("-", " ")


@executes("ose:dungeon-design.room.specials")
def feature(kind: str) -> str:
    """A special as the referee's key tells it."""
    found = special_rooms.specials().get(kind)
    return f"{found.name.lower()} ({kind.replace('-', ' ')})" if found else kind.replace("-", " ")


@executes("ose:treasure.common")
def worth(item: Item) -> str:
    """What a magic item is, and what a treasure is worth; coins say it themselves."""
    listing = magic_items.listing(item.kind)
    if listing is not None:
        return "" if listing.name.lower() == item.name.lower() else listing.name
    if item.kind in money.IN_CP:
        return ""
    cp = treasure.worth_cp(Item(item.kind, item.name))
    return f"{money.written(cp)}{' each' if item.count > 1 else ''}" if cp else ""
