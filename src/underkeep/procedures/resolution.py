"""One action being adjudicated: the state as it stands, the dice, and the facts so far."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Action, Event, Modifier, Roll
from underkeep.kernel.prompt import (
    ALWAYS,
    BY_THE_BOOK,
    DEFAULT,
    EVERYTHING,
    REFEREE,
    STANDING,
    Answered,
    Asked,
    Prompt,
    Ruled,
    RulingStands,
)

if TYPE_CHECKING:
    from underkeep.kernel.dice import Dice
    from underkeep.kernel.notation import Expr
    from underkeep.procedures.chapter import Reason
    from underkeep.procedures.options import Options
    from underkeep.procedures.ruleset import Ruleset
    from underkeep.world.creature import Creature
    from underkeep.world.state import State


def ruling_key(rule: str, about: str) -> str:
    """What a ruling is remembered by while its action is resolved again."""
    return f"{rule}: {about}" if about else rule


class RulingNeeded(Exception):
    """A judgement rule came up and the referee is a person who has not ruled yet."""

    def __init__(self, prompt: Prompt) -> None:
        self.prompt = prompt
        super().__init__(prompt.question)


class Resolution(Struct, eq=False):
    """`emit` is the only way to change anything. `rulings` are the referee's answers given for this action.

    `seat` is who asked for it. `chooser` is who decides next in a fight, with its options: what `fight.chooser` would
    find.
    """

    state: State
    dice: Dice
    rules: Ruleset
    rulings: dict[str, str] | None = None
    seat: str = ""
    events: list[Event] = []
    chooser: tuple[Creature, Options] | None = None

    def emit(self, event: Event) -> None:
        """Record the fact with the rules that a chapter sees behind it, change the state, let the chapters' declared
        reactions answer.
        """
        answers = self.rules.book.answers_to.get(type(event))
        if answers is None:
            self.events.append(event)
            self.state = event.evolve(self.state)
            return
        reasons, reactions = answers
        if reasons:
            event = _with_reasons(event, self.state, reasons)
        self.events.append(event)
        self.state = event.evolve(self.state)
        for reaction in reactions:
            reaction(self, event)

    def roll(
        self,
        count: int,
        sides: int,
        why: str,
        modifiers: tuple[Modifier, ...] = (),
        needed: int | None = None,
    ) -> Roll:
        """Dice plus modifiers against a number to reach or beat, as one explained roll. Zero modifiers are left out."""
        faces = self.dice.roll(count, sides, why)
        total = sum(faces)
        if modifiers:
            modifiers = tuple([m for m in modifiers if m.amount])
            for _, amount in modifiers:
                total += amount
        success = None if needed is None else total >= needed
        return Roll(_notation(count, sides), faces, total, modifiers, needed, success)

    def roll_at_most(self, count: int, sides: int, why: str, most: int, modifiers: tuple[Modifier, ...] = ()) -> Roll:
        """Dice plus modifiers that succeed when they do not exceed a number: X-in-6, morale, roll under a score."""
        rolled = self.roll(count, sides, why, modifiers)
        success = rolled.total <= most
        return Roll(rolled.notation, rolled.faces, rolled.total, rolled.modifiers, most, success, at_most=True)

    def roll_total(self, expr: Expr, why: str, modifiers: tuple[Modifier, ...] = ()) -> Roll:
        """A notation of which only the sum matters (damage, hit points), plus modifiers."""
        total, faces = self.dice.total(expr, why)
        if modifiers:
            modifiers = tuple([m for m in modifiers if m.amount])
            for _, amount in modifiers:
                total += amount
        return Roll(expr.text, faces, total, modifiers)

    def pick(self, choices: tuple[Any, ...], why: str) -> Any:
        """One of several, all as likely, by the dice."""
        return choices[self.dice.roll(1, len(choices), why)[0] - 1] if len(choices) > 1 else choices[0]

    def ruling(
        self,
        rule: str,
        choices: tuple[str, ...],
        default: str,
        about: str = "",
        seats: tuple[str, ...] | None = None,
        also: tuple[str, ...] = (),
    ) -> str:
        """Settle a judgement rule: as it stands, or else the person who referees is asked, and the automatic referee
        takes the default.

        One action may put the same rule several times, each time `about` something else; a ruling given for the rule
        alone answers them all. `seats` hear of it; by default all do. `also` are rules that the same choice settles.
        """
        given = self.rulings or {}
        choice, by = given.get(ruling_key(rule, about), given.get(rule)), REFEREE
        if choice is None:
            choice, by = self._standing(rule, choices, default)
        if choice is None and self.state.human_referee:
            question = Prompt(f"ruling-{rule}", (REFEREE,), rule, choices, default, (rule, *also), about)
            raise RulingNeeded(question)
        if choice is None:
            choice, by = default, DEFAULT
        self.emit(Ruled(rule, choice, by, rule=(rule, *also), seats=seats))
        return choice

    def _standing(self, rule: str, choices: tuple[str, ...], default: str) -> tuple[str | None, str]:
        """What the referee said once for always; a choice that is none of those open now settles nothing."""
        stands = self.state.standing.get(rule) or self.state.standing.get(EVERYTHING)
        if stands is not None and stands.manner == BY_THE_BOOK:
            return default, DEFAULT
        if stands is not None and stands.manner == ALWAYS and stands.choice in choices:
            return stands.choice, STANDING
        return None, ""

    def foretold(self, rule: str, choices: tuple[str, ...], default: str, also: tuple[str, ...] = ()) -> str:
        """Settle a judgement that falls while the world is made: by what the referee said beforehand, or the default.

        A person who referees is asked before it is made (`new_game.questions`), once for each rule, and what was
        answered stands. Where such a thing is decided in play the question is put like any other. `also` are rules that
        the same choice settles.
        """
        if self.seat:
            return self.ruling(rule, choices, default, seats=(REFEREE,))
        chosen = (self.rulings or {}).get(rule, "")
        if chosen and chosen not in choices:
            raise UnderkeepError(f'"{chosen[:60]}" is no ruling on {rule}; there are {", ".join(choices)}.')
        cites = (rule, *also)
        if self.state.human_referee and REFEREE in self.state.seats:
            self._put_before(Prompt(f"before-{rule}", (REFEREE,), rule, choices, default, cites), chosen or default)
        self.emit(Ruled(rule, chosen or default, REFEREE if chosen else DEFAULT, rule=cites, seats=(REFEREE,)))
        return chosen or default

    def _put_before(self, prompt: Prompt, choice: str) -> None:
        """The question that was put before the world was made, with its answer, where it first matters."""
        if any(isinstance(event, Asked) and event.prompt.id == prompt.id for event in self.events):
            return
        self.emit(Asked(prompt, rule=prompt.rule, seats=prompt.seats))
        self.emit(Answered(prompt.id, prompt.question, choice, REFEREE, rule=prompt.rule, seats=prompt.seats))
        if prompt.question not in self.state.standing:
            self.emit(RulingStands(prompt.question, BY_THE_BOOK))

    def ask(
        self,
        creature: str,
        question: str,
        choices: tuple[str, ...],
        default: str,
        rule: tuple[str, ...],
        about: str = "",
        context: dict[str, str | int] | None = None,
    ) -> None:
        """Put a question to whoever plays a creature; the ruleset's `answer` continues when it is answered."""
        self._put((self.state.owner(creature),), question, choices, default, rule, about, context or {})

    def ask_party(
        self,
        question: str,
        choices: tuple[str, ...],
        default: str,
        rule: tuple[str, ...],
        about: str = "",
        context: dict[str, str | int] | None = None,
    ) -> None:
        """Put a question to those who decide for the party as one: the first answer is the party's."""
        self._put(self.state.speakers(), question, choices, default, rule, about, context or {})

    def _put(
        self,
        seats: tuple[str, ...],
        question: str,
        choices: tuple[str, ...],
        default: str,
        rule: tuple[str, ...],
        about: str,
        context: dict[str, str | int],
    ) -> None:
        name = f"{question}-{len(self.state.prompts) + 1}"
        prompt = Prompt(name, seats, question, choices, default, rule, about, context)
        self.emit(Asked(prompt, rule=rule, seats=seats))


