"""What is special about a creature, as content writes it: an effect and its numbers. Amounts are dice notation."""

from __future__ import annotations

from typing import TypeVar

from underkeep.procedures.effects import Params
from underkeep.systems.robs.basics.numbers import adjective

T = TypeVar("T")


class _Trait(Params, frozen=True, gc=False):
    """Every trait; the tag is its name."""

    @property
    def name(self) -> str:
        return str(self.__struct_config__.tag).replace("-", " ").capitalize()

    @property
    def told(self) -> str:
        """Its numbers, as a sheet shows them."""
        return "yes"


class TaskBonus(_Trait, tag="task-bonus", frozen=True):
    task: str
    amount: int

    @property
    def told(self) -> str:
        return f"{self.task} {self.amount:+d}"


class RangedBonus(_Trait, tag="ranged-bonus", frozen=True):
    """On every shot and throw."""

    amount: int

    @property
    def told(self) -> str:
        return f"{self.amount:+d}"


class Poison(_Trait, tag="poison", frozen=True):
    """So much damage unless it is resisted, by one of its attacks or by all."""

    difficulty: int
    amount: str
    attack: str = ""

    @property
    def told(self) -> str:
        return f"{self.attack} {adjective(self.difficulty)} CON or {self.amount}".strip()


class PoisonedWeapon(_Trait, tag="poisoned-weapon", frozen=True):
    attack: str = ""

    @property
    def told(self) -> str:
        return self.attack or "yes"


class Paralyse(_Trait, tag="paralyse", frozen=True):
    """For so many rounds unless it is resisted."""

    difficulty: int
    amount: str
    attack: str = ""

    @property
    def told(self) -> str:
        return f"{self.attack} {adjective(self.difficulty)} CON or {self.amount}".strip()


class Grapple(_Trait, tag="grapple", frozen=True):
    """A hit holds fast."""

    attack: str = ""


class Regenerate(_Trait, tag="regenerate", frozen=True):
    amount: int

    @property
    def told(self) -> str:
        return f"{self.amount} a round"


class HarmedOnlyBy(_Trait, tag="harmed-only-by", frozen=True):
    material: str

    @property
    def told(self) -> str:
        return self.material


class Infrared(_Trait, tag="infrared", frozen=True):
    """Sees warmth in the dark."""


class ColdBodied(_Trait, tag="cold-bodied", frozen=True):
    pass


class Undead(_Trait, tag="undead", frozen=True):
    pass


class Mindless(_Trait, tag="mindless", frozen=True):
    """Its nerve is never tested."""


OnHit = Poison | PoisonedWeapon | Paralyse | Grapple
Trait = TaskBonus | RangedBonus | OnHit | Regenerate | HarmedOnlyBy | Infrared | ColdBodied | Undead | Mindless


def trait(traits: tuple[Trait, ...], kind: type[T]) -> T | None:
    """The first of a kind among the traits."""
    for found in traits:
        if isinstance(found, kind):
            return found
    return None
