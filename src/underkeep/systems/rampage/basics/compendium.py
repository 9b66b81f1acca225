"""The content of the game, read once from its TOML files, and the look-ups every chapter makes in it."""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.procedures import content
from underkeep.procedures.effects import Params
from underkeep.world.gear import Item

PACKAGE = "underkeep.systems.rampage"


class MatrixRow(Struct, frozen=True):
    """A weapon against armour classes 0 to 9."""

    name: str
    needed: tuple[int, int, int, int, int, int, int, int, int, int]
    rule: str


class MonsterRow(Struct, frozen=True):
    """One armour class against monsters of 1, 1+1, 2-3, 3-4, 4-6, 7-8, 9-10 and 11+ hit dice."""

    ac: int
    needed: tuple[int, int, int, int, int, int, int, int]
    rule: str


class Weapon(Struct, frozen=True):
    """`row` is its line of the matrix, `ranks` how deep behind the front it reaches, `range` in inches.
    What is in a flask `lasts` so many rounds. Magic adds its `plus` to the die and to the damage, and is
    otherwise `like` an ordinary weapon.
    """

    name: str
    row: str
    size: str
    hands: int
    damage: Expr
    cost_sp: int
    kinds: tuple[str, ...]
    basis: dict[str, str]
    qualities: frozenset[str] = frozenset()
    ranks: int = 1
    range: tuple[int, int, int] | None = None
    rate: int = 1
    for_sale: bool = True
    items: int = 1
    free: bool = False
    bundle: int = 1
    lasts: int = 1
    plus: int = 0
    like: str = ""

    @property
    def is_missile(self) -> bool:
        return self.range is not None


class Armour(Struct, frozen=True):
    """Armour worn has an `ac` and a `weight`; a shield has what it takes off the AC and the faces that break it. What a
    mount wears is `barding`, by so much."""

    name: str
    cost_sp: int
    basis: dict[str, str]
    ac: int = 9
    weight: str = "light"
    barding: int = 0
    shield: int = 0
    wooden: bool = False
    breaks_on: tuple[int, ...] = ()
    for_sale: bool = True
    items: int = 1
    free: bool = False
    bundle: int = 1
    magic: bool = False


class Gear(Struct, frozen=True):
    """`items` is what it counts towards the load; `free` things are never counted, `big` ones slow down whoever carries
    them. `hands` is how many it takes to carry it. A `bundle` is sold, and carried, as one item. What `breaks` does not
    survive a chest that is broken open. A mage casts by a `focus`, and
    studies a foreign `realm` in a grimoire of it."""

    name: str
    cost_sp: int
    items: int
    basis: dict[str, str]
    free: bool = False
    bundle: int = 1
    for_sale: bool = True
    big: bool = False
    hands: int = 0
    breaks: bool = False
    focus: bool = False
    realm: str = ""
    magic: bool = False


class Race(Struct, frozen=True):
    name: str
    plural: str
    size: str
    vision: tuple[str, ...]
    languages: tuple[str, ...]
    rules: tuple[str, ...]
    classes: tuple[str, ...] = ()
    abilities: dict[str, int] = {}
    chosen_bonus: int = 0
    saves: dict[str, int] = {}
    slow: bool = False
    extra_load: int = 0
    missile_bonus: int = 0
    banned: tuple[str, ...] = ()
    largest_weapon: str = "G"
    two_handed_size: str = ""
    must_combine: bool = False
    split_shot: bool = False
    mounts: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()


class CharacterClass(Struct, frozen=True):
    name: str
    code: str
    type: str
    minimums: dict[str, int]
    weapons: tuple[str, ...]
    armour: tuple[str, ...]
    shields: str
    rampage: str
    kit: tuple[tuple[str, ...], ...]
    rules: tuple[str, ...]
    column: str = "A"
    races: tuple[str, ...] = ()
    alignments: tuple[str, ...] = ("lawful", "neutral", "chaotic")
    gods: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    forbidden: str = "penalty"
    rampage_levels: int = 0
    rear_multiplier: int = 1
    save_bonus: int = 0
    alone: bool = False
    combines_with: tuple[str, ...] = ()
    realms: tuple[str, ...] = ()
    gifts: tuple[str, ...] = ()
    specials: dict[str, int] = {}


