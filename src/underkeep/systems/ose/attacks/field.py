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
    """By side, `enemies` are the squares of all against it and `threatened` those within 5 feet of an enemy who can
    fight.

    `fighters` are a side's own who can fight; `who` finds a creature by the bit of its square; `stricken` are those who
    cannot fight, and whom somebody beside them might help.
    """

    creatures: Mapping[str, Creature]
    stride: int
    occupied: int
    enemies: dict[str, int]
    threatened: dict[str, int]
    fighters: dict[str, int]
    who: dict[int, str]
    stricken: int


def _drawn_up(creatures: Mapping[str, Creature], stride: int) -> Field:
    standing: dict[str, int] = {}
    who: dict[int, str] = {}
    stricken = occupied = 0
    for id, c in creatures.items():
        side, at = c.side, c.at
        mask = standing.setdefault(side, 0)
        if at is not None and c.status == "up":
            bit = 1 << ((at[1] + 1) * stride + at[0] + 1)
            who[bit] = id
            standing[side] = mask | bit
            if c.conditions and not can_fight(c):
                stricken |= bit
    for mask in standing.values():
        occupied |= mask
    enemies, threatened, fighters = {}, {}, {}
    for side, own in standing.items():
        enemies[side] = occupied & ~own
        threatened[side] = _spread(enemies[side] & ~stricken, stride)
        fighters[side] = own & ~stricken
    return Field(creatures, stride, occupied, enemies, threatened, fighters, who, stricken)


def _stands_as_before(before: Mapping[str, Creature], now: Mapping[str, Creature]) -> bool:
    """Whether nobody came, moved, fell or is under anything else: a wound alone changes nothing on the field."""
    if len(before) != len(now):
        return False
    for old, new in zip(before.values(), now.values(), strict=True):
        if old is not new and (
            old.at is not new.at
            or old.status != new.status
            or old.conditions is not new.conditions
            or old.side != new.side
            or old.id != new.id
        ):
            return False
    return True


_latest = _drawn_up({}, 0)


def field_of(state: State) -> Field:
    """The field of this moment; the latest one is remembered, for it is asked for again and again."""
    global _latest
    assert state.grid is not None
    field, stride = _latest, state.grid.width + 2
    if field.creatures is not state.creatures or field.stride != stride:
        if field.stride == stride and _stands_as_before(field.creatures, state.creatures):
            field = _latest = field._replace(creatures=state.creatures)
        else:
            field = _latest = _drawn_up(state.creatures, stride)
    return field


def _spread(mask: int, stride: int) -> int:
    """The squares of a mask and all beside them."""
    mask |= mask << 1 | mask >> 1
    return mask | mask << stride | mask >> stride


def beside(grid: Grid, square: Square) -> int:
    """A square and the eight around it."""
    stride = grid.width + 2
    return _spread(1 << ((square[1] + 1) * stride + square[0] + 1), stride)


@executes("ose:combat.melee.distance")
def engaged(state: State, creature: Creature) -> bool:
    """Whether an enemy that can fight stands within 5 feet."""
    at, field = creature.at, field_of(state)
    assert at is not None
    return bool(field.threatened[creature.side] >> ((at[1] + 1) * field.stride + at[0] + 1) & 1)
