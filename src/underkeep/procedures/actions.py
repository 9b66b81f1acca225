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
    """The referee calls for a check of an ability or task, at a difficulty if the game has one."""

    creature: str
    what: str
    difficulty: int | None = None
    modifiers: tuple[Modifier, ...] = ()


class CallSave(Action, frozen=True):
    """The referee calls for a saving throw."""

    creature: str
    against: str
    difficulty: int | None = None
    modifiers: tuple[Modifier, ...] = ()


class BeginFight(Action, frozen=True):
    """Let the sides on the grid come to blows."""


ACTIONS: tuple[type[Action], ...] = (Answer, BeginFight, Attack, Move, Done, EndStep, CallCheck, CallSave)
