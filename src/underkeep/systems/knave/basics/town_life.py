"""What this game knows of a town."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import TownLife
from underkeep.world.state import State


class KnaveTown(Struct, TownLife, frozen=True, gc=False):
    """`experts` are the careers that somebody here is a master of; `hostile` are factions that took offence.

    `house_limit` is the highest stake of the gambling house, None until it is named; the country may be `arid`.
    """

    experts: tuple[str, ...] = ()
    factions: tuple[str, ...] = ("the Night Watch",)
    arid: bool = False
    hostile: tuple[str, ...] = ()
    house_limit: int | None = None


_NOWHERE = KnaveTown()


def town_life(state: State) -> KnaveTown:
    """What is known of the town; whole even if there is none."""
    found = state.settlement.life if state.settlement is not None else None
    return found if isinstance(found, KnaveTown) else _NOWHERE


def with_town_life(state: State, **changes: object) -> State:
    """For the evolve of a fact that changes the town."""
    assert state.settlement is not None
    return replace(state, settlement=replace(state.settlement, life=replace(town_life(state), **changes)))
