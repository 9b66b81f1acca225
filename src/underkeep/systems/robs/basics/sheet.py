"""A sheet of Rob's Dungeon Game: what the game knows of a character or monster beyond hit points and gear."""

from __future__ import annotations

from typing import ClassVar, cast

from msgspec import Struct

from underkeep.kernel.codec import Sheet
from underkeep.kernel.secret import Secrets, of_another
from underkeep.systems.robs.basics.traits import Trait
from underkeep.world.creature import Creature

ATTRIBUTES = ("STR", "DEX", "CON", "INT", "CHA")
ALIGNMENTS = ("Lawful", "Neutral", "Evil")


class NaturalAttack(Struct, frozen=True, gc=False):
    """A way to hurt without a weapon. `thrown` is "heavy" for what it hurls."""

    name: str
    odf: int
    thrown: str = ""


class RobsSheet(Struct, Sheet, frozen=True, gc=False):
    """`classes` holds class levels and is empty for monsters; `ddf` is natural; `flying_scale` is None for walkers.

    `xp` is what a character has to spend, or what a monster is worth; `spent_xp` went into levels.
    A cleric who has `fallen` casts nothing. `spent` is the energy used up since the last night's rest, by the kind of
    magic; `seen` are spells that were seen cast. `magic` is the level at which one without a class casts, by its kind.
    """

    secrets: ClassVar[Secrets] = of_another(
        "attributes",
        "movement_scale",
        "level",
        "sprint",
        "ddf",
        "alignment",
        "lawfulness",
        "order",
        "proficiencies",
        "spell_proficiencies",
        "spells",
        "manual",
        "xp",
        "spent_xp",
        "background",
        "gifts",
        "fallen",
        "spent",
        "magic",
        "seen",
    )

    attributes: dict[str, int]
    scale: int
    movement_scale: int
    level: int
    flying_scale: int | None = None
    sprint: int = 3
    ddf: int = 0
    race: str = ""
    classes: dict[str, int] = {}
    alignment: str = ""
    lawfulness: int | None = None
    order: str = ""
    proficiencies: dict[str, int] = {}
    spell_proficiencies: dict[str, int] = {}
    spells: tuple[str, ...] = ()
    attacks: tuple[NaturalAttack, ...] = ()
    traits: tuple[Trait, ...] = ()
    manual: str = ""
    xp: float = 0
    spent_xp: int = 0
    background: str = ""
    gifts: tuple[str, ...] = ()
    fallen: bool = False
    spent: dict[str, int] = {}
    magic: dict[str, int] = {}
    seen: tuple[str, ...] = ()

    @property
    def is_character(self) -> bool:
        return bool(self.classes)


def sheet(creature: Creature) -> RobsSheet:
    return cast(RobsSheet, creature.sheet)
