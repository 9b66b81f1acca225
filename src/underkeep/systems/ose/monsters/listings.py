"""Monsters: the listings, what their Hit Dice are worth, and how one comes into play."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr, parse
from underkeep.procedures import content
from underkeep.procedures.recruiting import numbered
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.procedures.tactics import Way
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.conditions import GROWN, has
from underkeep.systems.ose.basics.rulings import settled
from underkeep.systems.ose.basics.sheet import SAVES, OseSheet
from underkeep.systems.ose.monsters import gifts, mercenaries, stat_blocks
from underkeep.systems.ose.monsters.special_actions import SpecialPower
from underkeep.systems.ose.monsters.special_effects import HitEffect, WayOfHitting
from underkeep.systems.ose.monsters.traits import Ages, SpecialTrait
from underkeep.world.creature import Creature
from underkeep.world.gear import Item

_EVERY_LISTING = ("monster.stat-block", "monster.saves.save-as", "monster.movement", "monster.xp", "morale.rating")
LAST_XP_ROW = 21
"""The most Hit Dice that the table of awards has a row for."""
LEADER = "leader"
AGE = "age"
YEARS = ("-3", "-2", "-1", "0", "1", "2", "3")
TOUGH, LIKE_OTHERS = "maximum hit points", "like the others"
"""The choice that makes a monster the leader of its group."""
HUGE_SQUARES = 2
CLOSE_FEET = 15
"""What reaches no farther than this is used hand to hand as well."""
Size = Literal["small", "human", "large", "huge"]
SIZES = ("small", "human", "large", "huge")


class Poison(Struct, frozen=True, tag_field="effect", tag="poison"):
    """Deadly at once, after `onset_turns`, or only sickening for `sick_days`."""

    save_bonus: int = 0
    onset_turns: Expr | None = None
    sick_days: int = 0


class Paralysis(Struct, frozen=True, tag_field="effect", tag="paralysis"):
    """For so many turns; `spares` names immunities of classes that count, and the huge may be spared."""

    turns: Expr
    spares: tuple[str, ...] = ()
    spares_huge: bool = False


class Disease(Struct, frozen=True, tag_field="effect", tag="disease"):
    """A rat's filth: one bite in twenty."""


class Hug(Struct, frozen=True, tag_field="effect", tag="hug"):
    """More damage when every attack of the line hits one victim."""

    damage: Expr


class Hold(Struct, frozen=True, tag_field="effect", tag="hold"):
    """A better chance for another attack when every attack of the line hits one victim."""

    for_attack: str
    bonus: int


class FireBreath(Struct, frozen=True, tag_field="effect", tag="fire-breath"):
    """Instead of the attack, so often in six."""

    damage: Expr
    chance_in_six: int


Effect = Poison | Paralysis | Disease | Hug | Hold | FireBreath | HitEffect | WayOfHitting


class BattleRage(Struct, frozen=True, tag_field="trait", tag="battle-rage"):
    """A bonus to hit humans and the human-like."""

    attack: int


class Regeneration(Struct, frozen=True, tag_field="trait", tag="regeneration"):
    """So many hit points a round, from so many rounds after the wound on; never of some sorts of harm. Where it
    `revives` even death is not the end, unless by that harm."""

    per_round: int
    delay_rounds: int = 0
    not_from: tuple[str, ...] = ()
    revives: Expr | None = None


class ActsFirst(Struct, frozen=True, tag_field="trait", tag="acts-first"):
    """Before initiative matters."""


class ActsLast(Struct, frozen=True, tag_field="trait", tag="acts-last"):
    """As if initiative were always lost."""


class Heads(Struct, frozen=True, tag_field="trait", tag="heads"):
    """One attack for each head; each so many points of damage take one off."""

    hp_each: int


class Quick(Struct, frozen=True, tag_field="trait", tag="initiative"):
    """A modifier to individual initiative, for the very fast or slow."""

    modifier: int


Trait = BattleRage | Regeneration | ActsFirst | ActsLast | Heads | Quick | SpecialTrait


class AttackLine(Struct, frozen=True):
    """So many attacks of one kind. Without `damage` only the effects count; `by_weapon` uses a weapon if it has one.

    One with a range may be made from afar, and only from afar if that is beyond `CLOSE_FEET`. There may be a daily
    `supply` of it, or so many seconds to wait before it can be used again.
    """

    name: str
    damage: Expr | None = None
    count: int = 1
    by_weapon: bool = False
    weapon_bonus: int = 0
    effects: tuple[Effect, ...] = ()
    range_feet: int = 0
    supply: int = 0
    wait_seconds: int = 0


