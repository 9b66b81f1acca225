"""The content of the game, read once from its TOML files."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from underkeep.kernel.notation import Expr
from underkeep.procedures import content
from underkeep.procedures.tactics import Way
from underkeep.systems.knave.basics.spell_listings import Spell

PACKAGE = "underkeep.systems.knave"
MENTAL = "mental"
Sort = Literal["humanoid", "animal", "undead", "plant", "ooze", "construct", "monster"]
Band = Literal["common", "uncommon", "rare", "money", "magic"]


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """`range_feet` is 0 for a melee weapon; `kinds` are the sorts of harm it does."""

    name: str
    hands: int
    slots: int
    damage: Expr
    price_coins: int
    rule: str
    kinds: tuple[str, ...]
    range_feet: int = 0
    ammunition: str = ""
    is_metal: bool = False
    for_sale: bool = True
    aliases: tuple[str, ...] = ()


class Armour(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of armour: knave:equipment.armor.slot-each, equipment.armor.ap-each"""

    name: str
    price_coins: int
    rule: str
    slots: int = 1
    armour_points: int = 1
    is_metal: bool = False
    aliases: tuple[str, ...] = ()


class Suit(Struct, frozen=True, forbid_unknown_fields=True):
    """A name for several pieces of armour together."""

    pieces: tuple[str, ...]
    aliases: tuple[str, ...] = ()


class Goods(Struct, frozen=True, forbid_unknown_fields=True):
    """Anything else that fills slots. `bundle` is how many of them one slot takes."""

    name: str
    band: Band
    rule: str = ""
    slots: int = 1
    bundle: int = 1
    aliases: tuple[str, ...] = ()


class Priced(Struct, frozen=True, forbid_unknown_fields=True):
    """A thing that is bought but not listed among the gear: an animal, a set of clothes."""

    name: str
    price_coins: int
    rule: str


class Career(Struct, frozen=True, forbid_unknown_fields=True):
    """`trade` are the tasks that belong to it, `helps` others that it makes easier; of `perhaps` the referee judges."""

    number: int
    name: str
    band: Band
    items: tuple[str, str, str]
    trade: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()
    rule: str = ""


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    level: int
    xp: int
    hit_dice: Expr
    title: str
    abilities_raised: int


class Paralyse(Struct, frozen=True, tag_field="effect", tag="paralyse"):
    ability: str
    turns: Expr


class Poison(Struct, frozen=True, tag_field="effect", tag="poison"):
    ability: str
    turns: Expr


class Infect(Struct, frozen=True, tag_field="effect", tag="infect"):
    """A disease takes whoever has it when its days are over: it kills, or the victim becomes a monster of a kind."""

    ability: str
    days: Expr
    disease: str
    becomes: str = ""


class Drain(Struct, frozen=True, tag_field="effect", tag="drain"):
    """A point of an ability is lost."""


class Engulf(Struct, frozen=True, tag_field="effect", tag="engulf"):
    damage: Expr


class Swallow(Struct, frozen=True, tag_field="effect", tag="swallow"):
    """Happens if the die shows `on_natural`, or if the total beats the armour class by `beats_by`."""

    damage: Expr
    on_natural: int | None = None
    beats_by: int | None = None
    is_direct: bool = False


class Stick(Struct, frozen=True, tag_field="effect", tag="stick"):
    """What is touched clings to it."""


class Rust(Struct, frozen=True, tag_field="effect", tag="rust"):
    """Metal that is touched is gone."""


class Rend(Struct, frozen=True, tag_field="effect", tag="rend"):
    """More damage if this strike and the one before it both hit."""

    damage: Expr


class Petrify(Struct, frozen=True, tag_field="effect", tag="petrify"):
    """Turns to stone unless it passes a check."""

    ability: str


class Dazzle(Struct, frozen=True, tag_field="effect", tag="dazzle"):
    """Blinds unless it passes a check."""

    ability: str


class Fasten(Struct, frozen=True, tag_field="effect", tag="fasten"):
    """It holds on, and hurts whom it holds whenever it acts: a constrictor, a bloodsucker."""

    damage: Expr


Effect = Petrify | Dazzle | Fasten | Paralyse | Poison | Infect | Drain | Engulf | Swallow | Stick | Rust | Rend


class Strike(Struct, frozen=True, forbid_unknown_fields=True):
    """One attack roll of a routine. A strike with a weapon needs the weapon in hand."""

    name: str
    damage: Expr | None = None
    kinds: tuple[str, ...] = ()
    is_weapon: bool = False
    effect: Effect | None = None


