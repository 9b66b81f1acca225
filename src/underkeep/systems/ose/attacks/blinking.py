"""Blinking in and out of existence."""

from __future__ import annotations

from functools import cache

from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.field import field_of
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.monsters.traits import Blink
from underkeep.world.creature import Creature, Moved
from underkeep.world.grid import distance
from underkeep.world.state import State, square_of

_FAR = parse("1d4x10")
_RULE = ("ose:monster.attacks.per-round",)


@cache
def blinkers() -> frozenset[str]:
    return frozenset(k for k, listing in monsters().items() if any(isinstance(t, Blink) for t in listing.traits))


@executes("ose:monster.attacks.per-round")
def anywhere(state: State, actor: Creature, squares: int) -> int:
    """Where one that blinks can come to be: past everybody, within a round's move."""
    grid = state.grid
    assert grid is not None
    return grid.reach(square_of(actor), squares, 0) & ~field_of(state).occupied


@executes("ose:monster.attacks.per-round")
def blink_away(do: Resolution, actor: Creature, target: str) -> None:
    """After its attack it is 1d4 x 10 feet away."""
    grid = do.state.grid
    if actor.kind not in blinkers() or grid is None or actor.at is None or actor.status != "up":
        return
    feet = do.dice.total(_FAR, f"how far {actor.id} blinks").total
    foe = do.state.creatures[target]
    free = grid.reach(actor.at, max(1, feet // SQUARE_FEET), 0) & ~field_of(do.state).occupied
    if free and foe.at is not None:
        at = foe.at
        to = max(grid.squares(free), key=lambda square: (distance(square, at), square))
        do.emit(Moved(actor.id, to, "blink", rule=_RULE))
