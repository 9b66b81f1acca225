"""Who stands where, as sets of squares: worked out once for as long as nobody moves, falls or is hurt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import compress
from operator import is_not

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.kernel.memo import FORGET
from underkeep.systems.ose.basics.conditions import SWALLOWED, can_fight, has
from underkeep.world.creature import Creature
from underkeep.world.grid import Grid, Square, block, distance
from underkeep.world.state import State


@lru_cache(maxsize=256)
def near(stride: int, size: int = 1) -> int:
    """Something so many squares a side and all around it, as a mask that begins a row above and a column before it."""
    row = (1 << size + 2) - 1
    return sum(row << down * stride for down in range(size + 2))


class _OpenSides(dict[int, int]):
    """By the number of a square, how many of its front, flanks and rear are no wall; worked out when first asked."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self.grid = grid

    def __missing__(self, number: int) -> int:
        stride, bit = self.grid.stride, 1 << number - 1
        sides = (bit << 1 | bit >> 1 | bit << stride | bit >> stride) & self.grid.floor
        self[number] = sides.bit_count()
        return self[number]


_open_sides = lru_cache(maxsize=64)(_OpenSides)


class Field(Struct, frozen=True, gc=False):
    """By side, `enemies` are the squares of all against it and `threatened` those within 5 feet of an enemy who can
    fight.

    `fighters` are a side's own who can fight; `who` finds a creature by the number of its square, which is the
    length of its bit; `stricken` are those who cannot fight, and whom somebody beside them might help. `near` is what
    is around a square (see there), `open_sides` how many of the sides of one are no wall, by its number. `is_shared` if
    the referee put two on one square. `kinds` is what has come to this fight, fallen or not; `is_plain` while nobody is
    under anything.
    """

    creatures: Mapping[str, Creature]
    grid: Grid
    stride: int
    near: int
    occupied: int
    enemies: dict[str, int]
    threatened: dict[str, int]
    fighters: dict[str, int]
    who: dict[int, str]
    stricken: int
    is_shared: bool
    kinds: frozenset[str]
    is_plain: bool
    open_sides: Mapping[int, int]

    @executes("ose:combat.melee.distance")
    def besets(self, creature: Creature) -> bool:
        """Whether an enemy that can fight stands within 5 feet of somebody."""
        at, mask = creature.at, self.threatened[creature.side]
        assert at is not None
        if creature.size > 1:
            return bool(mask & self.grid.footprint(at, creature.size))
        return mask >> (at[1] + 1) * self.stride + at[0] + 1 & 1 == 1


def _drawn_up(creatures: Mapping[str, Creature], grid: Grid) -> Field:
    standing = dict.fromkeys([c.side for c in creatures.values()], 0)
    who: dict[int, str] = {}
    stricken = occupied = count = 0
    is_plain = True
    kinds = set()
    for c in creatures.values():
        kinds.add(c.kind)
        if c.conditions:
            is_plain = False
        bit = _bit_of(c, grid)
        if bit:
            count += bit.bit_count()
            if c.size > 1 and c.at is not None:
                for square in block(c.at, c.size):
                    who[grid.bit(square).bit_length()] = c.id
            else:
                who[bit.bit_length()] = c.id
            standing[c.side] |= bit
            if c.conditions and not can_fight(c):
                stricken |= bit
    for own in standing.values():
        occupied |= own
    enemies = {side: occupied & ~own for side, own in standing.items()}
    threatened = {side: grid.spread(mask & ~stricken) for side, mask in enemies.items()}
    fighters = {side: own & ~stricken for side, own in standing.items()}
    rest = (stricken, count > len(who), frozenset(kinds), is_plain, _open_sides(grid))
    places = (grid.stride, near(grid.stride), occupied, enemies, threatened, fighters, who)
    return Field(creatures, grid, *places, *rest)


def _bit_of(creature: Creature, grid: Grid) -> int:
    """The squares of one who stands on the field; 0 for anybody else."""
    at = creature.at
    if creature.size > 1 and at is not None and creature.status == "up":
        return 0 if creature.conditions and has(creature, SWALLOWED) else grid.footprint(at, creature.size)
    if creature.conditions and has(creature, SWALLOWED):
        return 0
    return grid.bit(at) if at is not None and creature.status == "up" else 0


def _redrawn(field: Field, creatures: Mapping[str, Creature]) -> Field | None:
    """The field when one creature has been hurt, has moved or fallen, as after nearly every action; None if more has
    changed, or one who is under something, and all must be drawn up again.
    """
    if len(creatures) != len(field.creatures):
        return None
    changed = list(compress(creatures, map(is_not, field.creatures.values(), creatures.values())))
    if len(changed) != 1 or changed[0] not in field.creatures:
        return None
    id, grid = changed[0], field.grid
    old, new = field.creatures[id], creatures[id]
    if old.side != new.side or old.conditions or new.conditions or old.size > 1 or new.size > 1:
        return None
    if old.at is new.at and old.status == new.status:
        return replace(field, creatures=creatures)
    was = 0 if old.at is None or old.status != "up" else grid.bit(old.at)
    now = 0 if new.at is None or new.status != "up" else grid.bit(new.at)
    if was == now:
        return replace(field, creatures=creatures)
    if field.is_shared or now & field.occupied:
        return None
    return _changed_places(field, creatures, new, was, now)


def _changed_places(field: Field, creatures: Mapping[str, Creature], moved: Creature, was: int, now: int) -> Field:
    own, both, who = moved.side, was | now, field.who.copy()
    if was:
        del who[was.bit_length()]
    if now:
        who[now.bit_length()] = moved.id
    enemies, threatened, fighters = field.enemies.copy(), field.threatened.copy(), field.fighters.copy()
    grid, stricken = field.grid, field.stricken
    for side, mask in enemies.items():
        if side != own:
            enemies[side] = mask = mask ^ both
            threatened[side] = grid.spread(mask & ~stricken if stricken else mask)
    fighters[own] ^= both
    return replace(
        field,
        creatures=creatures,
        occupied=field.occupied ^ both,
        enemies=enemies,
        threatened=threatened,
        fighters=fighters,
        who=who,
    )


_latest = _drawn_up({}, Grid(0, 0))


def _forget() -> None:
    global _latest
    _latest = _drawn_up({}, Grid(0, 0))


FORGET.append(_forget)


def field_of(state: State) -> Field:
    """The field of this moment; the latest one is remembered, for it is asked for again and again."""
    global _latest
    field, grid = _latest, state.grid
    if field.creatures is state.creatures and field.grid is grid:
        return field
    assert grid is not None
    redrawn = _redrawn(field, state.creatures) if field.grid is grid else None
    _latest = redrawn or _drawn_up(state.creatures, grid)
    return _latest


def engaged(state: State, creature: Creature) -> bool:
    """Whether an enemy that can fight stands within 5 feet."""
    field = _latest
    if field.creatures is not state.creatures or field.grid is not state.grid:
        field = field_of(state)
    return field.besets(creature)


@executes("ose:combat.spacing")
def free_squares(state: State, centre: Square, size: int = 1) -> Iterator[Square]:
    """Where somebody so many squares a side has room on the field, the nearest first."""
    grid = state.grid
    assert grid is not None
    free = grid.room(grid.floor & ~state.occupied(), size)
    return iter(sorted(grid.squares(free), key=lambda square: (distance(centre, square), square)))
