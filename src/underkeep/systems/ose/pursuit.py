"""Running away in the dungeon, before blows have fallen, and being chased."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from underkeep.procedures import carrying, meeting, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.ose import encounters, load, treasure
from underkeep.systems.ose.conditions import EXHAUSTED
from underkeep.systems.ose.monsters import monsters
from underkeep.systems.ose.provisions import FOOD
from underkeep.systems.ose.sheet import sheet
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.dungeon import SQUARE_FEET, Dungeon, Spot
from underkeep.world.encounter import ChanceRolled, EncounterChanged
from underkeep.world.gear import Item
from underkeep.world.grid import distance, in_sight
from underkeep.world.party import PartyWent
from underkeep.world.state import State

ROUNDS_TO_EXHAUSTION = 30
REST_TURNS = 3
INFRAVISION_FEET = 60
_RUNNING = ("ose:evasion.dungeon.pursuit-rounds", "ose:evasion.running.no-mapping")
_STOP_RULES = {"treasure": "ose:evasion.dungeon.drop-treasure", "food": "ose:evasion.dungeon.drop-food"}
_RECOVERY = ("ose:evasion.running.recovery",)


class Run(NamedTuple):
    """How a chase went: `caught`, and after how many rounds."""

    caught: bool
    rounds: int


def evade(do: Resolution, drop: str) -> None:
    """ose:encounter.action.evasion, evasion.before-combat, evasion.pursuer-decides, evasion.no-pursuit, evasion.pursuit

    The party runs; the monsters choose whether to follow.
    """
    encounter = do.state.encounter
    assert encounter is not None
    attitude = encounter.attitude or encounters.reaction(do, None)
    do.emit(EncounterChanged(replace(encounter, attitude=attitude), "evading", rule=("ose:encounter.action.evasion",)))
    dropped = _drop(do, drop) if drop else ()
    if not _pursue(do, attitude):
        _escape(do, "ose:evasion.no-pursuit")
        return
    run = _chase(do, drop if dropped else "")
    _tire(do, run.rounds)
    if run.caught:
        assert do.state.encounter is not None
        do.emit(EncounterChanged(replace(do.state.encounter, distance_feet=5), "caught", rule=("ose:evasion.pursuit",)))
        meeting.come_to_blows(do)
    else:
        encounters.conclude(do, "evaded")


def why_not(state: State, drop: str) -> Refusal | None:
    """ose:encounter.surprise.one, evasion.before-combat"""
    party = state.party
    assert party is not None
    if drop == "food" and not any(carrying.has(m, kind) for m in state.marchers() for kind in FOOD):
        return Refusal("Nobody has food to drop.", "ose:evasion.dungeon.drop-food")
    if drop == "treasure" and not any(_valuables(m) for m in state.marchers()):
        return Refusal("Nobody has treasure to drop.", "ose:evasion.dungeon.drop-treasure")
    if not _ways_out(state):
        return Refusal("There is no way out that the party knows.", "ose:evasion.dungeon.faster")
    return None


def _pursue(do: Resolution, attitude: str) -> bool:
    """ose:evasion.monsters-pursue

    The ill-disposed follow, the neutral half the time, the others let the party go.
    """
    rule = "ose:evasion.monsters-pursue"
    default = "pursue" if attitude in ("hostile", "unfriendly") else "stay"
    if attitude == "neutral":
        roll = do.roll_at_most(1, 6, "neutral monsters pursue", 3)
        do.emit(ChanceRolled("neutral monsters pursue", roll, bool(roll.success), rule=(rule,)))
        default = "pursue" if roll.success else "stay"
    return do.ruling(rule, ("pursue", "stay"), default) == "pursue"


def _chase(do: Resolution, drop: str) -> Run:
    """ose:evasion.dungeon.faster, evasion.dungeon.not-faster, evasion.dungeon.pursuit-rounds, evasion.running.rate

    A faster party gets away. Otherwise both run at full speed until the gap is closed, the party is out of sight, or
    something that was dropped stops the monsters.
    """
    encounter = do.state.encounter
    assert encounter is not None
    ours, theirs = party_rate(do.state), _monster_rate(do.state)
    if ours > theirs:
        _escape_on_foot(do, "ose:evasion.dungeon.faster")
        return Run(False, 1)
    if drop and _stops_for(do, drop):
        _escape_on_foot(do, _STOP_RULES[drop])
        return Run(False, 1)
    gap, trail = encounter.distance_feet, _trail(do.state)
    rounds = 0
    for rounds in range(1, ROUNDS_TO_EXHAUSTION + 1):
        pass_time(do, encounters.ROUND_SECONDS, "running")
        gap += ours - theirs
        covered = min(len(trail) - 1, rounds * ours // SQUARE_FEET)
        do.emit(
            PartyWent(
                "dungeon",
                trail[covered],
                "run",
                rule=("ose:evasion.dungeon.pursuit-rounds", "ose:evasion.running.no-mapping"),
            )
        )
        if gap <= 0:
            return Run(True, rounds)
        if _is_out_of_sight(do.state, trail, covered, gap):
            return Run(False, rounds)
        if covered == len(trail) - 1 and ours == theirs:
            break
    return Run(gap <= 0 or covered == len(trail) - 1, rounds)


def _is_out_of_sight(state: State, trail: list[Spot], covered: int, gap: int) -> bool:
    """ose:evasion.dungeon.line-of-sight

    Farther than infravision reaches, and round a corner.
    """
    assert state.dungeon is not None
    ahead, behind = trail[covered], trail[max(0, covered - gap // SQUARE_FEET)]
    if ahead.level != behind.level:
        return True
    far = distance(ahead.square, behind.square) * SQUARE_FEET > INFRAVISION_FEET
    corner = not in_sight(state.dungeon.level(ahead.level).grid, behind.square, ahead.square)
    return corner and (far or ahead.area != behind.area)


def _stops_for(do: Resolution, drop: str) -> bool:
    """ose:evasion.dungeon.drop-treasure, evasion.dungeon.drop-food

    3-in-6 that those who care for it stop to gather it.
    """
    encounter = do.state.encounter
    assert encounter is not None
    listing = monsters().get(do.state.creatures[encounter.monsters[0]].kind)
    mind = listing.mind if listing else "intelligent"
    if (drop == "treasure" and mind != "intelligent") or (drop == "food" and mind != "animal"):
        return False
    roll = do.roll_at_most(1, 6, f"stopping for {drop}", 3)
    do.emit(ChanceRolled(f"stopping for {drop}", roll, bool(roll.success), rule=(_STOP_RULES[drop],)))
    return bool(roll.success)


def _valuables(creature: Creature) -> list[Item]:
    return [item for item in creature.items if treasure.is_treasure(item)]


def _drop(do: Resolution, drop: str) -> tuple[Item, ...]:
    """One who has it throws it down: a day's food, or all the treasure he carries."""
    for member in do.state.marchers():
        things = _valuables(member) if drop == "treasure" else [i for i in member.items if i.kind in FOOD][:1]
        if things:
            for item in things:
                carrying.use_up(do, member.id, item.kind, "threw down", item.count if drop == "treasure" else 1)
            return tuple(things)
    return ()


