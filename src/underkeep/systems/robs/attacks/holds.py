"""Holds: creatures that grip fast, and breaking free of them."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks.poison import Hit, on_hit
from underkeep.systems.robs.basics.traits import Grapple
from underkeep.systems.robs.checks.checks import RAW_POWER, contest
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.grid import distance
from underkeep.world.state import State

HELD = "held by "


def holder_of(state: State, creature: Creature) -> Creature | None:
    """Who holds this creature: the hold lasts while the holder stands next to it and can act."""
    for condition in creature.conditions:
        if condition.name.startswith(HELD):
            holder = state.creatures.get(condition.name[len(HELD) :])
            if holder is not None and holder.status == "up" and holder.at is not None and creature.at is not None:
                return holder if distance(holder.at, creature.at) <= 1 else None
    return None


@on_hit(Grapple)
def take_hold(do: Resolution, hit: Hit, effect: Grapple) -> None:
    """Ruling: the book says that some creatures hold fast, not how; here a hit of theirs does it."""
    if holder_of(do.state, do.state.creatures[hit.target]) is None:
        do.emit(ConditionGained(hit.target, Condition(HELD + hit.attacker), rule=("robs:combat.grapple.break",)))


@executes("robs:combat.grapple.break")
def break_free(do: Resolution, actor: Creature) -> None:
    """Ruling: contest-ties. On a tie the held stay held."""
    holder = holder_of(do.state, actor)
    assert holder is not None
    if contest(do, (actor, holder), RAW_POWER) == (actor,):
        do.emit(ConditionEnded(actor.id, HELD + holder.id, rule=("robs:combat.grapple.break",)))
