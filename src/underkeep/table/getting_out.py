"""How an order to get out is carried out: what is thrown down, who announces a retreat, who runs, who must strike."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.minds.flight import away
from underkeep.procedures.actions import Attack, Done, GiveGround
from underkeep.procedures.delve_actions import BreakOff
from underkeep.procedures.options import Options
from underkeep.table.coming_up import is_walk
from underkeep.table.order import BACK, FLEE, Order
from underkeep.world.creature import Creature
from underkeep.world.state import State


def dropping(own: Options, what: str) -> Action | None:
    """To lead everybody out of the fight with this thrown down, if that was said and may be done."""
    return next((x for x in own.listed if what and isinstance(x, BreakOff) and x.drop == what), None)


def not_past_them(state: State, creature: Creature, own: Options) -> Options:
    """The same with those squares alone that one gets to before any foe: nobody runs away past them."""
    walk = next((m for m in own.moves if is_walk(m)), None)
    foes = [foe.at for foe in state.enemies_of(creature) if foe.at is not None and foe.is_up]
    if walk is None or creature.at is None or not foes:
        return own
    grid = walk.grid
    theirs, mine = grid.mask(foes), grid.bit(creature.at)
    while True:
        wider = theirs | grid.spread(theirs) & grid.floor & ~mine
        further = mine | grid.spread(mine) & grid.floor & ~wider
        if (wider, further) == (theirs, mine):
            break
        theirs, mine = wider, further
    return Options(own.listed, tuple(replace(m, mask=m.mask & mine) if m is walk else m for m in own.moves))


def run(state: State, creature: Creature, own: Options, order: Order) -> Action | None:
    """A move away from the foes for who is told to run; None for who is cornered or may not walk."""
    walk = next((m for m in own.moves if is_walk(m)), None)
    step = away(state, creature, walk) if walk is not None and order.sort in (FLEE, BACK) else None
    return None if isinstance(step, Done) else step


def retreat(own: Options) -> Action | None:
    """The word by which one gives ground at a run, where it has to be announced."""
    ways = [x for x in own.listed if isinstance(x, GiveGround)]
    can_leave = any(isinstance(x, BreakOff) for x in own.listed)
    return ways[-1] if ways and not can_leave else None


def near_blows(state: State, creature: Creature, own: Options) -> Options:
    """The same without shots: who wants to be gone strikes those alone who stand in the way."""
    near = (x for x in own.listed if not isinstance(x, Attack) or is_near(state, creature, x.target))
    return Options(tuple(near), own.moves)


def as_said(own: Options, what: str) -> Options:
    """The same without what would throw down something that nobody said."""
    said = (x for x in own.listed if not isinstance(x, BreakOff) or x.drop in ("", what))
    return Options(tuple(said), own.moves)


def alone(own: Options) -> Options:
    """What one may do by oneself: not what takes everybody out of the fight."""
    return Options(tuple(x for x in own.listed if not isinstance(x, BreakOff)), own.moves)


def is_near(state: State, creature: Creature, other: str) -> bool:
    """Whether somebody is within a step."""
    foe = state.creatures[other]
    return creature.at is not None and foe.at is not None and creature.steps_to(foe) <= 1


def step_by_step(own: Options) -> Action | None:
    """The word by which one gives ground still facing the foes, where it has to be announced."""
    return next((x for x in own.listed if isinstance(x, GiveGround)), None)
