"""Experience: what an adventure earned, how it is divided, and the levels gained or lost by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from msgspec.structs import replace

from underkeep.kernel.codec import Sheet
from underkeep.kernel.event import Event, Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.compendium import CharacterClass
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.sheet import OseSheet, sheet
from underkeep.systems.ose.characters import abilities, advancement
from underkeep.systems.ose.checks import experience_report
from underkeep.systems.ose.equipment import treasure
from underkeep.systems.ose.equipment.thrown import spoils_of
from underkeep.systems.ose.monsters import listings
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Died
from underkeep.world.elsewhere import dungeons
from underkeep.world.gear import unpacked

if TYPE_CHECKING:
    from underkeep.world.state import State

PLAYER_ADJUSTMENT = "player-xp"
OUTWITTED = "outwitted"
RECKONED = "reckoned"
_OVERCOME = ("dead", "fled", "yielded", "down")
_PERIL = "ose:xp.monsters.peril"
_ADJUSTMENT = "ose:xp.player-adjustment"
_PERCENTAGES = ("-20", "-10", "-5", "0", "+5", "+10", "+20")
_DRAIN = ("ose:magic-item.curse.energy-drain",)
_OVER = ("ose:xp.two-sources", "ose:xp.division.even", "ose:xp.awarded-by-referee")
_LEVEL_GAINED = (
    "ose:advancement.level-up.improvements",
    "ose:advancement.level-up.hp",
    "ose:advancement.level",
    "ose:class.hit-dice",
    "ose:damage.hp.max-raised-by-level-only",
)
_ROOM_IN_BOOK = ("ose:magic.book.adding",)
_MONSTER_DIE = parse("1d8")

FIRST_CLASS = "first class"


class TreasureCarriedIn(Event, frozen=True):
    """The worth of what somebody took along, in copper: it earns nothing again."""

    private: ClassVar[tuple[str, ...]] = ("cp",)

    creature: str
    cp: int | None

    def evolve(self, state: State) -> State:
        wealth = campaign(state).wealth
        carried = {**wealth.carried_in, self.creature: self.cp}
        return with_campaign(state, wealth=replace(wealth, carried_in=carried))


class ExperienceReckoned(Note, frozen=True):
    """What the whole party earned, in treasure and by monsters overcome, and among how many it is divided."""

    treasure_gp: int
    monsters: dict[str, int]
    monster_xp: int
    sharers: int


class ExperienceGained(Event, frozen=True):
    """Somebody's share, after everything that changes it; `total` is the running total."""

    private: ClassVar[tuple[str, ...]] = ("sheet",)

    creature: str
    amount: int
    total: int
    modifiers: tuple[Modifier, ...]
    sheet: Sheet | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, sheet=self.sheet)


class LevelGained(Event, frozen=True):
    """A new level: the most hit points, and the sheet with all that the level improves."""

    private: ClassVar[tuple[str, ...]] = ("sheet", "max_hp", "roll")

    creature: str
    level: int
    max_hp: int | None
    roll: Roll | None
    sheet: Sheet | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, sheet=self.sheet, max_hp=self.max_hp)


class LevelLost(Event, frozen=True):
    """A level was drained, with its hit points and all that came with it."""

    private: ClassVar[tuple[str, ...]] = ("sheet", "hp", "max_hp", "roll")

    creature: str
    level: int
    hp: int | None
    max_hp: int | None
    roll: Roll | None
    sheet: Sheet | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, sheet=self.sheet, hp=self.hp, max_hp=self.max_hp)


EVENTS: tuple[type[Event], ...] = (
    TreasureCarriedIn,
    ExperienceReckoned,
    ExperienceGained,
    LevelGained,
    LevelLost,
)


@executes("ose:xp.treasure.nonmagical", "ose:xp.treasure.magical")
def treasure_cp(creature: Creature) -> int:
    """The worth of the treasure somebody carries; magic and gear count for nothing."""
    return sum(map(treasure.worth_cp, unpacked(creature.items)))


def note_what_is_brought(do: Resolution) -> None:
    """Ruling: xp.question.recovered. What was carried in has been earned before."""
    party = do.state.party
    assert party is not None
    for id in party.members:
        worth = treasure_cp(do.state.creatures[id])
        if worth != _carried_in(do.state, id):
            do.emit(TreasureCarriedIn(id, worth))


def _carried_in(state: State, id: str) -> int:
    return campaign(state).wealth.carried_in.get(id, 0)


