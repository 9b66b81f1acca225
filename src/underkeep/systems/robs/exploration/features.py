"""Odd places: a shrine to pray at, a spring to drink from, a cache in the wall. Each is a situational roll.

Ruling: delve-stocking. Which there are is ours; that luck is a situational roll is the book's.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.attacks.poison import resist
from underkeep.systems.robs.basics import money
from underkeep.systems.robs.checks.checks import situation
from underkeep.systems.robs.checks.healing import heal
from underkeep.world.creature import Creature, Harmed
from underkeep.world.dungeon import Feature, FeatureChanged
from underkeep.world.state import State

KINDS = ("spring", "shrine", "bones")
SPENT = "spent"
OURS = "robs:delve-stocking"
LUCK = "robs:task.situational.luck"
SILVER_A_POINT = 3


class FeatureTried(Note, frozen=True):
    """Somebody handled something odd; `result` says how it went."""

    creature: str
    kind: str
    result: str


EVENTS = (FeatureTried,)


def why_not(state: State, feature: Feature) -> Refusal | None:
    return Refusal("There is nothing more to it.", OURS) if feature.state == SPENT else None


@executes("robs:task.situational.luck", "robs:task.situational.reading")
def use(do: Resolution, creature: Creature, feature: Feature) -> None:
    """Good luck heals, blesses or pays by its size, bad luck harms; 0 changes nothing."""
    total = situation(do, creature.id, feature.kind, (), (OURS,))
    result = "good" if total > 0 else "bad" if total < 0 else "nothing"
    do.emit(FeatureTried(creature.id, feature.kind, result, rule=(LUCK, OURS)))
    do.emit(FeatureChanged(replace(feature, state=SPENT), SPENT, rule=(OURS,)))
    if result == "good" and feature.kind in ("spring", "shrine"):
        heal(do, creature.id, total, (LUCK,))
    elif result == "good":
        money.receive(do, creature, total * SILVER_A_POINT * money.IN_CP["sp"], "found", (LUCK,))
    elif result == "bad" and feature.kind == "spring" and not resist(do, creature.id, "disease", 0):
        left = do.state.creatures[creature.id].hp - 1
        do.emit(Harmed(creature.id, 1, left, "", "poison", rule=(LUCK, OURS)))


def is_water(feature: Feature) -> bool:
    return False


def drink(do: Resolution) -> None:
    """There is no such water here."""
