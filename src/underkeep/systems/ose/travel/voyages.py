"""A day afloat: the course, losing direction, wind and current, who is met; and what a crew does under way."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.fittings import fittings, refitted
from underkeep.systems.ose.encounters.terrains import OCEAN, SEA
from underkeep.systems.ose.equipment import teams, vessels
from underkeep.systems.ose.travel import coasts, getting_lost, mounts, sailing
from underkeep.world.encounter import ChanceRolled
from underkeep.world.journey import JourneyBegan, Route
from underkeep.world.party import PartyWent
from underkeep.world.state import State
from underkeep.world.vessel import Vessel, VesselLost

CURRENT = parse("1d6+6")
LOST_IN_6 = 2
DOCKED_IN_6 = 3
"""A ship that puts in lies by the shore for half of the day."""
TURN_SECONDS = 600
MENDERS = 5
LONGEST = 144
_WITH, _WITHOUT = "ose:water.lost.navigator", "ose:water.lost.no-navigator"
_WHERE = "ose:water.wandering.location"
_FIELD, _TIME = "ose:vehicle.repair.field", "ose:vehicle.repair.time"
_OPEN, _CONFINED = "ose:vehicle.seaworthy", "ose:vehicle.unseaworthy"


class CurrentFelt(Event, frozen=True):
    """So many miles the river gives today, or takes."""

    miles: int

    def evolve(self, state: State) -> State:
        return _changed(state, current_miles=self.miles)


class WentAshore(Event, frozen=True):
    """Whether the party puts in for a part of the day, and whether it is ashore now."""

    puts_in: bool
    ashore: bool = False

    def evolve(self, state: State) -> State:
        return _changed(state, puts_in=self.puts_in, ashore=self.ashore)


class Embarked(Event, frozen=True):
    """The party goes aboard a vessel of its own, or of none."""

    vessel: str
    name: str

    def evolve(self, state: State) -> State:
        return _changed(state, vessel=self.vessel)


class LookedOver(Note, frozen=True):
    """How a vessel stands: what is left of its hull, who mans it, what more it can take."""

    name: str
    kind: str
    hull: int
    whole: int
    crew: str
    room: int
    armed: str


class PutToShore(Action, frozen=True):
    """Lie by the shore for a part of today."""

    actor: str


class MendAfloat(Action, frozen=True):
    """So many of the crew mend the hull for so many turns, and do nothing else."""

    actor: str
    hands: int = MENDERS
    turns: int = 1


class LookOver(Action, frozen=True):
    """See how the ship or wagon stands."""

    actor: str


EVENTS: tuple[type[Event], ...] = (CurrentFelt, WentAshore, Embarked, LookedOver)


def _changed(state: State, **changes: object) -> State:
    return with_campaign(state, road=replace(campaign(state).road, **changes))


# Going aboard


def ship_for(state: State, route: Route, homeward: bool) -> Vessel | None:
    """The party's own vessel, if it lies here and these waters are for it."""
    water = {SEA: "coast", OCEAN: "sea"}.get(route.terrain, route.terrain)
    own, here = vessels.ship(state), "dungeon" if homeward else "town"
    if own is None or own.at != here or (water not in vessels.kind_of(own).waters and water != "sea"):
        return None
    return own


@executes("ose:vehicle.seaworthy", "ose:vehicle.unseaworthy", "ose:vehicle.crew", "ose:vehicle.passengers")
def why_not_sail(state: State, route: Route, homeward: bool) -> Refusal | None:
    """The open sea is for seaworthy ships; a ship of one's own needs its crew, and room for whoever comes along."""
    if route.way != "water":
        return _why_not_drive(state, route, homeward)
    own = ship_for(state, route, homeward)
    if route.terrain == OCEAN and own is None:
        return Refusal("That takes a seaworthy ship of the party's own, here.", _OPEN)
    if own is None:
        return None
    if route.terrain == OCEAN and not vessels.kind_of(own).seaworthy:
        return Refusal(f"The {own.name} is not seaworthy: rivers, lakes and coasts are all that it is for.", _CONFINED)
    troop = campaign(state).company.troop
    soldiers = len(troop.members) if troop is not None else 0
    if soldiers > vessels.places(own):
        return Refusal(f"The {own.name} has quarters for {vessels.places(own)} soldiers.", "ose:vehicle.passengers")
    return vessels.why_not_cast_off(state, own)


@executes("ose:vehicle.crew")
def _why_not_drive(state: State, route: Route, homeward: bool) -> Refusal | None:
    """A wagon with something in it needs its team on the road, and does not go across country."""
    wagon = vessels.wagon(state)
    if wagon is None or wagon.at != ("dungeon" if homeward else "town") or route.way != "road" or not wagon.hold:
        return None
    if teams.team(state, vessels.kind_of(wagon).animals):
        return None
    needed = " or ".join(f"{n} {kind.replace('-', ' ')}s" for kind, n in vessels.kind_of(wagon).animals.items())
    return Refusal(f"The {wagon.name} must be drawn by {needed}.", "ose:vehicle.crew")


