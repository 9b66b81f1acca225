"""Actions that fights in any game have. A system adds its own."""

from __future__ import annotations

from underkeep.kernel.event import Action, Modifier
from underkeep.kernel.prompt import Answer
from underkeep.world.grid import Square


class Attack(Action, frozen=True):
    """Attack a creature with a weapon (an item's kind, or the name of a natural attack)."""

    actor: str
    target: str
    weapon: str


class Move(Action, frozen=True):
    """Move to a square."""

    actor: str
    to: Square


class GiveGround(Action, frozen=True):
    """Announce that a creature is leaving the melee. A system that has this says in which ways."""

    actor: str


class Done(Action, frozen=True):
    """Do no more in this step."""

    actor: str


class EndStep(Action, frozen=True):
    """None of one's own on this side does any more in this step."""

    side: str


class CallCheck(Action, frozen=True):
    """The referee calls for a check of an ability or task, at a difficulty if the game has one.

    `also` make the same check, each its own; of one called `secretly` only the referee hears how it was rolled.
    """

    creature: str
    what: str
    difficulty: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    also: tuple[str, ...] = ()
    secretly: bool = False


class CallSave(Action, frozen=True):
    """The referee calls for a saving throw, of several and in secret as for a check."""

    creature: str
    against: str
    difficulty: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    also: tuple[str, ...] = ()
    secretly: bool = False


class CallContest(CallCheck, frozen=True):
    """The referee calls for a contest of `creature` against one or more opponents, all trying the same thing."""

    opponents: tuple[str, ...] = ()


class CallSituation(CallCheck, frozen=True):
    """The referee lets fate decide something that concerns `creature`. For games that have it."""


class Try(Action, frozen=True):
    """Do something that no rule mentions, in the player's own words. `modifiers` are the advantages and disadvantages
    that the player states; what they are worth the referee may judge otherwise.
    """

    actor: str
    what: str
    modifiers: tuple[Modifier, ...] = ()


class Recall(Action, frozen=True):
    """Ask what one knows about something."""

    actor: str
    about: str


class BeginFight(Action, frozen=True):
    """Let the sides on the grid come to blows."""


ACTIONS: tuple[type[Action], ...] = (Answer, BeginFight, Attack, Move, Done, EndStep, CallCheck, CallSave, CallContest)
CALLS = (CallCheck, CallSave, CallContest, CallSituation)
WISHES = (Try, Recall)
"""What a player wishes for in words, at any time."""
