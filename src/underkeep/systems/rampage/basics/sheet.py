"""A Rampage sheet: what the game knows of a character or monster beyond hit points and gear."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from underkeep.kernel.codec import Sheet
from underkeep.kernel.executes import executes
from underkeep.kernel.secret import Secrets, of_another
from underkeep.world.creature import Creature

ABILITIES = ("STR", "INT", "WIS", "DEX", "CON", "CHA")
ALIGNMENTS = ("lawful", "neutral", "chaotic")
SIZES = ("VT", "T", "S", "M", "L", "G")
BULK = {size: number for number, size in enumerate(SIZES)}
MOST_LEVELS = 10
RIDER_SIZE, MOUNT_LEGS = "L", 4


class Riding(Struct, frozen=True, gc=False):
    """What somebody rides: which creature, of what kind, and how far it goes."""

    mount: str
    kind: str
    movement_in: int


class RampageSheet(Struct, Sheet, frozen=True, gc=False):
    """`hd` is the hit dice or the level, without pluses; `scores` is empty and `morale` a number for monsters.

    `ac` and `movement_in` are what a monster has by nature; a character's follow from what it wears and carries.
    """

    secrets: ClassVar[Secrets] = of_another(
        "hd",
        "save",
        "alignment",
        "ac",
        "movement_in",
        "attack",
        "plus",
        "morale",
        "xp",
        "god",
        "languages",
        "open_languages",
        "power_points",
        "realms",
        "mastered",
        "studied",
        "injuries",
        "movement_lost_in",
    )

    hd: float
    size: str
    save: int
    alignment: str
    ac: int = 9
    movement_in: int = 12
    legs: int = 2
    attack: int = 0
    plus: int = 0
    morale: int | None = None
    race: str = ""
    classes: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    xp: int = 0
    god: str = ""
    languages: tuple[str, ...] = ()
    open_languages: int = 0
    power_points: int = 0
    power_spent: int = 0
    realms: tuple[str, ...] = ()
    mastered: tuple[str, ...] = ()
    studied: tuple[str, ...] = ()
    injuries: tuple[str, ...] = ()
    movement_lost_in: int = 0
    riding: Riding | None = None

    @property
    def level(self) -> int:
        return int(self.hd)

    def score(self, ability: str) -> int:
        """An ability score; 10 for a creature that has none."""
        return self.scores[ABILITIES.index(ability)] if self.scores else 10


def sheet(creature: Creature) -> RampageSheet:
    return creature.sheet  # type: ignore[return-value]


@executes("rampage:combat.move.large-space")
def squares_of(size: str) -> int:
    """How many inches a side somebody of this size fills: the large two, the gigantic three, everybody else one."""
    return 3 if size == "G" else 2 if size == "L" else 1


@executes("rampage:combat.melee.mounted-is-large")
def size_of(creature: Creature) -> str:
    """The size that counts on the field: who rides is large."""
    own = sheet(creature)
    return own.size if own.riding is None else RIDER_SIZE


def bulk(creature: Creature) -> int:
    own = sheet(creature)
    return BULK[own.size if own.riding is None else RIDER_SIZE]


def legs_of(creature: Creature) -> int:
    """How many legs carry a creature; a rider goes on those of the mount."""
    own = sheet(creature)
    return own.legs if own.riding is None else MOUNT_LEGS


def is_character(creature: Creature) -> bool:
    return bool(sheet(creature).classes)
