"""Making a hero or a rat, and the printed sheet."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Card, Recruit
from underkeep.testing.toy.basics import HIT_POINTS, ToySheet, everything
from underkeep.world.creature import CreationStepTaken, Creature, CreatureJoined
from underkeep.world.gear import Item
from underkeep.world.state import State


def recruit(do: Resolution, who: Recruit, id: str, side: str) -> Creature:
    items = (Item("torch", "Torch", count=6), Item("coin", "coin", count=5)) if who.kind != "rat" else ()
    kind = who.kind or "hero"
    made = Creature(id, who.name or id.title(), kind, side, HIT_POINTS, HIT_POINTS, ToySheet(kind), items=items)
    do.emit(CreationStepTaken(id, "hit points", {"hp": HIT_POINTS}, rule=everything(do)))
    do.emit(CreatureJoined(made, rule=everything(do)))
    return made


def card(state: State, creature: Creature) -> Card:
    return Card(creature.name, creature.kind, (("Body", (("Hit points", str(creature.hp)),)),))
