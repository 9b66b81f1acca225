"""The number needed to hit: weapons of men against armour, and monsters by their hit dice."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import NaturalAttack
from underkeep.systems.rampage.basics.sheet import RampageSheet

_LOWEST_MONSTER_AC = -4


class Blow(NamedTuple):
    """One way of hurting somebody. `row` is its line of a men's matrix, else `column` is the monster's.

    `kind` is the weapon's id, empty for teeth and claws; `crafted` is false for those and for fists.
    """

    name: str
    row: tuple[int, ...] | None
    column: int
    damage: Expr
    size: str
    kind: str = ""
    crafted: bool = False
    natural: NaturalAttack | None = None


def monster_column(hd: float, plus: int) -> int:
    """Ruling: q.monster-columns, plain hit dice in the lower column, those with a plus in the next."""
    if hd < 2:
        return 1 if hd == 1 and plus > 0 else 0
    if hd == 2 or (hd == 3 and plus <= 0):
        return 2
    if hd == 3 or (hd == 4 and plus <= 0):
        return 3
    return 4 if hd <= 6 else 5 if hd <= 8 else 6 if hd <= 10 else 7


@executes(
    "rampage:combat.melee.matrix",
    "rampage:combat.missile.matrix",
    "rampage:combat.melee.monster",
    "rampage:combat.missile.monster",
    "rampage:combat.attack.negative-ac",
)
@lru_cache(maxsize=4096)
def needed(row: tuple[int, ...] | None, column: int, armour_class: int) -> tuple[int, int]:
    """The number to reach, and the penalty to the die where the table ends short of the armour class."""
    if row is not None:
        return row[min(9, max(0, armour_class))], min(0, armour_class)
    line = compendium.monster_matrix()[min(9, max(_LOWEST_MONSTER_AC, armour_class))]
    return line[column], min(0, armour_class - _LOWEST_MONSTER_AC)


@lru_cache(maxsize=1024)
def weapon_blow(kind: str) -> Blow:
    """A weapon in hand, on its own row."""
    weapon = compendium.weapons()[kind]
    matrix = compendium.missile_matrix() if weapon.is_missile else compendium.melee_matrix()
    crafted = "natural" not in weapon.qualities
    return Blow(weapon.name, matrix[weapon.row].needed, -1, weapon.damage, weapon.size, kind, crafted)


def natural_blow(own: RampageSheet, line: NaturalAttack) -> Blow:
    """Teeth and claws, or a weapon that belongs to the monster."""
    if line.row:
        row = compendium.melee_matrix()[line.row].needed
        return Blow(line.name, row, -1, line.damage, line.size or own.size, "", True, line)
    return Blow(line.name, None, monster_column(own.hd, own.plus), line.damage, own.size, "", False, line)