def note_loss(do: Resolution, id: str, cp: int) -> None:
    """Gold is gold: what somebody throws away is counted off what was carried in, as long as there is any."""
    carried = _carried_in(do.state, id)
    if carried and cp:
        do.emit(TreasureCarriedIn(id, max(0, carried - cp)))


@executes("ose:xp.treasure.nonmagical")
def recovered_cp(state: State) -> int:
    """What the survivors carry beyond what they, and the dead whose purses they took, had carried in."""
    party = state.party
    assert party is not None
    total = 0
    for id, creature in state.creatures.items():
        if creature.side != party.side:
            continue
        brought = _carried_in(state, id)
        if creature.status == "dead":
            total -= max(0, brought - treasure_cp(creature) - _lying_cp(state, id))
        elif id in party.members:
            total += treasure_cp(creature) - brought
    return max(0, total)


def _lying_cp(state: State, dead: str) -> int:
    """What lies where one of the party died, and was not taken up."""
    id = spoils_of(state, dead)
    lying = [dungeon.hoards[id] for dungeon in dungeons(state) if id in dungeon.hoards]
    return sum(treasure.worth_cp(item) for hoard in lying for item in hoard.items)


@executes("ose:xp.survivors-only", "ose:retainer.xp.like-pcs")
def survivors(state: State) -> list[Creature]:
    """Characters and retainers alike."""
    assert state.party is not None
    alive = [c for id in state.party.members if (c := state.creatures[id]).status != "dead"]
    return [c for c in alive if sheet(c).character_class or is_retainer(c)]


@executes("ose:xp.monsters.defeated")
def overcome(state: State) -> list[Creature]:
    """Monsters slain, driven off, captured or outwitted that nobody has been credited with yet."""
    assert state.party is not None
    return [
        c
        for c in state.creatures.values()
        if c.side != state.party.side
        and (c.status in _OVERCOME or c.condition(OUTWITTED) is not None)
        and c.condition(RECKONED) is None
    ]


@executes(
    "ose:xp.monsters.base",
    "ose:xp.monsters.bonus",
    "ose:xp.monsters.above-21",
    "ose:xp.monsters.peril",
    "ose:monster.xp",
    "ose:monster.hd.asterisks",
)
def award_for(creature: Creature, peril: bool = False) -> int:
    """The listed award; in extraordinary peril that of the next row."""
    own = sheet(creature)
    if not peril or own.character_class:
        return own.xp_award
    return listings.xp_award(harder(own.hit_dice.rstrip("*")), own.hit_dice.count("*"))


def harder(hit_dice: str) -> str:
    """The least Hit Dice that stand in the next row of the table."""
    hd = listings.hit_dice(hit_dice)
    worth = 2 * hd.dice + (1 if hd.plus > 0 else 0) - (1 if hd.plus < 0 else 0)
    above = [row[0] for row in compendium.tables()["xp-awards"].rows if row[0] > worth]
    dice, plus = divmod(min(above) if above else worth - worth % 2 + 2, 2)
    return f"{dice}+1" if plus else str(dice)


@executes("ose:xp.awarded-by-referee", "ose:xp.two-sources", "ose:xp.division.even", "ose:xp.division.not-by-loot")
def reckon(do: Resolution) -> None:
    """The adventure is over: treasure and monsters together, divided evenly among all who came back."""
    for due in reckoned(do):
        award(do, due.creature, due.share, due.extra_percent)


class Due(NamedTuple):
    """A share of experience that waits until it is known whether somebody stays, and must then choose a class."""

    creature: str
    share: Fraction
    extra_percent: int


@executes("ose:xp.awarded-by-referee", "ose:xp.two-sources", "ose:xp.division.even", "ose:xp.division.not-by-loot")
def reckoned(do: Resolution) -> list[Due]:
    """The same, but the shares of those who have no class yet, and might leave before they need one."""
    sharers = survivors(do.state)
    if not sharers:
        return []
    beaten = overcome(do.state)
    monster_xp = _monster_xp(do, beaten)
    found = Fraction(recovered_cp(do.state), IN_CP["gp"])
    kinds = dict(Counter(c.kind for c in beaten))
    rule = (*_OVER, *_of_survivors(do.state, sharers), *_of_treasure(sharers, found), *_of_monsters(beaten))
    do.emit(ExperienceReckoned(int(found), kinds, monster_xp, len(sharers), rule=rule))
    for creature in beaten:
        do.emit(ConditionGained(creature.id, Condition(RECKONED), seats=("referee",)))
    extra = _adjustments(do, sharers)
    each = (found + monster_xp) / len(sharers)
    dues = [Due(creature.id, each, extra.get(creature.id, 0)) for creature in sharers]
    for due in dues:
        if sheet(do.state.creatures[due.creature]).character_class:
            award(do, due.creature, due.share, due.extra_percent)
    experience_report.record(do, int(found + monster_xp), int(found))
    return [due for due in dues if not sheet(do.state.creatures[due.creature]).character_class]


