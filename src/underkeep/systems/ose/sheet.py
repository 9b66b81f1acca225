"""An OSE sheet: what the game knows of a character or monster beyond hit points and gear."""

from __future__ import annotations

from typing import cast

from msgspec import Struct

from underkeep.kernel.codec import Sheet
from underkeep.world.creature import Creature

ABILITIES = ("STR", "INT", "WIS", "DEX", "CON", "CHA")
SAVES = ("death", "wands", "paralysis", "breath", "spells")


class NaturalAttack(Struct, frozen=True, gc=False):
    """One line of a monster's attack routine: so many attacks of a kind, each with its damage."""

    name: str
    damage: str
    count: int = 1


class OseSheet(Struct, Sheet, frozen=True, gc=False):
    """`ac` is descending and without armour worn; `abilities` is empty for monsters."""

    thac0: int
    saves: dict[str, int]
    ac: int
    movement_feet: int
    hit_dice: str
    level: int
    alignment: str
    character_class: str = ""
    abilities: dict[str, int] = {}  # noqa: RUF012  (msgspec copies the default)
    attacks: tuple[NaturalAttack, ...] = ()
    morale: int | None = None
    xp: int = 0
    languages: tuple[str, ...] = ()
    coins_gp: int = 0


def sheet(creature: Creature) -> OseSheet:
    return cast(OseSheet, creature.sheet)
