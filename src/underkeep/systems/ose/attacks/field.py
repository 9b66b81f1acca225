"""Who stands where, as sets of squares: worked out once for as long as nobody moves, falls or is hurt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from underkeep.kernel.executes import executes
from underkeep.systems.ose.basics.conditions import can_fight
from underkeep.world.creature import Creature
from underkeep.world.grid import Grid, Square
from underkeep.world.state import State


class Field(NamedTuple):
    """By side, `enemies` are the squares of all against it and `threats` of those who can fight.

    `fighters` are a side's own who can fight; `who` finds a creature by the bit of its square; `stricken` are those who
    cannot fight, and whom somebody beside them might help.
    """

    creatures: Mapping[str, Creature]
    stride: int
    occupied: int
    enemies: dict[str, int]
    threats: dict[str, int]
    fighters: dict[str, int]
    who: dict[int, Creature]
    stricken: int


def _drawn_up(creatures: Mapping[str, Creature], stride: int) -> Field:
    standing: dict[str, int] = {}
    fighters: dict[str, int] = {}
    who: dict[int, Creature] = {}
    occupied = able = stricken = 0
    for c in creatures.values():
        side, at = c.side, c.at
        if side not in standing:
            standing[side] = fighters[side] = 0
        if c.status == "up" and at is not None:
            bit = 1 << ((at[1] + 1) * stride + at[0] + 1)
            who[bit] = c
            standing[side] |= bit
            occupied |= bit
            if not c.conditions or can_fight(c):
                fighters[side] |= bit
                able |= bit
            else:
                stricken |= bit
    enemies = {side: occupied & ~own for side, own in standing.items()}
    threats = {side: able & against for side, against in enemies.items()}
    return Field(creatures, stride, occupied, enemies, threats, fighters, who, stricken)


_latest = _drawn_up({}, 0)


def field_of(state: State) -> Field:
    """The field of this moment; the latest one is remembered, for it is asked for again and again."""
    global _latest
    assert state.grid is not None
    field, stride = _latest, state.grid.width + 2
    if field.creatures is not state.creatures or field.stride != stride:
        field = _latest = _drawn_up(state.creatures, stride)
    return field


def beside(grid: Grid, square: Square) -> int:
    """A square and the eight around it."""
    stride = grid.width + 2
    bit = 1 << ((square[1] + 1) * stride + square[0] + 1)
    row = bit | bit << 1 | bit >> 1
    return row | row << stride | row >> stride


@executes("ose:combat.melee.distance")
def engaged(state: State, creature: Creature) -> bool:
    """Whether an enemy that can fight stands within 5 feet."""
    assert state.grid is not None and creature.at is not None
    return bool(field_of(state).threats[creature.side] & beside(state.grid, creature.at))
