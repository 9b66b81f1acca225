"""What this chapter brings: the rolls that the referee calls for."""

from __future__ import annotations

from underkeep.procedures.chapter import AT_LEISURE, FIGHT, Chapter, Deed, called
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.checks import (
    advancement,
    checks,
    drained_levels,
    experience,
    healing,
    miracles,
    provisions,
    tasks,
    vows,
    wild_shape,
    wounds,
)
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Harmed
from underkeep.world.fight import FightBegan
from underkeep.world.party import PartyWent


def _to_arms(do: Resolution, began: FightBegan) -> None:
    """A new battle brings new wounds to bandage."""
    for creature in list(do.state.creatures.values()):
        if creature.condition(tasks.BANDAGED):
            do.emit(ConditionEnded(creature.id, tasks.BANDAGED, rule=("rampage:task.bandage-wounds.once",)))


CHAPTER = Chapter(
    deeds=(
        *called(checks.why_not, checks.perform),
        Deed(wild_shape.WildShape, (FIGHT,), wild_shape.change, why_not=wild_shape.why_not, offers=wild_shape.offers),
        Deed(wild_shape.WildShape, AT_LEISURE, wild_shape.change, wild_shape.options, wild_shape.why_not, free=True),
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
        *wild_shape.EVENTS,
        drained_levels.LevelKept,
        drained_levels.LevelLost,
    ),
    reactions={FightBegan: _to_arms, Harmed: wild_shape.on_harm, PartyWent: wild_shape.on_going},
    answers={advancement.QUESTION: advancement.answer},
)
