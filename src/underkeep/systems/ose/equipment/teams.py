"""Animals to put before a cart, and what they draw. What people ride stands among the mounts of travel."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.world.state import State


class Draught(Struct, frozen=True, forbid_unknown_fields=True):
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
def animals() -> dict[str, Draught]:
    """The animals that can be bought."""
    return content.load(compendium.PACKAGE, "vehicles/teams", Draught)


def of_party(state: State) -> dict[str, int]:
    return campaign(state).road.team


@executes("ose:vehicle.crew")
def team(state: State, needed: dict[str, int]) -> int:
    """How many times over the party's animals are enough to draw something, of one kind: none, once or twice."""
    return min(2, max((of_party(state).get(kind, 0) // count for kind, count in needed.items()), default=0))
