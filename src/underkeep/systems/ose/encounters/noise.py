"""Cries that carry far."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Roll
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.world.state import State


class Shrieked(Event, frozen=True):
    """A cry that carries far, and whether there is anybody to hear it: then the turn is a loud one."""

    creature: str
    roll: Roll
    success: bool

    def evolve(self, state: State) -> State:
        if not self.success or state.party is None:
            return state
        return with_campaign(state, doors=replace(campaign(state).doors, loud_turn=state.party.turns))
