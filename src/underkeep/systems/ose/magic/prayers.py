"""The parameters of the effects that the higher prayers have: mercy, bounty, wrath and prophecy.

What each does stands in the files `spells_of_...` of its family.
"""

from __future__ import annotations

from typing import Literal

from underkeep.kernel.notation import Expr
from underkeep.procedures.effects import Params

Bane = Literal["saves", "attacks", "ability"]
Errand = Literal["leave", "serve"]


class CureDisease(Params, frozen=True, tag="cure-disease"):
    """Every disease of the target ends."""


class CauseDisease(Params, frozen=True, tag="cause-disease"):
    """A wasting disease that kills in so many days."""

    days: Expr


class LiftCurse(Params, frozen=True, tag="lift-curse"):
    """A curse ends; of a cursed thing the hold is broken. With `things` nothing else does."""

    things: bool = False


class LayCurse(Params, frozen=True, tag="lay-curse"):
    """A curse on saves or attacks, or one that halves an ability."""

    on: Bane


class NeutralizePoison(Params, frozen=True, tag="neutralize-poison"):
    """Poison ends in the living, and in those it killed no longer than so many rounds ago; or in a thing."""

    rounds: int = 10


class Raise(Params, frozen=True, tag="raise"):
    """The dead live again, if they died no more than so many days ago for each level above a level; they are weak for
    so many days.
    """

    days_per_level: int
    above_level: int
    weak_days: int


class Slay(Params, frozen=True, tag="slay"):
    """Death, for the living or for the undead, or for one kind alone."""

    only: Literal["living", "undead", "green slime"]


class Provide(Params, frozen=True, tag="provide"):
    """Food or water for so many people, and as many more for each level above a level."""

    what: Literal["food", "water"]
    people: int
    above_level: int


class Circle(Params, frozen=True, tag="circle"):
    """A protection for all so many feet round the caster, with whom it moves."""

    radius_feet: int


class SticksToSnakes(Params, frozen=True, tag="sticks-to-snakes"):
    """So many sticks become snakes of these kinds, each by the toss of a coin."""

    sticks: Expr
    kinds: tuple[str, str]


class BanishEvil(Params, frozen=True, tag="banish-evil"):
    """The undead and the enchanted are destroyed or flee: all who come near, or one at a penalty to the save."""

    one: bool = False
    save_modifier: int = 0


class InsectPlague(Params, frozen=True, tag="insect-plague"):
    """A swarm that nobody sees through, and before which the weak flee; it goes after the caster's foes."""

    radius_feet: int
    feet_per_round: int


class LayQuest(Params, frozen=True, tag="quest"):
    """An errand that must be done: to leave, or to serve the caster."""

    errand: Errand


class LiftQuest(Params, frozen=True, tag="lift-quest"):
    """An end to a quest, less likely for each level that whoever laid it has above the caster."""

    percent_per_level: int


class Commune(Params, frozen=True, tag="commune"):
    """Questions to the deity that are answered with yes or no, never twice in so many days; more of them once a
    year.
    """

    questions: int
    rest_days: int
    once_a_year: bool = False


Prayer = (
    CureDisease
    | CauseDisease
    | LiftCurse
    | LayCurse
    | NeutralizePoison
    | Raise
    | Slay
    | Provide
    | Circle
    | SticksToSnakes
    | BanishEvil
    | InsectPlague
    | LayQuest
    | LiftQuest
    | Commune
)
