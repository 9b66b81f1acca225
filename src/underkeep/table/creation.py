"""Making a character by steps: what was rolled is told, the next choice asked, and the finished character kept or not.

The questions are the system's. After each answer the character is made anew with the same dice and all the answers so
far, up to the next question; so what was told stays, and what the rules refuse is said at once. Any front door asks
and shows; nothing here waits for anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.procedures.recruiting import ChoiceOpen, Question, answered
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit, Ruleset
from underkeep.table.new_game import Plan, enlist, first_morning
from underkeep.table.speech.creation_words import (
    AGAIN,
    BACK,
    KEEP,
    LAST,
    LIST,
    MOST_CHARACTERS,
    REST,
    Line,
    read,
    step_line,
    value_lines,
    wishes,
)
from underkeep.world.creature import CreationStepTaken, Creature
from underkeep.world.state import State


class Stage(Struct, frozen=True):
    """How far a character has come: the steps taken, and the question it stands at or the finished creature."""

    who: Recruit
    state: State
    steps: tuple[CreationStepTaken, ...]
    question: Question | None
    creature: Creature | None


class Reply(NamedTuple):
    """What is said to an answer. Unless it `leads_on` the same question stays open, and need not be put anew."""

    lines: tuple[Line, ...]
    leads_on: bool = True


class Workbench:
    """One character in the making. `begin` gives the game that it is made in, `making` makes it there.

    What to show is in `news` (the steps since the last question) and `asked`; `answer` takes what was typed. At the end
    `kept` is the recruit with all its choices made, of which the game makes the very same character.
    """

    def __init__(
        self, who: Recruit, begin: Callable[[], Resolution], making: Callable[[Resolution, Recruit], Creature]
    ) -> None:
        self.kept: Recruit | None = None
        self._who, self._begin, self._making = who, begin, making
        self._tries, self._shown = 0, 0
        self._stages: list[Stage] = []
        self._roll_anew()

    @property
    def stage(self) -> Stage:
        return self._stages[-1]

    @property
    def question(self) -> Question:
        """The choice that is open; of a finished character, whether it is kept."""
        return self.stage.question or LAST

    @property
    def news(self) -> list[Line]:
        """What was rolled or noted since the last question."""
        return [step_line(step) for step in self.stage.steps[self._shown :]]

    @property
    def asked(self) -> list[Line]:
        """What should be known before the answer; the values not again where the same question goes on."""
        before = self._stages[-2].question if len(self._stages) > 1 else None
        goes_on = before is not None and before.what == self.question.what
        told = [Line(line) for line in self.question.told]
        return told if goes_on else [*told, *value_lines(self.question, MOST_CHARACTERS)]

    def answer(self, said: str) -> Reply:
        """Take what was typed: an answer by its number, its name or the beginning of it, nothing for the default, or
        one of the words that lead elsewhere. What the rules refuse is an error of one sentence and changes nothing."""
        word = said.strip().lower()
        if word == LIST:
            return Reply((*map(Line, self.question.told), *value_lines(self.question)), leads_on=False)
        if word == BACK:
            return self._back()
        if self.stage.question is None:
            return self._last_word(KEEP if word == REST else word or KEEP)
        seen = len(self.stage.steps)
        if word == REST:
            self._leave_to_defaults()
        else:
            self._choose_all(said.strip() or self.question.default)
        self._shown = seen
        return Reply(())

    def _back(self) -> Reply:
        is_first = len(self._stages) == 1
        self._stages = self._stages[:-1] or self._stages
        self._shown = len(self._stages[-2].steps) if len(self._stages) > 1 else 0
        return Reply((Line("That was the first step." if is_first else "One step back."),))

    def _choose_all(self, said: str) -> None:
        """Every answer of a line; one of several that is refused is left out, and it is said which."""
        answers, refused = wishes(self.question, said), []
        for answer in answers:
            try:
                self._choose(self.question, answer)
            except UnderkeepError as error:
                refused.append(str(error))
        if refused:
            left = " The rest of the list is taken." if len(refused) < len(answers) else ""
            raise UnderkeepError(f"{' '.join(dict.fromkeys(refused))}{left}")

    def _choose(self, question: Question, said: str) -> None:
        answer = read(question, said, self.stage.state)
        self._stages.append(self._made(answered(self.stage.who, question, answer)))

    def _leave_to_defaults(self) -> None:
        while self.stage.question is not None:
            self._choose(self.stage.question, self.stage.question.default)

    def _last_word(self, said: str) -> Reply:
        word = read(LAST, said, self.stage.state)
        if word == BACK:
            return self._back()
        if word == AGAIN:
            self._roll_anew()
        else:
            self.kept = self.stage.who
        return Reply(())

    def _roll_anew(self) -> None:
        self._tries += 1
        who = replace(self._who, by_steps=True, stream=f"{self._who.stream}, try {self._tries}")
        self._stages, self._shown = [self._made(who)], 0

    def _made(self, who: Recruit) -> Stage:
        """The character up to its next question."""
        do = self._begin()
        before = len(do.events)
        question = creature = None
        try:
            creature = self._making(do, who)
        except ChoiceOpen as choice:
            question = choice.question
        steps = tuple(event for event in do.events[before:] if isinstance(event, CreationStepTaken))
        return Stage(who, do.state, steps, question, creature)


def next_member(rules: Ruleset, seed: int, plan: Plan, members: Sequence[Recruit]) -> Workbench:
    """Where the next member of a party is made, as the game of this seed will make it after those before it."""
    number = len(members) + 1

    def begin() -> Resolution:
        do = first_morning(rules, seed, plan)
        for before, member in enumerate(members, 1):
            enlist(do, member, before, seed)
        return do

    return Workbench(Recruit(stream=f"new game/hero-{number}"), begin, lambda do, who: enlist(do, who, number, seed))