def began(do: Resolution, event: JourneyBegan) -> None:
    """The ship that the party has goes with it; a wagon does by land."""
    own = ship_for(do.state, event.route, event.homeward) if event.route.way == "water" else None
    wagon = vessels.wagon(do.state) if event.route.way == "road" else None
    own = own or (wagon if wagon is not None and teams.team(do.state, vessels.kind_of(wagon).animals) else None)
    here = "dungeon" if event.homeward else "town"
    if own is not None and own.at == here:
        do.emit(Embarked(own.id, own.name, rule=("ose:vehicle.movement",)))
        vessels.change(do, replace(own, at="road"), "", ())
    elif campaign(do.state).road.vessel:
        do.emit(Embarked("", ""))


def went(do: Resolution, event: PartyWent) -> None:
    """What carried the party lies where it has arrived; a hired boat goes its way."""
    if event.how != "arrived":
        return
    for vessel in list(do.state.vessels.values()):
        if vessel.id == vessels.FERRY or not vessel.owner:
            do.emit(VesselLost(vessel.id, vessel.name, "left"))
        elif vessel.at == "road":
            vessels.change(do, replace(vessel, at=event.place), "", ())
            if fittings(vessel).hired and event.place == "town":
                do.emit(VesselLost(vessel.id, vessel.name, "given back"))


@executes("ose:vehicle.movement", "ose:vehicle.damage.speed")
def land_feet(state: State) -> int:
    """The base rate on land: on foot or in the saddle; no faster than a wagon that comes along."""
    feet = mounts.road_feet(state)
    wagon = next((v for v in vessels.owned(state) if v.at == "road" and vessels.kind_of(v).animals), None)
    return feet if wagon is None else min(feet, int(vessels.feet(vessels.kind_of(wagon), False) * vessels.sound(wagon)))


# The day


@executes("ose:water.day-sequence", "ose:water.travel.river")
def morning(do: Resolution) -> None:
    """The course by what can be seen, losing direction, then the wind or the current; who is met comes after that."""
    if sailing.is_sailing(do.state):
        coasts.look_out(do)
        lose_direction(do)
    sailing.feel_wind(do)
    journey = do.state.journey
    if journey is not None and journey.route.way == "water" and not sailing.is_sailing(do.state):
        _feel_current(do)


@executes("ose:water.travel.river")
def _feel_current(do: Resolution) -> None:
    """A river gives or takes 1d6+6 miles a day. Ruling: water.question.upstream."""
    journey = do.state.journey
    assert journey is not None
    roll = do.roll_total(CURRENT, "current of the river")
    with_it = journey.route.downstream != journey.homeward
    do.emit(CurrentFelt(roll.total if with_it else -roll.total, rule=("ose:water.travel.river",)))


@executes("ose:water.lost.navigator", "ose:water.lost.no-navigator", "ose:water.visibility.land")
def lose_direction(do: Resolution) -> None:
    """2-in-6 with a navigator or with land in sight; without either always."""
    journey = do.state.journey
    assert journey is not None
    steered = bool(vessels.aboard(do.state).crew.get(vessels.NAVIGATOR))
    rule = (_WITH,) if steered else (_WITHOUT,)
    if steered or coasts.sees_land(do.state):
        roll = do.roll_at_most(1, 6, "losing direction", LOST_IN_6)
        do.emit(ChanceRolled("losing direction", roll, bool(roll.success), rule=rule, seats=(REFEREE,)))
        if not roll.success:
            return
    getting_lost.stray(do, journey, rule)


@executes("ose:water.wandering.location")
def comes_ashore(do: Resolution) -> bool:
    """Whether those who come upon the party today find it on land. Default: by the hours that it lies there."""
    if not campaign(do.state).road.puts_in:
        return False
    ashore = do.roll(1, 6, "hour of the meeting").total <= DOCKED_IN_6
    where = do.ruling(_WHERE, ("ashore", "afloat"), "ashore" if ashore else "afloat", seats=(REFEREE,))
    if where == "ashore":
        do.emit(WentAshore(True, True, rule=(_WHERE,)))
    return where == "ashore"


def pace_rule(state: State) -> tuple[str, ...]:
    """The rules that make the miles of a day afloat what they are."""
    vessel, journey = vessels.aboard(state), state.journey
    assert journey is not None
    rule: tuple[str, ...] = ("ose:water.day-sequence", "ose:water.travel.miles-per-day", "ose:vehicle.movement")
    if journey.route.terrain == OCEAN:
        rule += (_OPEN,)
    if vessels.sound(vessel) < 1:
        rule += ("ose:vehicle.damage.speed",)
    if vessels.kind_of(vessel).row_feet:
        rule += ("ose:vehicle.row.sprint",)
        if vessels.oars_manned(state, vessel) < vessels.kind_of(vessel).oarsmen:
            rule += ("ose:vehicle.row.short-crew", "ose:vehicle.crew")
    return rule


