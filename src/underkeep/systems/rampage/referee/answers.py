"""What this game answers about the referee's key: what is where, and what is said of it."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import compendium, money
from underkeep.systems.rampage.equipment import treasure
from underkeep.systems.rampage.exploration import traps
from underkeep.systems.rampage.referee import stat_lines, stocking
from underkeep.world.gear import Item

stock = stocking.stock
stats = stat_lines.stats
trap = traps.told


def choose_setting(do: Resolution) -> str | None:
    return None


def monster(kind: str) -> str:
    return compendium.monsters()[kind].name


def feature(kind: str) -> str:
    return kind


def worth(item: Item) -> str:
    sp = treasure.worth_sp(item)
    return money.told(sp) if sp else ""