def party_rate(state: State) -> int:
    """ose:movement.group-slowest, evasion.running.rate"""
    return load.party_feet(state)


def _monster_rate(state: State) -> int:
    encounter = state.encounter
    assert encounter is not None
    up = [state.creatures[id] for id in encounter.monsters if state.creatures[id].status == "up"]
    return max((sheet(c).movement_feet for c in up), default=0)


def _ways_out(state: State) -> list[Spot]:
    """Where the party can run to: areas it has been in, through ways that stand open."""
    _, at, area = survey.here(state)
    assert state.party is not None
    found = [
        Spot(at.level, door.side(door.beyond(area.id)), door.beyond(area.id))
        for door in survey.known_doors(state)
        if door.is_passable
    ]
    found += [survey.other_end(stairs, area.id) for stairs in survey.known_stairs(state)]
    return sorted(found, key=lambda spot: spot.area not in state.party.visited)  # type: ignore[union-attr]


def _trail(state: State) -> list[Spot]:
    """The squares a running party covers: out of the area and on through open ways it knows, towards the entrance."""
    dungeon, at, area = survey.here(state)
    trail, seen = [at], {area.id}
    spot: Spot | None = _next_spot(state, dungeon, at, seen)
    while spot is not None and len(trail) < 400:
        here = trail[-1]
        door_square = _exit_square(dungeon, here, spot)
        grid = dungeon.level(here.level).grid
        floor = survey.floor_of(dungeon, dungeon.areas[here.area])
        trail += [Spot(here.level, sq, here.area) for sq in survey.path(grid, floor, here.square, door_square)]
        trail.append(spot)
        seen.add(spot.area)
        spot = _next_spot(state, dungeon, spot, seen)
    return trail


def _next_spot(state: State, dungeon: Dungeon, at: Spot, seen: set[str]) -> Spot | None:
    assert state.party is not None
    for door in dungeon.doors_of(at.area):
        beyond = door.beyond(at.area)
        if door.is_passable and beyond not in seen and beyond in state.party.visited:
            return Spot(door.level, door.side(beyond), beyond)
    for stairs in dungeon.stairs_of(at.area):
        far = survey.other_end(stairs, at.area)
        if far.area not in seen and far.area in state.party.visited:
            return far
    return None


def _exit_square(dungeon: Dungeon, here: Spot, there: Spot) -> tuple[int, int]:
    for door in dungeon.doors_of(here.area):
        if door.beyond(here.area) == there.area and door.is_passable:
            return door.side(here.area)
    stairs = next(s for s in dungeon.stairs_of(here.area) if there.area in (s.up.area, s.down.area))
    return survey.end_of(stairs, here.area).square


def _escape(do: Resolution, rule: str) -> None:
    _escape_on_foot(do, rule)
    encounters.conclude(do, "evaded")


def _escape_on_foot(do: Resolution, rule: str) -> None:
    """Out of the area by the nearest way."""
    ways = _ways_out(do.state)
    if ways:
        do.emit(PartyWent("dungeon", ways[0], "run", rule=(rule, "ose:evasion.running.no-mapping")))


def _tire(do: Resolution, rounds: int) -> None:
    """ose:evasion.running.exhaustion

    Thirty rounds of running exhaust everybody.
    """
    if rounds >= ROUNDS_TO_EXHAUSTION:
        for member in do.state.marchers():
            do.emit(ConditionGained(member.id, Condition(EXHAUSTED), rule=("ose:evasion.running.exhaustion",)))


def rest_turn(do: Resolution) -> None:
    """ose:evasion.running.recovery

    Three full turns of rest end exhaustion; `level` counts them.
    """
    for member in do.state.marchers():
        tired = member.condition(EXHAUSTED)
        if tired is not None and tired.level + 1 >= REST_TURNS:
            do.emit(ConditionEnded(member.id, EXHAUSTED, rule=_RECOVERY))
        elif tired is not None:
            do.emit(ConditionGained(member.id, replace(tired, level=tired.level + 1), rule=_RECOVERY))