class Routine(Struct, frozen=True, forbid_unknown_fields=True):
    """All the strikes of one action. It is ranged if it has a range; one that leaps is used when cornered."""

    name: str
    strikes: tuple[Strike, ...]
    reach_feet: int = 5
    range_feet: int = 0
    leap_feet: int = 0


class Breath(Struct, frozen=True, tag_field="power", tag="breath"):
    """A cone that does as much damage as the breather has hit points, or as the dice say."""

    length_feet: int
    kind: str
    damage: Expr | None = None


class Song(Struct, frozen=True, tag_field="power", tag="song"):
    """Every enemy that hears it is charmed unless it passes a check."""

    ability: str


class Possess(Struct, frozen=True, tag_field="power", tag="possess"):
    """One enemy is taken over unless it passes a check."""

    ability: str
    range_feet: int


class Enthral(Struct, frozen=True, tag_field="power", tag="enthral"):
    """One enemy in range is charmed unless it passes a check."""

    ability: str
    range_feet: int


class Animate(Struct, frozen=True, tag_field="power", tag="animate"):
    """Once a fight it calls so many creatures of a kind to its side."""

    kind: str
    count: int


Power = Breath | Song | Possess | Enthral | Animate


class Gaze(Struct, frozen=True):
    """Whoever looks at it turns to stone unless it passes a check."""

    ability: str


class Blinking(Struct, frozen=True):
    """It moves by vanishing here and appearing up to so many squares away."""

    squares: Expr


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers that a creature of another game had before it was converted (see docs/knave-bestiary.md)."""

    hd: str
    ascending_ac: int
    walk: str = ""
    fly: str = ""


class Monster(Struct, frozen=True, forbid_unknown_fields=True):
    """`favours` and `unsuited` are the abilities in which its nature counts fully or not at all; `manual` is what
    only a person at the table can play. `begins` are bonds under which it enters a fight (it looks like somebody
    else, or stands where it does not seem to); `kept_off_by` are things whose bearer it cannot strike; `splits_into`
    is what comes of a blow that does not harm it; one that `stays_out` goes into no dungeon. `fights` is how its kind
    fights, unless that follows from its sort."""

    name: str
    level: int
    hp: int
    armour_points: int
    move_feet: int
    morale: int
    attacks: tuple[Routine, ...] = ()
    powers: tuple[Power, ...] = ()
    fly_feet: int = 0
    slots: int = 0
    speaks: bool = False
    is_large: bool = False
    shuns_sun: bool = False
    sees_in_dark: bool = False
    sort: Sort = "monster"
    wanders: bool = True
    rusts_weapons: bool = False
    favours: tuple[str, ...] = ()
    unsuited: tuple[str, ...] = ()
    advantages: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    harmed_only_by: tuple[str, ...] = ()
    fears: tuple[str, ...] = ()
    gaze: Gaze | None = None
    blink: Blinking | None = None
    regenerates: Expr | None = None
    revives: Expr | None = None
    cannot_regrow: tuple[str, ...] = ()
    manual: tuple[str, ...] = ()
    ambushes: bool = False
    fights: tuple[Way, ...] | None = None
    begins: tuple[str, ...] = ()
    kept_off_by: tuple[str, ...] = ()
    dies_in_sun: bool = False
    climbs: bool = False
    burrow_feet: int = 0
    splits_into: str = ""
    spellbooks: int = 0
    stays_out: bool = False
    source: Source | None = None

    @property
    def wields_weapon(self) -> bool:
        return any(strike.is_weapon for routine in self.attacks for strike in routine.strikes)


@cache
def weapons() -> dict[str, Weapon]:
    return content.load(PACKAGE, "gear/weapons", Weapon)


@cache
def armours() -> dict[str, Armour]:
    return content.load(PACKAGE, "gear/armour", Armour)


@cache
def suits() -> dict[str, Suit]:
    return content.load(PACKAGE, "gear/sets", Suit)


@cache
def goods() -> dict[str, Goods]:
    return content.load(PACKAGE, "gear/goods", Goods)


@cache
def animals() -> dict[str, Priced]:
    return content.load(PACKAGE, "gear/animals", Priced)


@cache
def clothing() -> dict[str, Priced]:
    return content.load(PACKAGE, "gear/clothing", Priced)


@cache
def careers() -> dict[str, Career]:
    return content.load(PACKAGE, "careers", Career)


@cache
def spells() -> dict[str, Spell]:
    """All hundred, in the order of their numbers."""
    found = content.load(PACKAGE, "spells", Spell)
    return dict(sorted(found.items(), key=lambda entry: entry[1].number))


@cache
def levels() -> dict[int, Level]:
    return {entry.level: entry for entry in content.load(PACKAGE, "levels", Level).values()}


@cache
def monsters() -> dict[str, Monster]:
    return content.load(PACKAGE, "monsters", Monster)
