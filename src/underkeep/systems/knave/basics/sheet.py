"""A Knave sheet: what the game knows of a character or monster beyond hit points and gear."""

from __future__ import annotations

from typing import ClassVar, cast

from msgspec import Struct

from underkeep.kernel.codec import Sheet
from underkeep.kernel.secret import Secrets, of_another
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.grid import Square

INSIDE = frozenset({"engulfed", "swallowed"})
ABILITIES = ("STR", "DEX", "CON", "INT", "WIS", "CHA")


class Lying(Struct, frozen=True, gc=False):
    """Something its owner dropped, and where it lies."""

    item: Item
    at: Square


class Tie(Struct, frozen=True, gc=False):
    """Something that binds a character to somebody: `kind` is betrothed, enemy, member and the like.

    `where` is the settlement; `until` is a clock time by which it falls due, or None.
    """

    kind: str
    who: str = ""
    where: str = ""
    until: int | None = None


class Recipe(Struct, frozen=True, gc=False):
    """How a potion was brewed: what it does, and of what."""

    potion: str
    ingredients: tuple[str, ...]


class Working(Struct, frozen=True, gc=False):
    """What a caster's spell keeps up on the field of a fight: a stretch of ground (a mask of squares, in hexadecimal),
    or a tie to other creatures. `until` is a clock time; `level` is a number where one matters."""

    spell: str
    kind: str
    until: int | None = None
    mask: str = ""
    on: tuple[str, ...] = ()
    level: int = 0


class KnaveSheet(Struct, Sheet, frozen=True, gc=False):
    """`abilities` is empty for creatures without scores, `slots` is 0 for those without item slots.

    The wounds are in the highest slots; the creature's items fill its slots from the first on, in their order.
    `armour_points` are those of the body itself. `held_by` names the creature that holds this one, `hold` says how.
    Careers in `unfinished` lack their bonus; `training` holds the months spent on each career being learnt.
    `cast` are the spells cast on the day `cast_day`; `fates` are dice already thrown that wait to be used.
    """

    secrets: ClassVar[Secrets] = of_another(
        "level",
        "abilities",
        "slots",
        "wounds",
        "armour_points",
        "move_feet",
        "fly_feet",
        "morale",
        "careers",
        "xp",
        "unfinished",
        "training",
        "ties",
        "recipes",
        "cast",
        "cast_day",
        "fates",
    )

    level: int
    abilities: dict[str, int] = {}
    slots: int = 0
    wounds: int = 0
    armour_points: int = 0
    move_feet: int = 40
    fly_feet: int = 0
    morale: int | None = None
    is_pc: bool = False
    careers: tuple[str, ...] = ()
    xp: int = 0
    held_by: str = ""
    hold: str = ""
    lying: tuple[Lying, ...] = ()
    unfinished: tuple[str, ...] = ()
    training: dict[str, int] = {}
    ties: tuple[Tie, ...] = ()
    recipes: tuple[Recipe, ...] = ()
    cast: tuple[str, ...] = ()
    cast_day: int = 0
    fates: tuple[int, ...] = ()
    workings: tuple[Working, ...] = ()

    @property
    def is_inside(self) -> bool:
        """Whether the creature is within another, on whose square it then is, and out of everybody's reach."""
        return self.hold in INSIDE


def sheet(creature: Creature) -> KnaveSheet:
    return cast(KnaveSheet, creature.sheet)
