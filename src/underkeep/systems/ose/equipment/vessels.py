"""Vessels and vehicles: the kinds there are, how fast each is with this hull and crew, and what it carries."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.procedures import content
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.fittings import fittings, refitted
from underkeep.systems.ose.equipment import load, teams
from underkeep.world.gear import Item
from underkeep.world.state import State
from underkeep.world.vessel import BreakingUp, HullChanged, Vessel, VesselChanged, VesselGot

SEA_BOAT, RIVER_BOAT, FERRY = "sailing-boat", "river-boat", "hired-boat"
"""What takes a party along a coast or a river that has no vessel of its own, with its crew."""
CAPTAIN, NAVIGATOR, OARSMAN, SAILOR = "captain", "navigator", "oarsman", "sailor"
SEAS = ("sea", "ocean")
"""Along a coast, and out of sight of it."""
ROUND_SECONDS = 10
_HULL, _CARGO, _CREW = "ose:vehicle.hull-points", "ose:vehicle.cargo", "ose:vehicle.crew"
_GONE = "ose:vehicle.destroyed.time"


class Vehicle(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields are explained at the head of the data files."""

    name: str
    cost_gp: int
    cargo_coins: int
    ac: int
    rule: str
    hull: tuple[int, int] = (0, 0)
    hull_dice: Expr | None = None
    waters: tuple[str, ...] = ()
    seaworthy: bool = False
    captain: bool = False
    oarsmen: int = 0
    row_feet: int = 0
    row_encounter_feet: int = 0
    sailors: int = 0
    sail_feet: int = 0
    sail_encounter_feet: int = 0
    shared_crew: bool = False
    own_hands: bool = False
    mercenaries: int = 0
    ram: str = ""
    catapults: int = 0
    heavier_coins: int = 0
    drawn_feet: int = 0
    drawn_encounter_feet: int = 0
    animals: dict[str, int] = {}
    length_feet: str = ""
    beam_feet: str = ""
    draft_feet: str = ""


