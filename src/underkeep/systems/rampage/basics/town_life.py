"""What this game knows of a town."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import TownLife
from underkeep.world.state import State


class RampageTown(Struct, TownLife, frozen=True, gc=False):
    """`terrain` is the country off the road, which may be a hot desert. The high priest is drained of power until
    `drained_until`. With `own_gods` the judge has put others in the place of the sample."""

    terrain: str = "forest"
    drained_until: int = 0
    own_gods: bool = False


_NOWHERE = RampageTown()


def town_life(state: State) -> RampageTown:
    """What is known of the town; whole even if there is none."""
    found = state.settlement.life if state.settlement is not None else None
    return found if isinstance(found, RampageTown) else _NOWHERE


def with_town_life(state: State, **changes: object) -> State:
    """For the evolve of a fact that changes the town."""
    assert state.settlement is not None
    return replace(state, settlement=replace(state.settlement, life=replace(town_life(state), **changes)))
