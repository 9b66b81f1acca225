"""Classes: what so many levels of each are worth."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.compendium import CharacterClass
from underkeep.systems.robs.basics.sheet import RobsSheet


@executes("robs:class.fighter.proficiency", "robs:class.fighter.attribute", "robs:class.hp-per-level")
def steps(level: int, every: int) -> int:
    """How often a benefit of every so many levels has come by this level; 0 means never."""
    return level // every if every else 0


@executes(
    "robs:class.fighter.checks", "robs:class.ranger.survival", "robs:class.priest.checks", "robs:class.thief.checks"
)
def check_bonus(character_class: CharacterClass, level: int) -> int:
    """Ruling: cumulative-check-bonus. +1 at the first such level and at each later one."""
    if not character_class.check_every or level < character_class.check_first:
        return 0
    return 1 + (level - character_class.check_first) // character_class.check_every


@executes("robs:race.dwarf.magic")
def magic_level(own: RobsSheet, name: str) -> int:
    """Ruling: dwarf-half-level-rounding. A dwarf's level in a magical class counts half, rounded down."""
    level = own.classes.get(name, 0)
    if own.race and compendium.races()[own.race].halves_magic and compendium.classes()[name].casts:
        return level // 2
    return level


@executes(
    "robs:class.fighter.checks",
    "robs:class.ranger.survival",
    "robs:class.priest.checks",
    "robs:class.thief.checks",
    "robs:class.wizard.checks",
    "robs:class.knight.clerical-actions",
)
def task_bonus(own: RobsSheet, families: tuple[str, ...]) -> int:
    """What class levels add to a check of a task in these families."""
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


@executes("robs:class.fighter.extra-attack", "robs:class.ranger.extra-attack")
def extra_attacks(own: RobsSheet) -> tuple[int, int]:
    """How many attacks more than one a round, in all, and how many of them may be shots."""
    found = compendium.classes()
    gained = {name: steps(level, found[name].extra_attack_every) for name, level in own.classes.items()}
    return sum(gained.values()), sum(n for name, n in gained.items() if found[name].extra_attack_ranged)


@executes("robs:class.fighter.defence", "robs:class.ranger.defence")
def defence_points(own: RobsSheet) -> int:
    """How much a trained defender's armour and shield protect beyond their own worth."""
    found = compendium.classes()
    return sum(steps(level, found[name].defence_every) for name, level in own.classes.items())


@executes(
    "robs:class.priest.spells",
    "robs:class.knight.spells",
    "robs:class.wizard.spells",
    "robs:abilities.int",
    "robs:class.priest.transgression",
)
def spell_levels(own: RobsSheet, caster: str) -> int:
    """Spell levels a day as a cleric or a wizard. Ruling: multi-caster-pools. INT counts once for each kind of
    magic. A cleric who has fallen has none.
    """
    found = compendium.classes()
    casting = [name for name in own.classes if found[name].casts == caster]
    if (not casting and caster not in own.magic) or (own.fallen and caster == "cleric"):
        return 0
    pool = sum(found[name].spell_levels * magic_level(own, name) for name in casting)
    pool += 2 * own.magic.get(caster, 0)
    return max(0, pool + own.attributes["INT"])


@executes("robs:class.wizard.spell-level")
def highest_spell(own: RobsSheet, caster: str) -> int:
    """The highest level of spell that can be learned."""
    found = compendium.classes()
    return max(
        (magic_level(own, name) for name in own.classes if found[name].casts == caster),
        default=own.magic.get(caster, 0),
    )