class Level(Struct, frozen=True):
    """One line of a progression; `attack_b` and `power_b` are column B of the clerics."""

    level: int
    xp: int
    hit_dice: Expr
    save: int
    attack: int = 0
    attack_b: int = 0
    least_attacks: int = 1
    bonus_damage: int = 0
    back_stab: int = 1
    task: int = 0
    surprise: int = 2
    power: int = 0
    power_b: int = 0


class Progression(Struct, frozen=True):
    rule: str
    levels: tuple[Level, ...]


class God(Struct, frozen=True):
    name: str
    ability: str
    alignment: str
    rule: str


class Task(Struct, frozen=True):
    """`rounds` and `turns` are how long it takes; `verbs` are words that mean it, of a player who says what to do."""

    name: str
    ability: str
    time: str
    rules: tuple[str, ...]
    equipment: tuple[str, ...] = ()
    secret: bool = False
    peoples: dict[str, int] = {}
    verbs: str = ""
    rounds: int = 0
    turns: Expr | None = None


class Poison(Params, frozen=True, tag="poison"):
    save_modifier: int = 0


class Paralysis(Params, frozen=True, tag="paralysis"):
    """`spares` names an immunity that some peoples have."""

    spares: str = ""


class Drain(Params, frozen=True, tag="drain"):
    """Takes a level."""


MonsterEffect = Poison | Paralysis | Drain


class NaturalAttack(Struct, frozen=True):
    """So many blows of a kind. With a `row` it is a weapon of that matrix row; else it uses the monster matrix."""

    name: str
    damage: Expr
    count: int = 1
    row: str = ""
    size: str = ""
    effect: MonsterEffect | None = None


class NaturalMissile(Struct, frozen=True):
    name: str
    damage: Expr
    range: tuple[int, int, int]


class Breath(Struct, frozen=True):
    """What a monster breathes: how far it reaches, and how often there is enough of it."""

    name: str
    damage: Expr
    inches: int
    uses: int = 3


@executes("rampage:combat.size-classes")
def size_by_weight(pounds: float) -> str:
    """The size class of a creature that weighs so much."""
    for size, less_than in (("VT", 1), ("T", 20), ("S", 90)):
        if pounds < less_than:
            return size
    return "M" if pounds <= 500 else "L" if pounds <= 2500 else "G"


class Mount(Struct, frozen=True):
    """What a beast is like under a rider: whether it is `trained` for battle, and bears one with a `lance`."""

    trained: bool = False
    lance: bool = False


class Monster(Struct, frozen=True):
    """`hd` and `plus` are its hit dice for the tables (2+1 is 2 and 1), `hit_dice` what is rolled for hit points.

    `hd_basis` is `book` where the book prints the hit dice. `weapons` are carried, by their ids; `attacks` are its
    own. With a `troop_class` it fights with weapons as such troops do. It surprises others on `surprises_in_6`.
    `followers_morale` is what a `leader` adds to others. A beast that can be ridden is a `mount`; who `rides` gets on
    one. A `divine` beast is hale and saves like its master.
    """

    name: str
    hd: float
    hit_dice: Expr
    ac: int
    movement_in: int
    morale: int
    alignments: tuple[str, ...]
    hd_basis: str
    size: str = ""
    weight_lb: int = 0
    plus: int = 0
    legs: int = 2
    weapons: tuple[str, ...] = ()
    attacks: tuple[NaturalAttack, ...] = ()
    missile: NaturalMissile | None = None
    breath: Breath | None = None
    troop_class: str = ""
    people: str = ""
    damage_bonus: int = 0
    leader: bool = False
    followers_morale: int = 0
    speech: bool = True
    battle_rage: int = 0
    regenerates: int = 0
    hug: Expr | None = None
    grab: int = 0
    charge_multiplier: int = 1
    acts_last: bool = False
    vision: tuple[str, ...] = ("normal", "cave")
    surprises_in_6: int = 2
    languages: tuple[str, ...] = ()
    fights: tuple[str, ...] = ()
    manual: tuple[str, ...] = ()
    mount: Mount | None = None
    rides: bool = False
    divine: bool = False
    rules: tuple[str, ...] = ()


