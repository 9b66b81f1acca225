"""Levels: what is bought with them, in which order, and what each one gives."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from underkeep.errors import UnderkeepError, one
from underkeep.kernel.event import Modifier, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.compendium import CharacterClass, Race
from underkeep.systems.robs.basics.sheet import RobsSheet
from underkeep.systems.robs.characters.classes import highest_spell, spell_levels, steps, task_bonus
from underkeep.world.creature import CreationStepTaken

MOST_LEVELS = 20
FLAT_COST = "level-cost-flat"
PROFICIENCY_CAP = "proficiency-cap"
MOST_PROFICIENCY = 3
MOST_SPELL_PROFICIENCY = 3
MAX_STARTING_HP = "max-starting-hp"
BUY_ATTRIBUTES = "buy-attributes"
SINGLE_CLASS = "single-class"
LEVEL_COST = 100
HIGHEST_NAMED = 5
APPROVED, REFUSED = "approved", "refused"
FIELDS = "robs:class.proficiency.choice"
_RECRUITS = "robs:class.knight.recruits"
_ATTRIBUTES_FOR = {"fighter": "robs:class.fighter.prerequisite", "ranger": "robs:class.ranger.prerequisite"}
UNLIMITED, CAPPED = "no limit", "Legendary at most"


@executes(
    "robs:class.start",
    "robs:class.prerequisites",
    "robs:class.ranger.prerequisite",
    "robs:class.knight.recruits",
    "robs:class.knight.prerequisite-fighter",
    "robs:class.knight.prerequisite-lawful",
    "robs:class.knight.prerequisite-evil",
)
def path_to(name: str, levels: int, alignment: str) -> list[str]:
    """The classes whose levels are taken, in order: what a class asks for first, then the class itself."""
    wanted = compendium.classes()[name]
    before = _asked_first(wanted, alignment)
    return [earlier for earlier, count in before.items() for _ in range(count)] + [name] * levels


@executes(
    "robs:class.prerequisites",
    "robs:class.fighter.prerequisite",
    "robs:class.ranger.prerequisite",
    "robs:class.wizard.prerequisite",
    "robs:class.thief.prerequisite",
    "robs:class.knight.recruits",
)
def check_prerequisites(own: RobsSheet, name: str, asked_as: str = "") -> None:
    """Refuses a class whose attributes, earlier classes or Order the character does not have; some Orders ask as those
    of another alignment do."""
    wanted, asked_as = compendium.classes()[name], asked_as or own.alignment
    check_attributes(own.attributes, name)
    for earlier, count in _asked_first(wanted, asked_as).items():
        if own.classes.get(earlier, 0) < count:
            raise UnderkeepError(f"A {name} must first be a {earlier} of level {count}.")
    for earlier, count in wanted.at_most.items():
        if asked_as != "Evil" and name not in own.classes and own.classes.get(earlier, 0) > count:
            raise UnderkeepError(f"No {earlier} above level {count} is taken as a {name}.", _RECRUITS)


@executes(
    "robs:class.prerequisites",
    "robs:class.fighter.prerequisite",
    "robs:class.ranger.prerequisite",
    "robs:class.wizard.prerequisite",
    "robs:class.thief.prerequisite",
)
def check_attributes(have: Mapping[str, int], name: str) -> None:
    """Refuses a class for which the attributes are too low."""
    wanted = compendium.classes()[name]
    short = [f"{a} {least:+d}" for a, least in wanted.minimum.items() if have[a] < least]
    if short:
        raise UnderkeepError(f"A {name} needs {' and '.join(short)} or better.", _ATTRIBUTES_FOR.get(name, ""))
    if wanted.two_of and sum(have[a] >= 1 for a in wanted.two_of) < 2:
        told = f"A {name} needs two of {', '.join(wanted.two_of)} at +1 or better."
        raise UnderkeepError(told, _ATTRIBUTES_FOR.get(name, ""))


@executes(
    "robs:class.prerequisites",
    "robs:class.knight.prerequisite-lawful",
    "robs:class.knight.prerequisite-evil",
    "robs:class.ranger.prerequisite",
)
def _asked_first(wanted: CharacterClass, alignment: str) -> Mapping[str, int]:
    """The levels of other classes that come first; an Evil Order may ask for others."""
    return wanted.after_evil if alignment == "Evil" and wanted.after_evil is not None else wanted.after


@executes(
    "robs:class.hp-per-level",
    "robs:class.fighter.hp",
    "robs:class.ranger.hp",
    "robs:class.priest.hp",
    "robs:class.knight.hp",
    "robs:class.wizard.hp",
    "robs:class.thief.hp",
    "robs:race.halfling.hp-rolls",
    "robs:race.dwarf.level-hp",
)
def level_hp(
    do: Resolution, id: str, character_class: CharacterClass, race: Race, constitution: int
) -> tuple[int, Roll]:
    """Ruling: hp-minimum-order, hp-dice, dwarf-level-hp. The roll, then a halfling's reduction, CON, the least of 1,
    the dwarf's addition.
    """
    roll = do.roll_total(character_class.hp, f"{character_class.name} hit points of {id}")
    rolled = max(1, roll.total + race.hp_roll)
    return max(1, rolled + constitution) + race.level_hp, Roll(
        roll.notation, roll.faces, rolled, (Modifier("people", rolled - roll.total),) if rolled != roll.total else ()
    )


@executes(
    "robs:class.total-level",
    "robs:class.multi",
    "robs:advancement.level-cost.rising",
    "robs:advancement.level-cost.flat",
)
def gain_level(
    do: Resolution,
    id: str,
    own: RobsSheet,
    name: str,
    choices: Mapping[str, str],
    weapon: str,
    goal: str = "",
    asked_as: str = "",
) -> tuple[RobsSheet, int]:
    """One more level of a class: its price, its hit points and its benefits. `goal` is the class aimed at."""
    check_prerequisites(own, name, asked_as)
    character_class, race = compendium.classes()[name], compendium.races()[own.race]
    level = own.classes.get(name, 0) + 1
    first = not own.classes
    cost = 0 if first else level_cost(level, FLAT_COST in do.state.switches)
    own = replace(own, classes={**own.classes, name: level}, level=own.level + 1, spent_xp=own.spent_xp + cost)
    constitution = own.attributes["CON"]
    roll: Roll | None
    if first and MAX_STARTING_HP in do.state.switches:
        best = _most(character_class) + race.hp_roll
        hp = max(1, best + constitution) + race.level_hp
        roll = None
    else:
        hp, roll = level_hp(do, id, character_class, race, constitution)
    own, gained = _benefits(do, own, name, choices, weapon)
    values: dict[str, str | int] = {"class": character_class.name, "level": level, "hit points": hp}
    if cost:
        values |= {"XP spent": cost, "level in all": own.level}
    values |= gained | _training(own, name)
    rule = (
        *_behind_level(do, own, name, first),
        *_behind_benefits(do, own, name, gained),
        *_behind_path(own, name, goal),
    )
    do.emit(CreationStepTaken(id, "class level", values, roll, rule=rule))
    return own, hp


@executes("robs:advancement.level-cost.rising", "robs:advancement.level-cost.flat")
def level_cost(level: int, is_flat: bool) -> int:
    """100 XP times the new level of the class, or 100 for every level."""
    return LEVEL_COST if is_flat else LEVEL_COST * level


def _training(own: RobsSheet, name: str) -> dict[str, str | int]:
    """What the class can do at its level: a bonus to its own checks, and magic."""
    character_class, level = compendium.classes()[name], own.classes[name]
    found: dict[str, str | int] = {}
    for family in character_class.tasks[:1]:
        bonus = task_bonus(own, (family,))
        found |= {f"on checks of {family}": f"+{bonus}"} if bonus else {}
    if name == "knight" and level > 1:
        found["on clerical checks"] = f"+{task_bonus(own, ('clerical',))}"
    if character_class.casts:
        found["spell levels a day"] = spell_levels(own, character_class.casts)
        found["highest spell"] = highest_spell(own, character_class.casts)
    return found


_ASKED = {
    ("knight", "priest"): "robs:class.knight.prerequisite-lawful",
    ("knight", "fighter"): "robs:class.knight.prerequisite-fighter",
    ("ranger", "fighter"): "robs:class.ranger.prerequisite",
}
_CHECKS = {"ranger": "survival", "knight": "clerical-actions"}


def _behind_level(do: Resolution, own: RobsSheet, name: str, first: bool) -> tuple[str, ...]:
    """The rules behind a level: its price, its hit points, and what the class can do by it."""
    character_class, race = compendium.classes()[name], compendium.races()[own.race]
    is_flat = FLAT_COST in do.state.switches
    cost = "robs:advancement.level-cost.flat" if is_flat else "robs:advancement.level-cost.rising"
    rule = ["robs:class.hp-per-level", f"robs:class.{name}.hp"]
    rule += ["robs:class.start"] if first else [cost, "robs:class.total-level"]
    rule += ["robs:race.dwarf.level-hp"] if race.level_hp else []
    rule += ["robs:race.halfling.hp-rolls"] if race.hp_roll else []
    told = _training(own, name)
    if any(what.startswith("on ") for what in told):
        rule.append(f"robs:class.{name}.{_CHECKS.get(name, 'checks')}")
    if character_class.casts:
        rule.append(f"robs:class.{name}.spells")
        rule += ["robs:class.wizard.spell-level", "robs:class.wizard.checks"] if name == "wizard" else []
        rule += ["robs:abilities.int"] if own.attributes["INT"] else []
        rule += ["robs:race.dwarf.magic"] if race.halves_magic else []
    return tuple(rule)


def _behind_benefits(do: Resolution, own: RobsSheet, name: str, gained: Mapping[str, str | int]) -> tuple[str, ...]:
    """The rules behind what a level gave besides, or did not give."""
    rule = [f"robs:class.{name}.proficiency"] if "proficiency" in gained else []
    if "proficiency" in gained and PROFICIENCY_CAP in do.state.switches:
        rule.append("robs:class.proficiency.cap")
    if "spell proficiency" in gained:
        rule.append("robs:class.wizard.spell-proficiency")
    if "raised" in gained:
        rule += [f"robs:class.{name}.attribute", "robs:advancement.attributes.by-level"]
        if gained["raised"] not in compendium.classes()[name].raises:
            rule.append(f"robs:race.{own.race}.attribute-swap")
    rule += ["robs:advancement.attributes.no-double"] if "not raised" in gained else []
    if name == "priest":
        rule.append("robs:class.priest.no-combat-skills")
    return tuple(rule)


def _behind_path(own: RobsSheet, name: str, goal: str) -> tuple[str, ...]:
    """The rules by which one class asked for levels of another before it, or an Order of Evil did not."""
    if name == goal == "knight" and own.alignment == "Evil" and own.classes["knight"] == 1:
        return ("robs:class.knight.prerequisite-evil",)
    if name == goal or not goal:
        return ()
    return ("robs:class.prerequisites", _ASKED[goal, name])


def _most(character_class: CharacterClass) -> int:
    """The best that a class's hit point roll can be: 1dS+N."""
    dice, _, plus = character_class.hp.text.partition("+")
    return int(dice.partition("d")[2]) + int(plus or 0)


