"""Waterskins: a day's water each, drunk where the country gives none, and filled again where there is water."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.checks import hazards
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, changed

WATERSKIN, EMPTY = "waterskin", "empty-waterskin"
NAMES = {WATERSKIN: "Waterskin", EMPTY: "Empty waterskin"}
FOUND = "knave:hazard.thirst.assumed-water"


def skins(creature: Creature, kind: str = WATERSKIN) -> list[Item]:
    return [item for item in creature.items if item.kind == kind and not item.broken]


@executes("knave:hazard.thirst.assumed-water", "knave:hazard.thirst.penalty")
def drink_day(do: Resolution, id: str) -> bool:
    """Whether there is water for a day: a skin that is full is empty afterwards."""
    full = skins(do.state.creatures[id])
    if full:
        _become(do, id, full[0], EMPTY, "drained")
    return bool(full)


@executes("knave:hazard.thirst.assumed-water")
def refill(do: Resolution, id: str) -> None:
    """Every skin that is empty is full again."""
    for item in skins(do.state.creatures[id], EMPTY):
        _become(do, id, item, WATERSKIN, "refilled")


@executes("knave:hazard.thirst.penalty")
def drink_fill(do: Resolution, id: str) -> None:
    """Where there is water thirst is over and the skins are filled. Ruling: penalty-removal."""
    hazards.thirst(do, id, has_water=True)
    refill(do, id)


def _become(do: Resolution, id: str, item: Item, kind: str, verb: str) -> None:
    skin = replace(item, kind=kind, name=NAMES[kind])
    items = changed(do.state.creatures[id].items, skin)
    do.emit(ItemsChanged(id, items, verb, skin, rule=(FOUND,)))
