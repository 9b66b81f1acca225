"""What a fight stands on: firm ground, water, or something that does not hold still."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import IN_WATER, UNSTABLE, has
from underkeep.systems.ose.basics.worn_magic import WALKS_ON_WATER
from underkeep.systems.ose.checks.enchantments import hovers
from underkeep.systems.ose.encounters.terrains import is_rough
from underkeep.systems.ose.exploration.room_hazards import room_hazards
from underkeep.systems.ose.magic.effects.spells_of_nature import CALM_WATERS
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.fight import FightBegan, FightEnded
from underkeep.world.state import State

UNDERFOOT = 9
"""The level of a condition that lasts as long as the fight on such ground."""
_RULES = {
    IN_WATER: ("ose:combat.water.penalties", "ose:combat.water.missiles"),
    UNSTABLE: ("ose:combat.unstable.missile", "ose:combat.unstable.spells"),
}
_AT_HOME = {IN_WATER: "swimming", UNSTABLE: "flying"}
"""How those move whom it does not trouble."""


@executes("ose:combat.unstable.missile", "ose:combat.unstable.spells")
def ground(state: State) -> str:
    """A boat in rough water is unstable; a room may be, or be flooded."""
    if state.is_outdoors:
        return UNSTABLE if is_rough(state) else ""
    if state.party is None or state.party.at is None or state.dungeon is None:
        return ""
    here, every = survey.here(state)[2].id, room_hazards()
    features = [f for f in state.dungeon.features.values() if f.area == here and f.state not in CALM_WATERS]
    kinds = [every[f.kind] for f in features if f.kind in every]
    return next((hazard.footing for hazard in kinds if hazard.footing), "")


def _is_troubled(state: State, creature: Creature, what: str) -> bool:
    """Not those who fly, swim or walk on water; on the water only those who are aboard."""
    if what == IN_WATER and has(creature, WALKS_ON_WATER):
        return False
    listing = monsters().get(creature.kind)
    if listing is not None and _AT_HOME[what] in listing.movement_feet:
        return False
    if hovers(creature):
        return False
    return not state.is_outdoors or (state.party is not None and creature.side == state.party.side)


@executes("ose:combat.unstable.missile", "ose:combat.unstable.spells", "ose:combat.water.missiles")
def began(do: Resolution, event: FightBegan) -> None:
    """Whoever fights on bad ground is in its grip until the fight is over."""
    what = ground(do.state) if do.state.party is not None else ""
    if not what:
        return
    for id in event.combatants:
        creature = do.state.creatures[id]
        if _is_troubled(do.state, creature, what) and not has(creature, what):
            do.emit(ConditionGained(id, Condition(what, level=UNDERFOOT), rule=_RULES[what]))


def ended(do: Resolution, event: FightEnded) -> None:
    """Out of the fight everybody finds a hold again."""
    for creature in list(do.state.creatures.values()):
        for what, rule in _RULES.items():
            held = creature.condition(what) if creature.conditions else None
            if held is not None and held.level == UNDERFOOT:
                do.emit(ConditionEnded(creature.id, what, rule=rule))
