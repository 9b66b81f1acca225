"""Classes: what so many levels of each are worth."""

from __future__ import annotations

from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.compendium import CharacterClass
from underkeep.systems.robs.basics.sheet import RobsSheet


def steps(level: int, every: int) -> int:
    """robs:class.fighter.proficiency, class.fighter.attribute, class.hp-per-level

    How often a benefit of every so many levels has come by this level; 0 means never.
    """
    return level // every if every else 0


def check_bonus(character_class: CharacterClass, level: int) -> int:
    """robs:class.fighter.checks, class.ranger.survival, class.priest.checks, class.thief.checks

    Ruling: cumulative-check-bonus. +1 at the first such level and at each later one.
    """
    if not character_class.check_every or level < character_class.check_first:
        return 0
    return 1 + (level - character_class.check_first) // character_class.check_every


def magic_level(own: RobsSheet, name: str) -> int:
    """robs:race.dwarf.magic

    Ruling: dwarf-half-level-rounding. A dwarf's level in a magical class counts half, rounded down.
    """
    level = own.classes.get(name, 0)
    if own.race and compendium.races()[own.race].halves_magic and compendium.classes()[name].casts:
        return level // 2
    return level


def task_bonus(own: RobsSheet, families: tuple[str, ...]) -> int:
    """robs:class.fighter.checks, class.ranger.survival, class.priest.checks, class.thief.checks, class.wizard.checks,
    class.knight.clerical-actions

    What class levels add to a check of a task in these families.
    """
    if not own.classes:
        return 0
    found = compendium.classes()
    bonus = sum(
        check_bonus(found[name], magic_level(own, name))
        for name in own.classes
        if set(found[name].tasks) & set(families)
    )
    if "clerical" in families and "knight" in own.classes:
        bonus = max(bonus, check_bonus(found["priest"], magic_level(own, "knight") // 2))
    if "wizardry" in families:
        bonus += magic_level(own, "wizard")
    return bonus


def extra_attacks(own: RobsSheet) -> tuple[int, int]:
    """robs:class.fighter.extra-attack, class.ranger.extra-attack

    How many attacks more than one a round, in all, and how many of them may be shots.
    """
    found = compendium.classes()
    gained = {name: steps(level, found[name].extra_attack_every) for name, level in own.classes.items()}
    return sum(gained.values()), sum(n for name, n in gained.items() if found[name].extra_attack_ranged)


def defence_points(own: RobsSheet) -> int:
    """robs:class.fighter.defence, class.ranger.defence"""
    found = compendium.classes()
    return sum(steps(level, found[name].defence_every) for name, level in own.classes.items())


def spell_levels(own: RobsSheet, caster: str) -> int:
    """robs:class.priest.spells, class.knight.spells, class.wizard.spells, abilities.int

    Spell levels a day as a cleric or a wizard. Ruling: multi-caster-pools. INT counts once for each kind of magic.
    """
    found = compendium.classes()
    casting = [name for name in own.classes if found[name].casts == caster]
    if not casting:
        return 0
    pool = sum(found[name].spell_levels * magic_level(own, name) for name in casting)
    return max(0, pool + own.attributes["INT"])


def highest_spell(own: RobsSheet, caster: str) -> int:
    """robs:class.wizard.spell-level

    The highest level of spell that can be learned.
    """
    found = compendium.classes()
    return max((magic_level(own, name) for name in own.classes if found[name].casts == caster), default=0)
