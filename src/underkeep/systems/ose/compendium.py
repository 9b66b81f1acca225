"""The content of the game, read once from its TOML files."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from underkeep.kernel.notation import Expr
from underkeep.procedures import content

PACKAGE = "underkeep.systems.ose"


class WeaponRange(Struct, frozen=True):
    """The far ends of short, medium and long range."""

    short_feet: int
    medium_feet: int
    long_feet: int


class Weapon(Struct, frozen=True):
    name: str
    cost_gp: int
    weight_coins: int
    damage: Expr
    qualities: tuple[str, ...]
    rule: str
    range: WeaponRange | None = None

    @property
    def is_melee(self) -> bool:
        return "melee" in self.qualities

    @property
    def is_missile(self) -> bool:
        return "missile" in self.qualities

    @property
    def is_slow(self) -> bool:
        return "slow" in self.qualities or ("two-handed" in self.qualities and self.is_melee)


class Armour(Struct, frozen=True):
    """`ac` for armour worn, `bonus` for a shield."""

    name: str
    cost_gp: int
    weight_coins: int
    rule: str
    ac: int = 9
    bonus: int = 0


class AttackLine(Struct, frozen=True):
    name: str
    damage: Expr
    count: int = 1


class Monster(Struct, frozen=True):
    name: str
    ac: int
    hit_dice: Expr
    level: int
    thac0: int
    movement_feet: int
    saves: tuple[int, int, int, int, int]
    morale: int
    alignment: str
    xp: int
    attacks: tuple[AttackLine, ...]
    rule: str


@cache
def weapons() -> dict[str, Weapon]:
    return content.load(PACKAGE, "gear/weapons", Weapon)


@cache
def armours() -> dict[str, Armour]:
    return content.load(PACKAGE, "gear/armour", Armour)


@cache
def monsters() -> dict[str, Monster]:
    return content.load(PACKAGE, "monsters", Monster)
