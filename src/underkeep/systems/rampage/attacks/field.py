"""Who stands where: zones of control, contact, who is locked in melee or protected, and which way a figure faces.

Sets of squares are bit masks. One inch is one square.
"""

from __future__ import annotations

from typing import NamedTuple

from underkeep.kernel.executes import executes
from underkeep.kernel.memo import FORGET
from underkeep.systems.rampage.basics.sheet import BULK, bulk
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.grid import Grid, Square, line, nearest
from underkeep.world.state import State, square_of

_SMALL, _LARGE = BULK["S"], BULK["L"]
FLEEING = "fleeing"
HIDDEN = "hidden"
SCREENS = ("pavis", "mantlet")
INVISIBLE, SPOTTED = "invisible", "spotted"


def _is_hidden(creature: Creature) -> bool:
    if not creature.conditions:
        return False
    if creature.condition(HIDDEN) is None and creature.condition(INVISIBLE) is None:
        return False
    return creature.condition(SPOTTED) is None


def goes_unseen(creature: Creature) -> bool:
    """Whether a mover is hidden or invisible to every enemy."""
    return _is_hidden(creature)


@executes("rampage:combat.move.large-space")
def body(grid: Grid, creature: Creature) -> int:
    """The squares that a creature fills: one, but several for the large."""
    at = square_of(creature)
    return grid.bit(at) if creature.size == 1 else grid.footprint(at, creature.size)


def ends(one: Creature, other: Creature) -> tuple[Square, Square]:
    """The squares of two creatures that are nearest to each other."""
    here, there = square_of(one), square_of(other)
    return (here, there) if one.size == other.size == 1 else nearest(here, one.size, there, other.size)


def _is_held_up(item: Item) -> bool:
    return item.kind in SCREENS and item.place == "hand" and not item.broken


class Foes(NamedTuple):
    """The enemies of one side: their squares, the squares beside those who control a zone, the squares beside a large
    one, and the squares 2 inches from a large one.
    """

    creatures: tuple[Creature, ...]
    bodies: int
    threats: int
    contact: int
    beside_large: int
    outer: int

    @property
    def zones(self) -> int:
        return self.contact | self.outer


class Field:
    """The field of one moment. `solid` are the squares that nobody may pass."""

    __slots__ = (
        "_contacts", "_foes", "_friends", "_locked", "_screened", "creatures", "grid",
        "occupied", "solid", "standing",
    )  # fmt: skip

    def __init__(self, creatures: dict[str, Creature], grid: Grid) -> None:
        self.creatures = creatures
        self.grid = grid
        self.standing = tuple(c for c in creatures.values() if c.status == "up" and c.at is not None)
        self.occupied = self.solid = 0
        for c in self.standing:
            bit = body(grid, c)
            self.occupied |= bit
            if bulk(c) >= _SMALL:
                self.solid |= bit
        self._foes: dict[str, Foes] = {}
        self._friends: dict[str, int] = {}
        self._contacts: dict[str, tuple[Creature, ...]] = {}
        self._locked: dict[str, bool] = {}
        self._screened: tuple[Creature, ...] | None = None

    @executes("rampage:combat.move.zoc", "rampage:combat.move.tiny")
    def foes(self, side: str) -> Foes:
        """Ruling: whoever flees controls nothing."""
        found = self._foes.get(side)
        if found is None:
            found = self._foes[side] = self._find_foes(side)
        return found

    def in_contact(self, creature: Creature) -> tuple[Creature, ...]:
        found = self._contacts.get(creature.id)
        if found is None:
            x, y = square_of(creature)
            is_small = creature.size == 1
            near = [
                foe
                for foe in self.foes(creature.side).creatures
                if (
                    -1 <= foe.at[0] - x <= 1 and -1 <= foe.at[1] - y <= 1  # type: ignore[index]
                    if is_small and foe.size == 1
                    else creature.steps_to(foe) <= 1
                )
            ]
            found = self._contacts[creature.id] = tuple(near)
        return found

    def friends(self, side: str) -> int:
        """The squares on which those of a side stand."""
        found = self._friends.get(side)
        if found is None:
            found = 0
            for c in self.standing:
                if c.side == side:
                    found |= body(self.grid, c)
            self._friends[side] = found
        return found

    def screened(self) -> tuple[Creature, ...]:
        """Those who hold something up against missiles that takes both hands."""
        if self._screened is None:
            self._screened = tuple(c for c in self.standing if any(_is_held_up(item) for item in c.items))
        return self._screened

    def is_locked(self, state: State, creature: Creature) -> bool:
        found = self._locked.get(creature.id)
        if found is None:
            found = self._locked[creature.id] = _is_locked(state, creature)
        return found

    def _find_foes(self, side: str) -> Foes:
        grid, floor = self.grid, self.grid.floor
        foes = tuple(c for c in self.standing if c.side != side and not _is_hidden(c))
        bodies = threats = zoned = large = 0
        for c in foes:
            bit = body(grid, c)
            bodies |= bit
            if c.conditions and c.condition(FLEEING) is not None:
                continue
            threats |= bit
            size = bulk(c)
            if size >= _SMALL:
                zoned |= bit
            if size >= _LARGE:
                large |= bit
        contact = grid.spread(zoned) & floor
        beside = grid.spread(large) & floor if large else 0
        outer = grid.spread(beside) & floor & ~contact if large else 0
        return Foes(foes, bodies, threats, contact, beside, outer)


