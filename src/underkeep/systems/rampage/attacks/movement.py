"""Where a combatant can get to: moving, charging, running, closing, withdrawing and getting away."""

from __future__ import annotations

from functools import lru_cache

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks.field import (
    Field,
    Foes,
    body,
    field,
    goes_unseen,
    has_contact,
    lockers,
    zone_inches,
)
from underkeep.systems.rampage.basics.battle import NEVER, battle
from underkeep.systems.rampage.basics.sheet import BULK, bulk, legs_of, sheet
from underkeep.systems.rampage.basics.surroundings import is_indoors
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.checks.wounds import Revived
from underkeep.systems.rampage.equipment.load import movement_in, wears_plate
from underkeep.world.creature import Creature, Moved
from underkeep.world.grid import Grid, Square, distance
from underkeep.world.state import State, square_of

LEAST_CHARGE = 3
WITHDRAWAL = 2
FOLLOW_UP = 2


@executes(
    "rampage:combat.zoc.stop",
    "rampage:combat.move.space",
    "rampage:combat.move.tiny",
    "rampage:combat.melee.close-large",
)
def _spread(now: Field, actor: Creature, steps: int, foes: Foes, ignored: int = 0) -> int:
    """A zone entered ends the move, but for the last inch to a large creature. Tiny bodies are stepped over."""
    grid, at, size = now.grid, square_of(actor), actor.size
    own, start = body(grid, actor), grid.bit(at)
    blocked = (now.solid if bulk(actor) >= BULK["S"] else now.occupied) & ~own
    mask = grid.reach(at, steps, blocked, _covering(grid, foes.zones & ~ignored, size), size)
    at_edge = (mask | start) & _covering(grid, foes.outer, size)
    if at_edge:
        mask |= grid.spread(at_edge) & _covering(grid, foes.beside_large, size) & _room(grid, blocked, size)
    return mask & _room(grid, now.occupied & ~own, size) & ~start


def _covering(grid: Grid, mask: int, size: int) -> int:
    """Where the upper left of something so large stands when it covers any of these squares."""
    for _ in range(1, size):
        mask |= mask >> 1
        mask |= mask >> grid.stride
    return mask


def _room(grid: Grid, blocked: int, size: int) -> int:
    """Where something so large can stand."""
    free = grid.floor & ~blocked
    return free if size == 1 else grid.room(free, size)


def where_it_touches(now: Field, actor: Creature, bodies: int) -> int:
    """Where a creature stands right beside any of these bodies."""
    return _covering(now.grid, now.grid.spread(bodies), actor.size)


@executes("rampage:combat.actions.move.normal", "rampage:combat.zoc.stop", "rampage:combat.zoc.invisible")
def move_mask(state: State, actor: Creature) -> int:
    """The squares within the move; the first in an enemy's Zone of Control ends it, unless the mover goes unseen."""
    now = field(state)
    foes = now.foes(actor.side)
    if is_indoors(state) and has_special(sheet(actor), "Tunnel Fighter"):
        return _past_friends(now, actor, foes)
    if goes_unseen(actor):
        return _spread(now, actor, movement_in(actor), foes, foes.zones)
    return _spread(now, actor, movement_in(actor), foes)


@executes("rampage:class.ability.tunnel-fighter.pass")
def _past_friends(now: Field, actor: Creature, foes: Foes) -> int:
    """A Tunnel Fighter goes through his friends where it is narrow, and stands on one square with another such."""
    friends = now.friends(actor.side)
    mask = now.grid.reach(square_of(actor), movement_in(actor), now.solid & ~friends, foes.zones)
    return mask & (~now.occupied | _shared(now, actor))


@executes("rampage:class.ability.tunnel-fighter.share")
def _shared(now: Field, actor: Creature) -> int:
    """The squares on which one other Tunnel Fighter of the same side stands, and nobody else."""
    once = twice = 0
    for c in now.standing:
        if c.id != actor.id and c.size == 1:
            bit = now.grid.bit(square_of(c))
            fit = c.side == actor.side and has_special(sheet(c), "Tunnel Fighter")
            twice |= bit if not fit else once & bit
            once |= bit
    return once & ~twice


@executes("rampage:combat.escape.success")
def escape_mask(state: State, actor: Creature) -> int:
    """The regular move; the zones escaped from do not stop it."""
    now = field(state)
    return _spread(now, actor, movement_in(actor), now.foes(actor.side), _zones_of(now, lockers(state, actor)))


def _zones_of(now: Field, creatures: list[Creature]) -> int:
    mask = 0
    for c in creatures:
        ring = own = body(now.grid, c)
        for _ in range(max(1, zone_inches(c))):
            ring = now.grid.spread(ring) & now.grid.floor
        mask |= ring & ~own
    return mask


