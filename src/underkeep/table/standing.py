"""What lasts of what somebody was told: a place to keep, a weapon to fight with, the deed that waits for its step. A
new word takes it back as far as it says otherwise."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.arms_ordered import is_to_shoot
from underkeep.table.naming import listing
from underkeep.table.order import (
    APPROACH,
    ASKED,
    ATTACK,
    BEHIND,
    CAST,
    FLEE,
    GO,
    GUARD,
    HOLD,
    IN_PLACE,
    PASS,
    REPEAT,
    SAID,
    SHOOT,
    STAY,
    Order,
)
from underkeep.world.state import State

_FIGHTS = (ATTACK, GUARD, HOLD, REPEAT)


def renewed(before: Order | None, new: Order, now: int, is_shot: bool) -> Order:
    """What somebody is told now, with what lasts of what that one was told before; a shot leaves one in one's place."""
    told = before.now(now) if before is not None else None
    standing = (told.then if told.until else told) if told is not None else None
    if not new.until:
        return _with_the_same_arm(standing, new)
    if standing is not None and (new.sort in (APPROACH, GO, FLEE) or (new.sort == ATTACK and not is_shot)):
        standing = released(standing)
    if new.then is not None:
        standing = _with_the_same_arm(standing, new.then)
    if standing is None:
        return new
    arm = new.arm or (standing.arm if new.sort in _FIGHTS else "")
    return replace(new, then=standing, arm=arm, flees_at_half=new.flees_at_half or standing.flees_at_half)


def _with_the_same_arm(standing: Order | None, new: Order) -> Order:
    """A new standing order, with the weapon of the one before it; of one that tells of a weapon alone all else."""
    if standing is None:
        return new
    if new.sort == ASKED and standing.sort in IN_PLACE:
        return replace(standing, arm=new.arm or standing.arm, flees_at_half=new.flees_at_half or standing.flees_at_half)
    arm = new.arm or ("" if new.sort == SHOOT else standing.arm)
    return replace(new, arm=arm, flees_at_half=new.flees_at_half or standing.flees_at_half)


def released(order: Order | None) -> Order | None:
    """What is left of an order that is taken back: the weapon, and to flee at half of one's life."""
    if order is None or not (order.arm or order.flees_at_half):
        return None
    arm = order.arm if not order.until else order.then.arm if order.then is not None else ""
    return Order(ASKED, flees_at_half=order.flees_at_half, arm=arm) if arm or order.flees_at_half else None


def is_kept(order: Order) -> bool:
    """Whether an order of one's own holds when all are told to attack, or to go on: a place, a deed that was announced,
    a foe to go for in this round."""
    if order.for_all:
        return False
    is_at_one = order.sort == ATTACK and bool(order.targets) and bool(order.until)
    return order.sort in IN_PLACE or order.sort in (CAST, SAID) or is_at_one


def as_told(state: State, orders: Mapping[str, Order]) -> str:
    """Who does as told before while the others do what all are told: `Aldous stays back, as told.`"""
    alike: dict[str, list[str]] = {}
    for id, order in orders.items():
        creature = state.creatures.get(id)
        if creature is not None and creature.is_up and is_kept(order) and order.sort not in (CAST, ATTACK):
            alike.setdefault(order.told(state), []).append(creature.name)
    each = {what: f"{listing(names)}: {'each ' if len(names) > 1 else ''}" for what, names in alike.items()}
    return " ".join(f"{each[what]}{what}, as told." for what in alike)


def holding(state: State, orders: Mapping[str, Order]) -> dict[str, Order]:
    """What holds of all that was told, in this round."""
    now = state.fight.round if state.fight is not None else 0
    live = {id: order.now(now) for id, order in orders.items()}
    return {id: order for id, order in live.items() if order is not None}


def merged(
    rules: Ruleset, state: State, had: Mapping[str, Order], given: Mapping[str, Order | None]
) -> dict[str, Order | None]:
    """What is told now, each with what lasts of what was told before."""
    now = state.fight.round if state.fight is not None else 0
    found: dict[str, Order | None] = {}
    for id, order in given.items():
        creature = state.creatures.get(id)
        is_shot = order is not None and creature is not None and is_to_shoot(rules, state, creature, order)
        found[id] = (
            renewed(had.get(id), order, now, is_shot) if order is not None and state.fight is not None else order
        )
    return found


def taken_back(state: State, orders: Mapping[str, Order], action: Action) -> dict[str, Order | None]:
    """What is over for one who is told by a person to do the opposite: to strike hand to hand for who was to stay out
    of reach, to walk off from whom one was to stay with."""
    id = getattr(action, "actor", "")
    order = holding(state, orders).get(id)
    creature = state.creatures.get(id)
    if order is None or creature is None or order.until:
        return {}
    foe = state.creatures.get(action.target) if isinstance(action, Attack) else None
    is_near = foe is not None and foe.at is not None and creature.at is not None and creature.steps_to(foe) <= 1
    goes_in = order.sort in (BEHIND, STAY, PASS) and is_near
    goes_off = order.sort in (BEHIND, STAY, GUARD) and isinstance(action, Move)
    return {id: released(order)} if goes_in or goes_off else {}