def _of_survivors(state: State, sharers: list[Creature]) -> tuple[str, ...]:
    """The rules on who shares that matter for these."""
    assert state.party is not None
    dead = any(state.creatures[id].status == "dead" for id in state.party.members)
    served = any(is_retainer(creature) for creature in sharers)
    return ("ose:xp.survivors-only",) * dead + ("ose:retainer.xp.like-pcs",) * served


def _of_treasure(sharers: list[Creature], found: Fraction) -> tuple[str, ...]:
    """The rules on treasure that matter for what these bring."""
    brings_magic = any(treasure.is_magical(item) for c in sharers for item in unpacked(c.items))
    earned = ("ose:xp.treasure.nonmagical", "ose:xp.division.not-by-loot") if found else ()
    return (*earned, *(("ose:xp.treasure.magical",) * brings_magic))


def _of_monsters(beaten: list[Creature]) -> tuple[str, ...]:
    """The rules on monsters that matter for these."""
    listed = [sheet(c).hit_dice for c in beaten if not sheet(c).character_class]
    rule: tuple[str, ...] = ("ose:xp.monsters.defeated", "ose:monster.xp") if beaten else ()
    rule += ("ose:xp.monsters.base",) if listed else ()
    rule += ("ose:xp.monsters.bonus", "ose:monster.hd.asterisks") if any("*" in dice for dice in listed) else ()
    great = any(listings.hit_dice(dice.rstrip("*")).dice > listings.LAST_XP_ROW for dice in listed)
    return (*rule, "ose:xp.monsters.above-21") if great else rule


@executes("ose:xp.monsters.peril")
def _monster_xp(do: Resolution, beaten: list[Creature]) -> int:
    """Default: none counted as harder than its listing."""
    kinds = sorted({c.kind for c in beaten})
    perilous = {kind for kind in kinds if _was_perilous(do, kind)}
    return sum(award_for(c, c.kind in perilous) for c in beaten)


@executes("ose:xp.monsters.peril")
def _was_perilous(do: Resolution, kind: str) -> bool:
    """Whether monsters of a kind were harder to beat than their listing says, as the referee judges."""
    return do.ruling(_PERIL, ("no", "yes"), "no", kind) == "yes"


@executes("ose:xp.player-adjustment")
def _adjustments(do: Resolution, sharers: list[Creature]) -> Mapping[str, int]:
    """With the option on, the referee may reward or dock each by a percentage. Default: nobody."""
    if PLAYER_ADJUSTMENT not in do.state.switches:
        return {}
    return {c.id: int(do.ruling(_ADJUSTMENT, _PERCENTAGES, "0", c.id)) for c in sharers}


def is_retainer(creature: Creature) -> bool:
    """Whether somebody serves another for pay."""
    service = sheet(creature).service
    return service is not None and bool(service.employer)


@executes(
    "ose:xp.prime-requisite-on-total",
    "ose:retainer.xp.half",
    "ose:xp.awarded-by-referee",
    "ose:advancement.one-level-per-session",
    "ose:retainer.xp.normal-human",
    "ose:retainer.xp.like-pcs",
)
def award(do: Resolution, id: str, share: Fraction, extra_percent: int = 0) -> None:
    """A share of experience, with everything that changes it, rounded down once. Ruling: xp.question.rounding. One who
    has no class must choose it first.
    """
    creature = do.state.creatures[id]
    own = sheet(creature)
    if not own.character_class:
        if share >= 2:
            _ask_for_class(do, id, share, extra_percent)
        return
    own_class = compendium.classes()[own.character_class]
    prime = abilities.xp_percent(own_class, own.abilities)
    half = is_retainer(creature)
    amount = int(share * (Fraction(1, 2) if half else 1) * (100 + prime + extra_percent) / 100)
    level, xp = after_award(own_class, own.level, own.xp, amount)
    told = (
        Modifier("prime requisite %", prime),
        Modifier("referee %", extra_percent),
        Modifier("retainer %", -50 * half),
    )
    rule = ["ose:xp.prime-requisite-on-total"]
    rule += ["ose:abilities.prime-requisite.multiple" if own_class.xp_bonuses else "ose:abilities.prime-requisite.xp"]
    rule += ["ose:retainer.xp.half"] if half else []
    rule += [_ADJUSTMENT] if extra_percent else []
    rule += ["ose:advancement.one-level-per-session"] if xp < own.xp + amount else []
    changes = tuple(m for m in told if m.amount)
    do.emit(ExperienceGained(id, amount, xp, changes, replace(own, xp=xp), rule=tuple(rule)))
    if level > own.level:
        gain_level(do, id)