class Numbers(Struct, frozen=True):
    """How many appear: wandering in a dungeon; in a lair or the wilderness."""

    dungeon: Expr
    lair: Expr


class Monster(Struct, frozen=True):
    """A listing. `attacks` are alternative routines, each of one or more lines; `manual` is the referee's to apply.

    `hd` are Hit Dice as printed (`4+1`, `1-1`, `1/2`), or hit points as in `1hp`; without `thac0` it follows from them.
    `save_as` is `NH` for a normal human, a number of Hit Dice, or a class and its level (`Dwarf 1`). `movement_feet` is
    by way of moving, of which one is `walk` or `flying`. `harmed_only_by` has `silver`, `magic` or both.
    `special_abilities` are counted for experience. `fights` is how its kind fights, unless that follows from its mind.
    `troops` is what mercenaries are, and their morale follows from it.
    """

    name: str
    ac: int
    hd: str
    attacks: tuple[tuple[AttackLine, ...], ...]
    movement_feet: dict[str, int]
    save_as: str
    morale: int
    alignments: tuple[str, ...]
    number: Numbers
    treasure: str
    rule: str
    special_abilities: int = 0
    hit_points: int | None = None
    thac0: int | None = None
    morale_in_melee: int | None = None
    size: Size = "human"
    mind: Literal["none", "animal", "intelligent"] = "intelligent"
    fights: tuple[Way, ...] | None = None
    humanoid: bool = False
    human: bool = False
    undead: bool = False
    constructed: bool = False
    snake: bool = False
    harmed_only_by: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    traits: tuple[Trait, ...] = ()
    powers: tuple[SpecialPower, ...] = ()
    infravision_feet: int | None = None
    troops: tuple[str, ...] = ()
    manual: tuple[str, ...] = ()

    @executes("ose:morale.rating", "ose:monster.stat-block", "ose:alignment.three", "ose:morale.mercenary.rating")
    def __post_init__(self) -> None:
        """Refuses a listing whose morale or alignment there is not."""
        if not 2 <= self.morale <= 12:
            raise ValueError(f"morale is 2 to 12, not {self.morale}")
        if self.troops and self.morale != mercenaries.rating(self.troops):
            raise ValueError(f"the morale of such troops is {mercenaries.rating(self.troops)}")
        if not self.alignments or not {"Lawful", "Neutral", "Chaotic"}.issuperset(self.alignments):
            raise ValueError("alignments are Lawful, Neutral and Chaotic")

    @property
    @executes("ose:monster.movement")
    def speed_feet(self) -> int:
        """The base rate of the best way it has of crossing open ground; in water, of what has no such way."""
        on_land = [rate for way, rate in self.movement_feet.items() if way in ("walk", "flying")]
        return max(on_land or self.movement_feet.values())


@cache
def monsters() -> dict[str, Monster]:
    return content.load(compendium.PACKAGE, "monsters", Monster)


PLANTS = ("shrieker",)


def is_plant(creature: Creature) -> bool:
    """A plant or a fungus that acts like a monster."""
    return creature.kind in PLANTS


class HitDice(Struct, frozen=True):
    """Whole dice (0 for less than one) and the hit points added to the total."""

    dice: int
    plus: int = 0
    fixed_hp: int = 0


@lru_cache(maxsize=256)
def hit_dice(text: str) -> HitDice:
    """`4+1`, `1-1`, `1/2`, or hit points outright as in `1hp`."""
    if text == "1/2":
        return HitDice(0)
    if text.endswith("hp"):
        return HitDice(0, 0, int(text.removesuffix("hp")))
    dice, sign, plus = text.partition("-") if "-" in text else text.partition("+")
    return HitDice(int(dice), int(sign + plus) if plus else 0)


@executes(
    "ose:monster.hd.d8", "ose:monster.hd.modifier", "ose:monster.hd.fraction", "ose:dice.sum", "ose:dice.flat-modifier"
)
@lru_cache(maxsize=256)
def hit_point_dice(text: str) -> Expr:
    """The dice that Hit Dice as printed stand for; less than one is a d4 or a fixed number."""
    hd = hit_dice(text)
    if not hd.dice:
        return parse(str(hd.fixed_hp) if hd.fixed_hp else "1d4")
    return parse(f"{hd.dice}d8{hd.plus:+d}" if hd.plus else f"{hd.dice}d8")