@executes(
    "robs:class.fighter.proficiency",
    "robs:class.fighter.attribute",
    "robs:class.ranger.proficiency",
    "robs:class.ranger.attribute",
    "robs:class.priest.attribute",
    "robs:class.priest.no-combat-skills",
    "robs:class.knight.proficiency",
    "robs:class.knight.attribute",
    "robs:class.wizard.attribute",
    "robs:class.wizard.spell-proficiency",
    "robs:class.thief.proficiency",
    "robs:class.thief.attribute",
    "robs:advancement.attributes.by-level",
    "robs:advancement.attributes.no-double",
)
def _benefits(
    do: Resolution, own: RobsSheet, name: str, choices: Mapping[str, str], weapon: str
) -> tuple[RobsSheet, dict[str, str | int]]:
    """What the level just gained brings besides hit points: proficiencies, spells known better, an attribute raised.
    Where attributes are bought, no level raises one."""
    character_class, level = compendium.classes()[name], own.classes[name]
    gained: dict[str, str | int] = {}
    if is_due(level, character_class.proficiency_every):
        own, gained["proficiency"] = _proficiency(do, own, choices.get("proficiency", ""), weapon)
    if is_due(level, character_class.spell_proficiency_every):
        own, gained["spell proficiency"] = _spell_proficiency(do, own)
    if is_due(level, character_class.raise_every):
        if BUY_ATTRIBUTES in do.state.switches:
            gained["not raised"] = "attributes are bought"
        else:
            own, gained["raised"] = _raise(do, own, name, choices.get("raise", ""))
    return own, gained


