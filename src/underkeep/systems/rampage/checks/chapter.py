"""What this chapter brings: the rolls that the referee calls for."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter, called
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.checks import checks, tasks
from underkeep.world.condition import ConditionEnded
from underkeep.world.fight import FightBegan


def _to_arms(do: Resolution, began: FightBegan) -> None:
    """A new battle brings new wounds to bandage."""
    for creature in list(do.state.creatures.values()):
        if creature.condition(tasks.BANDAGED):
            do.emit(ConditionEnded(creature.id, tasks.BANDAGED, rule=("rampage:task.bandage-wounds.once",)))


CHAPTER = Chapter(
    deeds=called(checks.why_not, checks.perform),
    events=(tasks.TaskTried, tasks.TaskTook, tasks.PocketNoticed),
    reactions={FightBegan: _to_arms},
)
