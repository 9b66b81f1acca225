"""How somebody stands in a fight as an order sees it: whether a foe is beside one, where one may walk, and what is left
of the round."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.minds.soldier import approach
from underkeep.procedures.actions import Done
from underkeep.procedures.options import Moves, Options
from underkeep.table.coming_up import is_walk
from underkeep.table.naming import square_named
from underkeep.table.order import APPROACH, Order
from underkeep.table.speech.by_place import DECLARING
from underkeep.world.creature import Creature
from underkeep.world.grid import distance
from underkeep.world.state import State


def walked(state: State, creature: Creature, own: Options, order: Order) -> Action | None:
    """One move to where the order says; what else is done is left to the person. Who cannot move now does so in the
    step for it."""
    fight, walk = state.fight, next((m for m in own.moves if is_walk(m)), None)
    if fight is None or walk is None or creature.at is None or fight.has_spent(creature.id, MOVED):
        return Done(creature.id) if is_announced(state) else None
    if order.sort == APPROACH:
        return approach(state, creature, walk, order.targets)
    goal, at = square_named(order.aim), creature.at
    if goal is None or goal == at:
        return None
    best = min(walk.grid.squares(walk.mask), key=lambda s: (distance(s, goal), distance(s, at)))
    return walk.to(best) if distance(best, goal) < distance(at, goal) else None


def is_announced(state: State) -> bool:
    """Whether the round is but announced, so that there is nothing to do yet for who is to walk."""
    fight = state.fight
    return fight is not None and bool(fight.steps) and fight.step.phase == DECLARING


def is_last_step(state: State, id: str) -> bool:
    """Whether one has no more steps of the round to come: while it is but announced, all have."""
    return not is_announced(state) and not any(
        id in step.actors for step in (state.fight.steps[1:] if state.fight is not None else ())
    )


def stand(state: State, ids: Sequence[str]) -> bool:
    """Whether any of those still stands."""
    return any(id in state.creatures and state.creatures[id].is_up for id in ids)


def walks(own: Options) -> list[Moves]:
    """The squares that one may walk to."""
    return [moves for moves in own.moves if is_walk(moves)]


def is_reached(state: State, creature: Creature) -> bool:
    """Whether a foe is beside one."""
    return any(f.at is not None and creature.steps_to(f) <= 1 for f in state.enemies_of(creature) if creature.at)


def is_close(state: State, creature: Creature) -> bool:
    """Whether any foe has come so near that one who waits for it acts."""
    return any(f.at is not None and creature.steps_to(f) <= CLOSE for f in state.enemies_of(creature) if creature.at)


MOVED = "move"
"""What games write down for somebody who has moved in this round."""
CLOSE = 4
"""How many squares off a foe has come close."""
