"""Animals to ride, to load and to put before a cart: how fast they are, and what they draw."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.equipment import load
from underkeep.world.state import State


class Mount(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields are explained at the head of the data file."""

    name: str
    cost_gp: int
    feet: int
    load_coins: int
    laden_feet: int
    most_coins: int
    rule: str


@executes("ose:vehicle.genre-data")
@cache
def mounts() -> dict[str, Mount]:
    """The animals that can be bought."""
    return content.load(compendium.PACKAGE, "vehicles/mounts", Mount)


def of_party(state: State) -> dict[str, int]:
    return campaign(state).road.mounts


@executes("ose:vehicle.crew")
def team(state: State, needed: dict[str, int]) -> int:
    """How many times over the party's animals are enough to draw something, of one kind: none, once or twice."""
    return min(2, max((of_party(state).get(kind, 0) // count for kind, count in needed.items()), default=0))


def riding_feet(state: State) -> int:
    """How fast a party is that has a mount for everybody, the fastest first; 0 if somebody must walk. A rider and what
    he carries are a load for it.
    """
    riders = sorted(state.marchers(), key=lambda c: -load.carried_coins(state, c))
    stable = sorted((mounts()[kind] for kind, n in of_party(state).items() for _ in range(n)), key=lambda m: -m.feet)
    if len(stable) < len(riders):
        return 0
    pairs = list(zip(riders, stable, strict=False))
    if any(load.carried_coins(state, rider) + RIDER_COINS > mount.most_coins for rider, mount in pairs):
        return 0
    rates = [m.feet if load.carried_coins(state, r) + RIDER_COINS <= m.load_coins else m.laden_feet for r, m in pairs]
    return min(rates, default=0)


RIDER_COINS = 2000
"""What somebody in the saddle weighs. Ours."""