def is_due(level: int, every: int) -> bool:
    return steps(level, every) > steps(level - 1, every)


@executes("robs:class.proficiency.choice", "robs:class.proficiency.cap")
def _proficiency(do: Resolution, own: RobsSheet, wanted: str, weapon: str) -> tuple[RobsSheet, str]:
    """In a weapon or in shields, or in another field if the referee approves; by default in the weapon at hand, and in
    shields once that is at the cap."""
    skill = wanted or weapon
    if skill != "shield" and skill not in compendium.weapons() and not _is_approved(do, skill):
        raise UnderkeepError(f'A proficiency is in a weapon or in "shield", not in "{skill}".', FIELDS)
    have = own.proficiencies.get(skill, 0) + 1
    if PROFICIENCY_CAP in do.state.switches and have > MOST_PROFICIENCY:
        if wanted:
            raise UnderkeepError(f"Proficiency in one weapon goes no higher than {MOST_PROFICIENCY}.")
        others = ("shield", *compendium.weapons())
        skill = next(other for other in others if own.proficiencies.get(other, 0) < MOST_PROFICIENCY)
        have = own.proficiencies.get(skill, 0) + 1
    return replace(own, proficiencies={**own.proficiencies, skill: have}), skill


@executes("robs:class.proficiency.choice")
def _is_approved(do: Resolution, field: str) -> bool:
    """Whether the referee lets somebody be proficient in a task; by itself in none."""
    return field in compendium.tasks() and do.foretold(FIELDS, (REFUSED, APPROVED), REFUSED) == APPROVED


