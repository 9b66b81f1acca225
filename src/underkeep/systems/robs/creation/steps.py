"""Making characters, step by step as the book has it, and monsters from the bestiary."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.errors import UnderkeepError, one
from underkeep.kernel.event import Modifier, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import Question, new_name, numbered, put, put_name, read
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.robs.basics import compendium, movement
from underkeep.systems.robs.basics.money import coins
from underkeep.systems.robs.basics.names import NAMES
from underkeep.systems.robs.basics.qualities import Made
from underkeep.systems.robs.basics.scale import REBASE, mass_kg, told
from underkeep.systems.robs.basics.sheet import ATTRIBUTES, RobsSheet
from underkeep.systems.robs.basics.traits import PoisonedWeapon
from underkeep.systems.robs.characters import alignment
from underkeep.systems.robs.characters.advancement import (
    MAX_STARTING_HP,
    MOST_LEVELS,
    check_attributes,
    gain_level,
    path_to,
)
from underkeep.systems.robs.checks.sight import BLIND
from underkeep.systems.robs.creation import described, first_spells, gifts, questions
from underkeep.systems.robs.creation.attributes import choose_attributes
from underkeep.systems.robs.equipment import gear
from underkeep.systems.robs.equipment.treasure import sized
from underkeep.world.condition import Condition
from underkeep.world.creature import CreationStepTaken, Creature, CreatureJoined
from underkeep.world.state import State

LEAST_HP = 3
MOST_BACKGROUND = 200
PRIESTS, NO_PRIESTS = "Priest 2", "no priests"
OFFERED, NOT_OFFERED = "offered", "not offered"
KIT, KIT_AND_PURSE, PURSE = "the kit of the class", "the kit and 10 gold pieces", "50 gold pieces and no kit"
UNASKED, ASKED = "if anybody wants to", "from everybody"
MOSTLY, ANY = "mostly thieves and rangers", "any class alike"
_FIRST_GOLD = {KIT: 0, KIT_AND_PURSE: 10, PURSE: 50}
_MONEY, _BACKGROUND, _CULTURE = "robs:creation.starting-money", "robs:creation.background", "robs:race.halfling.culture"
_OTHER = "robs:race.other"
_OF_ITS_KIND = ("robs:scale.same-species", "robs:scale.not-for-individuals")
_RACES_BY_DICE = ("human", "human", "human", "dwarf", "elf", "halfling")


def roster() -> dict[str, str]:
    """Classes, classes of one people, monsters."""
    found = dict.fromkeys(compendium.classes(), "character")
    found |= {f"{race}-{name}": "character" for race in compendium.offered() for name in compendium.classes()}
    return {**found, **dict.fromkeys(compendium.monsters(), "monster")}


def choices() -> dict[str, tuple[str, ...]]:
    """What a recruit may fix: `shift` is written like "INT>STR, CHA>CON", or none, `spells` like "Sleep, Tandyf"."""
    return {
        "abilities": ("by the dice", "average"),
        "class": tuple(compendium.classes()),
        "race": tuple(compendium.races()),
        "race bonus": ATTRIBUTES,
        "free": ATTRIBUTES,
        "shift": (),
        "alignment": ("Lawful", "Neutral", "Evil", "none"),
        "lawfulness": (),
        "order": tuple(compendium.orders()),
        "proficiency": (*compendium.weapons(), "shield", *compendium.tasks()),
        "raise": ATTRIBUTES,
        "spells": (),
        "gifts": (),
        "make": (),
        "background": (),
    }


def recruit(do: Resolution, who: Recruit, id: str, side: str) -> Creature:
    """A monster or a character; the dice choose the class if none is named."""
    who = read(who, "Rob's Dungeon Game", roster(), choices())
    if not who.kind and "make" not in who.choices:
        who = replace(who, kind=_choose_class(do, who))
    if "make" in who.choices:
        creature = described.make(do, who, id, side)
        do.emit(CreatureJoined(creature, rule=(described.IMPORT,)))
        return creature
    is_monster = who.kind in compendium.monsters()
    creature = _monster(who, id, side) if is_monster else _character(do, who, id, side)
    do.emit(CreatureJoined(creature, rule=_behind_monster(creature) if is_monster else ()))
    return creature


def _behind_monster(creature: Creature) -> tuple[str, ...]:
    """All of a kind are alike, and their arms are made for them."""
    made = any(isinstance(item.quality, Made) for item in creature.items)
    return (*_OF_ITS_KIND, "robs:treasure.found-scale") if made else _OF_ITS_KIND


@executes("robs:class.start", "robs:race.halfling.culture")
def _choose_class(do: Resolution, who: Recruit) -> str:
    """The class of the first level, as chosen or by the dice; most halflings who go adventuring are thieves or
    rangers, if the referee does not say otherwise."""
    bred = compendium.races().get(who.choices.get("race", ""))
    leaning = bred.leans_to * len(compendium.classes()) if bred is not None else ()
    if leaning and do.foretold(_CULTURE, (MOSTLY, ANY), MOSTLY) == ANY:
        leaning = ()
    known = (*compendium.classes(), *leaning)
    put(who, "class", lambda: questions.which_class(lambda able: do.pick(able, "class")))
    return who.choices.get("class") or str(do.pick(known, "class"))


@executes("robs:scale.table", "robs:damage.hit-points", "robs:scale.same-species", "robs:scale.not-for-individuals")
def _monster(who: Recruit, id: str, side: str) -> Creature:
    """Ruling: monsters. The bestiary is ours; all of one kind are alike."""
    stats = compendium.monsters()[who.kind]
    if who.level != 1:
        raise UnderkeepError(f"Monsters have no levels to choose; leave out the /{who.level} of {who.kind}.")
    kinds = [gear.find(name) for name in who.gear] if who.gear is not None else list(stats.gear)
    own = RobsSheet(
        {a: stats.attributes[a] for a in ATTRIBUTES},
        stats.scale,
        stats.movement_scale,
        stats.level,
        stats.flying_scale,
        stats.sprint,
        stats.ddf,
        alignment=alignment.alignment_of(stats.lawfulness),
        attacks=stats.attacks,
        traits=stats.traits,
        manual=stats.manual,
        magic=stats.magic,
        spells=stats.spells,
        order=stats.order,
        xp=stats.xp,
    )
    name = who.name or numbered(stats.name, id, side)
    items = sized(gear.carry(kinds), stats.scale, gear.made())
    return Creature(id, name, who.kind, side, stats.hp, stats.hp, own, items=items)


def _split_kind(who: Recruit) -> tuple[str, str]:
    """The people and the class that a kind names; the people may be left open."""
    race, _, name = who.kind.rpartition("-")
    chosen = who.choices.get("race", "")
    if race and chosen and race != chosen:
        raise UnderkeepError(f"{one(who.kind)} cannot be of the race {chosen}.")
    return race or chosen, name


@executes("robs:creation.steps", "robs:class.start", "robs:class.total-level")
def _character(do: Resolution, who: Recruit, id: str, side: str) -> Creature:
    """Race, attributes, hit points, alignment, class, gear. The level asked for is that of the class named; levels
    that it must build on come before.
    """
    if not 1 <= who.level <= MOST_LEVELS:
        raise UnderkeepError(f"A class level is from 1 to {MOST_LEVELS}, not {who.level}.")
    race, name = _split_kind(who)
    gear.carry(gear.find(thing) for thing in who.gear or ())
    names = gifts.chosen(do, who)
    if not race and who.choices.get("abilities") == "average":
        race = "human"
    if not race:
        put(who, "race", lambda: questions.which_race(_race_by_dice(do)))
    race = _choose_race(do, id, race)
    attributes = choose_attributes(do, id, who, race, name, gifts.extra_points(do, names))
    if who.by_steps:
        check_attributes(attributes, name)
    bred = compendium.races()[race]
    own = RobsSheet(attributes, bred.scale, bred.movement_scale, 0, bred.flying_scale, race=race)
    hp = _starting_hp(do, id, own)
    own = gifts.apply(do, id, own, names)
    questions.put_faith(do, who, name)
    own = alignment.choose(do, id, own, who.choices, name)
    kinds = _gear(do, who, name, own)
    items = gear.provisioned(sized(gear.carry(kinds), own.scale, gear.made()))
    items += tuple(coins("gp", gold) for gold in (_FIRST_GOLD[_given(do)],) if gold)
    weapon = next((k.partition("+")[0] for k in kinds if compendium.weapon(k)), "staff")
    asked_as = _asked_as(do, own, name)
    path = path_to(name, who.level, asked_as)
    questions.put_benefits(who, own, path, weapon)
    for number, taken in enumerate(path):
        own, gained = gain_level(do, id, own, taken, who.choices, weapon, name, asked_as)
        hp = _first_total(do, id, hp, gained) if number == 0 else hp + gained
        if taken == "wizard" and own.classes["wizard"] == 1:
            own = first_spells.choose(do, id, own, who)
    own = _poisons(do, id, own)
    own = _background(do, who, own)
    carried: dict[str, str | int] = {f"item {n}": item.name for n, item in enumerate(items, 1)}
    rule = ("robs:creation.starting-money", "robs:equipment.gear.table", *_behind_gear(do.state, own))
    do.emit(CreationStepTaken(id, "gear", carried, rule=rule))
    _measure(do, id, own)
    named = put_name(who, lambda: new_name(do, NAMES, id))
    blind = (Condition(BLIND),) if gifts.is_blind(names) else ()
    return Creature(id, named, f"{race}-{name}", side, hp, hp, own, items=items, conditions=blind)


@executes("robs:race.ellyl.poison")
def _poisons(do: Resolution, id: str, own: RobsSheet) -> RobsSheet:
    """An ellyl knows a poison or two, and has them on spear and arrows, whatever its alignment."""
    if own.race != "ellyl":
        return own
    known = do.dice.roll(1, 2, f"poisons that {id} knows")[0]
    values: dict[str, str | int] = {"poisons known": known}
    do.emit(CreationStepTaken(id, "poisons", values, rule=("robs:race.ellyl.poison",)))
    tainted = tuple(PoisonedWeapon(arm) for arm in compendium.races()["ellyl"].arms[:known])
    return replace(own, traits=(*own.traits, *tainted))


@executes("robs:creation.background")
def _background(do: Resolution, who: Recruit, own: RobsSheet) -> RobsSheet:
    """A line of background, if somebody has one to tell; nobody must, unless the referee asks it of everybody."""
    put(who, "background", lambda: Question("background", "Background", "none", {}, (), "a miller's third child"))
    text = who.choices.get("background", "").strip()[:MOST_BACKGROUND]
    text = "" if text == "none" else text
    if do.foretold(_BACKGROUND, (UNASKED, ASKED), UNASKED) == ASKED and not text:
        raise UnderkeepError("In this campaign everybody tells where they come from.", _BACKGROUND)
    return replace(own, background=text)


def _behind_gear(state: State, own: RobsSheet) -> tuple[str, ...]:
    blunt = ("robs:class.knight.weapon-limits",) if alignment.sheds_no_blood(state, own) else ()
    return (*(("robs:race.ellyl.weapons",) if own.race == "ellyl" else ()), *blunt)


@executes("robs:class.knight.prerequisite-neutral")
def _asked_as(do: Resolution, own: RobsSheet, name: str) -> str:
    """Whose rule for knights an Order goes by: a Neutral one asks for priests as the Lawful do, if the referee does not
    say otherwise."""
    if name != "knight" or own.alignment != "Neutral":
        return own.alignment
    asks = do.foretold("robs:class.knight.prerequisite-neutral", (PRIESTS, NO_PRIESTS), PRIESTS)
    return own.alignment if asks == PRIESTS else "Evil"


def _measure(do: Resolution, id: str, own: RobsSheet) -> None:
    """How heavy and how fast somebody is, by Scale and Movement Scale."""
    body = Creature(id, "", "", "", 1, 1, own)
    pace = movement.metres_per_round(movement.movement_scale(do.state, body))
    values: dict[str, str | int] = {"kilograms": round(mass_kg(own.scale)), "metres a round": round(pace)}
    mass = ("robs:scale.table", "robs:scale.factor") if own.scale else ("robs:scale.human-zero",)
    values["metres at a run"] = round(movement.run_metres(do.state, body))
    rule = (*mass, *movement.run_by(do.state, body), "robs:time.round")
    do.emit(CreationStepTaken(id, "size and pace", values, rule=rule))


@executes("robs:creation.hp.additions", "robs:creation.hp.minimum")
def first_hit_points(base: int, gained: int) -> int:
    """The first hit points with the class's, and never fewer than 3."""
    return max(LEAST_HP, base + gained)


