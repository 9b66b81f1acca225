"""Where a combatant can get to: moving, charging, running, closing, withdrawing and getting away."""

from __future__ import annotations

from functools import lru_cache

from underkeep.kernel.executes import executes
from underkeep.systems.rampage.attacks.field import Field, Foes, field, goes_unseen, has_contact, lockers, zone_inches
from underkeep.systems.rampage.basics.battle import NEVER, battle
from underkeep.systems.rampage.basics.sheet import BULK, sheet
from underkeep.systems.rampage.basics.surroundings import is_indoors
from underkeep.systems.rampage.characters.specials import has_special
from underkeep.systems.rampage.equipment.load import movement_in, wears_plate
from underkeep.world.creature import Creature
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
    grid = now.grid
    blocked = now.solid if BULK[sheet(actor).size] >= BULK["S"] else now.occupied
    start = grid.bit(square_of(actor))
    mask = grid.reach(square_of(actor), steps, blocked & ~start, foes.zones & ~ignored)
    at_edge = (mask | start) & foes.outer
    if at_edge:
        mask |= grid.spread(at_edge) & foes.beside_large & grid.floor & ~blocked
    return mask & ~now.occupied


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
    """A Tunnel Fighter goes through his friends where it is narrow."""
    friends = 0
    for creature in now.standing:
        if creature.side == actor.side:
            friends |= now.grid.bit(square_of(creature))
    mask = now.grid.reach(square_of(actor), movement_in(actor), now.solid & ~friends, foes.zones)
    return mask & ~now.occupied


@executes("rampage:combat.escape.success")
def escape_mask(state: State, actor: Creature) -> int:
    """The regular move; the zones escaped from do not stop it."""
    now = field(state)
    return _spread(now, actor, movement_in(actor), now.foes(actor.side), _zones_of(now, lockers(state, actor)))


def _zones_of(now: Field, creatures: list[Creature]) -> int:
    mask = 0
    for c in creatures:
        mask |= now.grid.around(square_of(c), max(1, zone_inches(c)))
    return mask


@executes("rampage:combat.run.distance", "rampage:combat.actions.both.run", "rampage:combat.run.snakes")
def run_inches(actor: Creature) -> int:
    """Ruling: q.triple-legs, four legs or more."""
    legs = sheet(actor).legs
    return movement_in(actor) * (0 if legs == 0 else 3 if legs >= 4 else 2)


@executes("rampage:combat.run.who")
def run_mask(state: State, actor: Creature) -> int:
    """From start to end outside every enemy zone."""
    now = field(state)
    zones = now.foes(actor.side).zones
    if zones & now.grid.bit(square_of(actor)):
        return 0
    return now.grid.reach(square_of(actor), run_inches(actor), now.solid | zones) & ~now.occupied


@executes("rampage:combat.withdraw.move")
def withdraw_mask(state: State, actor: Creature) -> int:
    """Up to 2 inches, ending farther from every enemy that held the creature, and in no enemy's zone."""
    now = field(state)
    held_by = lockers(state, actor)
    foes = now.foes(actor.side)
    mask = _spread(now, actor, WITHDRAWAL, foes, _zones_of(now, held_by)) & ~foes.zones
    here = square_of(actor)
    for foe in held_by:
        near = now.grid.bit(square_of(foe))
        for _ in range(distance(here, square_of(foe))):
            near = now.grid.spread(near) & now.grid.floor
        mask &= ~near
    return mask


@executes("rampage:combat.melee.follow-up", "rampage:combat.melee.close-large")
def follow_up_mask(state: State, actor: Creature) -> int:
    """Squares in contact with an enemy, within 2 inches, for one who has no enemy in contact."""
    if has_contact(state, actor):
        return 0
    now = field(state)
    foes = now.foes(actor.side)
    ignored = foes.outer
    return _spread(now, actor, FOLLOW_UP, foes, ignored) & now.grid.spread(foes.bodies)


@executes("rampage:combat.charge.move-mounted", "rampage:combat.charge.move-foot", "rampage:combat.charge.move-plate")
def charge_inches(actor: Creature) -> int:
    """How far a charge carries: further on four legs, no further in plate."""
    extra = 6 if sheet(actor).legs >= 4 else 0 if wears_plate(actor) else 3
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
    grid, here = now.grid, square_of(actor)
    found = 0
    blocked = now.solid | ~grid.floor
    ends = grid.spread(foes.bodies) & grid.floor & ~now.occupied
    for square in grid.squares(ends):
        if least <= distance(here, square) <= most:
            for way, last in _ways(grid, here, square):
                stops = way & foes.zones
                if not way & blocked and (not stops or (stops == last and last & foes.outer)):
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
    edge = (mask | here) & _edge(now.grid)
    if edge:
        return now.grid.first(edge), True
    return farthest(now, mask & ~foes.contact, foes.bodies), False


@lru_cache(maxsize=256)
def _edge(grid: Grid) -> int:
    wide, high = grid.width, grid.height
    rim = [(x, y) for x in range(wide) for y in range(high) if x in (0, wide - 1) or y in (0, high - 1)]
    return grid.mask(rim) & grid.floor


def can_step(state: State, actor: Creature) -> bool:
    """Whether any square beside the creature is free."""
    now = field(state)
    beside = now.grid.spread(now.grid.bit(square_of(actor))) & now.grid.floor
    return bool(beside & ~now.occupied)
