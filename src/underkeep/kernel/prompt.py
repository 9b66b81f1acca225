"""Choices in the middle of things. A prompt is data in the state; nothing is ever suspended.

A player's prompt carries a `context` from which its ruleset continues. A referee's prompt carries the `pending`
action and the dice it had rolled: once answered, the action is resolved again with those faces and that ruling.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.secret import Secrets, at_rest, of_the_referee

REFEREE = "referee"
DEFAULT = "default"
STANDING = "standing"
"""Whose ruling it was, besides the referee's: the book's own, or the referee's once for always."""
ASK: Final = "ask"
BY_THE_BOOK: Final = "by the book"
ALWAYS: Final = "always"
Manner = Literal["ask", "by the book", "always"]
EVERYTHING: Final = "everything"
"""Stands for each rule on which the referee has not said anything of its own."""


class Pending(Struct, frozen=True, gc=False):
    """A seat's action that waits for a ruling: encoded by the ruleset's codec, with what was rolled and ruled."""

    secrets: ClassVar[Secrets] = at_rest("action", "faces", "rulings")

    seat: str
    action: str
    faces: tuple[tuple[int, int, str, tuple[int, ...]], ...]
    rulings: dict[str, str]


class Prompt(Struct, frozen=True, gc=False):
    """A question to these seats, of which the first to answer answers for all. `default` is what the automatic referee,
    or an absent player, says. From what it goes on is the rules' own affair."""

    secrets: ClassVar[Secrets] = at_rest("context", "pending")

    id: str
    seats: tuple[str, ...]
    question: str
    choices: tuple[str, ...]
    default: str
    rule: tuple[str, ...] = ()
    about: str = ""
    context: dict[str, str | int] = {}
    pending: Pending | None = None

    def put(self) -> Prompt:
        """The question as those see it who are asked."""
        return replace(self, context={}, pending=None) if self.context or self.pending is not None else self


class Answer(Action, frozen=True):
    """Answer a prompt with one of its choices."""

    prompt: str
    choice: str


class Asked(Event, frozen=True):
    """A question was put to a seat, or to several. One that holds up an action comes before those already open."""

    prompt: Prompt

    def shown(self) -> Event:
        return replace(self, prompt=self.prompt.put())

    def evolve(self, state: Any) -> Any:
        if self.prompt.pending is not None:
            return replace(state, prompts=(self.prompt, *state.prompts))
        return replace(state, prompts=(*state.prompts, self.prompt))


class Answered(Event, frozen=True):
    """A question was answered and is gone."""

    prompt: str
    question: str
    choice: str
    by: str

    def evolve(self, state: Any) -> Any:
        return replace(state, prompts=tuple(p for p in state.prompts if p.id != self.prompt))


class Standing(Struct, frozen=True, gc=False):
    """How a judgement rule is settled from now on: the referee is asked, its default is taken, or it is always this
    `choice`."""

    secrets: ClassVar[Secrets] = of_the_referee("manner", "choice")

    manner: Manner
    choice: str = ""


class RulingStands(Event, frozen=True):
    """The referee said how a judgement rule is settled from now on."""

    secret: ClassVar[bool] = True

    question: str
    manner: Manner
    choice: str = ""

    def evolve(self, state: Any) -> Any:
        return replace(state, standing={**state.standing, self.question: Standing(self.manner, self.choice)})


class Ruled(Note, frozen=True):
    """A judgement rule was settled: by the referee, by a ruling of the referee's that stands, or by its default."""

    question: str
    choice: str
    by: str
