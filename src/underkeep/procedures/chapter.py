"""An action declared once, and what a chapter of a game brings: deeds, facts, reactions, objections, answers.

A deed is an action with its options, its objection and its performance in one place. A chapter exports what it has; the
ruleset collects the chapters, in their order, into one book, which the procedures and the codec read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from underkeep.kernel.codec import Own
from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import Answer, Prompt
from underkeep.procedures.actions import BeginFight, CallCheck, CallContest, CallSave, Done, EndStep
from underkeep.procedures.effects import Effects
from underkeep.procedures.options import Moves, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.creature import Creature
from underkeep.world.events import EVENTS
from underkeep.world.fight import Step
from underkeep.world.state import State

if TYPE_CHECKING:
    from underkeep.procedures.calls import CallsChapter
    from underkeep.procedures.figures import FiguresChapter
    from underkeep.procedures.treasury import Treasury

TOWN, ROAD, DUNGEON, MEETING, FIGHT = "town", "road", "dungeon", "meeting", "fight"
CALL = "call"
"""Where the referee calls for a roll, which may be at any time."""
AT_LEISURE = (TOWN, ROAD, DUNGEON)
OUTSIDE_FIGHTS = (*AT_LEISURE, MEETING)

Listing = Callable[[State], Iterable[Action]]
Offers = Callable[[State, Creature, Step], Options]
Objection = Callable[[State, Any], Refusal | None]
Performance = Callable[[Resolution, Any], None]
Reaction = Callable[[Resolution, Any], None]
Reason = Callable[[State, Any], Iterable[str]]
Answering = Callable[[Resolution, Prompt, str], None]


_PROCEDURES_OWN: tuple[type[Action], ...] = (Answer, BeginFight, Done, EndStep)
"""What the procedures do themselves, in every game."""


def _none(state: State) -> tuple[Action, ...]:
    return ()


def _no_squares(state: State) -> Moves | None:
    return None


def _no_objection(state: State, action: Action) -> Refusal | None:
    return None


def _no_question(state: State, action: Action) -> str:
    return ""


@dataclass(frozen=True, eq=False)
class Deed:
    """An action as one or more scenes have it.

    `options` lists it as the party could do it now; a deed of many squares has them as `squares` instead. In a fight
    `offers` is what one combatant may do of it in a step, beside what the ruleset lists. `why_not` is the objection to
    one of these, listed or not; what speaks against the `probe` speaks against all of its squares.
    One that is `free` is legal in more forms than are listed. What is `personal` is done by one of the party for
    itself, without asking the others. What costs days or cannot be had back `asks` a person once, in words; it is
    empty for what need not. What `takes` coins or time that its name does not tell says how much, in words: menus
    show it, and it is asked about as well. `elsewhere` is what the book says where it has another scene; `refusal` is
    the sentence for one that is neither free nor listed. What `in_vain` says against it is said last, after all that
    the chapters of the game have to say.
    """

    action: type[Action]
    scenes: tuple[str, ...]
    perform: Performance
    options: Listing = _none
    why_not: Objection = _no_objection
    squares: Callable[[State], Moves | None] = _no_squares
    offers: Offers | None = None
    probe: Callable[[State], Action] | None = None
    free: bool = False
    personal: bool = False
    asks: Callable[[State, Any], str] = _no_question
    takes: Callable[[State, Any], str] = _no_question
    refusal: str = "That cannot be done here."
    elsewhere: Refusal | None = None
    in_vain: Objection = _no_objection

    def question(self, state: State, action: Action) -> str:
        """What a person is asked before it is done; empty for nearly everything."""
        asked, takes = self.asks(state, action), self.takes(state, action)
        return asked or (f"That takes {takes}." if takes else "")


def in_fights(why_not: Objection, performances: Mapping[type[Action], Performance]) -> tuple[Deed, ...]:
    """The deeds of a fight that the ruleset's `fight_options` lists."""
    return tuple(Deed(action, (FIGHT,), perform, why_not=why_not) for action, perform in performances.items())


def called(why_not: Objection, perform: Performance, *more: type[CallCheck]) -> tuple[Deed, ...]:
    """The rolls that the referee may call for."""
    kinds: tuple[type[Action], ...] = (CallCheck, CallSave, CallContest, *more)
    return tuple(Deed(action, (CALL,), perform, why_not=why_not) for action in kinds)


class SeatsChapter(Protocol):
    """What a game's book says to those who reach for another's part."""

    def not_yours(self, state: State, creature: Creature) -> Refusal | None:
        """Why a seat that does not play a creature may not act by it; None to say no more than that."""
        ...

    def not_the_referee(self, state: State) -> Refusal | None:
        """Why a player may not do what is the referee's; None to say no more than that."""
        ...


