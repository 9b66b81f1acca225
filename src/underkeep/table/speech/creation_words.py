"""The words of creation by steps: how a step is told and a question put, and how the answer that was typed is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from underkeep.errors import UnderkeepError, did_you_mean
from underkeep.procedures.content import key
from underkeep.procedures.recruiting import NAME, Question
from underkeep.table.narrate import explain
from underkeep.world.creature import CreationStepTaken
from underkeep.world.state import State

KEEP, BACK, AGAIN, REST, LIST = "keep", "back", "again", ".", "?"
LAST = Question("", "Keep this character", KEEP, {KEEP: "", BACK: "one step", AGAIN: "another character, rolled anew"})
MOST_NAME = 60
MOST_CHARACTERS = 1600
_FEW_FACES = 9
_MOST_LINES = 14
_MOST_QUOTED = 60


class Line(NamedTuple):
    """What is said, and how far its further lines stand in where it is too long for one."""

    text: str
    indent: int = 2


def prompt(question: Question) -> str:
    return f"{question.text} (like {question.example})" if question.example else question.text


_TITLES = {"ac": "armour class", "level xp": "level and experience", "saves abilities": "saves and abilities"}


def step_line(step: CreationStepTaken) -> Line:
    """What was rolled or noted at a step, with the faces if they are few."""
    title = step.step.replace("-", " ")
    title = _TITLES.get(title, title)
    outcome = ", ".join(
        f"{value}" if what.casefold() == title else f"{what} {value}" for what, value in step.values.items()
    )
    rolled = f" ({explain(step.roll)})" if step.roll is not None and len(step.roll.faces) <= _FEW_FACES else ""
    return Line(f"{title.capitalize()}: {outcome}{rolled}.")


def value_lines(question: Question, most: int | None = None) -> Iterator[Line]:
    """The answers there are: a line each with its remark, or one after the other; just how many, if that is long."""
    if _is_numbered(question):
        width = max(map(len, question.values))
        for number, (value, remark) in enumerate(question.values.items(), 1):
            yield Line(f"{number:>2}  {value:<{width}}  {remark}".rstrip(), width + 6)
    elif question.values:
        listed = ", ".join(f"{value} ({remark})" if remark else value for value, remark in question.values.items())
        is_short = most is None or len(listed) <= most
        yield Line(f"{listed}." if is_short else f"({LIST} lists all {len(question.values)}.)")


def _is_numbered(question: Question) -> bool:
    return any(question.values.values()) and len(question.values) <= _MOST_LINES


def read(question: Question, said: str, state: State) -> str:
    """The answer as the rules spell it: by its number, its name or the beginning of it."""
    if said.casefold() == question.default.casefold():
        return question.default
    if question.what == NAME:
        return _read_name(said, state)
    values = list(question.values)
    if not values:
        return said
    if said.isdecimal() and _is_numbered(question) and 1 <= int(said[:9]) <= len(values):
        return values[int(said) - 1]
    fitting = [v for v in values if key(v) == key(said)] or [v for v in values if key(v).startswith(key(said) or " ")]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise UnderkeepError(f'"{said[:_MOST_QUOTED]}" may be {" or ".join(fitting)}.')
    if question.adds:
        return said
    there_are = f"there are {', '.join(values)}."
    raise UnderkeepError(f'"{said[:_MOST_QUOTED]}" is not among them; {did_you_mean(key(said), values, there_are)}')


def _read_name(said: str, state: State) -> str:
    if len(said) > MOST_NAME or not said.isprintable():
        raise UnderkeepError(f"A name has at most {MOST_NAME} printable characters.")
    if any(creature.name.casefold() == said.casefold() for creature in state.creatures.values()):
        raise UnderkeepError(f"There is a {said} already.")
    return said
