"""Ramming: a body at speed strikes as if it were so much bigger as it is faster."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.systems.robs.basics import movement
from underkeep.systems.robs.equipment.arms import UNARMED_ODF, Arm
from underkeep.world.creature import Creature
from underkeep.world.fight import Mark
from underkeep.world.grid import Square
from underkeep.world.state import State, square_of

AS_PRINTED = "ram-as-printed"
HEAD_ON, OVERTAKING, CROSSWISE = "head-on", "overtaking", "at right angles"
RAM = Arm("ram", "headlong charge", UNARMED_ODF)
LEAST_RUN = 2
_R = "robs:damage.ram"


class Ram(Action, frozen=True):
    """Run a foe down with the whole weight of the body."""

    actor: str
    target: str


@executes("robs:damage.ram", "robs:damage.ram.moving-both", "robs:damage.ram.perpendicular")
def extra_scale(mine: int, theirs: int, how: str, as_printed: bool = False) -> int:
    """Ruling: ram-directions, ram-negative-speeds. The levels of Movement Scale by which one is faster count as Scale:
    both together head-on, the lower from the higher when overtaking, the higher alone crosswise. The printed sentence
    has the first two the other way round."""
    mine, theirs = max(0, mine), max(0, theirs)
    if how == CROSSWISE:
        return max(mine, theirs)
    added = (how == HEAD_ON) != as_printed
    return mine + theirs if added else abs(mine - theirs)


@executes("robs:damage.ram", "robs:damage.ram.moving-both", "robs:damage.ram.perpendicular")
def of_a_run(state: State, actor: Creature, target: Creature, start: Square) -> tuple[int, tuple[str, ...]]:
    """What a run from here adds, and by which rules. Who has moved this round came the way it now stands from: who
    stood still counts 0."""
    fight = state.fight
    assert fight is not None
    mine = movement.movement_scale(state, actor)
    if not has_moved(fight.spent.get(target.id, ())):
        return extra_scale(mine, 0, HEAD_ON), (_R,)
    theirs = movement.movement_scale(state, target)
    how = direction(start, square_of(target), state, target)
    rule = f"{_R}.perpendicular" if how == CROSSWISE else f"{_R}.moving-both"
    return extra_scale(mine, theirs, how, AS_PRINTED in state.switches), (_R, rule)


def has_moved(spent: tuple[Mark, ...]) -> bool:
    return "move" in spent or "act" in spent


def direction(start: Square, end: Square, state: State, target: Creature) -> str:
    """Which way a moving target runs: towards the nearest of its foes, which may be the one that rams it."""
    foes = [square_of(c) for c in state.enemies_of(target)]
    nearest = min(foes, key=lambda at: (max(abs(at[0] - end[0]), abs(at[1] - end[1])), at))
    towards = nearest[0] - end[0], nearest[1] - end[1]
    charge = end[0] - start[0], end[1] - start[1]
    dot = towards[0] * charge[0] + towards[1] * charge[1]
    cross = towards[0] * charge[1] - towards[1] * charge[0]
    if abs(cross) > abs(dot):
        return CROSSWISE
    return HEAD_ON if dot < 0 else OVERTAKING
