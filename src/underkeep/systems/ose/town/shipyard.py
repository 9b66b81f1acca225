"""Ships and wagons in town: buying and hiring them, their crews, arms, cargo and quarters, and the dock."""

from __future__ import annotations

import re

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.fittings import fittings, refitted
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.encounters.terrains import OCEAN, SEA
from underkeep.systems.ose.equipment import curses, load, vessels
from underkeep.systems.ose.equipment.vessels import CAPTAIN, Vehicle
from underkeep.systems.ose.town import wages
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.gear import ItemsChanged, more
from underkeep.world.party import PartyWent
from underkeep.world.region import all_routes
from underkeep.world.state import State
from underkeep.world.vessel import Vessel

HIRE_SHARE = 100
"""A hundredth of its price hires a ship with its crew for one voyage, out and home. Ours, as is what a dock asks."""
DOCK_GP = 10
SHIPS_FROM_GP = 1000
"""Cheaper boats are had for the asking, and no menu lists them."""
A_PERSON_COINS = 1000
MONTH = 30 * DAY
REFUSED = "refused"
_LIST, _CARGO, _CREW = "ose:vehicle.genre-data", "ose:vehicle.cargo", "ose:vehicle.crew"
_DOCK, _PLACES, _QUARTERS = "ose:vehicle.repair.workshop", "ose:vehicle.passengers", "ose:vehicle.passengers.convert"
_ARMED = "ose:vehicle.damage.mounted"


class BuyVessel(Action, frozen=True):
    """Buy a ship, a boat or a wagon of a kind."""

    actor: str
    vessel: str

    @property
    def hint(self) -> str:
        return "embark"


class HireVessel(Action, frozen=True):
    """Hire a ship or a boat with its crew for one voyage."""

    actor: str
    vessel: str


class HireCrew(Action, frozen=True):
    """Hire hands for the party's ship for a month; without a number as many as it needs."""

    actor: str
    crew: str
    count: int = 0

    @property
    def hint(self) -> str:
        return "embark"


class ArmVessel(Action, frozen=True):
    """Fit the ship out with a catapult, a ram, or shot."""

    actor: str
    arm: str
    count: int = 1


class Stow(Action, frozen=True):
    """Put a thing that is carried (its id) into the hold, all of its stack."""

    actor: str
    item: str


class Unload(Action, frozen=True):
    """Take everything out of the hold."""

    actor: str


class MakeQuarters(Action, frozen=True):
    """Have places for passengers made of so many coins of cargo space."""

    actor: str
    coins: int


class RepairInDock(Action, frozen=True):
    """Have the ship or wagon mended by those who know how."""

    actor: str

    @property
    def hint(self) -> str:
        return "embark"


# What is here


def _is_by_water(state: State) -> frozenset[str]:
    """The waters by this town, in the words of the list."""
    words = {SEA: "coast", OCEAN: "sea"}
    return frozenset(words.get(route.terrain, route.terrain) for route in all_routes(state) if route.way == "water")


def on_sale(state: State) -> dict[str, Vehicle]:
    """Vehicles everywhere; vessels where there is water for them."""
    waters = _is_by_water(state)
    return {id: data for id, data in vessels.kinds().items() if data.animals or waters & set(data.waters)}


def here(state: State) -> Vessel | None:
    """The vessel or vehicle that lies here, the one in use first."""
    return next((vessel for vessel in vessels.owned(state) if vessel.at == "town"), None)


def _buyer(state: State, id: str) -> Creature | None:
    return next((creature for creature in wages.characters(state) if creature.id == id), None)


def _richest(state: State) -> list[Creature]:
    return sorted(wages.characters(state), key=lambda creature: -money.purse_cp(creature.items))[:1]


# Buying and hiring


def price_cp(kind: str, hired: bool) -> int:
    cost = vessels.kinds()[kind].cost_gp * IN_CP["gp"]
    return cost // HIRE_SHARE if hired else cost


def offers(state: State) -> list[Action]:
    """What the richest of the party could pay on the spot."""
    if here(state) is not None:
        return []
    found: list[Action] = []
    for buyer in _richest(state):
        purse = money.purse_cp(buyer.items)
        kinds = [id for id, data in on_sale(state).items() if data.waters and data.cost_gp >= SHIPS_FROM_GP]
        found += [BuyVessel(buyer.id, id) for id in kinds if price_cp(id, False) <= purse]
    return found


def takes_price(state: State, action: BuyVessel | HireVessel) -> str:
    kind = vessels.named(action.vessel)
    return money.written(price_cp(kind, isinstance(action, HireVessel))) if kind else ""


