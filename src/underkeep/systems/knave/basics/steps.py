"""What bears on a check: each circumstance is a step of 5 up or down, and some have a rule of their own behind them."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes

STEP = 5
ADVANTAGE, DISADVANTAGE = "knave:task.check.advantage", "knave:task.check.disadvantage"
CAUSES = {
    "drunk": "knave:hazard.drink.drunk",
    "hung over": "knave:downtime.carousing.mishap-09",
    "thirsty": "knave:hazard.thirst.penalty",
    "sleepless": "knave:hazard.sleep.penalty",
    "ugly tattoo": "knave:downtime.carousing.mishap-08",
    "admirers": "knave:downtime.carousing.mishap-06",
}


@executes("knave:task.check.modifier-step", "knave:task.check.advantage", "knave:task.check.disadvantage")
def step(source: str, steps: int = 1) -> Modifier:
    """A circumstance counts in whole steps of 5, in favour of whoever tries or, below 0, against."""
    return Modifier(source, steps * STEP)


def rules_behind(steps: Iterable[Modifier]) -> tuple[str, ...]:
    """The rules by which these circumstances count, each once."""
    found: list[str] = []
    for source, amount in steps:
        if amount:
            found += ["knave:task.check.modifier-step", ADVANTAGE if amount > 0 else DISADVANTAGE]
            found += [CAUSES[source]] if source in CAUSES else []
    return tuple(dict.fromkeys(found))
