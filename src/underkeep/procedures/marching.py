"""What a party settles among itself anywhere, before strangers too: its marching order."""

from __future__ import annotations

from underkeep.procedures.chapter import OUTSIDE_FIGHTS, Deed
from underkeep.procedures.delve_actions import Order
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.party import MarchingOrderSet
from underkeep.world.state import State

AS_THEY_STAND = "as they stand"
"""The answer of a party that is asked for its order and keeps the one it has; it may give another right after."""


def deeds() -> tuple[Deed, ...]:
    return (Deed(Order, OUTSIDE_FIGHTS, _order, why_not=_why_not, free=True),)


def _why_not(state: State, action: Order) -> Refusal | None:
    assert state.party is not None
    everybody = sorted(action.members) == sorted(state.party.members)
    return None if everybody else Refusal("Name each member once.")


def _order(do: Resolution, action: Order) -> None:
    do.emit(MarchingOrderSet(action.members))
