"""Spells that put somebody elsewhere, and a passage through rock."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import dice
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import ELSEWHERE, has
from underkeep.systems.ose.basics.measures import MAP_SQUARE_FEET
from underkeep.systems.ose.checks.damage import harm, roll_damage
from underkeep.systems.ose.magic.params.places import Burrow
from underkeep.systems.ose.magic.params.ways import StepThrough, Teleport
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, effects, fizzle, resists, until
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Died, Fled, Moved
from underkeep.world.dungeon import Door, DoorChanged, FeatureChanged, Spot
from underkeep.world.grid import Square, distance
from underkeep.world.party import PartyLeft, PartyWent
from underkeep.world.state import State

WAYS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
SCANT, MODERATE, EXACT = "scant", "moderate", "exact"
_GROUND = {SCANT: (50, 75), MODERATE: (80, 90), EXACT: (95, 99)}
"""The highest rolls that bring one to the ground, and too high; above that one is too low."""
_HEIGHT = parse("1d10x10")
_FALL = ("ose:hazard.falling",)


class TeleportRolled(Note, frozen=True):
    """How well somebody has arrived: on the ground, too high or too low."""

    creature: str
    knowledge: str
    roll: Roll
    outcome: str


class TakenAway(Event, frozen=True):
    """Somebody stands on the field no more, though alive and well."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, at=None)


