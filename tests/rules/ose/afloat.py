"""Ships for the tests of Old-School Essentials: a party at sea in a ship of its own."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.ose.abroad import abroad

from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.equipment import vessels
from underkeep.world.state import State
from underkeep.world.vessel import Vessel

SHIP = "ship-1"


def a_ship(kind: str = "small-sailing-ship", hull: int = 60, **changes: object) -> Vessel:
    data = vessels.kinds()[kind]
    found = Vessel(SHIP, kind, "ship", hull, hull, "hero-1", vessels.full_crew(data), at="road")
    return replace(found, **changes)


def at_sea(ship: Vessel | None = None, terrain: str = "ocean", *kinds: str, miles: int = 240) -> State:
    """The beginning of a voyage."""
    ship = ship or a_ship()
    state = abroad(terrain, *kinds, way="water", miles=miles)
    state = replace(state, vessels={ship.id: ship})
    return with_campaign(state, road=replace(campaign(state).road, vessel=ship.id))
