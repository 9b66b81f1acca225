"""Running away, and being chased: in the dungeon here, out of doors by the rules for that."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, exploration, meeting, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.conditions import EXHAUSTED
from underkeep.systems.ose.basics.measures import MAP_SQUARE_FEET
from underkeep.systems.ose.checks import experience, reactions
from underkeep.systems.ose.checks.provisions import FOOD
from underkeep.systems.ose.encounters import escape, meetings, wilderness_evasion
from underkeep.systems.ose.equipment import load, treasure
from underkeep.systems.ose.monsters.listings import Monster, monsters
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Spot
from underkeep.world.encounter import ChanceRolled, EncounterChanged
from underkeep.world.gear import Item
from underkeep.world.state import State

ROUNDS_TO_EXHAUSTION = 30
REST_TURNS = 3
_EVADING = ("ose:encounter.action.evasion", "ose:evasion.before-combat")
_RUNNING = (
    "ose:evasion.dungeon.pursuit-rounds",
    "ose:evasion.dungeon.not-faster",
    "ose:evasion.running.rate",
    "ose:evasion.running.no-mapping",
)
_OUT_OF_SIGHT = ("ose:evasion.dungeon.line-of-sight",)
_STOP_RULES = {
    "treasure": "ose:evasion.dungeon.drop-treasure",
    "food": "ose:evasion.dungeon.drop-food",
    "oil": "ose:evasion.dungeon.obstacles",
}
RECOVERY = ("ose:evasion.running.recovery",)
_OBSTACLES = "ose:evasion.dungeon.obstacles"
OIL = "oil"
DROPS = ("", "food", "treasure", OIL)


class Run(NamedTuple):
    """How a chase went: `caught`, after how many rounds, and the rule by which the others gave up, if any."""

    caught: bool
    rounds: int = 0
    rule: tuple[str, ...] = ()


@executes(
    "ose:encounter.action.evasion",
    "ose:evasion.before-combat",
    "ose:evasion.pursuer-decides",
    "ose:evasion.no-pursuit",
    "ose:evasion.pursuit",
)
def evade(do: Resolution, drop: str, way: str = "") -> None:
    """The party runs; the monsters choose whether to follow."""
    encounter = do.state.encounter
    assert encounter is not None
    if do.state.is_outdoors and wilderness_evasion.goes_unseen(do.state):
        wilderness_evasion.slip_away(do)
        return
    attitude = encounter.attitude or reactions.reaction(do, None)
    do.emit(EncounterChanged(replace(encounter, attitude=attitude), "evading", rule=_EVADING))
    flee(do, drop, [] if do.state.is_outdoors else escape.ways_out(do.state, way))


@executes("ose:evasion.pursuer-decides", "ose:evasion.no-pursuit", "ose:evasion.pursuit")
def flee(do: Resolution, drop: str, ways: list[Spot], in_time: bool = True) -> None:
    """The party is on its way out by the first of these ways. Nobody follows, or it is a chase by the rules of the
    surroundings; who is caught must fight. It is `in_time` unless a fight has begun.
    """
    assert do.state.encounter is not None
    dropped = _drop(do, drop) if drop else ()
    to_surface = not do.state.is_outdoors and not ways and escape.is_at_the_mouth(do.state)
    if not _pursue(do, do.state.encounter.attitude):
        _get_away(do, "ose:evasion.no-pursuit", ways)
        meetings.conclude(do, "evaded")
        _come_out(do, to_surface)
        return
    if do.state.is_outdoors:
        wilderness_evasion.flee(do, in_time)
        return
    run = _chase(do, drop if dropped else "", ways)
    tire(do, run.rounds)
    if run.caught:
        assert do.state.encounter is not None
        do.emit(EncounterChanged(replace(do.state.encounter, distance=5), "caught", rule=("ose:evasion.pursuit",)))
        meeting.come_to_blows(do)
    else:
        meetings.conclude(do, "evaded", run.rule)
        _come_out(do, to_surface)


def _come_out(do: Resolution, to_surface: bool) -> None:
    """Who ran by the mouth of the dungeon stands under the sky, on the way home."""
    if to_surface and do.state.marchers() and exploration.is_quiet(do.state) and exploration.is_on(do.state):
        exploration.leave(do)


@executes("ose:encounter.surprise.one", "ose:evasion.before-combat")
def why_not(state: State, drop: str) -> Refusal | None:
    """Running away needs a way out and, if something is dropped, something that delays."""
    if drop not in DROPS:
        return Refusal(f"Dropping {drop[:60]} delays nobody.")
    if not state.is_outdoors and not escape.ways_out(state) and not escape.is_at_the_mouth(state):
        return Refusal("There is no way out that the party knows.", "ose:evasion.dungeon.faster")
    return why_not_drop(state, drop)


@executes("ose:evasion.dungeon.drop-food", "ose:evasion.dungeon.drop-treasure", "ose:evasion.dungeon.obstacles")
def why_not_drop(state: State, drop: str) -> Refusal | None:
    """What is dropped to delay pursuers must be at hand, and oil wants a flame."""
    if drop and state.is_outdoors:
        return Refusal("That delays nobody out of doors.", _OBSTACLES)
    if drop == "food" and not any(carrying.has(m, kind) for m in state.marchers() for kind in FOOD):
        return Refusal("Nobody has food to drop.", "ose:evasion.dungeon.drop-food")
    if drop == "treasure" and not any(_valuables(m) for m in state.marchers()):
        return Refusal("Nobody has treasure to drop.", "ose:evasion.dungeon.drop-treasure")
    if drop == OIL and not (state.lights and any(carrying.has(m, OIL) for m in state.marchers())):
        return Refusal("Nobody has oil to pour out and a flame to light it.", _OBSTACLES)
    return None


@executes("ose:evasion.monsters-pursue")
def _pursue(do: Resolution, attitude: str) -> bool:
    """The ill-disposed follow, the neutral half the time, the others let the party go."""
    rule = "ose:evasion.monsters-pursue"
    default = "pursue" if attitude in ("hostile", "unfriendly") else "stay"
    if attitude == "neutral":
        roll = do.roll_at_most(1, 6, "neutral monsters pursue", 3)
        do.emit(ChanceRolled("neutral monsters pursue", roll, bool(roll.success), rule=(rule,)))
        default = "pursue" if roll.success else "stay"
    return do.ruling(rule, ("pursue", "stay"), default) == "pursue"


@executes(
    "ose:evasion.dungeon.faster",
    "ose:evasion.dungeon.not-faster",
    "ose:evasion.dungeon.pursuit-rounds",
    "ose:evasion.running.rate",
)
def _chase(do: Resolution, drop: str, ways: list[Spot]) -> Run:
    """A faster party gets away. Otherwise both run at full speed until the gap is closed, the party is out of sight, or
    something that was dropped stops the monsters.
    """
    encounter = do.state.encounter
    assert encounter is not None
    ours, theirs = party_rate(do.state), meetings.monsters_feet(do.state)
    if ours > theirs or not theirs:
        _get_away(do, "ose:evasion.dungeon.faster", ways)
        return Run(False)
    delay_feet = _delay(do, drop, theirs) if drop else 0
    if delay_feet is None:
        _get_away(do, _STOP_RULES[drop], ways)
        return Run(False)
    gap, trail = encounter.distance + delay_feet, escape.trail(do.state, ways)
    covered, last = 0, len(trail) - 1
    for rounds in range(1, ROUNDS_TO_EXHAUSTION + 1):
        meetings.rounds_pass(do, "running")
        gap += ours - theirs
        before, covered = covered, min(last, rounds * ours // MAP_SQUARE_FEET)
        escape.run(do, trail[before : covered + 1], _RUNNING)
        if gap <= 0:
            return Run(True, rounds)
        if escape.is_out_of_sight(do.state, trail, covered, gap):
            return Run(False, rounds, _OUT_OF_SIGHT)
        if covered == last and ours == theirs:
            return Run(True, rounds)
    return Run(covered == last, ROUNDS_TO_EXHAUSTION)


def _get_away(do: Resolution, rule: str, ways: list[Spot]) -> None:
    """Out of the area by the first way."""
    if ways:
        at = survey.here(do.state)[1]
        escape.run(do, [at, ways[0]], (rule, "ose:evasion.running.no-mapping"))


def _delay(do: Resolution, drop: str, theirs: int) -> int | None:
    """How many feet the pursuers lose over what was dropped; None if they give up for it."""
    if drop != OIL:
        return None if _stops_for(do, drop) else 0
    barred = _bar_the_way(do)
    return None if barred == "for good" else theirs if barred == "a round" else 0


@executes("ose:evasion.dungeon.drop-treasure", "ose:evasion.dungeon.drop-food")
def _stops_for(do: Resolution, drop: str) -> bool:
    """3-in-6 that those who care for it stop to gather it."""
    listing = _listing_of_met(do.state)
    mind = listing.mind if listing else "intelligent"
    if (drop == "treasure" and mind != "intelligent") or (drop == "food" and mind != "animal"):
        return False
    roll = do.roll_at_most(1, 6, f"stopping for {drop}", 3)
    do.emit(ChanceRolled(f"stopping for {drop}", roll, bool(roll.success), rule=(_STOP_RULES[drop],)))
    return bool(roll.success)


@executes("ose:evasion.dungeon.obstacles")
def _bar_the_way(do: Resolution) -> str:
    """Burning oil behind the party. Default: 3-in-6 that it stops animals, which fear fire; others lose a round over
    it.
    """
    listing = _listing_of_met(do.state)
    default = "a round"
    if listing is not None and listing.mind == "animal":
        roll = do.roll_at_most(1, 6, "fire stops the pursuers", 3)
        do.emit(ChanceRolled("fire stops the pursuers", roll, bool(roll.success), rule=(_OBSTACLES,)))
        default = "for good" if roll.success else "a round"
    return do.ruling(_OBSTACLES, ("for good", "a round", "not at all"), default)


def _listing_of_met(state: State) -> Monster | None:
    assert state.encounter is not None
    return monsters().get(state.creatures[state.encounter.monsters[0]].kind)


def _valuables(creature: Creature) -> list[Item]:
    return [item for item in creature.items if treasure.is_treasure(item)]


def _drop(do: Resolution, drop: str) -> tuple[Item, ...]:
    """One who has it throws it down: a day's food, a flask of oil, or all the treasure he carries."""
    kinds = (OIL,) if drop == OIL else FOOD
    for member in do.state.marchers():
        things = _valuables(member) if drop == "treasure" else [i for i in member.items if i.kind in kinds][:1]
        if things:
            for item in things:
                count = item.count if drop == "treasure" else 1
                carrying.use_up(do, member.id, item.kind, "threw-down", count, (_STOP_RULES[drop],))
            experience.note_loss(do, member.id, sum(map(treasure.worth_cp, things)) if drop == "treasure" else 0)
            return tuple(things)
    return ()


@executes("ose:movement.group-slowest", "ose:evasion.running.rate")
def party_rate(state: State) -> int:
    """The party runs as fast as its slowest."""
    return load.party_feet(state)


@executes("ose:evasion.running.exhaustion")
def tire(do: Resolution, rounds: int) -> None:
    """Thirty rounds of running exhaust everybody."""
    if rounds >= ROUNDS_TO_EXHAUSTION:
        for member in do.state.marchers():
            do.emit(ConditionGained(member.id, Condition(EXHAUSTED), rule=("ose:evasion.running.exhaustion",)))


@executes("ose:evasion.running.recovery")
def rest_turn(do: Resolution) -> None:
    """Three full turns of rest end exhaustion; `level` counts them."""
    for member in do.state.marchers():
        tired = member.condition(EXHAUSTED)
        if tired is not None and tired.level + 1 >= REST_TURNS:
            do.emit(ConditionEnded(member.id, EXHAUSTED, rule=RECOVERY))
        elif tired is not None:
            do.emit(ConditionGained(member.id, replace(tired, level=tired.level + 1), rule=RECOVERY))