@cache
def melee_matrix() -> dict[str, MatrixRow]:
    return content.load(PACKAGE, "tables/melee_matrix", MatrixRow)


@cache
def missile_matrix() -> dict[str, MatrixRow]:
    return content.load(PACKAGE, "tables/missile_matrix", MatrixRow)


@cache
def monster_matrix() -> dict[int, tuple[int, ...]]:
    return {row.ac: row.needed for row in content.load(PACKAGE, "tables/monster_matrix", MonsterRow).values()}


class TwoClasses(Struct, frozen=True):
    """The experience for each level of those who have classes of two types."""

    rule: str
    xp: tuple[int, ...]


@cache
def multi_xp() -> dict[str, TwoClasses]:
    return content.load(PACKAGE, "tables/multi_xp", TwoClasses)


@cache
def weapons() -> dict[str, Weapon]:
    return content.load(PACKAGE, "gear/weapons", Weapon)


@cache
def armours() -> dict[str, Armour]:
    return content.load(PACKAGE, "gear/armour", Armour)


@cache
def gear() -> dict[str, Weapon | Armour | Gear]:
    """Everything that can be carried."""
    return {**weapons(), **armours(), **content.load(PACKAGE, "gear/other", Gear)}


@cache
def burdens() -> dict[str, Gear]:
    """What is big, or takes hands to carry."""
    return {kind: thing for kind, thing in gear().items() if isinstance(thing, Gear) and (thing.big or thing.hands)}


@cache
def races() -> dict[str, Race]:
    return content.load(PACKAGE, "races", Race)


@executes(
    "rampage:class.fighter.list", "rampage:class.cleric.list", "rampage:class.jack.list", "rampage:class.mage.list"
)
@cache
def classes() -> dict[str, CharacterClass]:
    """Every class of the four types, by its id."""
    return content.load(PACKAGE, "classes", CharacterClass)


@cache
def progressions() -> dict[str, Progression]:
    return content.load(PACKAGE, "progressions", Progression)


@cache
def gods() -> dict[str, God]:
    return content.load(PACKAGE, "gods", God)


@cache
def tasks() -> dict[str, Task]:
    return content.load(PACKAGE, "tasks", Task)


@cache
def monsters() -> dict[str, Monster]:
    """Every listing, by its id; of which the weight is given, that has the size of its weight."""
    found = content.load(PACKAGE, "monsters", Monster)
    return {id: _sized(listing) for id, listing in found.items()}


def _sized(listing: Monster) -> Monster:
    if listing.weight_lb:
        return replace(listing, size=size_by_weight(listing.weight_lb))
    if not listing.size:
        raise content.ContentError(f"{listing.name} has neither a size nor a weight.")
    return listing


@lru_cache(maxsize=4096)
def weapons_at(items: tuple[Item, ...], place: str) -> tuple[tuple[str, Weapon], ...]:
    """The sound weapons in a place (hand or belt), by kind."""
    known = weapons()
    return tuple((i.kind, known[i.kind]) for i in items if i.place == place and not i.broken and i.kind in known)


@lru_cache(maxsize=4096)
def shield_of(items: tuple[Item, ...]) -> tuple[Item, Armour] | None:
    """The sound shield a creature holds, and its kind."""
    known = armours()
    for item in items:
        if item.place == "hand" and not item.broken and item.kind in known and known[item.kind].shield:
            return item, known[item.kind]
    return None
