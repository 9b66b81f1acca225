"""What follows from a fact by itself, chapter by chapter."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.event import Event
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Reaction
from underkeep.systems.ose import (
    arrivals,
    damage,
    doors,
    exploration,
    light,
    load,
    party,
    provisions,
    retainers,
    sharing,
)
from underkeep.world.creature import Died, Harmed
from underkeep.world.dungeon import HoardChanged
from underkeep.world.encounter import EncounterBegan, EncounterEnded
from underkeep.world.light import LightLit
from underkeep.world.party import MarchingOrderSet, PartyFormed, PartyWent


def journey(do: Resolution, event: PartyWent) -> None:
    """The party is somewhere else: on the road, underground, back in town."""
    exploration.came(do, event)
    if event.how == "set out":
        provisions.set_out(do)
        sharing.note_own(do)
        party.set_out(do)
    elif event.place == "town":
        provisions.eat(do)
        provisions.refill(do)
    elif event.how == "arrived":
        load.settle(do)
        doors.forget_sounds(do)
    doors.went_through(do, event)
    arrivals.arrived(do, event)


def order_changed(do: Resolution, event: MarchingOrderSet) -> None:
    party.ordered(do, event)
    retainers.order_changed(do, event)


REACTIONS: Mapping[type[Event], Reaction] = {
    Harmed: damage.fall,
    Died: retainers.bereaved,
    PartyWent: journey,
    PartyFormed: party.formed,
    MarchingOrderSet: order_changed,
    HoardChanged: load.taken,
    EncounterBegan: light.met_in_the_dark,
    EncounterEnded: light.see_again,
    LightLit: light.see_again,
}