@executes("ose:vehicle.genre-data")
def why_not_get(state: State, action: BuyVessel | HireVessel) -> Refusal | None:
    """What the list has and the town can float, for ready money."""
    buyer, kind, hired = _buyer(state, action.actor), vessels.named(action.vessel), isinstance(action, HireVessel)
    if buyer is None or not kind:
        return Refusal("There is no such ship or wagon in the list.", _LIST)
    if kind not in on_sale(state) or (hired and not vessels.kinds()[kind].waters):
        return Refusal(f"No {kind.replace('-', ' ')} is to be had here.", _LIST)
    if hired and vessels.ship(state) is not None:
        return Refusal("The party has a ship.", _LIST)
    cost = price_cp(kind, hired)
    if money.purse_cp(buyer.items) < cost:
        return Refusal(f"That costs {money.written(cost)}.", _LIST)
    return None


@executes("ose:vehicle.genre-data", "ose:vehicle.hull-points")
def get(do: Resolution, action: BuyVessel | HireVessel) -> None:
    """It is the buyer's, whole and empty; what is hired comes with its crew."""
    buyer, kind, hired = do.state.creatures[action.actor], vessels.named(action.vessel), isinstance(action, HireVessel)
    if price_cp(kind, hired):
        money.pay(do, buyer, price_cp(kind, hired), "paid-for", (_LIST,), kind.replace("-", " "))
    id = do.state.new_id("vessel", do.state.vessels)
    data = vessels.kinds()[kind]
    got = vessels.built(do, id, kind, data.name.partition(" (")[0].lower(), buyer.id)
    if hired:
        got = refitted(replace(got, crew=vessels.full_crew(data)), hired=True)
    vessels.got(do, got, "hired" if hired else "bought", (_LIST, "ose:vehicle.hull-points"))


# Crew


def _sort(words: str) -> str:
    said = re.sub(r"[^a-z ]", "", words.lower()).strip()
    plain = {"oarsmen": "oarsman", "rower": "oarsman", "rowers": "oarsman", "sailors": "sailor", "crew": "crew"}
    return plain.get(said, said)


def _wanted(state: State, vessel: Vessel, action: HireCrew) -> dict[str, int]:
    """Whom the words mean: so many of a sort, or all who are missing."""
    sort, missing = _sort(action.crew), vessels.short_of(state, vessel)
    if sort == "crew":
        return missing
    return {sort: action.count or missing.get(sort, 1)} if sort in vessels.hands() else {}


def _month_cp(wanted: dict[str, int]) -> int:
    return sum(vessels.hands()[sort].monthly_gp * count for sort, count in wanted.items()) * IN_CP["gp"]


def _own_ship(state: State) -> Vessel | None:
    ship = vessels.ship(state)
    return ship if ship is not None and ship.at == "town" else None


def crew_options(state: State) -> list[Action]:
    vessel = _own_ship(state)
    if vessel is None:
        return []
    sorts = [*vessels.short_of(state, vessel), vessels.NAVIGATOR]
    wanted = [sort for sort in sorts if not vessel.crew.get(sort)]
    all_at_once = ["crew"] if len(vessels.short_of(state, vessel)) > 1 else []
    return [HireCrew(c.id, sort) for c in _richest(state) for sort in (*all_at_once, *wanted)]


def crew_takes(state: State, action: HireCrew) -> str:
    vessel = _own_ship(state)
    return money.written(_month_cp(_wanted(state, vessel, action))) if vessel is not None else ""


@executes("ose:vehicle.crew")
def why_not_crew(state: State, action: HireCrew) -> Refusal | None:
    """For a ship that lies here; no more than it has work for; a month's pay in advance."""
    vessel, hirer = _own_ship(state), _buyer(state, action.actor)
    if vessel is None or hirer is None:
        return Refusal("The party has no ship here to man.", _CREW)
    wanted, data = _wanted(state, vessel, action), vessels.kind_of(vessel)
    if not wanted:
        return Refusal("A ship has a captain, a navigator, sailors and oarsmen, as many as it needs.", _CREW)
    most = {**vessels.full_crew(data), vessels.NAVIGATOR: 1, CAPTAIN: 1}
    for sort, count in wanted.items():
        if count < 1 or vessel.crew.get(sort, 0) + count > most.get(sort, 0):
            return Refusal(f"The {vessel.name} has no work for so many: {most.get(sort, 0)} {sort} at most.", _CREW)
    if money.purse_cp(hirer.items) < _month_cp(wanted):
        return Refusal(f"They ask {money.written(_month_cp(wanted))} for a month, in advance.", _CREW)
    return None


