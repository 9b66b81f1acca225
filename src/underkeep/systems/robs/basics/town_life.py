"""What this game knows of a town."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import TownLife
from underkeep.world.state import State


class RobsTown(Struct, TownLife, frozen=True, gc=False):
    """`temple` is the Order that keeps one here, empty if none does; `tax_percent` is taken at the gate of a city.

    `citizens` pay nothing there, but a tax for each year since the time that stands with their names; who has `papers`
    goes free. `deposits` lie in the bank, in copper, and `deposited` is when each was last reckoned.
    """

    temple: str = ""
    tax_percent: int = 0
    citizens: dict[str, int] = {}
    papers: tuple[str, ...] = ()
    deposits: dict[str, int] = {}
    deposited: dict[str, int] = {}


_NOWHERE = RobsTown()


def town_life(state: State) -> RobsTown:
    """What is known of the town; whole even if there is none."""
    found = state.settlement.life if state.settlement is not None else None
    return found if isinstance(found, RobsTown) else _NOWHERE


def with_town_life(state: State, **changes: object) -> State:
    """For the evolve of a fact that changes the town."""
    assert state.settlement is not None
    return replace(state, settlement=replace(state.settlement, life=replace(town_life(state), **changes)))