# Under way


def puttings_in(state: State) -> list[Action]:
    return [] if why_not_put_in(state, PutToShore("")) is not None else [PutToShore(state.marchers()[0].id)]


@executes("ose:water.wandering.location")
def why_not_put_in(state: State, action: PutToShore) -> Refusal | None:
    """In the morning, with land in sight."""
    journey = state.journey
    if journey is None or journey.route.way != "water" or campaign(state).road.puts_in:
        return Refusal("There is no ship to put in with.", _WHERE)
    if not journey.at_dawn:
        return Refusal("A ship puts in for the day in the morning.", _WHERE)
    if not coasts.sees_land(state):
        return Refusal("There is no land in sight.", _WHERE)
    return None


def put_in(do: Resolution, action: PutToShore) -> None:
    do.emit(WentAshore(True, rule=(_WHERE,)))


@executes("ose:vehicle.repair.field", "ose:vehicle.repair.time")
def why_not_mend(state: State, action: MendAfloat) -> Refusal | None:
    """Five of the crew at least; half of the damage is for a dock."""
    journey = state.journey
    vessel = vessels.aboard(state) if journey is not None and journey.route.way == "water" else vessels.wagon(state)
    if journey is None or vessel is None or vessel.at != "road":
        return Refusal("There is nothing here to mend.", _FIELD)
    if fieldable(vessel) <= 0:
        return Refusal("What the crew can mend is mended; the rest takes a workshop or a dock.", _FIELD)
    crew = sum(vessel.crew.values()) + len(state.marchers())
    if not MENDERS <= action.hands <= crew or not 1 <= action.turns <= LONGEST:
        return Refusal(f"That takes {MENDERS} hands or more, of the {crew} aboard, and some turns.", _TIME)
    return None


@executes("ose:vehicle.repair.field")
def fieldable(vessel: Vessel) -> int:
    """How many points the crew can still make good: half of what was suffered."""
    own = fittings(vessel)
    return min(own.suffered // 2 - own.mended, vessel.whole_hull - vessel.hull)


@executes("ose:vehicle.repair.time")
def points_mended(hands: int, turns: int) -> int:
    """Five hands mend a point in a turn."""
    return hands // MENDERS * turns


@executes("ose:vehicle.repair.field", "ose:vehicle.repair.time")
def mend(do: Resolution, action: MendAfloat) -> None:
    """They work, and the ship lies to meanwhile."""
    journey = do.state.journey
    assert journey is not None
    vessel = vessels.aboard(do.state) if journey.route.way == "water" else vessels.wagon(do.state)
    assert vessel is not None
    points = min(fieldable(vessel), points_mended(action.hands, action.turns))
    pass_time(do, action.turns * TURN_SECONDS, "mending", (_TIME,))
    vessels.change(do, refitted(vessel, mended=fittings(vessel).mended + points), "", ())
    vessels.mend(do, do.state.vessels[vessel.id], points, "mended", (_FIELD, _TIME))


def at_hand(state: State) -> Vessel | None:
    """The vessel that the party could look over."""
    place = state.party.place if state.party is not None else ""
    if state.journey is not None and state.journey.route.way == "water":
        return vessels.aboard(state)
    return next((vessel for vessel in vessels.owned(state) if vessel.at == place), None)


def lookings(state: State) -> list[Action]:
    return [LookOver(state.marchers()[0].id)] if vessels.owned(state) and at_hand(state) is not None else []


def why_not_look(state: State, action: LookOver) -> Refusal | None:
    return None if at_hand(state) is not None else Refusal("The party has no ship or wagon here.")


@executes("ose:vehicle.hull-points", "ose:vehicle.cargo", "ose:vehicle.crew")
def look_over(do: Resolution, action: LookOver) -> None:
    """Hull, crew, arms and room are told."""
    vessel = at_hand(do.state)
    assert vessel is not None
    crew = vessels.crew_named(vessel.crew) or "nobody"
    armed = ", ".join(vessels.arms()[arm].name.lower() for arm in vessel.arms) or "nothing"
    room, kind = max(0, vessels.room_coins(do.state, vessel)), vessels.kind_of(vessel).name
    rule = ("ose:vehicle.hull-points", "ose:vehicle.cargo", "ose:vehicle.crew")
    do.emit(LookedOver(vessel.name, kind, vessel.hull, vessel.whole_hull, crew, room, armed, rule=rule))
