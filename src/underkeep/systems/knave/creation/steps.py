"""Making a knave, step by step, and calling up monsters.

The page of rules has no chapter on this; the steps and numbers are the book's as others report them
(Ruling: missing-chapters), and the list of careers is our own.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import zip_longest

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.recruiting import Question, new_name, numbered, put, put_name, read
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.compendium import Career, Monster
from underkeep.systems.knave.basics.names import NAMES
from underkeep.systems.knave.basics.sheet import ABILITIES, KnaveSheet
from underkeep.systems.knave.equipment.advancement import HIGHEST_LEVEL, raise_level
from underkeep.systems.knave.equipment.arms import OWN_WEAPON
from underkeep.systems.knave.equipment.inventory import item_slots, rules_of_slots, spoken, used_slots
from underkeep.systems.knave.equipment.outfit import KITS, an_item, equipped, kinds_named, loaded
from underkeep.systems.knave.town import home
from underkeep.world.creature import CreationStepTaken, Creature, CreatureJoined
from underkeep.world.gear import Item

KNAVE = "knave"
POINTS = 3
AVERAGE = ("STR", "CON", "WIS")
NEEDED = ("torch", "ration")
TRAVELLING = ("torch", "ration", "rope")
COINS = parse("3d6x10")
RULE = ("knave:missing-chapters",)


def roster() -> dict[str, str]:
    return {KNAVE: "character", **dict.fromkeys(compendium.monsters(), "monster")}


def choices() -> dict[str, tuple[str, ...]]:
    """`points` names the ability of each of the three points, such as `STR STR CON`."""
    careers = tuple(career.name for career in compendium.careers().values())
    return {
        "abilities": ("random", "average"),
        "points": (),
        "career 1": careers,
        "career 2": careers,
        "kit": tuple(KITS),
    }


def recruit(do: Resolution, who: Recruit, id: str, side: str) -> Creature:
    who = read(who, "Knave", roster(), choices())
    stats = compendium.monsters().get(who.kind)
    creature = _monster(do, who, id, side, stats) if stats is not None else _character(do, who, id, side)
    do.emit(CreatureJoined(creature))
    return creature


def _monster(do: Resolution, who: Recruit, id: str, side: str, stats: Monster) -> Creature:
    if who.level not in (1, stats.level):
        raise UnderkeepError(f"{stats.name} is of level {stats.level}; monsters of other levels do not exist.")
    books = _spellbooks(do, id, stats.spellbooks) if stats.spellbooks else ()
    items = (*_monster_gear(who.gear, stats), *books)
    own = KnaveSheet(
        stats.level,
        slots=stats.slots,
        armour_points=stats.armour_points,
        move_feet=stats.move_feet,
        fly_feet=stats.fly_feet,
        morale=stats.morale,
    )
    return Creature(
        id, who.name or numbered(stats.name, id, side), who.kind, side, stats.hp, stats.hp, own, items=items
    )


def _monster_gear(names: tuple[str, ...] | None, stats: Monster) -> tuple[Item, ...]:
    """A weapon, or those named, for a monster that fights with one; its armour is in its armour points already."""
    if names is None:
        return (Item(OWN_WEAPON, "Weapon", "hand"),) if stats.wields_weapon else ()
    kinds = tuple(kind for name in names for kind in kinds_named(name))
    if kinds and not stats.wields_weapon:
        raise UnderkeepError(f"{stats.name} fights without weapons and takes no gear.")
    worn = next((kind for kind in kinds if kind in compendium.armours()), None)
    if worn is not None:
        raise UnderkeepError(f"{stats.name} takes no armour: its armour points are fixed at {stats.armour_points}.")
    return equipped(kinds)


@executes("knave:encumbrance.slots")
def _character(do: Resolution, who: Recruit, id: str, side: str) -> Creature:
    """Abilities, careers, slots, hit points, coins, spellbooks, gear; then the levels above the first."""
    if not 1 <= who.level <= HIGHEST_LEVEL:
        raise UnderkeepError(f"A knave's level is 1 to {HIGHEST_LEVEL}, not {who.level}.")
    abilities = _abilities(do, who, id)
    careers = _careers(do, who, id)
    slots = item_slots(abilities["CON"])
    _tell(do, id, "item slots", {"slots": slots}, rule=("knave:encumbrance.slots",))
    hp = do.roll_total(compendium.levels()[1].hit_dice, f"hit points of {id}")
    _tell(do, id, "hit points", {"hit points": hp.total}, hp)
    own = KnaveSheet(1, abilities, slots, is_pc=True, careers=careers)
    coins = do.roll_total(COINS, f"coins of {id}")
    _tell(do, id, "coins", {"coins": coins.total}, coins)
    books = _spellbooks(do, id, abilities["INT"])
    max_hp = hp.total
    for _ in range(1, who.level):
        own, max_hp = raise_level(do, id, own, max_hp, who.choices.get("abilities") == "average")
    items = _gear(do, who, id, own, coins.total, books)
    name = put_name(who, lambda: new_name(do, NAMES, id))
    _tell(do, id, "name", {"name": name})
    return Creature(id, name, KNAVE, side, max_hp, max_hp, own, items=items)


def _tell(
    do: Resolution,
    id: str,
    step: str,
    values: dict[str, str | int],
    roll: Roll | None = None,
    rule: tuple[str, ...] = RULE,
) -> None:
    do.emit(CreationStepTaken(id, step, values, roll, rule=rule))


def _abilities(do: Resolution, who: Recruit, id: str) -> dict[str, int]:
    """Three points on six abilities: by three dice, each raising the ability of its number, or as chosen."""
    roll = None
    if who.choices.get("abilities") != "average":
        put(who, "points", lambda: _where_points(" ".join(_raised(_ability_dice(do, id)))))
    points = who.choices.get("points", "")
    if points:
        raised = tuple(re.findall(r"[A-Z]+", points.upper()))
        if len(raised) != POINTS or any(a not in ABILITIES for a in raised):
            raise UnderkeepError(f'"{points[:40]}" does not name three of {", ".join(ABILITIES)}, such as STR STR CON.')
    elif who.choices.get("abilities") == "average":
        raised = AVERAGE
    else:
        roll = _ability_dice(do, id)
        raised = _raised(roll)
    abilities = {ability: raised.count(ability) for ability in ABILITIES}
    _tell(do, id, "abilities", dict(abilities), roll)
    return abilities


def _ability_dice(do: Resolution, id: str) -> Roll:
    return do.roll(POINTS, len(ABILITIES), f"abilities of {id}")


def _raised(roll: Roll) -> tuple[str, ...]:
    return tuple(ABILITIES[face - 1] for face in roll.faces)


def _where_points(rolled: str) -> Question:
    told = (
        f"All abilities begin at 0 ({', '.join(ABILITIES)}), and {POINTS} points are added to them, as you like.",
        f"The dice say {rolled}. CON gives item slots, INT spellbooks.",
    )
    return Question("points", "Points", rolled, {}, told, "STR STR CON")


def _which_career(do: Resolution, id: str, key: str, chosen: list[str]) -> Question:
    rolled, _ = _rolled_career(do, id, chosen)
    values = {
        career.name: ", ".join(an_item(kind).name.lower() for kind in career.items)
        for career in compendium.careers().values()
        if career.name not in chosen
    }
    told = (f"The dice say {rolled}: {values[rolled]}.",)
    return Question(key, key.capitalize(), rolled, values, told)


def _which_kit(rolled: str) -> Question:
    values = {kit: ", ".join(an_item(kind).name.lower() for kind in kinds) for kit, kinds in KITS.items()}
    return Question("kit", "Weapons and armour", rolled, values)


def _careers(do: Resolution, who: Recruit, id: str) -> tuple[str, str]:
    """Two different careers, chosen or by d100."""
    chosen: list[str] = []
    for key in ("career 1", "career 2"):
        roll = None
        put(who, key, partial(_which_career, do, id, key, chosen))
        career = who.choices.get(key, "")
        if not career:
            career, roll = _rolled_career(do, id, chosen)
        if career in chosen:
            raise UnderkeepError("A knave's two careers are different ones.")
        chosen.append(career)
        band = _band(career)
        _tell(do, id, key, {"career": career, "rarity": band.band}, roll, (band.rule, *RULE) if band.rule else RULE)
    return chosen[0], chosen[1]


@executes("knave:downtime.career.band-examples")
def _band(name: str) -> Career:
    """The entry of a career, with the band that it is in."""
    return compendium.careers()[name.replace(" ", "-")]


def _rolled_career(do: Resolution, id: str, others: list[str]) -> tuple[str, Roll]:
    """By d100, again if it is a career that the knave has."""
    entries = tuple(compendium.careers().values())
    while True:
        roll = do.roll(1, len(entries), f"career of {id}")
        if (career := entries[roll.total - 1].name) not in others:
            return career, roll


@executes("knave:magic.spellbook.one-spell")
def _spellbooks(do: Resolution, id: str, intelligence: int) -> tuple[Item, ...]:
    """A random book for every point of INT, each of another spell."""
    books: list[Item] = []
    spells = tuple(compendium.spells())
    for _ in range(intelligence):
        spell = do.pick(tuple(s for s in spells if f"spellbook:{s}" not in {b.kind for b in books}), f"spell of {id}")
        books.append(an_item(f"spellbook:{spell}"))
    names: dict[str, str | int] = {f"book {i + 1}": book.name for i, book in enumerate(books)}
    _tell(do, id, "spellbooks", names or {"books": 0}, rule=("knave:magic.spellbook.one-spell", *RULE))
    return tuple(books)


def _rolled_kit(do: Resolution, id: str) -> str:
    return str(do.pick(tuple(KITS), f"kit of {id}"))


@executes("knave:encumbrance.no-excess")
def _gear(
    do: Resolution, who: Recruit, id: str, own: KnaveSheet, coins: int, books: tuple[Item, ...]
) -> tuple[Item, ...]:
    """Weapons and armour as they like, coins, books, a light and food; then, as far as it leaves room for treasure, the
    tools of the careers, and at last what else one travels with.
    """
    if who.gear is not None:
        kit = "as asked"
        kinds = tuple(kind for name in who.gear for kind in kinds_named(name))
    else:
        put(who, "kit", lambda: _which_kit(_rolled_kit(do, id)))
        kit = who.choices.get("kit") or _rolled_kit(do, id)
        kinds = KITS[kit]
    tools = tuple(an_item(kind) for kind in _tools(own.careers))
    needed, travelling = (tuple(an_item(kind) for kind in kinds) for kinds in (NEEDED, TRAVELLING))
    purse = (an_item("coin", coins),) if coins else ()
    items, left = loaded(equipped(kinds), (*purse, *books, *needed), (*tools, *travelling), own.slots)
    values: dict[str, str | int] = {"kit": kit, "carried": ", ".join(spoken(i) for i in items)}
    if left:
        values["left at home"] = ", ".join(spoken(i) for i in left)
        home.keep(do, left)
    values["slots filled"] = used_slots(items)
    _tell(do, id, "gear", values, rule=("knave:encumbrance.no-excess", *rules_of_slots(items), *RULE))
    return items


def _tools(careers: tuple[str, ...]) -> list[str]:
    """The first tool of each career, then the second of each, and so on."""
    stock = {career.name: career.items for career in compendium.careers().values()}
    by_row = zip_longest(*(stock[career] for career in careers))
    return [kind for kinds in by_row for kind in kinds if kind is not None]