@executes("rampage:combat.run.distance", "rampage:combat.actions.both.run", "rampage:combat.run.snakes")
def run_inches(actor: Creature) -> int:
    """Ruling: q.triple-legs, four legs or more."""
    legs = legs_of(actor)
    return movement_in(actor) * (0 if legs == 0 else 3 if legs >= 4 else 2)


@executes("rampage:combat.run.who")
def run_mask(state: State, actor: Creature) -> int:
    """From start to end outside every enemy zone."""
    now = field(state)
    zones, own = now.foes(actor.side).zones, body(now.grid, actor)
    if zones & own:
        return 0
    blocked = (now.solid & ~own) | zones
    mask = now.grid.reach(square_of(actor), run_inches(actor), blocked, 0, actor.size)
    return mask & _room(now.grid, now.occupied & ~own, actor.size)


@executes("rampage:combat.withdraw.move")
def withdraw_mask(state: State, actor: Creature) -> int:
    """Up to 2 inches, ending farther from every enemy that held the creature, and in no enemy's zone."""
    now = field(state)
    held_by = lockers(state, actor)
    foes = now.foes(actor.side)
    mask = _spread(now, actor, WITHDRAWAL, foes, _zones_of(now, held_by))
    mask &= ~_covering(now.grid, foes.zones, actor.size)
    for foe in held_by:
        near = body(now.grid, foe)
        for _ in range(actor.steps_to(foe)):
            near = now.grid.spread(near) & now.grid.floor
        mask &= ~_covering(now.grid, near, actor.size)
    return mask


@executes("rampage:combat.melee.follow-up", "rampage:combat.melee.close-large")
def follow_up_mask(state: State, actor: Creature) -> int:
    """Squares in contact with an enemy, within 2 inches, for one who has no enemy in contact."""
    if has_contact(state, actor):
        return 0
    now = field(state)
    foes = now.foes(actor.side)
    ignored = foes.outer
    return _spread(now, actor, FOLLOW_UP, foes, ignored) & where_it_touches(now, actor, foes.bodies)


@executes("rampage:combat.charge.move-mounted", "rampage:combat.charge.move-foot", "rampage:combat.charge.move-plate")
def charge_inches(actor: Creature) -> int:
    """How far a charge carries: further on four legs, no further in plate."""
    extra = 6 if legs_of(actor) >= 4 else 0 if wears_plate(actor) else 3
    return movement_in(actor) + extra


@executes("rampage:combat.charge.not-twice", "rampage:death.maimed.leg")
def may_charge(state: State, actor: Creature) -> bool:
    """Nobody charges in two rounds running, or on a maimed leg."""
    fight = state.fight
    assert fight is not None
    last = battle(state).charges.get(actor.id)
    before = last.round if last is not None else NEVER
    lame = any("leg" in injury or "foot" in injury for injury in sheet(actor).injuries)
    return not lame and fight.round - before > 1


@executes("rampage:combat.charge.define", "rampage:combat.actions.both.charge")
def charge_mask(state: State, actor: Creature) -> int:
    """Squares in contact with an enemy, 3 inches away or more, with a clear way of at most one turn of 45 degrees."""
    now = field(state)
    return _rush_mask(now, actor, now.foes(actor.side), LEAST_CHARGE, charge_inches(actor))


@executes("rampage:combat.charge.continue", "rampage:combat.charge.continue-arc", "rampage:combat.charge.continue-zoc")
def charge_on_mask(state: State, actor: Creature) -> int:
    """The squares to which a charger who has cut down the target may go on, straight ahead."""
    if has_contact(state, actor):
        return 0
    now, charge = field(state), battle(state).charges[actor.id]
    mask = _rush_mask(now, actor, now.foes(actor.side), 1, charge.left)
    for square in list(now.grid.squares(mask)):
        if not _is_within_45_degrees(charge.start, charge.to, square):
            mask &= ~now.grid.bit(square)
    return mask


def _is_within_45_degrees(start: Square, one: Square, other: Square) -> bool:
    ax, ay, bx, by = one[0] - start[0], one[1] - start[1], other[0] - start[0], other[1] - start[1]
    dot = ax * bx + ay * by
    return dot > 0 and 2 * dot * dot >= (ax * ax + ay * ay) * (bx * bx + by * by)


def _rush_mask(now: Field, actor: Creature, foes: Foes, least: int, most: int) -> int:
    grid, here, size = now.grid, square_of(actor), actor.size
    found, own = 0, body(grid, actor)
    free = _room(grid, now.solid & ~own, size)
    zones, outer = _covering(grid, foes.zones, size), _covering(grid, foes.outer, size)
    ends = where_it_touches(now, actor, foes.bodies) & _room(grid, now.occupied & ~own, size)
    for square in grid.squares(ends):
        if least <= distance(here, square) <= most:
            for way, last in _ways(grid, here, square):
                stops = way & zones
                if not way & ~free and (not stops or (stops == last and last & outer)):
                    found |= grid.bit(square)
                    break
    return found


