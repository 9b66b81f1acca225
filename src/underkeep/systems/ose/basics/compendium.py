"""The content of the game, read once from its TOML files: classes, gear, tables. Monsters are in `monsters`."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

from msgspec import Struct

from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.procedures import content
from underkeep.systems.ose.basics import dice, enchanted
from underkeep.systems.ose.basics.enchanted import PACKAGE as PACKAGE


class WeaponRange(Struct, frozen=True):
    """The far ends of short, medium and long range."""

    short_feet: int
    medium_feet: int
    long_feet: int


class Weapon(Struct, frozen=True):
    """`ammunition` lists what it can shoot; a missile weapon without is thrown."""

    name: str
    cost_gp: int
    weight_coins: int
    damage: Expr
    qualities: tuple[str, ...]
    rule: str
    range: WeaponRange | None = None
    ammunition: tuple[str, ...] = ()
    silver: bool = False
    count: int = 1

    @executes("ose:dice.kinds")
    def __post_init__(self) -> None:
        """The damage of a weapon is rolled with dice that there are."""
        dice.check(self.damage)

    @property
    def is_melee(self) -> bool:
        return "melee" in self.qualities

    @property
    def is_blunt(self) -> bool:
        return "blunt" in self.qualities

    @property
    def is_two_handed(self) -> bool:
        return "two-handed" in self.qualities

    @property
    def is_slow(self) -> bool:
        return "slow" in self.qualities or (self.is_two_handed and self.is_melee)


class Armour(Struct, frozen=True):
    """`ac` for armour worn, `bonus` for a shield."""

    name: str
    cost_gp: int
    weight_coins: int
    rule: str
    ac: int = 9
    bonus: int = 0
    heavy: bool = False
    count: int = 1


class Ammunition(Struct, frozen=True):
    """Sold by the count; its weight is in the weapon's."""

    name: str
    cost_gp: int
    count: int
    rule: str
    silver: bool = False
    weight_coins: int = 0


class Sundry(Struct, frozen=True):
    """Adventuring gear; the lists give it no weight. What is not `sold` lies about for the taking; `holds_coins` is
    how much weight goes into it."""

    name: str
    cost_gp: int
    rule: str
    count: int = 1
    weight_coins: int = 0
    sold: bool = True
    holds_coins: int = 0


Gear = Weapon | Armour | Ammunition | Sundry


class ClassAbility(Struct, frozen=True):
    """What the class can do besides; a `manual` one is the referee's to apply."""

    name: str
    text: str
    manual: bool = False


class XpBonus(Struct, frozen=True):
    """A class's own experience modifier, for scores at least as good."""

    percent: int
    at_least: dict[str, int]


class LevelRow(Struct, frozen=True):
    """One level: `hit_dice` in all, and `fixed_hp` in all for levels that add no die."""

    xp: int
    hit_dice: int
    fixed_hp: int
    thac0: int
    saves: tuple[int, int, int, int, int]
    spells: tuple[int, ...] = ()


class CharacterClass(Struct, frozen=True):
    """No `weapons` listed means any that is not forbidden. One that `researches` makes magic items from a level on."""

    name: str
    rule: str
    hit_die: Expr
    prime_requisites: tuple[str, ...]
    armour: tuple[str, ...]
    languages: tuple[str, ...]
    shopping: tuple[str, ...]
    abilities: tuple[ClassAbility, ...]
    levels: tuple[LevelRow, ...]
    requirements: dict[str, int] = {}
    xp_bonuses: tuple[XpBonus, ...] = ()
    may_not_lower: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    weapons_forbidden: tuple[str, ...] = ()
    demihuman: bool = False
    magic: Literal["", "arcane", "divine"] = ""
    spell_list: str = ""
    spell_book: str = ""
    missile_bonus: int = 0
    initiative_bonus: int = 0
    defence_against_large: int = 0
    infravision_feet: int = 0
    listen_in_6: int = 1
    secret_doors_in_6: int = 1
    room_traps_in_6: int = 1
    construction_in_6: int = 0
    hide_in_6: int = 0
    thief_skills: bool = False
    turns_undead: bool = False
    researches: bool = False
    makes_items_from: int = 0
    size: str = "human"
    immune: tuple[str, ...] = ()

    @executes("ose:abilities.prime-requisite.multiple", "ose:dice.kinds")
    def __post_init__(self) -> None:
        """Several prime requisites need the class's own experience modifiers."""
        dice.check(self.hit_die)
        if len(self.prime_requisites) > 1 and not self.xp_bonuses:
            raise ValueError("a class with several prime requisites needs xp_bonuses")

    @executes("ose:class.abilities", "ose:creation.class-equipment-limits", "ose:magic-item.armour.class-limits")
    def may_use(self, kind: str) -> bool:
        """Whether the class may wear this armour or fight with this weapon."""
        kind = plain(kind)
        if kind in weapons():
            return kind not in self.weapons_forbidden and (not self.weapons or kind in self.weapons)
        return kind not in armours() or kind in self.armour


class SpellBook(Struct, frozen=True):
    """The names of the spells of each level on a list."""

    levels: tuple[tuple[str, ...], ...]
    rule: str


class Table(Struct, frozen=True):
    rows: tuple[tuple[int, ...], ...]
    rule: str


@cache
def weapons() -> dict[str, Weapon]:
    return content.load(PACKAGE, "gear/weapons", Weapon)


@lru_cache(maxsize=1024)
def plain(kind: str) -> str:
    """The kind of thing that a magic one is: a sword for `sword-plus-1`, a shield for `cursed-shield-minus-2`,
    chainmail for `armour-plus-1@chainmail`.
    """
    listed = enchanted.listing(kind)
    return kind if listed is None else kind.partition("@")[2] or listed.like or kind


@lru_cache(maxsize=1024)
def magic_bonus(kind: str) -> int:
    """What a magic weapon adds to hit and damage, and magic armour to AC; less than nothing for a cursed one."""
    listed = enchanted.listing(kind)
    return 0 if listed is None else listed.bonus


@lru_cache(maxsize=1024)
def weapon(kind: str) -> Weapon | None:
    """A weapon of the lists, or the one that a magic weapon is."""
    return weapons().get(kind) or weapons().get(plain(kind))


@cache
def armours() -> dict[str, Armour]:
    return content.load(PACKAGE, "gear/armour", Armour)


@lru_cache(maxsize=1024)
def armour(kind: str) -> Armour | None:
    """Armour or a shield of the lists, or the one that a magic one is."""
    return armours().get(kind) or armours().get(plain(kind))


def is_useless(kind: str) -> bool:
    """Whether armour or a shield is of the cursed sort that leaves its wearer as if without."""
    listed = enchanted.listing(kind)
    return listed is not None and listed.useless


@cache
def ammunition() -> dict[str, Ammunition]:
    return content.load(PACKAGE, "gear/ammunition", Ammunition)


@cache
def gear() -> dict[str, Gear]:
    """Everything money can buy."""
    sundries = content.load(PACKAGE, "gear/sundries", Sundry)
    return {**weapons(), **armours(), **ammunition(), **sundries}


@cache
def classes() -> dict[str, CharacterClass]:
    return content.load(PACKAGE, "classes", CharacterClass)


@cache
def spell_books() -> dict[str, SpellBook]:
    return content.load(PACKAGE, "spells", SpellBook)


@cache
def tables() -> dict[str, Table]:
    return content.load(PACKAGE, "tables", Table)