@executes("robs:class.wizard.spell-proficiency")
def _spell_proficiency(do: Resolution, own: RobsSheet) -> tuple[RobsSheet, str]:
    """In a known spell, at most 3 in any one."""
    open_spells = tuple(s for s in own.spells if own.spell_proficiencies.get(s, 0) < MOST_SPELL_PROFICIENCY)
    if not open_spells:
        return own, "none left"
    spell = str(do.pick(open_spells, "spell proficiency"))
    have = own.spell_proficiencies.get(spell, 0) + 1
    return replace(own, spell_proficiencies={**own.spell_proficiencies, spell: have}), compendium.forms()[spell].name


@executes("robs:race.dwarf.attribute-swap", "robs:race.elf.attribute-swap", "robs:race.halfling.attribute-swap")
def raise_choices(own: RobsSheet, name: str) -> tuple[str, ...]:
    """What a class lets rise, and what a people may raise in its place."""
    listed, swapped = compendium.classes()[name].raises, compendium.races()[own.race].raises
    return (*listed, *(a for a in swapped if a not in listed))


@executes("robs:class.fighter.attribute", "robs:advancement.attributes.by-level", "robs:advancement.attributes.no-cap")
def _raise(do: Resolution, own: RobsSheet, name: str, wanted: str) -> tuple[RobsSheet, str]:
    """Raises one of the attributes that the class allows, the wanted one or one that suits it."""
    allowed = raise_choices(own, name)
    if wanted and wanted not in allowed:
        raise UnderkeepError(f"{one(own.race)} {name} may raise {', '.join(allowed)}, not {wanted}.")
    favoured = tuple(a for a in compendium.classes()[name].favours if a in allowed)
    attribute = wanted or str(do.pick(favoured or allowed, "attribute raised"))
    return replace(own, attributes=raised(do, own, attribute)), attribute


@executes("robs:advancement.attributes.no-cap")
def raised(do: Resolution, own: RobsSheet, attribute: str) -> dict[str, int]:
    """An attribute a level higher; beyond Legendary as the referee allows, and by itself without limit."""
    score = own.attributes[attribute] + 1
    if score > HIGHEST_NAMED:
        ruled = do.ruling("robs:advancement.attributes.no-cap", (UNLIMITED, CAPPED), UNLIMITED, attribute)
        score = score if ruled == UNLIMITED else HIGHEST_NAMED
    return {**own.attributes, attribute: score}