@lru_cache(maxsize=1024)
def _notation(count: int, sides: int) -> str:
    return f"{count}d{sides}"


def _with_reasons(event: Event, state: State, reasons: tuple[Reason, ...]) -> Event:
    """The fact with the rules that the chapters see behind it as well."""
    more = [rule for reason in reasons for rule in reason(state, event)]
    return replace(event, rule=(*event.rule, *more)) if more else event


LONGEST_NAME, LONGEST_REFUSAL = 60, 400
"""So many letters of a name that somebody made up are repeated, and so many are a refusal at most."""


class Refusal(Exception):
    """Why an action may not be done: one sentence, and the rule that forbids it."""

    def __init__(self, sentence: str, rule: str = "") -> None:
        self.sentence = shortly(sentence)
        self.rule = rule
        super().__init__(self.sentence)


def shortly(sentence: str) -> str:
    """A sentence as it may be shown, whatever names it repeats: bounded, and without what a terminal would obey."""
    is_plain = sentence.isascii() and sentence.isprintable() and len(sentence) <= LONGEST_REFUSAL
    if is_plain and (len(sentence) <= LONGEST_NAME or max(map(len, sentence.split(" "))) <= LONGEST_NAME):
        return sentence
    letters = "".join(letter if letter.isprintable() else " " for letter in sentence)
    words = (f"{word[:LONGEST_NAME]}…" if len(word) > LONGEST_NAME else word for word in letters.split(" "))
    told = " ".join(words)
    if len(told) > LONGEST_REFUSAL:
        told = f"{told[: LONGEST_REFUSAL - 2]}…."
    return told if told.endswith((".", "?", "!")) or not sentence.endswith((".", "?", "!")) else f"{told}."


class Refused(UnderkeepError):
    """An action that is not legal was submitted. Nothing changed and no die was rolled. The sentence names no rule by
    its id: whoever asks why is told it."""

    def __init__(self, action: Action, refusal: Refusal) -> None:
        self.action = action
        self.refusal = refusal
        super().__init__(refusal.sentence, refusal.rule)
