"""What this game answers about the referee's key: what is where, and what is said of it."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks import ledges
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.exploration import traps, treasure
from underkeep.systems.knave.referee import stat_lines, stocking
from underkeep.world.gear import Item

stock = stocking.stock
stats = stat_lines.stats
trap = traps.told_to_the_referee


def choose_setting(do: Resolution) -> str | None:
    return None


def monster(kind: str) -> str:
    return compendium.monsters()[kind].name


def feature(kind: str) -> str:
    deep = ledges.DEPTH_FEET.get(kind)
    return f"{kind}, a drop of {deep} feet" if deep else kind.replace("-", " ")


def worth(item: Item) -> str:
    coins = treasure.worth(item)
    return f"{coins} coins" if coins else ""
