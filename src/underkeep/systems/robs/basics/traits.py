"""What is special about a creature, as content writes it: an effect and its numbers. Amounts are dice notation."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from underkeep.procedures.effects import Params
from underkeep.systems.robs.basics.numbers import told

T = TypeVar("T")


class _Trait(Params, frozen=True, gc=False):
    """Every trait; the tag is its name, and `says` what one without numbers comes to."""

    says: ClassVar[str] = ""

    @property
    def name(self) -> str:
        return str(self.__struct_config__.tag).replace("-", " ").capitalize()

    @property
    def told(self) -> str:
        """Its numbers, or what it comes to, as a sheet shows them."""
        return self.says


def _resisted(attack: str, difficulty: int, else_: str) -> str:
    return f"{f'{attack}: ' if attack else ''}{told(difficulty)} CON or {else_}"


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
        return _resisted(self.attack, self.difficulty, f"{self.amount} damage")


class PoisonedWeapon(_Trait, tag="poisoned-weapon", frozen=True):
    attack: str = ""

    @property
    def told(self) -> str:
        return self.attack or "all its weapons"


class Paralyse(_Trait, tag="paralyse", frozen=True):
    """For so many rounds unless it is resisted."""

    difficulty: int
    amount: str
    attack: str = ""

    @property
    def told(self) -> str:
        return _resisted(self.attack, self.difficulty, f"{self.amount} rounds")


class Grapple(_Trait, tag="grapple", frozen=True):
    """A hit holds fast."""

    says: ClassVar[str] = "a hit holds fast"

    attack: str = ""


class Web(_Trait, tag="web", frozen=True):
    """A hit entangles as rope would."""

    says: ClassVar[str] = "a hit entangles"

    attack: str = ""


class StealXp(_Trait, tag="steal-xp", frozen=True):
    """A hit that hurts takes so much experience."""

    amount: int
    attack: str = ""

    @property
    def told(self) -> str:
        return f"{self.amount} XP a hit"


class StealLevel(_Trait, tag="steal-level", frozen=True):
    """A hit that hurts takes a level."""

    says: ClassVar[str] = "a hit that hurts takes a level"

    attack: str = ""


class Disease(_Trait, tag="disease", frozen=True):
    """A hit that hurts may sicken for days: 1 worse at everything."""

    difficulty: int
    amount: str
    attack: str = ""

    @property
    def told(self) -> str:
        return _resisted(self.attack, self.difficulty, f"{self.amount} days")


class BloodDrain(_Trait, tag="blood-drain", frozen=True):
    """Once it has bitten it hangs on, and drinks so much each round."""

    amount: int
    attack: str = ""

    @property
    def told(self) -> str:
        return f"{self.amount} a round"


class Pounce(_Trait, tag="pounce", frozen=True):
    """After a run it strikes with more weight."""

    amount: int = 1

    @property
    def told(self) -> str:
        return f"+{self.amount} after a run"


class Pack(_Trait, tag="pack", frozen=True):
    """Better at striking whom another of the pack is at."""

    says: ClassVar[str] = "strikes better where another of the pack does"


class Gaze(_Trait, tag="gaze", frozen=True):
    """Whoever it looks at must resist or is turned to stone."""

    difficulty: int

    @property
    def told(self) -> str:
        return _resisted("", self.difficulty, "stone")


class Charm(_Trait, tag="charm", frozen=True):
    """By song or glance: whoever does not resist does nothing against it for so many rounds."""

    difficulty: int
    amount: str
    by: str = "glance"

    @property
    def told(self) -> str:
        return f"{self.by}, {told(self.difficulty)} INT or {self.amount} rounds"


class Breath(_Trait, tag="breath", frozen=True):
    """Fire over everybody within so many squares before it; Scale keeps none of it off. So often a day."""

    odf: int
    times: int
    squares: int

    @property
    def told(self) -> str:
        return f"ODF {self.odf}, {self.times} times a day"


class Swimmer(_Trait, tag="swimmer", frozen=True):
    """Lives in water and nowhere else, or is at home in it."""

    only: bool = False

    @property
    def told(self) -> str:
        return "lives in water only" if self.only else "at home in water"


class Immune(_Trait, tag="immune", frozen=True):
    to: str

    @property
    def told(self) -> str:
        return self.to


class Regenerate(_Trait, tag="regenerate", frozen=True):
    amount: int

    @property
    def told(self) -> str:
        return f"{self.amount} a round"


class HarmedOnlyBy(_Trait, tag="harmed-only-by", frozen=True):
    """Magic always does; `material` may name what else."""

    material: str

    @property
    def told(self) -> str:
        return self.material


class Infrared(_Trait, tag="infrared", frozen=True):
    """Sees warmth in the dark."""

    says: ClassVar[str] = "sees warmth in the dark"


class ColdBodied(_Trait, tag="cold-bodied", frozen=True):
    says: ClassVar[str] = "gives off no warmth"


class Undead(_Trait, tag="undead", frozen=True):
    says: ClassVar[str] = "dead, and walking"


class Mindless(_Trait, tag="mindless", frozen=True):
    """Its nerve is never tested."""

    says: ClassVar[str] = "fears nothing and heeds nobody"


OnHit = Poison | PoisonedWeapon | Paralyse | Grapple | Web | StealXp | StealLevel | Disease | BloodDrain
Power = Gaze | Charm | Breath
Nature = Pounce | Pack | Swimmer | Immune | Regenerate | HarmedOnlyBy | Infrared | ColdBodied | Undead | Mindless
Trait = TaskBonus | RangedBonus | OnHit | Power | Nature


def trait(traits: tuple[Trait, ...], kind: type[T]) -> T | None:
    """The first of a kind among the traits."""
    for found in traits:
        if isinstance(found, kind):
            return found
    return None
