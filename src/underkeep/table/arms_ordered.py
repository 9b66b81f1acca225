"""Which of one's arms an order means, and who is better kept out of reach."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures.actions import Attack
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.order import Order
from underkeep.table.speech.wording import parts, stem
from underkeep.world.creature import Creature
from underkeep.world.state import State

HAND_WEAPONS = "hand weapons"
"""What is named where nobody is to shoot or throw, whatever each has in hand."""


def makes_ready(rules: Ruleset, state: State, action: Action) -> bool:
    hint = rules.tactics.hint(state, action) if rules.tactics is not None else None
    return hint is not None and hint.use == "ready"


def keeps_back(rules: Ruleset, state: State, creature: Creature) -> bool:
    """Who has shots for foes in range, or better things to do than to come to blows, does not run into them."""
    if rules.tactics is None:
        return False
    manner = rules.tactics.manner(state, creature)
    near = min((creature.steps_to(f) for f in state.enemies_of(creature) if f.at is not None), default=0)
    return (manner.shots > 0 and near <= manner.shot) or ((manner.casts or manner.frail) and not manner.shots)


def is_with(arm: str, attack: Attack) -> bool:
    """Whether an attack is made with the arm that the words name."""
    return bool({stem(word) for word in parts(arm)} & {stem(word) for word in parts(attack.weapon)})


def is_by_hand(rules: Ruleset, state: State, creature: Creature, action: Action) -> bool:
    """Whether something is no attack, or a blow at one who is near with what is not for shooting."""
    if not isinstance(action, Attack):
        return True
    manner = rules.tactics.manner(state, creature) if rules.tactics is not None else None
    foe = state.creatures.get(action.target)
    is_near = foe is not None and foe.at is not None and creature.at is not None and creature.steps_to(foe) <= 1
    is_missile = manner is not None and manner.missile != manner.blow and action.weapon == manner.missile
    return is_near and not is_missile


def is_blow(rules: Ruleset, state: State, creature: Creature, arm: str) -> bool:
    """Whether the arm that an order names is the one for blows hand to hand."""
    if arm == HAND_WEAPONS:
        return True
    blow = rules.tactics.manner(state, creature).blow if rules.tactics is not None and arm else ""
    return bool(set(parts(arm)) & set(parts(blow)))


def is_to_shoot(rules: Ruleset, state: State, creature: Creature, order: Order) -> bool:
    """Whether the arm that an order names is the one to shoot with: who is told to shoot runs at nobody."""
    if order.arm == HAND_WEAPONS:
        return False
    manner = rules.tactics.manner(state, creature) if rules.tactics is not None and order.arm else None
    if any(i.broken and set(parts(order.arm)) & set(parts(i.name)) for i in creature.items):
        return not is_blow(rules, state, creature, order.arm)
    if manner is None or not manner.missile or manner.missile == manner.blow:
        return False
    return bool(set(parts(order.arm)) & set(parts(manner.missile))) and not is_blow(rules, state, creature, order.arm)