class CameBack(Event, frozen=True):
    """Somebody whom magic had taken away is with the others again."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="up")


class PassageOpened(Event, frozen=True):
    """Magic has opened a way that will close again."""

    door: str
    until: int

    def evolve(self, state: State) -> State:
        casters = campaign(state).casters
        passages = {**casters.passages, self.door: self.until}
        return with_campaign(state, casters=replace(casters, passages=passages))


class PassageClosed(Event, frozen=True):
    """The way is rock again."""

    door: str

    def evolve(self, state: State) -> State:
        casters = campaign(state).casters
        left = {id: until for id, until in casters.passages.items() if id != self.door}
        state = with_campaign(state, casters=replace(casters, passages=left))
        assert state.dungeon is not None
        doors = {id: door for id, door in state.dungeon.doors.items() if id != self.door}
        return replace(state, dungeon=replace(state.dungeon, doors=doors))


EVENTS: tuple[type[Event], ...] = (TeleportRolled, TakenAway, CameBack, PassageOpened, PassageClosed)


@executes("ose:magic.spell-list", "ose:save.category.spells")
@effects(StepThrough)
def step_through(do: Resolution, casting: Casting, step: StepThrough) -> None:
    """To a square of the field, if nobody stands there; or somebody is sent out of the fight, unless a foe saves;
    or, for one who is alone, to another part of the dungeon.
    """
    if casting.at is not None:
        grid = do.state.grid
        assert grid is not None
        if grid.bit(casting.at) & do.state.occupied():
            fizzle(do, casting, casting.caster)
        else:
            do.emit(Moved(casting.caster, casting.at, "dimension door", rule=CAST))
        return
    if casting.use.target == "elsewhere":
        _go_to(do, casting.target)
        return
    if _is_taken(do, casting):
        _send_out(do, casting.target, casting.caster)


def _is_taken(do: Resolution, casting: Casting) -> bool:
    """Friends go willingly; others save."""
    target, caster = do.state.creatures[casting.target], do.state.creatures[casting.caster]
    return target.side == caster.side or not resists(do, casting, target.id)


def _send_out(do: Resolution, id: str, by: str) -> None:
    """Out of the fight. A friend comes back when it is over."""
    if do.state.creatures[id].side == do.state.creatures[by].side:
        do.emit(ConditionGained(id, Condition(ELSEWHERE), rule=CAST))
    do.emit(Fled(id, rule=CAST))


def _go_to(do: Resolution, area: str) -> None:
    assert do.state.dungeon is not None
    there = do.state.dungeon.areas[area]
    do.emit(PartyWent("dungeon", Spot(there.level, survey.middle(there), area), "teleported", rule=CAST))


def return_after_fight(do: Resolution, winner: str = "") -> None:
    """Those who were sent out of a fight rejoin the others, unless those have lost it."""
    for creature in list(do.state.creatures.values()):
        if creature.conditions and has(creature, ELSEWHERE):
            do.emit(ConditionEnded(creature.id, ELSEWHERE, rule=CAST))
            if creature.status == "fled" and winner in ("", creature.side):
                do.emit(CameBack(creature.id, rule=CAST))


def areas_within(state: State, feet: int) -> list[str]:
    """Where one who is alone may step to: areas that are known, within so many feet."""
    if state.party is None or state.party.at is None or len(state.marchers()) > 1:
        return []
    dungeon, at, here = survey.here(state)
    known = [dungeon.areas[id] for id in state.party.visited if id in dungeon.areas]
    steps = feet // MAP_SQUARE_FEET
    near = [a for a in known if a.level == at.level and a.id != here.id]
    return [a.id for a in near if distance(at.square, survey.middle(a)) <= steps]


@executes("ose:magic.spell-list", "ose:save.category.spells", "ose:dice.percentile")
@effects(Teleport)
def teleport(do: Resolution, casting: Casting, _: Teleport) -> None:
    """Home to the town, of which everybody has exact knowledge; a foe who fails the save is sent to a place of which
    the caster knows little.
    """
    target = casting.target or casting.caster
    friend = do.state.creatures[target].side == do.state.creatures[casting.caster].side
    if not friend and resists(do, casting, target):
        return
    if arrives(do, target, EXACT if friend else SCANT):
        _leave_for_town(do, target, friend)


@executes("ose:dice.percentile", "ose:hazard.falling")
def arrives(do: Resolution, id: str, knowledge: str) -> bool:
    """Whether somebody survives the arrival: too low is death, too high a fall of 1d10 times ten feet."""
    ground, high = _GROUND[knowledge]
    roll = dice.percent(do, f"teleport of {id}")
    outcome = "ground" if roll.total <= ground else "too high" if roll.total <= high else "too low"
    do.emit(TeleportRolled(id, knowledge, roll, outcome, rule=(*CAST, dice.PERCENTILE)))
    if outcome == "too low":
        do.emit(Died(id, rule=CAST))
    elif outcome == "too high":
        feet = do.roll_total(_HEIGHT, f"how high above the ground {id} is").total
        amount = roll_damage(do, "", id, "fall", parse(f"{feet // 10}d6"), (), _FALL)
        harm(do, id, amount, "", "fall", rule=_FALL)
    return do.state.creatures[id].status == "up"


def _leave_for_town(do: Resolution, id: str, friend: bool) -> None:
    """A friend waits for the others in town; a foe is gone."""
    party = do.state.party
    if not friend or party is None or id not in party.members or len(do.state.marchers()) == 1:
        do.emit(Fled(id, rule=CAST))
        return
    do.emit(TakenAway(id, rule=CAST))
    do.emit(PartyLeft(id, "teleported", rule=CAST))


@executes("ose:magic.spell-list")
@effects(Burrow)
def burrow(do: Resolution, casting: Casting, passage: Burrow) -> None:
    """A hole in the wall in one direction, which leads somewhere if there is anything as near as it is deep."""
    found = behind_the_wall(do.state, casting.target, passage.depth_feet // MAP_SQUARE_FEET)
    if found is None:
        fizzle(do, casting, casting.caster)
        return
    _, at, here = survey.here(do.state)
    near, far, area = found
    assert do.state.dungeon is not None
    id = do.state.new_id("door", do.state.dungeon.doors)
    way = Door(id, at.level, (near, far), (here.id, area), "opening", True, True, True)
    end = until(do, casting)
    do.emit(DoorChanged(way, "bored", casting.caster, rule=CAST))
    if end is not None:
        do.emit(PassageOpened(id, end, rule=CAST))


def behind_the_wall(state: State, direction: str, rock: int) -> tuple[Square, Square, str] | None:
    """The nearest square of the area from which so many squares of rock or fewer part one from another area that way;
    with that other square and its area.
    """
    dungeon, at, here = survey.here(state)
    dx, dy = WAYS[direction]
    level = [area for area in dungeon.areas.values() if area.level == at.level]
    owner = {square: area.id for area in level for square in area.squares}
    joined = {door.beyond(here.id) for door in dungeon.doors_of(here.id) if door.is_passable}
    for x, y in sorted(here.squares, key=lambda s: (distance(at.square, s), s)):
        for steps in range(1, rock + 2):
            far = (x + dx * steps, y + dy * steps)
            area = owner.get(far, "")
            if area == here.id:
                break
            if area:
                if area not in joined:
                    return (x, y), far, area
                break
    return None


@executes("ose:time.resources")
def close_passages(do: Resolution) -> None:
    """Passages whose time is over are rock again, and water is as deep as before."""
    for door, end in campaign(do.state).casters.passages.items():
        dungeon = do.state.dungeon
        if end <= do.state.now and dungeon is not None and (door in dungeon.doors or door in dungeon.features):
            water = dungeon.features.get(door)
            if water is not None:
                do.emit(FeatureChanged(replace(water, state=""), "rose", rule=("ose:time.resources",)))
            do.emit(PassageClosed(door, rule=("ose:time.resources",)))
