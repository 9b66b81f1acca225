"""Levels: what a class's row gives, and the hit points of each new one."""

from __future__ import annotations

from underkeep.errors import UnderkeepError, one
from underkeep.kernel.event import Modifier, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.compendium import CharacterClass, LevelRow
from underkeep.systems.ose.basics.sheet import SAVES
from underkeep.systems.ose.characters.abilities import modifier

REROLL_LOW = "reroll-low-hp"
_LOW = (1, 2)


def check_level(character_class: CharacterClass, level: int) -> None:
    most = len(character_class.levels)
    if not 1 <= level <= most:
        raise UnderkeepError(f"{one(character_class.name.lower())} has levels 1 to {most}, not {level}.")


@executes(
    "ose:advancement.level", "ose:combat.thac0.by-class-level", "ose:save.by-class-level", "ose:combat.class-saves"
)
def row(character_class: CharacterClass, level: int) -> LevelRow:
    """What the class has at a level."""
    return character_class.levels[level - 1]


@executes("ose:save.tables.characters", "ose:save.by-class-level", "ose:combat.class-saves")
def saves(character_class: CharacterClass, level: int) -> dict[str, int]:
    """The five saving throws of a class at a level."""
    return dict(zip(SAVES, row(character_class, level).saves, strict=True))


def next_level_xp(character_class: CharacterClass, level: int) -> int | None:
    """The experience that the next level needs; None at the last."""
    return row(character_class, level + 1).xp if level < len(character_class.levels) else None


@executes("ose:creation.roll-hp", "ose:creation.reroll-low-hp", "ose:abilities.con.hp", "ose:abilities.con.minimum-1")
def first_hit_points(
    do: Resolution, character_class: CharacterClass, constitution: int, id: str
) -> tuple[int, Roll, tuple[str, ...]]:
    """The points, the roll and the rules that had a part in it. Ruling: creation.question.reroll-repeat."""
    again: tuple[str, ...] = ()
    while True:
        roll = _hit_die(do, character_class, constitution, id)
        if REROLL_LOW not in do.state.switches or roll.faces[0] not in _LOW:
            return max(1, roll.total), roll, (*again, *behind_a_die(roll))
        again = ("ose:creation.reroll-low-hp",)


@executes(
    "ose:advancement.level-up.hp",
    "ose:class.hit-dice",
    "ose:abilities.con.hp",
    "ose:abilities.con.minimum-1",
    "ose:damage.hp.max-raised-by-level-only",
)
def new_hit_points(
    do: Resolution, character_class: CharacterClass, level: int, constitution: int, id: str
) -> tuple[int, Roll | None]:
    """Another Hit Die with CON, at least 1; or the fixed points of a level that brings no die."""
    now, before = row(character_class, level), row(character_class, level - 1)
    if now.hit_dice > before.hit_dice:
        roll = _hit_die(do, character_class, constitution, id)
        return max(1, roll.total), roll
    return now.fixed_hp - before.fixed_hp, None


def behind_a_die(roll: Roll | None) -> tuple[str, ...]:
    """What Constitution had to do with a Hit Die."""
    if roll is None or not roll.modifiers:
        return ()
    return ("ose:abilities.con.hp", "ose:abilities.con.minimum-1") if roll.total < 1 else ("ose:abilities.con.hp",)


def _hit_die(do: Resolution, character_class: CharacterClass, constitution: int, id: str) -> Roll:
    return do.roll_total(character_class.hit_die, f"hit points of {id}", (Modifier("CON", modifier(constitution)),))


@executes("ose:class.hit-dice")
def hit_dice_text(character_class: CharacterClass, level: int) -> str:
    """As the class lists it: `9d8+4`."""
    now = row(character_class, level)
    sides = character_class.hit_die.text.partition("d")[2]
    text = f"{now.hit_dice}d{sides}" + (f"+{now.fixed_hp}" if now.fixed_hp else "")
    return parse(text).text
