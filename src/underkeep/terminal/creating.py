"""Making a character by steps: what was rolled is shown, the next choice asked, and the finished sheet kept or not.

The questions are the system's. After each answer the character is made anew with the same dice and all the answers so
far, up to the next question; so what was shown stays, and what the rules refuse is said at once.
"""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click
from msgspec import Struct
from msgspec.structs import replace

from underkeep.errors import UnderkeepError, did_you_mean
from underkeep.procedures.content import key
from underkeep.procedures.recruiting import NAME, ChoiceOpen, Question, answered
from underkeep.terminal.asking import Leave, ask
from underkeep.world.creature import CreationStepTaken, Creature
from underkeep.world.state import State

if TYPE_CHECKING:
    from underkeep.procedures.resolution import Resolution
    from underkeep.procedures.ruleset import Recruit, Ruleset

KEEP, BACK, AGAIN, REST, LIST, QUIT = "keep", "back", "again", ".", "?", "quit"
HINT = f"Enter takes the answer in [ ]. Also: {BACK}, {QUIT}, {LIST} (all answers), {REST} (the rest by itself)."
MOST_NAME = 60
_FEW_FACES = 9
_MOST_LINES = 14
_MOST_CHARACTERS = 1600
_WIDEST = 100


class Stage(Struct, frozen=True):
    """How far a character has come: the steps taken, and the question it stands at or the finished creature."""

    who: Recruit
    state: State
    steps: tuple[CreationStepTaken, ...]
    question: Question | None
    creature: Creature | None


class Workbench:
    """Where one character after another is made. `begin` gives the game that each is made in.

    At the end of input everything still open is left to the defaults.
    """

    def __init__(
        self, rules: Ruleset, begin: Callable[[], Resolution], making: Callable[[Resolution, Recruit], Creature]
    ) -> None:
        self.rules, self.begin, self.making = rules, begin, making
        self.has_input = True

    def made(self, who: Recruit) -> Recruit:
        """The recruit with all its choices made, as the person wants it."""
        number = 1
        while True:
            stream = f"{who.stream}, try {number}"
            kept = self._attempt(replace(who, by_steps=True, stream=stream))
            if kept is not None:
                return kept
            number += 1

    def _attempt(self, who: Recruit) -> Recruit | None:
        """One character from the first step to the last; None if it was given up for another."""
        stages = [self._stage(who)]
        shown, by_itself = 0, False
        while True:
            now, before = stages[-1], stages[-2] if len(stages) > 1 else None
            if by_itself and now.question is not None:
                stages.append(self._stage(answered(now.who, now.question, now.question.default)))
                continue
            _show_steps(now.steps[shown:])
            shown, by_itself = len(now.steps), False
            came = self._last_word(now) if now.question is None else self._answer(now, now.question, before)
            if isinstance(came, Stage):
                stages.append(came)
            elif came == REST:
                by_itself = True
            elif came == BACK:
                _say("That was the first step." if before is None else "One step back.")
                stages = stages[:-1] or stages
                shown = len(stages[-2].steps) if len(stages) > 1 else 0
            else:
                return now.who if came == KEEP else None

    def _stage(self, who: Recruit) -> Stage:
        do = self.begin()
        before = len(do.events)
        question = creature = None
        try:
            creature = self.making(do, who)
        except ChoiceOpen as choice:
            question = choice.question
        steps = tuple(event for event in do.events[before:] if isinstance(event, CreationStepTaken))
        return Stage(who, do.state, steps, question, creature)

    def _answer(self, now: Stage, question: Question, before: Stage | None) -> Stage | str:
        """Where an answer leads that the rules take, or one of the words that lead elsewhere."""
        for line in question.told:
            _say(line)
        goes_on = before is not None and before.question is not None and before.question.what == question.what
        if not goes_on:
            _show_values(question, _MOST_CHARACTERS)
        while True:
            said = self._ask(_prompt(question), question.default)
            if said in (BACK, REST):
                return said
            if said == LIST:
                for line in question.told:
                    _say(line)
                _show_values(question)
                continue
            try:
                is_default = said.casefold() == question.default.casefold()
                answer = question.default if is_default else _read(question, said, now.state)
                return self._stage(answered(now.who, question, answer))
            except UnderkeepError as error:
                _say(str(error))

    def _last_word(self, now: Stage) -> str:
        """The finished sheet, and whether it is kept."""
        from underkeep.terminal.console import console
        from underkeep.terminal.sheets import print_card

        assert now.creature is not None
        print_card(console(), self.rules.card(now.state, now.state.creatures[now.creature.id]))
        words = {KEEP: "", BACK: "one step", AGAIN: "another character, rolled anew"}
        question = Question("", "Keep this character", KEEP, words)
        _show_values(question)
        while True:
            said = self._ask(question.text, KEEP)
            try:
                return KEEP if said == REST else _read(question, said, now.state)
            except UnderkeepError as error:
                _say(str(error))

    def _ask(self, text: str, default: str) -> str:
        if not self.has_input:
            return REST
        try:
            said = ask(text, default)
        except Leave:
            self.has_input = False
            return REST
        if said.lower() == QUIT:
            raise Leave
        return said.lower() if said.lower() == BACK else said


def _read(question: Question, said: str, state: State) -> str:
    """The answer as the rules spell it: by its number, its name or the beginning of it."""
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
        raise UnderkeepError(f'"{said[:60]}" may be {" or ".join(fitting)}.')
    if question.adds:
        return said
    there_are = f"there are {', '.join(values)}."
    raise UnderkeepError(f'"{said[:60]}" is not among them; {did_you_mean(key(said), values, there_are)}')


def _read_name(said: str, state: State) -> str:
    if len(said) > MOST_NAME or not said.isprintable():
        raise UnderkeepError(f"A name has at most {MOST_NAME} printable characters.")
    if any(creature.name.casefold() == said.casefold() for creature in state.creatures.values()):
        raise UnderkeepError(f"There is a {said} already.")
    return said


def _prompt(question: Question) -> str:
    return f"{question.text} (like {question.example})" if question.example else question.text


def _is_numbered(question: Question) -> bool:
    return any(question.values.values()) and len(question.values) <= _MOST_LINES


def _show_values(question: Question, most: int | None = None) -> None:
    """The answers there are: a line each with its remark, or one after the other; just how many, if that is long."""
    if _is_numbered(question):
        width = max(map(len, question.values))
        for number, (value, remark) in enumerate(question.values.items(), 1):
            _say(f"{number:>2}  {value:<{width}}  {remark}".rstrip(), width + 6)
    elif question.values:
        listed = ", ".join(f"{value} ({remark})" if remark else value for value, remark in question.values.items())
        _say(f"{listed}." if most is None or len(listed) <= most else f"({LIST} lists all {len(question.values)}.)")


def _show_steps(steps: Iterable[CreationStepTaken]) -> None:
    """What was rolled or noted since the last question."""
    from underkeep.table.narrate import explain

    for step in steps:
        title = step.step.replace("-", " ")
        outcome = ", ".join(
            f"{value}" if what.casefold() == title else f"{what} {value}" for what, value in step.values.items()
        )
        rolled = f" ({explain(step.roll)})" if step.roll is not None and len(step.roll.faces) <= _FEW_FACES else ""
        _say(f"{title.capitalize()}: {outcome}{rolled}.")


def _say(text: str, indent: int = 2) -> None:
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    room = " " * min(indent, width // 2)
    click.echo(textwrap.fill(text, width, initial_indent="  ", subsequent_indent=room + "  "))
