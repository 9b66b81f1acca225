"""The check that a referee may call for, and death at 0 hit points."""

from __future__ import annotations

from underkeep.procedures.actions import CallCheck, CallSave
from underkeep.procedures.chapter import Chapter, called
from underkeep.procedures.resolution import Resolution
from underkeep.testing.toy.basics import everything
from underkeep.world.creature import CheckRolled, Died, Harmed


def _check(do: Resolution, action: CallCheck | CallSave) -> None:
    if isinstance(action, CallCheck):
        roll = do.roll(1, 6, action.what, action.modifiers, action.difficulty or 4)
        do.emit(CheckRolled(action.creature, action.what, roll, bool(roll.success), rule=everything(do)))


def _fall(do: Resolution, harmed: Harmed) -> None:
    if do.state.creatures[harmed.creature].hp <= 0:
        do.emit(Died(harmed.creature, rule=everything(do)))


CHECKS = Chapter(called(lambda state, action: None, _check), reactions={Harmed: _fall})