class Arm(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields are explained at the head of the data file."""

    name: str
    cost_gp: int
    rule: str
    coins: int = 0
    least_yards: int = 0
    most_yards: int = 0
    fits: tuple[str, ...] = ()
    hull: Expr | None = None
    times: int = 1
    hp: Expr | None = None
    burns: bool = False


class Hand(Struct, frozen=True, forbid_unknown_fields=True):
    """What one of a crew asks a month."""

    monthly_gp: int
    rule: str


class Seafarers(Struct, frozen=True, forbid_unknown_fields=True):
    """In which ships a kind of people is met at sea, how many of them fight, and how a ship that takes it is armed."""

    ships: tuple[str, ...]
    boarders: Expr
    rule: str
    arms: tuple[str, ...] = ()


@cache
def seafarers() -> dict[str, Seafarers]:
    return content.load(compendium.PACKAGE, "vehicles/seafarers", Seafarers)


@executes("ose:vehicle.genre-data")
@cache
def kinds() -> dict[str, Vehicle]:
    """The vessels and vehicles of this genre."""
    found = content.load(compendium.PACKAGE, "vehicles/water", Vehicle)
    return {**found, **content.load(compendium.PACKAGE, "vehicles/land", Vehicle)}


@cache
def arms() -> dict[str, Arm]:
    return content.load(compendium.PACKAGE, "vehicles/arms", Arm)


@cache
def hands() -> dict[str, Hand]:
    return content.load(compendium.PACKAGE, "vehicles/crew", Hand)


def kind_of(vessel: Vessel) -> Vehicle:
    return kinds()[vessel.kind]


def named(words: str, among: dict[str, Vehicle] | None = None) -> str:
    """The kind that somebody means: `small sailing ship`, `sailing ship (small)`, `galley` if there is but one."""
    said = {word.removesuffix("s") for word in re.findall(r"[a-z]+", words.lower())} - {"a", "an", "the"}
    known = {id: {word.removesuffix("s") for word in id.split("-")} for id in (among if among is not None else kinds())}
    whole = [id for id, own in known.items() if own == said]
    part = [id for id, own in known.items() if said and said <= own]
    return whole[0] if whole else part[0] if len(part) == 1 else ""


# Whose, and where


def owned(state: State) -> list[Vessel]:
    """What the party has, the one it uses first."""
    own = [vessel for vessel in state.vessels.values() if vessel.owner and vessel.id != FERRY]
    return sorted(own, key=lambda vessel: vessel.id != campaign(state).road.vessel)


def ship(state: State) -> Vessel | None:
    """The vessel that the party would sail in."""
    return next((vessel for vessel in owned(state) if kind_of(vessel).waters), None)


def wagon(state: State) -> Vessel | None:
    """The vehicle that the party has with it on the road."""
    return next((vessel for vessel in owned(state) if kind_of(vessel).animals), None)


def aboard(state: State) -> Vessel:
    """What carries a party that is afloat: its own ship, else a boat with its crew, hired for the way."""
    own = state.vessels.get(campaign(state).road.vessel)
    if own is not None and own.at == "road":
        return own
    journey = state.journey
    kind = RIVER_BOAT if journey is not None and journey.route.terrain not in SEAS else SEA_BOAT
    return state.vessels.get(FERRY, ferry(state, kind))


def ferry(state: State, kind: str) -> Vessel:
    """A hired boat of this kind, whole and fully manned, its hull as strong as most."""
    data, first = kinds()[kind], next(iter(state.marchers()), None)
    hull = sum(data.hull) // 2
    boat = Vessel(FERRY, kind, "boat", hull, hull, first.id if first is not None else "", full_crew(data), at="road")
    return refitted(boat, hired=True)


def full_crew(data: Vehicle) -> dict[str, int]:
    crew = {CAPTAIN: int(data.captain), OARSMAN: 0 if data.shared_crew else data.oarsmen, SAILOR: data.sailors}
    return {sort: count for sort, count in crew.items() if count}


# Crew


def crew_named(crew: dict[str, int]) -> str:
    """Whom a crew is made of, in words."""
    many = {OARSMAN: "oarsmen"}
    return ", ".join(f"{n} {sort if n == 1 else many.get(sort, sort + 's')}" for sort, n in sorted(crew.items()) if n)


@executes("ose:vehicle.crew")
def short_of(state: State, vessel: Vessel) -> dict[str, int]:
    """How many hands are missing for normal operation, by sort. On the smallest boats the party itself lends a hand."""
    spare = len(state.marchers()) if kind_of(vessel).own_hands else 0
    missing = {sort: need - vessel.crew.get(sort, 0) for sort, need in full_crew(kind_of(vessel)).items()}
    return {sort: count for sort, count in missing.items() if count > spare}


@executes("ose:vehicle.crew")
def why_not_cast_off(state: State, vessel: Vessel) -> Refusal | None:
    """Sails and helm need their whole crew; with oars alone a short crew is but slow."""
    data, missing = kind_of(vessel), short_of(state, vessel)
    rows = data.row_feet and oars_manned(state, vessel)
    if CAPTAIN in missing:
        return Refusal(f"The {vessel.name} needs a captain.", _CREW)
    if SAILOR in missing and not rows:
        return Refusal(f"The {vessel.name} needs {missing[SAILOR]} more sailors.", _CREW)
    if data.row_feet and not data.sail_feet and not rows:
        return Refusal(f"The {vessel.name} needs oarsmen.", _CREW)
    return None


def oars_manned(state: State, vessel: Vessel) -> int:
    data = kind_of(vessel)
    have = vessel.crew.get(SAILOR if data.shared_crew else OARSMAN, 0)
    return min(data.oarsmen, have + (len(state.marchers()) if data.own_hands else 0))


# Speed


@executes("ose:vehicle.movement", "ose:vehicle.row.sprint")
def feet(data: Vehicle, rowing: bool, encounter: bool = False) -> int:
    """The base rate, or that of an encounter: a third of it, but for rowers who put their backs into it."""
    if data.drawn_feet:
        return data.drawn_encounter_feet if encounter else data.drawn_feet
    if rowing:
        return data.row_encounter_feet if encounter else data.row_feet
    return data.sail_encounter_feet if encounter else data.sail_feet


@executes("ose:vehicle.damage.speed", "ose:vehicle.hull-points")
def sound(vessel: Vessel) -> Fraction:
    """What damage leaves of the speed: a tenth less for each whole tenth of the hull that is gone."""
    tenths = 10 * (vessel.whole_hull - vessel.hull) // max(1, vessel.whole_hull)
    return Fraction(10 - tenths, 10)


@executes("ose:vehicle.row.short-crew")
def stroke(oarsmen: int, needed: int) -> Fraction:
    """What missing rowers leave of the speed: a tenth less for each tenth of them."""
    tenths = 10 * (needed - oarsmen) // max(1, needed)
    return Fraction(10 - tenths, 10)


def rowed(state: State, vessel: Vessel, encounter: bool = False) -> Fraction:
    """How fast the vessel is under oars, in feet."""
    data = kind_of(vessel)
    if not data.row_feet:
        return Fraction(0)
    manned = stroke(oars_manned(state, vessel), data.oarsmen)
    return feet(data, True, encounter) * manned * sound(vessel)


def sailed(state: State, vessel: Vessel, encounter: bool = False) -> Fraction:
    """How fast it is under sail in a fair wind, in feet."""
    data = kind_of(vessel)
    if not data.sail_feet or SAILOR in short_of(state, vessel):
        return Fraction(0)
    return feet(data, False, encounter) * sound(vessel)


# The hold


@executes("ose:vehicle.cargo", "ose:vehicle.passengers.convert")
def room_coins(state: State, vessel: Vessel) -> int:
    """How much more goes into the hold."""
    data, own = kind_of(vessel), fittings(vessel)
    most = data.cargo_coins
    if data.heavier_coins and teams.team(state, data.animals) > 1:
        most = data.heavier_coins
    return most - own.given_up - hold_coins(state, vessel)


def hold_coins(state: State, vessel: Vessel) -> int:
    stowed = sum(load.cargo_coins(state, item) for item in vessel.hold)
    return stowed + sum(arms()[arm].coins for arm in vessel.arms)


@executes("ose:vehicle.cargo")
def why_not_stow(state: State, vessel: Vessel, item: Item) -> Refusal | None:
    """Never more than it can carry."""
    room = room_coins(state, vessel)
    if load.cargo_coins(state, item) > room:
        return Refusal(f"The {vessel.name} has room for {max(0, room):,} coins of weight, and no more.", _CARGO)
    return None


@executes("ose:vehicle.passengers", "ose:vehicle.passengers.convert")
def places(vessel: Vessel) -> int:
    """Room for soldiers and passengers: what its description gives, and quarters made of cargo space."""
    return kind_of(vessel).mercenaries + fittings(vessel).quarters


# What befalls it


def got(do: Resolution, vessel: Vessel, how: str, rule: tuple[str, ...]) -> None:
    do.emit(VesselGot(vessel.id, vessel.name, vessel.owner, how, vessel, rule=rule))


def change(
    do: Resolution, vessel: Vessel, what: str, rule: tuple[str, ...] = (), count: int = 0, about: str = ""
) -> None:
    do.emit(VesselChanged(vessel.id, vessel.name, vessel.owner, what, vessel, count, about, rule=rule))


@executes("ose:vehicle.hull-points", "ose:vehicle.destroyed.time")
def batter(do: Resolution, vessel: Vessel, points: int, what: str, rule: tuple[str, ...]) -> None:
    """The hull loses points; at none it breaks up within 1d10 rounds."""
    if vessel.id not in do.state.vessels:
        got(do, vessel, "hired", ())
    vessel = do.state.vessels[vessel.id]
    lost = min(points, vessel.hull)
    change(do, refitted(vessel, suffered=fittings(vessel).suffered + lost), "", ())
    left = vessel.hull - lost
    do.emit(HullChanged(vessel.id, vessel.name, vessel.owner, what, points, left, rule=(*rule, _HULL)))
    if left == 0 and vessel.sinks_at is None:
        rounds = do.roll(1, 10, f"how long the {vessel.name} stays afloat").total
        do.emit(BreakingUp(vessel.id, vessel.name, rounds, do.state.now + rounds * ROUND_SECONDS, rule=(_GONE, _HULL)))


def mend(do: Resolution, vessel: Vessel, points: int, what: str, rule: tuple[str, ...]) -> None:
    do.emit(HullChanged(vessel.id, vessel.name, vessel.owner, what, points, vessel.hull + points, rule=rule))


def roll_hull(do: Resolution, kind: str) -> int:
    """How strong the hull of a new vessel is: between the least and the most, in fifths of the difference. Ours."""
    data = kinds()[kind]
    if data.hull_dice is not None:
        return do.roll_total(data.hull_dice, f"hull of the {kind}").total
    least, most = data.hull
    if least == most:
        return least
    return least + (do.roll(1, 6, f"hull of the {kind}").total - 1) * (most - least) // 5


def built(do: Resolution, id: str, kind: str, name: str, owner: str) -> Vessel:
    """A new vessel of a kind, without crew."""
    hull = roll_hull(do, kind)
    vessel = Vessel(id, kind, name, hull, hull, owner)
    return replace(vessel, arms=("large-ram",)) if kinds()[kind].ram == "built-in" else vessel
