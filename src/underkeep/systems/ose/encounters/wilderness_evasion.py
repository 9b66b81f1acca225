"""Running away out of doors: in the wilderness one roll, and then a chase of days; on the water a chase of rounds."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures import journey, meeting
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium, dice
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.encounters import boarding, meetings
from underkeep.systems.ose.encounters.terrains import BEHIND, is_afloat, terrain_of
from underkeep.systems.ose.equipment import load, vessels
from underkeep.world.dungeon import GroupChanged
from underkeep.world.encounter import ChanceRolled, EncounterChanged
from underkeep.world.journey import COMPASS, BearingsTaken, course_from, far
from underkeep.world.state import State
from underkeep.world.vessel import Vessel

QUESTION = "pursued"
EVADE, GIVE_UP = "try to shake them off", "stand and face them"
LEAST_PERCENT = 5
CATCH_PERCENT = 50
LEAST_CLOSING = 30
_SURPRISED, _GROWTH = "ose:evasion.wilderness.surprised", "ose:evasion.wilderness.environment"
_ROLL = ("ose:evasion.wilderness.roll", "ose:evasion.wilderness.no-surprise")
_PURSUIT = ("ose:evasion.wilderness.pursuit",)
_CLOSING = ("ose:evasion.water.failure", "ose:evasion.water.initial-distance", "ose:evasion.water.closing")


@executes("ose:evasion.wilderness.surprising")
def goes_unseen(state: State) -> bool:
    """The side that has surprise may go its way, and the other never knows."""
    met = state.encounter
    return met is not None and not is_afloat(state) and met.surprises(met.monsters)


@executes("ose:evasion.wilderness.surprising")
def slip_away(do: Resolution) -> None:
    """Those who were surprised never know that anybody was there."""
    assert do.state.encounter is not None and do.state.dungeon is not None
    rule = ("ose:evasion.wilderness.surprising",)
    group = do.state.dungeon.groups[do.state.encounter.group]
    do.emit(GroupChanged(replace(group, count=0), "never knew", rule=rule))
    meetings.conclude(do, "evaded")


@executes("ose:evasion.pursuit")
def flee(do: Resolution, in_time: bool) -> None:
    """By the procedure of the country. Those who broke off a fight are not `in_time` to shake anybody off at once.
    Ruling: evasion.question.flee-in-combat.
    """
    if is_afloat(do.state):
        _flee_afloat(do, in_time)
    elif in_time and _evades(do):
        meetings.conclude(do, "evaded")
        _led_back(do)
    else:
        _run_for_a_day(do)


@executes("ose:hazard.lost.safe")
def _led_back(do: Resolution) -> None:
    """Who is led by somebody who knows the country is not lost for having run."""
    under_way = do.state.journey
    if under_way is not None and under_way.left is None and under_way.route.guided:
        do.emit(BearingsTaken(course_from(under_way.at), far(under_way.at), False, rule=("ose:hazard.lost.safe",)))


@executes("ose:evasion.wilderness.roll")
def _evades(do: Resolution) -> bool:
    """A percentile roll; without a chance, none."""
    chance, why = _chance(do)
    if chance <= 0:
        return False
    roll = dice.percent(do, "evasion", chance)
    do.emit(ChanceRolled("evasion", roll, bool(roll.success), rule=(*why, dice.PERCENTILE)))
    return bool(roll.success)


@executes(
    "ose:evasion.wilderness.no-surprise",
    "ose:evasion.wilderness.surprised",
    "ose:evasion.wilderness.environment",
    "ose:evasion.wilderness.minimum",
)
def _chance(do: Resolution) -> tuple[int, tuple[str, ...]]:
    """By the numbers on both sides, their speed and the country; hardly any for the surprised. Default: 10% for them
    and +25 for others where the growth is dense. Ruling: evasion.question.surprised-minimum.
    """
    met, hides = do.state.encounter, terrain_of(do.state).hides
    assert met is not None
    if met.surprises(c.id for c in do.state.marchers()):
        return int(do.ruling(_SURPRISED, ("0", "5", "10", "25"), "10" if hides else "0")), (_SURPRISED,)
    pursuers = sum(do.state.creatures[id].status == "up" for id in met.monsters)
    percent = base_percent(fleeing(do.state), pursuers)
    points = speed_points(load.party_feet(do.state), meetings.monsters_feet(do.state))
    percent += points
    percent += int(do.ruling(_GROWTH, ("-25", "0", "+25"), "+25" if hides else "0"))
    by_speed = ("ose:evasion.wilderness.speed",) if points else ()
    least = ("ose:evasion.wilderness.minimum",) if percent < LEAST_PERCENT else ()
    return max(LEAST_PERCENT, percent), (*_ROLL, *by_speed, *least)


@executes("ose:evasion.wilderness.no-surprise")
def fleeing(state: State) -> int:
    """How many run: the party, and the soldiers in its pay."""
    troop = campaign(state).company.troop
    soldiers = [id for id in troop.members if state.creatures[id].status == "up"] if troop is not None else []
    return len(state.marchers()) + len(soldiers)


@executes("ose:evasion.wilderness.no-surprise")
def base_percent(fleeing: int, pursuers: int) -> int:
    """The fewer flee and the more pursue, the easier."""
    rows = compendium.tables()["wilderness-evasion"].rows
    return next(row[4] for row in rows if row[0] <= fleeing <= row[1] and row[2] <= pursuers <= row[3])


@executes("ose:evasion.wilderness.speed")
def speed_points(fleeing_feet: int, pursuing_feet: int) -> int:
    """25 points for those who are at least twice as fast."""
    if pursuing_feet >= 2 * fleeing_feet:
        return -25
    return 25 if fleeing_feet >= 2 * pursuing_feet else 0


FAR_BEHIND_FEET = 720
"""Where those are who have kept after the party for a day and not caught up: as far off as one sees them. Ours."""


@executes("ose:evasion.wilderness.pursuit")
def _run_for_a_day(do: Resolution) -> None:
    """A day of flight, any way; faster pursuers may catch up; else the party chooses to stand or to try again."""
    party = do.state.party
    assert party is not None and do.state.encounter is not None
    course = 45 * (do.dice.roll(1, len(COMPASS), "direction of flight")[0] - 1)
    after = replace(do.state.encounter, surprised=(), around=False, distance=FAR_BEHIND_FEET)
    do.emit(EncounterChanged(after, "pursuing", rule=_PURSUIT))
    journey.flee_a_day(do, course)
    if do.state.over:
        return
    if meetings.monsters_feet(do.state) > load.party_feet(do.state):
        roll = dice.percent(do, "catching up", CATCH_PERCENT)
        do.emit(ChanceRolled("catching up", roll, bool(roll.success), rule=_PURSUIT))
        if roll.success:
            _caught(do, _PURSUIT)
            return
    do.ask_party(QUESTION, (EVADE, GIVE_UP), EVADE, _PURSUIT)


@executes("ose:evasion.wilderness.pursuit")
def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """When the pursuers catch up, the party runs on or stands."""
    if choice == EVADE:
        flee(do, in_time=True)
    else:
        _caught(do, _PURSUIT)


def _caught(do: Resolution, rule: tuple[str, ...]) -> None:
    assert do.state.encounter is not None
    do.emit(EncounterChanged(replace(do.state.encounter, distance=5), "caught", rule=rule))
    meeting.come_to_blows(do)


@executes("ose:evasion.water.roll", "ose:evasion.water.success", "ose:evasion.water.failure")
def _flee_afloat(do: Resolution, in_time: bool) -> None:
    """A roll by the difference of the two rates. Made, nobody comes up with the boat today; failed, the others close
    in. Ruling: evasion.question.water-units.
    """
    met, dungeon = do.state.encounter, do.state.dungeon
    assert met is not None and dungeon is not None
    slower_by = (their_feet(do.state) - vessel_feet(do.state, vessels.aboard(do.state))) // 3
    if in_time:
        roll = dice.percent(do, "evasion", water_percent(slower_by))
        do.emit(ChanceRolled("evasion", roll, bool(roll.success), rule=("ose:evasion.water.roll", dice.PERCENTILE)))
        if roll.success:
            behind = replace(dungeon.groups[met.group], area=BEHIND)
            do.emit(GroupChanged(behind, "shaken off", rule=("ose:evasion.water.success",)))
            meetings.conclude(do, "evaded")
            return
    rounds = rounds_to_close(met.distance // 3, slower_by)
    meetings.rounds_pass(do, "pursuit", rounds)
    if boarding.other(do.state) is None:
        _caught(do, _CLOSING)
        return
    near = replace(met, distance=3 * boarding.LEAST_YARDS, attitude="hostile", surprised=())
    do.emit(EncounterChanged(near, "overhauled", rule=_CLOSING))
    boarding.come_to_blows(do)


@executes("ose:vehicle.movement")
def vessel_feet(state: State, vessel: Vessel) -> int:
    """The base rate of a vessel with this hull and crew."""
    return int(max(vessels.sailed(state, vessel), vessels.rowed(state, vessel)))


def their_feet(state: State) -> int:
    """The base rate of those who come after a ship: of theirs, if they have one."""
    ship = boarding.other(state)
    return meetings.monsters_feet(state) if ship is None else vessel_feet(state, ship)


@executes("ose:evasion.water.roll")
def water_percent(slower_by: int) -> int:
    """The chance to get away on water, by how much slower the ship is."""
    rows = compendium.tables()["water-evasion"].rows
    return next(percent for least, most, percent in rows if least <= slower_by <= most)


@executes("ose:evasion.water.initial-distance", "ose:evasion.water.closing")
def rounds_to_close(gap_yards: int, slower_by: int) -> int:
    """From the distance at which they met; the gap shrinks by the difference of the rates, by 30 at least."""
    return -(-gap_yards // max(LEAST_CLOSING, slower_by))