@executes("ose:referee.monsters.leaders")
def most_hit_points(text: str) -> int:
    """What Hit Dice as printed give at most: the hit points of a leader."""
    hd = hit_dice(text)
    return max(1, 8 * hd.dice + hd.plus if hd.dice else hd.fixed_hp or 4)


@executes("ose:monster.hd.average")
def average_hit_points(text: str) -> int:
    """The average that stands in parentheses behind Hit Dice, for those in a hurry."""
    hd = hit_dice(text)
    return max(1, 9 * hd.dice // 2 + hd.plus if hd.dice else hd.fixed_hp or 2)


@executes("ose:monster.thac0.by-hd")
def thac0_by_hit_dice(text: str) -> int:
    """A plus counts as more than the whole number."""
    hd = hit_dice(text)
    worth = hd.dice + (1 if hd.plus > 0 else 0)
    for most, thac0 in compendium.tables()["monster-thac0"].rows:
        if worth <= most:
            return thac0
    return 5


@executes("ose:save.tables.monsters", "ose:monster.saves.save-as", "ose:monster.normal-human", "ose:combat.class-saves")
def saves_as(text: str) -> dict[str, int]:
    """`NH` is a normal human, a number is Hit Dice, `Dwarf 1` is a class and its level.
    Ruling: monster.question.saves-fractional.
    """
    name, _, level = text.rpartition(" ")
    if name:
        row = compendium.classes()[name.lower()].levels[int(level) - 1].saves
        return dict(zip(SAVES, row, strict=True))
    worth = 0 if text == "NH" else max(1, hit_dice(text).dice)
    best = max(row for row in compendium.tables()["monster-saves"].rows if row[0] <= worth)
    return dict(zip(SAVES, best[1:], strict=True))


@executes(
    "ose:xp.monsters.base",
    "ose:xp.monsters.bonus",
    "ose:xp.monsters.above-21",
    "ose:monster.xp",
    "ose:monster.hd.asterisks",
)
def xp_award(text: str, special_abilities: int) -> int:
    """What defeating such a monster is worth, with each of its special abilities."""
    hd = hit_dice(text)
    worth = 2 * hd.dice + (1 if hd.plus > 0 else 0) - (1 if hd.plus < 0 else 0)
    best = max(row for row in compendium.tables()["xp-awards"].rows if row[0] <= worth)
    beyond = 250 * max(0, hd.dice - LAST_XP_ROW)
    return best[1] + beyond + special_abilities * (best[2] + beyond)


@executes("ose:monster.persons")
def is_person(creature: Creature) -> bool:
    """Humans and demihumans, and humanoid monsters of no more than 4+1 Hit Dice."""
    listing = monsters().get(creature.kind)
    if listing is None or listing.human:
        return True
    hd = hit_dice(listing.hd)
    return listing.humanoid and (hd.dice, hd.plus) <= (4, 1)


@executes("ose:combat.spacing")
def squares_of(kind: str) -> int:
    """How many squares a side it fills: the huge stand on ten feet each way. Ours; the book has no squares."""
    listing = monsters().get(kind)
    return HUGE_SQUARES if listing is not None and listing.size == "huge" else 1


def size_of(creature: Creature) -> str:
    """How big somebody is; an animal that magic makes grow, by one step more."""
    listing = monsters().get(creature.kind)
    size = compendium.classes()[creature.kind].size if listing is None else listing.size
    if creature.conditions and has(creature, GROWN):
        return SIZES[min(SIZES.index(size) + 1, len(SIZES) - 1)]
    return size


def is_animal(creature: Creature) -> bool:
    """A beast of nature, normal or giant."""
    listing = monsters().get(creature.kind)
    return listing is not None and listing.mind == "animal"


class ListingRead(Note, frozen=True):
    """A monster was made by its listing; only the referee reads there."""

    secret: ClassVar[bool] = True

    creature: str
    kind: str


def behind(listing: Monster) -> tuple[str, ...]:
    """The rules by which a listing becomes a monster."""
    hd = hit_dice(listing.hd)
    found = [*_EVERY_LISTING, "monster.thac0.listed" if listing.thac0 else "monster.thac0.by-hd"]
    if listing.hit_points is None:
        found += ["monster.hd.d8"] if hd.dice else ["monster.hd.fraction"]
        found += ["dice.sum"] if hd.dice > 1 else []
        found += ["monster.hd.modifier", "dice.flat-modifier"] if hd.plus else []
    found += ["monster.hd.asterisks"] if listing.special_abilities else []
    found += ["xp.monsters.above-21"] if hd.dice > LAST_XP_ROW else []
    found += ["monster.normal-human"] if listing.save_as == "NH" else []
    found += ["combat.class-saves"] if " " in listing.save_as else []
    found += ["morale.mercenary.rating"] if listing.troops else []
    return tuple(f"ose:{rule}" for rule in found)


@executes("ose:monster.stat-block", "ose:monster.thac0.listed", "ose:monster.xp")
def make(do: Resolution, who: Recruit, id: str, side: str, items: tuple[Item, ...]) -> Creature:
    """One monster of its listing, with hit points of its own."""
    listing = stat_blocks.read(do, who, _of_age(who, monsters()[who.kind]))
    is_leader = who.choices.get(LEADER, "") == TOUGH
    is_average = who.choices.get(stat_blocks.HIT_POINTS, "") == stat_blocks.AVERAGE
    if is_leader:
        hp = listing.hit_points or most_hit_points(listing.hd)
    elif is_average:
        hp = listing.hit_points or average_hit_points(listing.hd)
    else:
        hp = listing.hit_points or max(1, do.dice.total(hit_point_dice(listing.hd), f"hit points of {id}").total)
    own = OseSheet(
        listing.thac0 or thac0_by_hit_dice(listing.hd),
        saves_as(listing.save_as),
        listing.ac,
        listing.speed_feet,
        listing.hd + "*" * listing.special_abilities,
        max(1, hit_dice(listing.hd).dice),
        _alignment(do, who, listing, id),
        morale=_morale(who, listing),
        xp_award=xp_award(listing.hd, listing.special_abilities),
        **gifts.speech(do, listing.traits, id),
    )
    leads: tuple[str, ...] = ("ose:referee.monsters.leaders",) if is_leader else ()
    leads += ("ose:monster.hd.average",) if is_average else ()
    do.emit(ListingRead(id, who.kind, rule=(*behind(listing), *leads)))
    name, known = who.name or numbered(listing.name, id, side), gifts.senses(do, listing.traits, id)
    squares = squares_of(who.kind)
    return Creature(id, name, who.kind, side, hp, hp, own, items=items, conditions=known, size=squares)


@executes("ose:monster.hd.d8")
def _of_age(who: Recruit, listing: Monster) -> Monster:
    """The listing of one that is younger or older than usual: up to three Hit Dice less or more."""
    years = int(who.choices.get(AGE, "") or 0)
    if not years or not any(isinstance(trait, Ages) for trait in listing.traits):
        return listing
    return replace(listing, hd=str(hit_dice(listing.hd).dice + years))


def rules_of(listing: Monster) -> tuple[str, ...]:
    """The rules by which a monster of this listing is what it is."""
    hd = hit_dice(listing.hd)
    rule: tuple[str, ...] = ("ose:monster.stat-block", "ose:monster.movement", "ose:monster.saves.save-as")
    rule += ("ose:monster.thac0.listed",) if listing.thac0 else ("ose:monster.thac0.by-hd",)
    rule += () if listing.hit_points else ("ose:monster.hd.d8",) if hd.dice else ("ose:monster.hd.fraction",)
    rule += ("ose:monster.hd.modifier",) if hd.plus else ()
    rule += ("ose:monster.normal-human",) if listing.save_as == "NH" else ()
    return (*rule, "ose:monster.xp", "ose:morale.rating", "ose:save.tables.monsters")


@executes("ose:morale.rating", "ose:morale.mercenary.rating")
def _morale(who: Recruit, listing: Monster) -> int:
    """The listing's; of mercenaries more may be said."""
    more = who.choices.get("troops", "")
    return mercenaries.raised(listing.troops, more) if listing.troops and more else listing.morale


@executes("ose:monster.alignment", "ose:alignment.choice-required")
def _alignment(do: Resolution, who: Recruit, listing: Monster, id: str) -> str:
    """Where the listing allows several, as chosen. Default: by 1d6."""
    if len(listing.alignments) == 1:
        return listing.alignments[0]
    choice = settled(do, who, "alignment", "ose:monster.alignment", ("roll", *listing.alignments), "roll")
    if choice in listing.alignments:
        return choice
    face = do.dice.roll(1, 6, f"alignment of {id}")[0]
    return listing.alignments[(face - 1) * len(listing.alignments) // 6]