_memo: tuple[dict[str, Creature], Grid | None, Field] | None = None


def field(state: State) -> Field:
    """The field of a state; the last one is kept, since it is asked for many times between two facts."""
    global _memo
    last = _memo
    if last is not None and last[0] is state.creatures and last[1] is state.grid:
        return last[2]
    assert state.grid is not None
    made = Field(state.creatures, state.grid)
    _memo = (state.creatures, state.grid, made)
    return made


def _forget() -> None:
    global _memo
    _memo = None


FORGET.append(_forget)


@executes("rampage:combat.move.zoc", "rampage:combat.move.tiny")
def zone_inches(creature: Creature) -> int:
    """How far a creature's Zone of Control reaches; the tiny have none."""
    size = bulk(creature)
    return 2 if size >= _LARGE else 1 if size >= _SMALL else 0


def in_contact(state: State, creature: Creature) -> tuple[Creature, ...]:
    """The enemies within 1 inch."""
    return field(state).in_contact(creature)


def has_contact(state: State, creature: Creature) -> bool:
    return bool(field(state).in_contact(creature))


@executes("rampage:combat.melee.locked", "rampage:combat.melee.protected-not-locked")
def locks(state: State, foe: Creature, creature: Creature) -> bool:
    """Whether one of two enemies stands in the other's zone. Ruling: q.zoc-vs-contact, then both are locked.
    Ruling: q.zoc-friendly-blocked, a zone does not reach past a friend of the one it would hold.
    """
    if foe.conditions and foe.condition(FLEEING) is not None:
        return False
    apart = foe.steps_to(creature)
    if apart > max(zone_inches(foe), zone_inches(creature)):
        return False
    return apart < 2 or not (is_shielded(state, creature, foe) or is_shielded(state, foe, creature))


@executes("rampage:combat.rank.protecting", "rampage:combat.rank.definition")
def is_shielded(state: State, creature: Creature, foe: Creature) -> bool:
    """Whether a friend stands right in front of a creature, on the line to an enemy."""
    before = next(line(*ends(creature, foe)), None)
    if before is None:
        return False
    now = field(state)
    return bool(now.friends(creature.side) & now.grid.bit(before))


@executes("rampage:combat.melee.locked", "rampage:combat.melee.start")
def is_locked(state: State, creature: Creature) -> bool:
    """Whether the creature stands in an enemy's Zone of Control."""
    return field(state).is_locked(state, creature)


def _is_locked(state: State, creature: Creature) -> bool:
    now = field(state)
    foes = now.foes(creature.side)
    here, size = body(now.grid, creature), bulk(creature)
    if foes.contact & here or (size >= _SMALL and now.grid.spread(foes.threats) & here):
        return True
    if not foes.outer & here and size < _LARGE:
        return False
    return any(locks(state, foe, creature) for foe in foes.creatures)


def lockers(state: State, creature: Creature) -> list[Creature]:
    """The enemies that hold a creature in melee."""
    return [foe for foe in field(state).foes(creature.side).creatures if locks(state, foe, creature)]
