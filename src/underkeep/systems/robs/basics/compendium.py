"""The content of the game, read once from its TOML files."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.procedures import content
from underkeep.systems.robs.basics.potion_listings import PotionEffect
from underkeep.systems.robs.basics.sheet import NaturalAttack
from underkeep.systems.robs.basics.spell_listings import Spell, Written
from underkeep.systems.robs.basics.traits import Trait

PACKAGE = "underkeep.systems.robs"
MOST_ENCHANTMENT = 3
MOST_WORTH, SUPERNATURAL_WORTH = 4, 2
_ENCHANTED = re.compile(r"(?P<kind>.+)\+(?P<bonus>[1-9])")


class Grip(Struct, frozen=True):
    """A weapon held one way. Each point of STR short of `str_needed` costs 1 on the attack."""

    odf: int
    attack: int = 0
    str_needed: int | None = None


class Missile(Struct, frozen=True):
    """A weapon at range, with the far end of each band. Too little STR lowers the ODF, too little DEX the attack."""

    odf: int
    short_m: int
    medium_m: int
    long_m: int
    str_needed: int | None = None
    dex_needed: int | None = None
    reload: bool = False


class Weapon(Struct, frozen=True):
    name: str
    sharp: bool
    rule: str
    also: tuple[str, ...] = ()
    one_hand: Grip | None = None
    two_hands: Grip | None = None
    thrown: Missile | None = None
    missile: Missile | None = None
    missile_hands: int = 2
    enchantment: int = 0
    silver: bool = False
    slays: Literal["", "undead"] = ""
    sentient: bool = False


class Armour(Struct, frozen=True):
    """Worn armour, or a shield, which covers from so many opponents a round (0: any number)."""

    name: str
    ddf: int
    rule: str
    also: tuple[str, ...] = ()
    metal: bool = False
    heavy: bool = False
    shield: bool = False
    opponents: int = 0
    attack: int = 0
    cover: int = 0
    enchantment: int = 0


class Sundry(Struct, frozen=True):
    """What is neither weapon nor armour. A wand, staff or scroll holds a spell, by the id of its form, at a level if
    that is known; a potion does what it does to who drinks it. What is aligned works for that alignment alone, what has
    a `lawfulness` for those within 1 of it, and what `fits` for users of these Scales."""

    name: str
    rule: str
    also: tuple[str, ...] = ()
    magic: bool = False
    sort: Literal["", "wand", "staff", "scroll", "potion"] = ""
    spell: str = ""
    level: int = 0
    alignment: str = ""
    lawfulness: int | None = None
    fits: tuple[int, int] | None = None
    litres: float = 0.0
    potion: PotionEffect | None = None


class Price(Struct, frozen=True):
    """What a thing costs, in copper, and how many of it are had for that. All prices are ours."""

    cp: int
    count: int = 1


class Monster(Struct, frozen=True):
    """`gear` is what it carries, by the ids of weapons, armour and sundries; `ddf` is what its own hide takes off harm.

    `sprint` is how many times as fast as at a walk it runs. The movement Scales are apart from the Scale of its size.
    It `haunts` dungeons, wilds, both, or neither. Some cast as one of a level, by the kind of `magic`: all that a
    cleric of an Order can, or the wizard's `spells` they know.
    """

    name: str
    scale: int
    level: int
    attributes: dict[str, int]
    hp: int
    movement_scale: int
    lawfulness: int
    xp: int
    gear: tuple[str, ...] = ()
    ddf: int = 0
    attacks: tuple[NaturalAttack, ...] = ()
    flying_scale: int | None = None
    sprint: int = 3
    traits: tuple[Trait, ...] = ()
    manual: str = ""
    haunts: tuple[str, ...] = ("dungeon",)
    rule: str = ""
    magic: dict[str, int] = {}
    spells: tuple[str, ...] = ()
    order: str = ""


class Race(Struct, frozen=True):
    name: str
    scale: int
    movement_scale: int
    rule: str
    flying_scale: int | None = None
    height_cm: str = ""
    bonus: tuple[str, ...] = ()
    raises: tuple[str, ...] = ()
    starting_hp: int = 0
    level_hp: int = 0
    hp_roll: int = 0
    halves_magic: bool = False
    dark_penalty: int = -2
    tasks: dict[str, int] = {}
    offered: bool = True
    leans_to: tuple[str, ...] = ()
    arms: tuple[str, ...] = ()


class CharacterClass(Struct, frozen=True):
    name: str
    hp: Expr
    rule: str
    raise_every: int
    raises: tuple[str, ...]
    favours: tuple[str, ...]
    spares: tuple[str, ...]
    kit: tuple[str, ...]
    minimum: dict[str, int] = {}
    after: dict[str, int] = {}
    after_evil: dict[str, int] | None = None
    at_most: dict[str, int] = {}
    two_of: tuple[str, ...] = ()
    clerical: bool = False
    proficiency_every: int = 0
    extra_attack_every: int = 0
    extra_attack_ranged: bool = False
    defence_every: int = 0
    check_first: int = 0
    check_every: int = 0
    tasks: tuple[str, ...] = ()
    spell_levels: int = 0
    spell_proficiency_every: int = 0
    casts: str = ""


class Order(Struct, frozen=True):
    """`no_edged` if its knights may carry nothing that sheds blood; `tasks` are what else it gives or takes."""

    name: str
    deity: str
    alignment: str
    lawfulness: int
    rule: str
    no_edged: bool = False
    tasks: dict[str, int] = {}


class Lawfulness(Struct, frozen=True):
    """How somebody of this score lives."""

    lives: str


class Gift(Struct, frozen=True):
    """A Gift is worth so many attribute levels, a Fault so many below 0. What is `supernatural` is worth two at
    least."""

    name: str
    worth: int
    rule: str
    supernatural: bool = False
    tasks: dict[str, int] = {}
    ranged: int = 0
    blind: bool = False


class Task(Struct, frozen=True):
    """`attribute` may be empty: then the class level is the basis. `verbs` are words that mean it, of a player who says
    what to do."""

    attribute: str
    families: tuple[str, ...]
    rule: str
    needs_cover: tuple[str, ...] = ()
    verbs: str = ""


@cache
def weapons() -> dict[str, Weapon]:
    return content.load(PACKAGE, "gear/weapons", Weapon)


@cache
def armours() -> dict[str, Armour]:
    return content.load(PACKAGE, "gear/armour", Armour)


@cache
def sundries() -> dict[str, Sundry]:
    return content.load(PACKAGE, "gear/sundries", Sundry)


@cache
def prices() -> dict[str, Price]:
    return content.load(PACKAGE, "prices", Price)


@executes("robs:race.other.scale-not-strength")
def check_race(name: str, race: Race) -> None:
    """Scale stands for the strength that size gives: nobody large has STR on top of it."""
    if race.scale > 0 and "STR" in race.bonus:
        raise UnderkeepError(f"{name}: Scale {race.scale} is its strength; STR on top would count it twice.")


@cache
def races() -> dict[str, Race]:
    """Every people, those that are not offered to players among them."""
    found = content.load(PACKAGE, "races", Race)
    for name, race in found.items():
        check_race(name, race)
    return found


def offered() -> tuple[str, ...]:
    """The peoples that players choose from by themselves."""
    return tuple(name for name, race in races().items() if race.offered)


@cache
def classes() -> dict[str, CharacterClass]:
    return content.load(PACKAGE, "classes", CharacterClass)


@cache
def orders() -> dict[str, Order]:
    return content.load(PACKAGE, "orders", Order)


@cache
def lawfulness() -> dict[str, Lawfulness]:
    return content.load(PACKAGE, "lawfulness", Lawfulness)


@executes("robs:creation.gifts.value", "robs:creation.gifts.powerful", "robs:creation.gifts.severe-fault")
def check_gift(name: str, gift: Gift) -> None:
    """Refuses one that is worth nothing or more than four, and a supernatural Gift that is worth less than two."""
    if not gift.worth or abs(gift.worth) > MOST_WORTH:
        raise UnderkeepError(f"{name}: a Gift or Fault is worth 1 to {MOST_WORTH} attribute levels.")
    if gift.supernatural and gift.worth < SUPERNATURAL_WORTH:
        raise UnderkeepError(f"{name}: a supernatural Gift is worth {SUPERNATURAL_WORTH} levels or more.")


@cache
def gifts() -> dict[str, Gift]:
    found = content.load(PACKAGE, "gifts", Gift)
    for name, gift in found.items():
        check_gift(name, gift)
    return found


@cache
def spells() -> dict[str, Spell]:
    """The spells of the book."""
    return content.load(PACKAGE, "spells", Spell)


@cache
def invented() -> dict[str, Spell]:
    """Spells that are not in the book, and that nobody begins with."""
    return content.load(PACKAGE, "invented_spells", Spell)


@executes("robs:spell.list", "robs:magic.reversed")
@cache
def forms() -> dict[str, Written]:
    """Every form in which a spell can be cast; one with a slash in its name has two."""
    found: dict[str, Written] = {}
    for id, spell in {**spells(), **invented()}.items():
        two = spell.reverse is not None
        found[id] = Written(id, spell.name, id, spell.caster, spell.level, False, two, spell.form)
        if spell.reverse is not None:
            other = spell.reverse
            found[other.id] = Written(other.id, other.name, id, spell.caster, spell.level, True, two, other)
    return found


@cache
def _forms_by_name() -> dict[str, Written]:
    """Forms by id and by name, a wizard's before a cleric's of the same name."""
    found: dict[str, Written] = {}
    for written in sorted(forms().values(), key=lambda w: w.caster):
        found[content.key(written.name)] = written
    return found | {content.key(id): written for id, written in forms().items()}


def form(name: str) -> Written | None:
    """The form of a spell that an id or a name means."""
    return forms().get(name) or _forms_by_name().get(content.key(name))


@cache
def tasks() -> dict[str, Task]:
    return content.load(PACKAGE, "tasks", Task)


@cache
def monsters() -> dict[str, Monster]:
    return content.load(PACKAGE, "monsters", Monster)


@lru_cache(maxsize=256)
def rules_of(cited: str) -> tuple[str, ...]:
    """The rules that a piece of content names, the first with the game's name."""
    first, *rest = cited.split(", ")
    return (first, *(f"robs:{id}" for id in rest))


@executes("robs:magic-item.enchantment-bonus")
@lru_cache(maxsize=1024)
def weapon(kind: str) -> Weapon | None:
    """A listed weapon, or an enchanted one such as `longsword+1`."""
    base, bonus = _split(kind)
    found = weapons().get(base)
    return replace(found, name=f"{found.name} +{bonus}", enchantment=bonus) if found and bonus else found


@executes("robs:magic-item.enchantment-bonus")
@lru_cache(maxsize=1024)
def armour(kind: str) -> Armour | None:
    """Listed armour or shield, or an enchanted one such as `chainmail+1`."""
    base, bonus = _split(kind)
    found = armours().get(base)
    return replace(found, name=f"{found.name} +{bonus}", enchantment=bonus) if found and bonus else found


def _split(kind: str) -> tuple[str, int]:
    match = _ENCHANTED.fullmatch(kind)
    return (match["kind"], int(match["bonus"])) if match else (kind, 0)
