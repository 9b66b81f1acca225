"""The round: one side acts and then the other, each creature moving once before its blow."""

from __future__ import annotations

from underkeep.procedures.actions import Move
from underkeep.procedures.chapter import Chapter, in_fights
from underkeep.procedures.resolution import Resolution
from underkeep.testing.toy.attacks import why_not_in_reach
from underkeep.testing.toy.basics import everything
from underkeep.world.creature import Moved
from underkeep.world.fight import Spent, Step


def plan_round(do: Resolution) -> tuple[Step, ...]:
    return tuple(Step("act", tuple(c.id for c in do.state.active(side)), side) for side in do.state.sides())


def _move(do: Resolution, action: Move) -> None:
    do.emit(Spent(action.actor, "move"))
    do.emit(Moved(action.actor, action.to, rule=everything(do)))


COMBAT = Chapter(in_fights(why_not_in_reach, {Move: _move}))
