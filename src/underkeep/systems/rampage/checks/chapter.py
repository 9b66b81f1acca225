"""What this chapter brings: the rolls that the referee calls for."""

from __future__ import annotations

from underkeep.procedures.chapter import AT_LEISURE, Chapter, Deed, called
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.checks import (
    advancement,
    checks,
    experience,
    healing,
    miracles,
    provisions,
    tasks,
    vows,
    wounds,
)
from underkeep.world.condition import ConditionEnded
from underkeep.world.fight import FightBegan


def _to_arms(do: Resolution, began: FightBegan) -> None:
    """A new battle brings new wounds to bandage."""
    for creature in list(do.state.creatures.values()):
        if creature.condition(tasks.BANDAGED):
            do.emit(ConditionEnded(creature.id, tasks.BANDAGED, rule=("rampage:task.bandage-wounds.once",)))


CHAPTER = Chapter(
    deeds=(
        *called(checks.why_not, checks.perform),
        Deed(healing.TakeRemedy, AT_LEISURE, healing.take, healing.options, healing.why_not, free=True),
        Deed(healing.Tend, AT_LEISURE, healing.tend, healing.tendings, healing.why_not_tend, free=True),
    ),
    events=(
        tasks.TaskTried,
        tasks.TaskTook,
        tasks.PocketNoticed,
        *wounds.EVENTS,
        *healing.EVENTS,
        *miracles.EVENTS,
        *provisions.EVENTS,
        *experience.EVENTS,
        *vows.EVENTS,
    ),
    reactions={FightBegan: _to_arms},
    answers={advancement.QUESTION: advancement.answer},
)