def _first_total(do: Resolution, id: str, base: int, gained: int) -> int:
    hp = first_hit_points(base, gained)
    least = ("robs:creation.hp.minimum",) if hp > base + gained else ()
    rule = ("robs:creation.hp.additions", *least)
    do.emit(CreationStepTaken(id, "first hit points", {"hit points": hp}, rule=rule))
    return hp


@executes(
    "robs:creation.starting-money",
    "robs:equipment.gear.table",
    "robs:race.ellyl.weapons",
    "robs:class.knight.weapon-limits",
)
def _gear(do: Resolution, who: Recruit, name: str, own: RobsSheet) -> list[str]:
    """What was asked for, or the free kit of the class. Most ellyllon learn spear and bow; a knight whose Order sheds
    no blood has a mace instead of a blade."""
    given = _given(do)
    asked = who.gear if who.gear is not None else () if given == PURSE else compendium.classes()[name].kit
    kinds = [gear.find(thing) for thing in asked]
    if who.gear is None and own.race == "ellyl":
        kinds = [*compendium.races()["ellyl"].arms, *(k for k in kinds if compendium.weapon(k) is None)]
        kinds = [k for k in kinds if not (found := compendium.armour(k)) or not found.shield]
    if name == "knight" and alignment.limits_arms(do, own):
        edged = [k for k in kinds if (arm := compendium.weapon(k)) and arm.sharp]
        if who.gear is not None and edged:
            told = f"{compendium.orders()[own.order].name} forbids its knights to shed blood."
            raise UnderkeepError(told, alignment.LIMITS)
        kinds = ["mace" if k in edged else k for k in kinds]
    return kinds if given == PURSE else kinds + [kind for kind in gear.SUNDRIES if kind not in kinds]