@executes("ose:vehicle.crew")
def hire_crew(do: Resolution, action: HireCrew) -> None:
    """They are aboard from now on, and paid for a month."""
    vessel = _own_ship(do.state)
    assert vessel is not None
    wanted = _wanted(do.state, vessel, action)
    money.pay(do, do.state.creatures[action.actor], _month_cp(wanted), "paid-for", (_CREW,), "crew")
    crew = {**vessel.crew, **{sort: vessel.crew.get(sort, 0) + count for sort, count in wanted.items()}}
    until = fittings(vessel).paid_until or do.state.now + MONTH
    named = vessels.crew_named(wanted)
    manned = refitted(replace(vessel, crew=crew), paid_until=until)
    vessels.change(do, manned, "manned", (_CREW,), sum(wanted.values()), named)


def went(do: Resolution, event: PartyWent) -> None:
    """Every month that has begun is paid when the party sets out; an unpaid crew leaves."""
    vessel = _own_ship(do.state)
    if event.how != "set out" or vessel is None or not vessel.crew or fittings(vessel).hired:
        return
    while fittings(vessel).paid_until <= do.state.now:
        owner = do.state.creatures.get(vessel.owner)
        cost = _month_cp(vessel.crew)
        if owner is None or owner.status == "dead" or money.purse_cp(owner.items) < cost:
            vessels.change(do, refitted(replace(vessel, crew={}), paid_until=0), "unpaid", (_CREW,))
            return
        money.pay(do, owner, cost, "paid-for", (_CREW,), "crew")
        vessel = refitted(vessel, paid_until=fittings(vessel).paid_until + MONTH)
        vessels.change(do, vessel, "paid", (_CREW,))


# Arms


def _arm(words: str) -> str:
    said = re.sub(r"[^a-z ]", "", words.lower())
    if "pitch" in said:
        return "pitch-shot"
    if "shot" in said or "stone" in said:
        return "catapult-shot"
    return "catapult" if "catapult" in said else "ram" if "ram" in said else ""


@executes("ose:vehicle.damage.mounted", "ose:vehicle.cargo")
def why_not_arm(state: State, action: ArmVessel) -> Refusal | None:
    """What the description of the ship allows, and its hold."""
    vessel, buyer, arm = _own_ship(state), _buyer(state, action.actor), _arm(action.arm)
    if vessel is None or buyer is None or fittings(vessel).hired:
        return Refusal("The party has no ship of its own here to arm.", _ARMED)
    data = vessels.kind_of(vessel)
    arm = _ram_for(vessel.kind) if arm == "ram" else arm
    if not arm or not 1 <= action.count <= 20:
        return Refusal(f"A {data.name.lower()} cannot be armed with that.", _ARMED)
    if arm.endswith("-ram") and (data.ram != "addable" or arm in vessel.arms):
        return Refusal(f"A {data.name.lower()} takes no ram, or has one.", _ARMED)
    if arm == "catapult" and vessel.arms.count(arm) + action.count > data.catapults:
        return Refusal(f"A {data.name.lower()} carries {data.catapults} catapults at most.", _ARMED)
    weight = vessels.arms()[arm].coins * action.count
    if weight > vessels.room_coins(state, vessel):
        return Refusal(f"The {vessel.name} has no room for {weight:,} coins of weight more.", _CARGO)
    cost = vessels.arms()[arm].cost_gp * action.count * IN_CP["gp"]
    return Refusal(f"That costs {money.written(cost)}.", _ARMED) if money.purse_cp(buyer.items) < cost else None


def _ram_for(kind: str) -> str:
    return next((id for id, arm in vessels.arms().items() if kind in arm.fits), "")


@executes("ose:vehicle.damage.mounted")
def arm_vessel(do: Resolution, action: ArmVessel) -> None:
    """It is mounted and paid for."""
    vessel, arm = _own_ship(do.state), _arm(action.arm)
    assert vessel is not None
    arm = _ram_for(vessel.kind) if arm == "ram" else arm
    data = vessels.arms()[arm]
    payer, name = do.state.creatures[action.actor], data.name.lower()
    money.pay(do, payer, data.cost_gp * action.count * IN_CP["gp"], "paid-for", (_ARMED,), name)
    armed = replace(vessel, arms=(*vessel.arms, *(arm,) * action.count))
    vessels.change(do, armed, "armed", (_ARMED,), action.count, name)


# The hold


