"""A ship goes down: who swims, and where those come ashore who live."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.encounters.terrains import is_afloat
from underkeep.systems.ose.equipment import vessels
from underkeep.systems.ose.exploration import hazards
from underkeep.systems.ose.travel import coasts
from underkeep.world.clock import TimePassed
from underkeep.world.journey import Place, WhereaboutsChanged, course_from, far
from underkeep.world.state import State
from underkeep.world.vessel import VesselLost


class BoatSank(Event, frozen=True):
    """The boat is lost; whoever is not drowned goes on along the shore, on foot."""

    left: float = 0.0
    course: int = 0

    def evolve(self, state: State) -> State:
        assert state.journey is not None
        ashore = replace(state.journey.route, terrain="clear", way="open")
        journey = replace(state.journey, route=ashore, left=self.left, course=self.course, off=0)
        road = replace(campaign(state).road, wind=(1, 1), leaks=False, lies_to=False, vessel="")
        return with_campaign(replace(state, journey=journey), road=road)


EVENTS: tuple[type[Event], ...] = (BoatSank,)


@executes("ose:hazard.drown.when", "ose:vehicle.destroyed.time")
def founder(do: Resolution, how: str, rule: tuple[str, ...]) -> None:
    """The vessel is gone with all that is in its hold. Everybody swims, in rough water."""
    journey, vessel = do.state.journey, vessels.aboard(do.state)
    assert journey is not None
    at: Place = coasts.where_ashore(journey)
    if vessel.id in do.state.vessels:
        do.emit(VesselLost(vessel.id, vessel.name, how, rule=rule))
    do.emit(WhereaboutsChanged(at))
    do.emit(BoatSank(far(at), course_from(at), rule=rule))
    for creature in do.state.marchers():
        hazards.swim(do, creature.id, rough=True)


@executes("ose:vehicle.destroyed.time")
def due(do: Resolution, event: TimePassed) -> None:
    """What was breaking up is gone when its rounds are over, once the party has nobody to deal with."""
    if not do.state.vessels or do.state.encounter is not None or do.state.fight is not None:
        return
    for vessel in list(do.state.vessels.values()):
        if vessel.sinks_at is None or vessel.sinks_at > do.state.now:
            continue
        if is_afloat(do.state) and vessel.id == vessels.aboard(do.state).id:
            founder(do, "sunk", ("ose:vehicle.destroyed.time",))
        else:
            do.emit(VesselLost(vessel.id, vessel.name, "sunk", rule=("ose:vehicle.destroyed.time",)))