@executes("robs:creation.starting-money")
def _given(do: Resolution) -> str:
    """What everybody begins with; the book has no prices for it, so by itself the kit of the class is free."""
    return do.foretold(_MONEY, (KIT, KIT_AND_PURSE, PURSE), KIT)


@executes("robs:race.list", "robs:race.human", "robs:race.other", "robs:scale.not-for-individuals", "robs:race.numbers")
def _choose_race(do: Resolution, id: str, chosen: str) -> str:
    """By the dice half are human; ellyllon only by choice, the dice being ours. Other peoples are for the referee to
    offer."""
    race = chosen or _race_by_dice(do)
    stats = compendium.races()[race]
    if not stats.offered and do.foretold(_OTHER, (NOT_OFFERED, OFFERED), NOT_OFFERED) == NOT_OFFERED:
        raise UnderkeepError(f"No {stats.name.lower()} goes adventuring unless the referee offers that people.", _OTHER)
    other = () if stats.offered else (_OTHER,)
    other = (*other, "robs:race.halfling.culture") if stats.leans_to else other
    other = (*other, "robs:scale.rebase") if REBASE in do.state.switches else other
    values: dict[str, str | int] = {
        "race": stats.name,
        "Scale": told(do.state, stats.scale),
        "Movement Scale": stats.movement_scale,
    }
    human = ("robs:race.human",) if race == "human" else ()
    bred = [rule for rule in compendium.rules_of(stats.rule) if rule.endswith((".scale", ".size", ".movement"))]
    rule = ("robs:creation.steps", "robs:race.numbers", "robs:race.list", *human, *bred, *other)
    do.emit(CreationStepTaken(id, "race", values, rule=rule))
    return race


