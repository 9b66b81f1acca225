"""Time passes: the clock moves, lights burn down, conditions run out."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution
from underkeep.world.clock import TimePassed
from underkeep.world.condition import ConditionEnded
from underkeep.world.light import LightWentOut


def pass_time(do: Resolution, seconds: int, why: str, rule: tuple[str, ...] = ()) -> None:
    """Move the clock on and end whatever was to end by then."""
    if seconds > 0:
        do.emit(TimePassed(do.state.now + seconds, why, rule=rule))
    end_what_is_due(do)


def end_what_is_due(do: Resolution) -> None:
    now = do.state.now
    for light in do.state.lights:
        if light.until is not None and light.until <= now:
            do.emit(LightWentOut(light.id, light.bearer, light.name, "burnt down"))
    for creature in list(do.state.creatures.values()):
        if creature.status == "dead":
            continue
        for condition in creature.conditions:
            if condition.until is not None and condition.until <= now:
                do.emit(ConditionEnded(creature.id, condition.name))
                do.rules.lapse(do, creature.id, condition)