@lru_cache(maxsize=65536)
def _ways(grid: Grid, start: Square, to: Square) -> tuple[tuple[int, int], ...]:
    """The ways between two squares that turn at most once, by 45 degrees: the squares between, and the last of them."""
    dx, dy = to[0] - start[0], to[1] - start[1]
    step_x, step_y = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    slant = min(abs(dx), abs(dy))
    straight = max(abs(dx), abs(dy)) - slant
    along = (step_x if abs(dx) > abs(dy) else 0, step_y if abs(dy) > abs(dx) else 0)
    orders = {((step_x, step_y),) * slant + (along,) * straight, (along,) * straight + ((step_x, step_y),) * slant}
    ways = []
    for steps in sorted(orders):
        x, y = start
        mask = last = 0
        for ax, ay in steps[:-1]:
            x, y = x + ax, y + ay
            last = grid.bit((x, y))
            mask |= last
        ways.append((mask, last))
    return tuple(ways)


@executes("rampage:combat.move.split-shot-resolve")
def rest_mask(state: State, actor: Creature, left: int) -> int:
    """Where what is left of a move leads."""
    now = field(state)
    return _spread(now, actor, left, now.foes(actor.side))


@executes("rampage:combat.move.split-shot-resolve")
def left_after(state: State, actor: Creature, to: Square) -> int:
    """How many inches of the move are left to one who goes there."""
    now, whole = field(state), movement_in(actor)
    foes, there = now.foes(actor.side), now.grid.bit(to)
    for steps in range(1, whole):
        if _spread(now, actor, steps, foes) & there:
            return whole - steps
    return 0


@executes("rampage:combat.actions.hold.avoid")
def clear_of(state: State, actor: Creature, enemy: Creature) -> Square | None:
    """Where one gets to who steps out of an enemy's way, as far from it as the move allows."""
    now = field(state)
    mask = _spread(now, actor, movement_in(actor), now.foes(actor.side), _zones_of(now, [enemy]))
    beside = _covering(now.grid, now.grid.spread(body(now.grid, enemy)), actor.size)
    return farthest(now, mask & ~beside, body(now.grid, enemy))


def farthest(now: Field, mask: int, bodies: int) -> Square | None:
    """Of the squares of a mask, the first of those farthest from all of the bodies."""
    if not mask:
        return None
    ring = bodies
    while True:
        beyond = mask & ~ring
        wider = now.grid.spread(ring) & now.grid.floor
        if not beyond or wider == ring:
            break
        mask, ring = beyond, wider
    return now.grid.first(mask)


def flight(state: State, actor: Creature, inches: int) -> tuple[Square | None, bool]:
    """Where one ends who gets away as far as he can, and whether that is the edge of the field."""
    now = field(state)
    foes = now.foes(actor.side)
    mask = _spread(now, actor, inches, foes, _zones_of(now, lockers(state, actor)))
    here = now.grid.bit(square_of(actor))
    edge = (mask | here) & _covering(now.grid, _edge(now.grid), actor.size)
    if edge:
        return now.grid.first(edge), True
    return farthest(now, mask & ~_covering(now.grid, foes.contact, actor.size), foes.bodies), False


@lru_cache(maxsize=256)
def _edge(grid: Grid) -> int:
    wide, high = grid.width, grid.height
    rim = [(x, y) for x in range(wide) for y in range(high) if x in (0, wide - 1) or y in (0, high - 1)]
    return grid.mask(rim) & grid.floor


def make_room(do: Resolution, event: Revived) -> None:
    """Who gets up where somebody stands by now is moved to the nearest square that is free."""
    creature, grid = do.state.creatures[event.creature], do.state.grid
    if grid is None or creature.at is None or do.state.fight is None:
        return
    others = [c for c in do.state.active() if c.id != creature.id and c.at is not None]
    taken = 0
    for other in others:
        taken |= body(grid, other)
    if not taken & body(grid, creature):
        return
    free, ring = grid.room(grid.floor & ~taken, creature.size), grid.bit(creature.at)
    while not ring & free and (wider := grid.spread(ring) & grid.floor | ring) != ring:
        ring = wider
    if ring & free:
        do.emit(Moved(creature.id, grid.first(ring & free), "move"))


def can_step(state: State, actor: Creature) -> bool:
    """Whether any square beside the creature is free."""
    now = field(state)
    start, own = now.grid.bit(square_of(actor)), body(now.grid, actor)
    return bool(now.grid.spread(start) & ~start & _room(now.grid, now.occupied & ~own, actor.size))