def _race_by_dice(do: Resolution) -> str:
    return str(do.pick(_RACES_BY_DICE, "race"))


@executes(
    "robs:creation.hp.base",
    "robs:creation.hp.additions",
    "robs:creation.hp.maximum-start",
    "robs:race.halfling.hp-start",
    "robs:race.dwarf.starting-hp",
)
def _starting_hp(do: Resolution, id: str, own: RobsSheet) -> int:
    """Ruling: hp-con-twice. CON counts here and again in the class level."""
    race, constitution = compendium.races()[own.race], own.attributes["CON"]
    best = MAX_STARTING_HP in do.state.switches
    faces = (6,) if best else do.dice.roll(1, 6, f"starting hit points of {id}")
    die = max(1, faces[0] + race.hp_roll)
    modifiers = (
        Modifier("base", 3),
        Modifier("CON", constitution),
        Modifier("people", race.starting_hp + die - faces[0]),
    )
    hp = die + 3 + constitution + race.starting_hp
    roll = None if best else Roll("1d6", faces, hp, tuple(m for m in modifiers if m.amount))
    rule = ("robs:creation.hp.maximum-start",) if best else ("robs:creation.hp.base", "robs:creation.hp.additions")
    bred = ("robs:race.dwarf.starting-hp",) if race.starting_hp else ()
    bred = (*bred, "robs:race.halfling.hp-start") if race.hp_roll else bred
    do.emit(CreationStepTaken(id, "hit points", {"hit points": hp}, roll, rule=(*rule, *bred)))
    return hp
