"""Days on the road: the course, the pace, what is met, food found by the way, and the need of rest."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import carrying
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium, money
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import EXHAUSTED, FOOTSORE, WEARY, has
from underkeep.systems.ose.basics.rulings import standing
from underkeep.systems.ose.checks import healing, provisions
from underkeep.systems.ose.encounters.terrains import (
    ASHORE,
    OCEAN,
    SEA,
    Terrain,
    is_afloat,
    terrain_of,
    terrains,
    wanderers,
)
from underkeep.systems.ose.equipment import market
from underkeep.systems.ose.magic import memorising
from underkeep.systems.ose.travel import flying, getting_lost, hunting, mounts, sailing, voyages
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.dungeon import GroupChanged
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import Item
from underkeep.world.journey import COMPASS, JourneyBegan, Route, RoutesLaid
from underkeep.world.state import State

WILD = ("forest", "hills", "swamp", "grasslands", "barren")
"""What may lie between a town and its dungeon. Ours, and so are the miles."""
TRAIL_MILES, HIGHWAY_MILES, ACROSS_MILES, RIVER_MILES = 12, 18, 6, 18
RIVER_IN_6 = 3
COAST_MILES, OPEN_SEA_MILES, SEA_AT = 60, 240, 4
GUIDE_GP = 1
DAYS_TO_REST = 6
_REST = ("ose:wilderness.rest.frequency", "ose:wilderness.rest.penalty")
_FORAGED = ("ose:wilderness.foraging",)
_AHEAD = (
    *("ose:encounter.wandering.table", "ose:monster.number.wilderness-wandering"),
    *("ose:monster.number.usage", "ose:monster.number.zero-second"),
)
_FOUND = parse("1d6")
_SAFE = "ose:hazard.lost.safe"


class GuideTaken(Event, frozen=True):
    """Whether a guide goes with the party on this journey, and will lead it home."""

    guided: bool

    def evolve(self, state: State) -> State:
        return _changed(state, has_guide=self.guided)


class PaceSet(Note, frozen=True):
    """How many miles the party can go today."""

    miles: float


class DaysTravelled(Event, frozen=True):
    """So many days the party has travelled since a day of rest."""

    days: int

    def evolve(self, state: State) -> State:
        return _changed(state, days_travelled=self.days)


EVENTS: tuple[type[Event], ...] = (GuideTaken, DaysTravelled, PaceSet)


def _changed(state: State, **changes: object) -> State:
    return with_campaign(state, road=replace(campaign(state).road, **changes))


@executes("ose:hazard.lost.safe")
def lay_routes(do: Resolution) -> None:
    """A trail, or the highway of a large place; a shorter way across the wild, alone or with a guide; perhaps a river,
    or the sea.
    """
    heading = str(do.pick(COMPASS, "direction of the dungeon"))
    wild = str(do.pick(WILD, "country between town and dungeon"))
    across = f"across the {terrains()[wild].name}"
    size = do.state.settlement.size if do.state.settlement else ""
    found = [
        Route("road", "along the highway", "highway", HIGHWAY_MILES, heading=heading)
        if size in ("large town", "city")
        else Route("road", "along the trail", "settled", TRAIL_MILES, heading=heading),
        Route("across", across, wild, ACROSS_MILES, "open", heading),
        Route("guided", "with a local guide", wild, ACROSS_MILES, "open", heading, guided=True),
    ]
    water = do.dice.roll(1, 6, "a river by the town")[0]
    if water == SEA_AT:
        found.append(Route("coast", "by boat along the coast", SEA, COAST_MILES, "water", heading))
        found.append(Route("sea", "by the open sea", OCEAN, OPEN_SEA_MILES, "water", heading))
    if water <= RIVER_IN_6:
        downstream = do.dice.roll(1, 2, "which way the river runs")[0] == 1
        found.append(Route("river", "by the river", "river", RIVER_MILES, "water", heading, downstream))
    do.emit(RoutesLaid(tuple(found), rule=(_SAFE,)))


def why_not_take(state: State, route: Route, homeward: bool) -> Refusal | None:
    """A guide is hired in town, and paid there; a ship must be fit for the water."""
    refusal = voyages.why_not_sail(state, route, homeward)
    if refusal is not None:
        return refusal
    if not route.guided or state.party is None:
        return None
    if homeward:
        return None if campaign(state).road.has_guide else Refusal("No guide came with the party.", _SAFE)
    purses = [money.purse_cp(market.payer(state, m).items) for m in state.marchers()]
    enough = max(purses, default=0) >= GUIDE_GP * money.IN_CP["gp"]
    return None if enough else Refusal(f"A guide asks {GUIDE_GP} gp.", _SAFE)


def dangers(state: State) -> str:
    """No march kills by itself."""
    return ""


def toll(route: Route) -> str:
    """A guide is paid before he goes."""
    return f"{GUIDE_GP} gp" if route.guided else ""


def began(do: Resolution, event: JourneyBegan) -> None:
    """The guide is paid before he goes, and leads home too; what the party has to sail or ride in goes along."""
    voyages.began(do, event)
    if event.homeward:
        return
    if event.route.guided:
        payers = [market.payer(do.state, m) for m in do.state.marchers()]
        richest = max(payers, key=lambda creature: money.purse_cp(creature.items))
        money.pay(do, richest, GUIDE_GP * money.IN_CP["gp"], "paid-guide", (_SAFE,))
    do.emit(GuideTaken(event.route.guided))
    sailing.mend(do)


@executes(
    "ose:wilderness.day-sequence",
    "ose:wilderness.lost.roll",
    "ose:wilderness.wandering.frequency",
    "ose:water.day-sequence",
)
def begin_day(do: Resolution) -> None:
    """The course, losing direction, wandering monsters: in this order. What comes of them follows on the march."""
    getting_lost.find_out(do)
    _need_rest(do)
    getting_lost.check(do)
    if campaign(do.state).road.ashore:
        do.emit(voyages.WentAshore(campaign(do.state).road.puts_in))
    if is_afloat(do.state):
        voyages.morning(do)
    if do.state.prompts:
        return
    set_out_for_the_day(do)


def set_out_for_the_day(do: Resolution) -> None:
    """How far the party will get, and whom it will come upon."""
    if not do.state.marchers():
        return
    do.emit(PaceSet(party_miles(do.state), rule=_pace_rule(do.state)))
    for _ in range(_checks(do)):
        check_wandering(do)


def _pace_rule(state: State) -> tuple[str, ...]:
    """The rules that make the miles of this day what they are."""
    assert state.journey is not None
    if is_afloat(state):
        return voyages.pace_rule(state)
    speed, forced = terrain_of(state).speed, state.journey.forced
    rule: tuple[str, ...] = ("ose:wilderness.day-sequence", "ose:wilderness.travel.miles-per-day")
    rule += ("ose:movement.group-slowest",)
    rule += ("ose:vehicle.movement",) if voyages.land_feet(state) != mounts.road_feet(state) else ()
    if flying.is_on(state):
        return *rule, *flying.RULES
    rule += ("ose:wilderness.travel.terrain",) if speed[0] != speed[1] else ()
    return (*rule, "ose:wilderness.forced-march.distance") if forced else rule


@executes("ose:wilderness.wandering.frequency", "ose:water.wandering.frequency")
def _checks(do: Resolution) -> int:
    """How often in a day. Default: once."""
    often = ("1", "2", "3", "4")
    if is_afloat(do.state):
        return int(standing(do, "ose:water.wandering.frequency", often, "1"))
    return int(standing(do, "ose:wilderness.wandering.frequency", often, "1"))


def go_hunting(do: Resolution, action: hunting.Hunt) -> None:
    """A day of hunting, with the checks of any other day."""
    hunting.begin(do)
    for _ in range(_checks(do)):
        check_wandering(do)
    hunting.spend_the_day(do)


@executes("ose:wilderness.wandering.chance", "ose:water.wandering.chance", "ose:encounter.wandering.frequency")
def check_wandering(do: Resolution) -> None:
    """So many in six, by the terrain."""
    assert do.state.dungeon is not None
    terrain = terrain_of(do.state)
    chance = flying.WANDERING_IN_6 if flying.is_on(do.state) else terrain.wandering_in_6
    roll = do.roll_at_most(1, 6, "wandering monsters", chance)
    do.emit(ChanceRolled("wandering monsters", roll, bool(roll.success), rule=(terrain.rule,), seats=(REFEREE,)))
    if roll.success:
        if is_afloat(do.state) and voyages.comes_ashore(do):
            terrain = terrains()[ASHORE]
        group = wanderers(do, terrain, do.state.dungeon.groups)
        do.emit(GroupChanged(group, "ahead", rule=_AHEAD))


@executes(
    "ose:wilderness.travel.miles-per-day", "ose:wilderness.travel.terrain", "ose:wilderness.forced-march.distance"
)
def miles_per_day(feet: int, terrain: Terrain, forced: bool = False) -> Fraction:
    """A fifth of the base rate, by the terrain; half as much again in a forced march."""
    return Fraction(feet, 5) * Fraction(*terrain.speed) * (Fraction(3, 2) if forced else 1)


@executes("ose:wilderness.travel.miles-per-day", "ose:water.travel.miles-per-day", "ose:movement.group-slowest")
def party_miles(state: State) -> float:
    """How far the party gets in a day: at the rate of the slowest, or of its boat."""
    journey = state.journey
    assert journey is not None
    if journey.route.way == "water":
        return round(float(sailing.miles(state)), 1)
    if flying.is_on(state):
        return round(float(flying.miles_per_day(mounts.flying_feet(state), journey.forced)), 1)
    return round(float(miles_per_day(voyages.land_feet(state), terrain_of(state), journey.forced)), 1)


@executes(
    "ose:wilderness.day-sequence",
    "ose:wilderness.rest.frequency",
    "ose:wilderness.forced-march.rest",
    "ose:time.resources",
)
def end_day(do: Resolution, rested: bool) -> None:
    """Night: what was gathered is eaten, water is found except in dry country, sleep takes weariness away. A day of
    rest heals, and makes up for six days of travel. Who runs from somebody, day and night, neither forages nor
    sleeps.
    """
    journey = do.state.journey
    assert journey is not None
    in_flight = journey.left is None
    if campaign(do.state).road.puts_in:
        do.emit(voyages.WentAshore(False))
    if rested:
        healing.rest_a_day(do)
        rest(do)
    elif hunting.is_on(do.state):
        hunting.end(do)
    else:
        if not is_afloat(do.state) and not in_flight:
            forage(do)
        days = DAYS_TO_REST if journey.forced else campaign(do.state).road.days_travelled + 1
        do.emit(DaysTravelled(days, rule=("ose:wilderness.forced-march.rest",) if journey.forced else ()))
    provisions.eat(do)
    if journey.route.terrain not in ("desert", "barren"):
        provisions.fill_skins(do)
    if in_flight:
        return
    for creature in do.state.marchers():
        for tired in (WEARY, EXHAUSTED):
            if has(creature, tired):
                do.emit(ConditionEnded(creature.id, tired, rule=("ose:exploration.rest.penalty",)))
    memorising.slept(do)


@executes("ose:wilderness.foraging")
def forage(do: Resolution) -> None:
    """On the march, 1-in-6 a day: food for 1d6."""
    roll = do.roll_at_most(1, 6, "foraging", 1)
    do.emit(ChanceRolled("foraging", roll, bool(roll.success), rule=_FORAGED))
    bearers = do.state.marchers()
    if roll.success and bearers:
        food = do.roll_total(_FOUND, "food found")
        name = compendium.gear()[provisions.FOOD[0]].name
        carrying.receive(do, bearers[0].id, Item(provisions.FOOD[0], name, count=food.total), "gathered")


@executes("ose:wilderness.rest.frequency", "ose:wilderness.rest.penalty", "ose:wilderness.forced-march.rest")
def _need_rest(do: Resolution) -> None:
    """The seventh day of travel in a row, or the day after a forced march, is hard on those who do not rest."""
    if campaign(do.state).road.days_travelled >= DAYS_TO_REST:
        for creature in do.state.marchers():
            if not has(creature, FOOTSORE):
                do.emit(ConditionGained(creature.id, Condition(FOOTSORE), rule=_REST))


@executes("ose:wilderness.rest.frequency", "ose:wilderness.rest.penalty")
def rest(do: Resolution) -> None:
    """A full day of rest."""
    party = do.state.party
    assert party is not None
    if campaign(do.state).road.days_travelled:
        do.emit(DaysTravelled(0, rule=_REST))
    for id in party.members:
        if has(do.state.creatures[id], FOOTSORE):
            do.emit(ConditionEnded(id, FOOTSORE, rule=_REST))
