"""What careers are good for: the tasks that are a trade's own, those that it helps with, and those it may help with.

The tasks of each career are content. Fighting is no trade's task.
"""

from __future__ import annotations

from functools import cache

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.sorts_of_deed import words
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.compendium import Career
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.basics.steps import step
from underkeep.world.creature import Creature

ATTEMPTS = "knave:downtime.career.grants-attempts"
BONUS = ("knave:task.check.career-modifier", "knave:downtime.career.grants-bonus")
DOUBTFUL = "knave:task.check.modifier-judgement"
STAGES = {"uncommon": "knave:downtime.career.uncommon-attempt", "rare": "knave:downtime.career.rare-attempt"}
FINISHED = {
    "common": "knave:downtime.career.common",
    "uncommon": "knave:downtime.career.uncommon-bonus",
    "rare": "knave:downtime.career.rare-bonus",
}
IS_NONE, IS_STEP = "+0", "+5"


def career_of(tried: str) -> Career | None:
    """The career that a task is named after, if its words are a career's name."""
    return compendium.careers().get(tried.replace(" ", "-"))


@cache
def trades(task: str) -> tuple[Career, ...]:
    """The careers that a task belongs to."""
    named = career_of(task)
    return tuple(c for c in compendium.careers().values() if task in c.trade or c is named)


def task_meant(what: str) -> str:
    """The task of any career that somebody's words come to; empty for none."""
    said = words(what)
    tasks = (task for c in compendium.careers().values() for task in (*c.trade, *c.helps, *c.perhaps))
    return next((task for task in tasks if all(_is_said(word, said) for word in words(task))), "")


def _is_said(word: str, said: list[str]) -> bool:
    """`climb` for climbing, `net` for nets."""
    stem = word.removesuffix("ing").removesuffix("s")
    return len(stem) < 3 or any(other.startswith(stem) for other in said)


def own_careers(creature: Creature) -> list[Career]:
    return [compendium.careers()[key] for name in sheet(creature).careers if (key := name.replace(" ", "-"))]


@executes(
    "knave:downtime.career.grants-attempts",
    "knave:downtime.career.uncommon-attempt",
    "knave:downtime.career.rare-attempt",
)
def may_attempt(creature: Creature, task: str) -> bool:
    """Ruling: career-gate (anyone may try what belongs to no career, or to a common one)."""
    owners = trades(task)
    if not owners or any(career.band == "common" for career in owners):
        return True
    return any(career in owners for career in own_careers(creature))


@executes("knave:downtime.career.grants-attempts")
def why_not_attempt(creature: Creature, task: str) -> Refusal | None:
    """What belongs to an uncommon or a rare career is for those who learnt it."""
    if may_attempt(creature, task):
        return None
    names = [career.name for career in trades(task)]
    told = " or ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]
    return Refusal(f"That takes a trained {told}.", ATTEMPTS)


def finished(creature: Creature) -> list[Career]:
    """The careers that have been learnt to the end."""
    return [career for career in own_careers(creature) if career.name not in sheet(creature).unfinished]


@executes(
    "knave:task.check.career-modifier",
    "knave:downtime.career.grants-bonus",
    "knave:downtime.career.common",
    "knave:downtime.career.uncommon-bonus",
    "knave:downtime.career.rare-bonus",
)
def fitting(creature: Creature, task: str) -> Career | None:
    """The career that helps with a task, once its bonus has been learnt."""
    known = finished(creature)
    return next((c for c in known if c in trades(task) or task in c.helps), None)


@executes(
    "knave:task.check.career-modifier",
    "knave:downtime.career.grants-bonus",
    "knave:task.check.modifier-judgement",
)
def career_step(
    do: Resolution, creature: Creature, task: str, seats: tuple[str, ...] | None = None
) -> tuple[tuple[Modifier, ...], tuple[str, ...]]:
    """The step of a career, and the rules that it follows from. Of one that may have to do with the task the referee
    judges; left to itself the game does not count it.
    """
    career = fitting(creature, task)
    if career is not None:
        return (step(career.name),), (*BONUS, FINISHED[career.band], *_allowed(creature, task))
    doubtful = next((c for c in finished(creature) if task in c.perhaps), None)
    if doubtful is not None:
        about = f"{creature.name}, {doubtful.name}: {task}"
        if do.ruling(DOUBTFUL, (IS_NONE, IS_STEP), IS_NONE, about, seats) == IS_STEP:
            return (step(doubtful.name),), (*BONUS, DOUBTFUL)
    return (), _allowed(creature, task)


def _allowed(creature: Creature, task: str) -> tuple[str, ...]:
    """The rules by which a trained hand may try at all what others may not."""
    owners = trades(task)
    if not owners or any(career.band == "common" for career in owners):
        return ()
    return (ATTEMPTS, *(STAGES[c.band] for c in own_careers(creature) if c in owners))
