"""Making a hero or a monster, and the printed sheet."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Card, Recruit
from underkeep.testing.toy.basics import HIT_POINTS, ToySheet, everything
from underkeep.testing.toy.monsters import Listing
from underkeep.world.creature import CreationStepTaken, Creature, CreatureJoined
from underkeep.world.gear import Item
from underkeep.world.state import State

HERO = "hero"


def recruit(do: Resolution, who: Recruit, id: str, side: str, listing: Listing | None) -> Creature:
    """A monster as it is listed, or a hero with torches and coins."""
    kind, found = who.kind or HERO, listing or Listing(HIT_POINTS)
    items = () if listing is not None else (Item("torch", "Torch", count=6), Item("coin", "coin", count=5))
    name, points = who.name or id.title(), found.hit_points
    made = Creature(id, name, kind, side, points, points, ToySheet(kind), items=items, size=found.size)
    do.emit(CreationStepTaken(id, "hit points", {"hp": points}, rule=everything(do)))
    do.emit(CreatureJoined(made, rule=everything(do)))
    return made


def card(state: State, creature: Creature) -> Card:
    return Card(creature.name, creature.kind, (("Body", (("Hit points", str(creature.hp)),)),))
