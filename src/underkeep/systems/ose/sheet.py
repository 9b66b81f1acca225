"""An OSE sheet: what the game knows of a character or monster beyond hit points and gear.

What every creature of a kind shares (a monster's attacks, a class's tables) stays in the compendium under its kind.
"""

from __future__ import annotations

from typing import cast

from msgspec import Struct

from underkeep.kernel.codec import Sheet
from underkeep.world.creature import Creature

ABILITIES = ("STR", "INT", "WIS", "DEX", "CON", "CHA")
SAVES = ("death", "wands", "paralysis", "breath", "spells")
ALIGNMENTS = ("Lawful", "Neutral", "Chaotic")


class OseSheet(Struct, Sheet, frozen=True, gc=False):
    """`ac` is descending and without armour worn; `abilities` is empty for monsters, `morale` None for characters.

    `level` counts whole Hit Dice for a monster.
    """

    thac0: int
    saves: dict[str, int]
    ac: int
    movement_feet: int
    hit_dice: str
    level: int
    alignment: str
    character_class: str = ""
    abilities: dict[str, int] = {}
    morale: int | None = None
    xp: int = 0
    xp_award: int = 0
    languages: tuple[str, ...] = ()
    spell_book: tuple[str, ...] = ()


def sheet(creature: Creature) -> OseSheet:
    return cast(OseSheet, creature.sheet)