@executes("ose:vehicle.cargo")
def why_not_stow(state: State, action: Stow) -> Refusal | None:
    """Something that is here to be stowed, in a hold that takes it."""
    vessel, creature = here(state), state.creatures.get(action.actor)
    item = creature.item(action.item) if creature is not None else None
    if vessel is None or creature is None or item is None:
        return Refusal("There is no ship or wagon here, or no such thing to stow in it.", _CARGO)
    return curses.why_not_lose(creature, item) or vessels.why_not_stow(state, vessel, item)


@executes("ose:vehicle.cargo")
def stow(do: Resolution, action: Stow) -> None:
    """From the pack into the hold."""
    vessel, creature = here(do.state), do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert vessel is not None and item is not None
    left = tuple(other for other in creature.items if other.id != item.id)
    do.emit(ItemsChanged(creature.id, left, "stowed", item, about=vessel.name, rule=(_CARGO,)))
    weight = load.cargo_coins(do.state, item)
    vessels.change(do, replace(vessel, hold=(*vessel.hold, item)), "loaded", (_CARGO,), weight, item.name)


def unloadings(state: State) -> list[Action]:
    vessel, first = here(state), next(iter(wages.characters(state)), None)
    return [Unload(first.id)] if vessel is not None and vessel.hold and first is not None else []


def why_not_unload(state: State, action: Unload) -> Refusal | None:
    vessel = here(state)
    return None if vessel is not None and vessel.hold else Refusal("There is nothing in the hold.", _CARGO)


def unload(do: Resolution, action: Unload) -> None:
    vessel = here(do.state)
    assert vessel is not None
    things = vessel.hold
    vessels.change(do, replace(vessel, hold=()), "unloaded", (_CARGO,))
    for item in things:
        have = more(do.state.creatures[action.actor].items, replace(item, place="pack"))
        do.emit(ItemsChanged(action.actor, have, "unloaded", item, about=vessel.name, rule=(_CARGO,)))


@executes("ose:vehicle.passengers.convert", "ose:vehicle.cargo")
def why_not_quarters(state: State, action: MakeQuarters) -> Refusal | None:
    """Out of cargo space that is empty."""
    vessel = _own_ship(state)
    if vessel is None:
        return Refusal("The party has no ship here.", _QUARTERS)
    room = vessels.room_coins(state, vessel)
    if not A_PERSON_COINS <= action.coins <= room:
        return Refusal(f"The hold has room for {room:,} coins; {A_PERSON_COINS:,} make a place for one.", _CARGO)
    return None


@executes("ose:vehicle.passengers.convert")
def make_quarters(do: Resolution, action: MakeQuarters) -> None:
    """Cargo space becomes places for people. Default: a thousand coins a head."""
    vessel = _own_ship(do.state)
    assert vessel is not None
    said = do.ruling(_QUARTERS, ("500", "1000", "2000", "5000", REFUSED), str(A_PERSON_COINS))
    people = 0 if said == REFUSED else action.coins // int(said)
    own = fittings(vessel)
    given = own.given_up + (action.coins if people else 0)
    changed = refitted(vessel, quarters=own.quarters + people, given_up=given)
    vessels.change(do, changed, "quarters", (_QUARTERS, _PLACES), people)


# The dock


def repairs(state: State) -> list[Action]:
    vessel = here(state)
    return [RepairInDock(c.id) for c in _richest(state)] if vessel is not None and _damage(vessel) else []


def _damage(vessel: Vessel) -> int:
    return vessel.whole_hull - vessel.hull


def repair_takes(state: State, action: RepairInDock) -> str:
    vessel = here(state)
    return money.written(_damage(vessel) * DOCK_GP * IN_CP["gp"]) if vessel is not None else ""


@executes("ose:vehicle.repair.workshop")
def why_not_repair(state: State, action: RepairInDock) -> Refusal | None:
    """Something hurt, and the price of it."""
    vessel, payer = here(state), _buyer(state, action.actor)
    if vessel is None or payer is None or not _damage(vessel):
        return Refusal("There is nothing here to repair.", _DOCK)
    cost = _damage(vessel) * DOCK_GP * IN_CP["gp"]
    return Refusal(f"The dock asks {money.written(cost)}.", _DOCK) if money.purse_cp(payer.items) < cost else None


@executes("ose:vehicle.repair.workshop")
def repair(do: Resolution, action: RepairInDock) -> None:
    """All of the damage is made good."""
    vessel = here(do.state)
    assert vessel is not None
    points = _damage(vessel)
    payer = do.state.creatures[action.actor]
    money.pay(do, payer, points * DOCK_GP * IN_CP["gp"], "paid-for", (_DOCK,), "repairs")
    vessels.change(do, refitted(vessel, suffered=0, mended=0), "", ())
    vessels.mend(do, do.state.vessels[vessel.id], points, "repaired", (_DOCK,))