@executes("ose:advancement.one-level-per-session", "ose:xp.awarded-by-referee")
def after_award(own_class: CharacterClass, level: int, xp: int, amount: int) -> tuple[int, int]:
    """The level and the running total after an award; what would lead beyond one new level is lost.
    Ruling: advancement.question.cap.
    """
    xp += amount
    needed = advancement.next_level_xp(own_class, level)
    if needed is None or xp < needed:
        return level, xp
    following = advancement.next_level_xp(own_class, level + 1)
    return level + 1, xp if following is None else min(xp, following - 1)


@executes("ose:advancement.level-up.improvements")
def at_level(own: OseSheet, level: int) -> OseSheet:
    """The sheet with the class's row for a level."""
    own_class = compendium.classes()[own.character_class]
    return replace(
        own,
        level=level,
        thac0=advancement.row(own_class, level).thac0,
        saves=advancement.saves(own_class, level),
        hit_dice=advancement.hit_dice_text(own_class, level),
    )


@executes("ose:advancement.level-up.improvements", "ose:advancement.level-up.hp", "ose:magic.book.adding")
def gain_level(do: Resolution, id: str) -> None:
    """Only the most hit points rise. Ruling: advancement.question.current-hp. A spell book has room for more from now
    on; what comes in must be learned.
    """
    creature = do.state.creatures[id]
    own = sheet(creature)
    own_class = compendium.classes()[own.character_class]
    level = own.level + 1
    more, roll = advancement.new_hit_points(do, own_class, level, own.abilities["CON"], id)
    after = at_level(own, level)
    rule = (*_LEVEL_GAINED, *advancement.behind_a_die(roll), *(_ROOM_IN_BOOK if own_class.spell_book else ()))
    do.emit(LevelGained(id, level, creature.max_hp + more, roll, after, rule=rule))


@executes("ose:magic-item.curse.energy-drain")
def lose_level(do: Resolution, id: str, halfway: bool = True, rule: tuple[str, ...] = _DRAIN) -> None:
    """One level, or a monster's Hit Die, gone with its hit points; at none left it dies. Experience falls to halfway
    between the two levels, or to the least of the new one. Ruling: magic-item.question.drain-hp,
    magic-item.question.drain-xp.
    """
    creature = do.state.creatures[id]
    own = sheet(creature)
    if own.level <= 1:
        do.emit(Died(id, rule=rule))
        return
    level = own.level - 1
    if own.character_class:
        own_class = compendium.classes()[own.character_class]
        less, roll = advancement.new_hit_points(do, own_class, own.level, own.abilities["CON"], id)
        least, former = advancement.row(own_class, level).xp, advancement.row(own_class, own.level).xp
        after = replace(at_level(own, level), xp=(least + former) // 2 if halfway else least)
    else:
        roll = do.roll_total(_MONSTER_DIE, f"hit points drained from {id}")
        less = roll.total
        dice = str(level)
        after = replace(own, level=level, hit_dice=dice, thac0=listings.thac0_by_hit_dice(dice))
    hp, most = max(1, creature.hp - less), max(1, creature.max_hp - less)
    do.emit(LevelLost(id, level, hp, most, roll, after, rule=rule))


@executes("ose:retainer.xp.normal-human")
def _ask_for_class(do: Resolution, id: str, share: Fraction, extra_percent: int) -> None:
    """Experience was gained: a class must be chosen, of those for humans. The award waits for the answer."""
    choices = tuple(kind for kind, own in compendium.classes().items() if not own.demihuman)
    context: dict[str, str | int] = {
        "creature": id,
        "parts": share.numerator,
        "whole": share.denominator,
        "extra": extra_percent,
    }
    do.ask(id, FIRST_CLASS, choices, "fighter", ("ose:retainer.xp.normal-human",), id, context)
