"""What a wizard's studies take, in words: coins, weeks and months."""

from __future__ import annotations

from underkeep.systems.robs.basics import compendium, money
from underkeep.systems.robs.magic import items, study
from underkeep.world.state import State

WEEK_DAYS = 7


def lessons(state: State, action: study.LearnSpell) -> str:
    written = compendium.form(action.spell)
    if written is None:
        return ""
    return f"{_weeks(study.TEACHER_DAYS * written.level)} and {money.written(study.TEACHER_CP * written.level)}"


def scrolls(state: State, action: study.StudyScroll) -> str:
    creature = state.creatures.get(action.actor)
    item = creature.item(action.item) if creature is not None else None
    written = items.holds(item) if item is not None else None
    return f"{_weeks(study.SCROLL_DAYS * written.level)} and the scroll" if written is not None else ""


def research(state: State, action: study.Research) -> str:
    written = compendium.form(action.spell)
    months = written.level * study.MONTH_DAYS // 30 if written is not None else 0
    return "" if not months else "a month" if months == 1 else f"{months} months"


def writing(state: State, action: study.WriteScroll) -> str:
    return f"{_weeks(study.WRITING_DAYS)} and a blank scroll"


def _weeks(days: int) -> str:
    weeks = days // WEEK_DAYS
    return "a week" if weeks == 1 else f"{weeks} weeks"