@dataclass(frozen=True)
class Chapter:
    """What a chapter brings. `objections` speak against actions that are declared elsewhere, those to `Action` against
    anything outside fights; `answers` go on from a question, by the question. All its `effects` must be carried out.
    `reasons` say which of the game's rules decide a fact that the procedures state, by the state before it.
    `own` are structs of the game's own that the codec must know, by the place that each fills. `calls` says how the
    game decides what no rule mentions, `seats` what its book says on whose part is whose, `figures` what can be seen of
    those who fight, `treasury` what its treasures are.
    """

    deeds: tuple[Deed, ...] = ()
    events: tuple[type[Event], ...] = ()
    reactions: Mapping[type[Event], Reaction] = field(default_factory=dict)
    reasons: Mapping[type[Event], Reason] = field(default_factory=dict)
    objections: Mapping[type[Action], Objection] = field(default_factory=dict)
    answers: Mapping[str, Answering] = field(default_factory=dict)
    effects: tuple[Effects[Any], ...] = ()
    own: Mapping[type[Own], Sequence[type]] = field(default_factory=dict)
    calls: CallsChapter | None = None
    seats: SeatsChapter | None = None
    figures: FiguresChapter | None = None
    treasury: Treasury | None = None


class Book:
    """All chapters of a game, collected once when the game is loaded."""

    def __init__(self, *chapters: Chapter) -> None:
        self.deeds = tuple(deed for chapter in chapters for deed in chapter.deeds)
        actions = (*_PROCEDURES_OWN, *(deed.action for deed in self.deeds))
        self.actions: tuple[type[Action], ...] = tuple(dict.fromkeys(actions))
        self.events = tuple(dict.fromkeys((*EVENTS, *(event for chapter in chapters for event in chapter.events))))
        reactions = _gathered(chapter.reactions for chapter in chapters)
        reasons = _gathered(chapter.reasons for chapter in chapters)
        self.answers_to: dict[type[Event], tuple[tuple[Reason, ...], tuple[Reaction, ...]]] = {
            event: (reasons.get(event, ()), reactions.get(event, ())) for event in (*reasons, *reactions)
        }
        self.objections: dict[type[Action], tuple[Objection, ...]] = _gathered(
            chapter.objections for chapter in chapters
        )
        self.offers = tuple(deed.offers for deed in self.deeds if deed.offers is not None)
        self.calls = next((chapter.calls for chapter in chapters if chapter.calls is not None), None)
        self.seats = next((chapter.seats for chapter in chapters if chapter.seats is not None), None)
        self.figures = next((chapter.figures for chapter in chapters if chapter.figures is not None), None)
        self.treasury = next((chapter.treasury for chapter in chapters if chapter.treasury is not None), None)
        self.own = _joined(chapter.own for chapter in chapters)
        self.answers: dict[str, Answering] = {}
        for chapter in chapters:
            for question, answering in chapter.answers.items():
                if self.answers.setdefault(question, answering) is not answering:
                    raise ValueError(f"Two chapters answer the question {question}.")
        for chapter in chapters:
            for effects in chapter.effects:
                effects.check()
        self._of: dict[tuple[type[Action], str], Deed] = {}
        for deed in self.deeds:
            for scene in deed.scenes:
                if self._of.setdefault((deed.action, scene), deed) is not deed:
                    raise ValueError(f"{deed.action.__name__} is declared twice for the {scene}.")

        self.in_fights = {action: deed for (action, scene), deed in self._of.items() if scene == FIGHT}
        self._against = {deed: self._objecting(deed) for deed in self.deeds}
        self._in = {scene: tuple(d for d in self.deeds if scene in d.scenes) for _, scene in self._of}

    def in_scene(self, scene: str) -> tuple[Deed, ...]:
        return self._in.get(scene, ())

    def deed(self, action: Action, scene: str) -> Deed | None:
        return self._of.get((type(action), scene))

    def elsewhere(self, action: Action) -> tuple[Deed, ...]:
        """The deeds of an action, whatever their scenes."""
        return tuple(deed for deed in self.deeds if deed.action is type(action))

    def objection(self, state: State, deed: Deed, action: Action) -> Refusal | None:
        """What speaks against a deed: what does against anything, then the deed itself, then the chapters in order."""
        for objects in self._against[deed]:
            refusal = objects(state, action)
            if refusal is not None:
                return refusal
        return None

    def _objecting(self, deed: Deed) -> tuple[Objection, ...]:
        is_quiet = FIGHT not in deed.scenes and CALL not in deed.scenes
        everywhere = self.objections.get(Action, ()) if is_quiet else ()
        return (*everywhere, deed.why_not, *self.objections.get(deed.action, ()), deed.in_vain)


def _gathered(mappings: Iterable[Mapping[Any, Any]]) -> dict[Any, tuple[Any, ...]]:
    """What each chapter has under a name, in the order of the chapters."""
    found: dict[Any, tuple[Any, ...]] = {}
    for mapping in mappings:
        for name, thing in mapping.items():
            found[name] = (*found.get(name, ()), thing)
    return found


def _joined(mappings: Iterable[Mapping[type[Own], Sequence[type]]]) -> dict[type[Own], tuple[type, ...]]:
    """What the chapters fill each place with, together."""
    return {place: tuple(kind for kinds in found for kind in kinds) for place, found in _gathered(mappings).items()}
