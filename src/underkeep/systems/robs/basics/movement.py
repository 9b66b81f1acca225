"""Movement Scale: how far a creature gets in a round."""

from __future__ import annotations

from functools import lru_cache

from underkeep.kernel.executes import executes
from underkeep.systems.robs.basics import wounds
from underkeep.systems.robs.basics.measures import SQUARE_METRES
from underkeep.systems.robs.basics.sheet import RobsSheet, sheet
from underkeep.systems.robs.basics.spell_conditions import ILLUSION
from underkeep.systems.robs.basics.traits import Swimmer, trait
from underkeep.world.creature import Creature
from underkeep.world.state import State

WALK_METRES_PER_SECOND = 1.5
ROUND_SECONDS = 10
FACTOR = 1.4
CRAWL_DIVISOR = 3
NO_FLIGHT_CON = -3
HUMAN_METRES_PER_SECOND = 5.36
WING_WEARY = "wing-weary"
MOVEMENT_RATE = "movement-rate"
SHOULDER_SCALES = 6
"""By so much somebody is small enough to be carried on a shoulder: a tenth of the weight."""
FLIGHT_MINUTES, FLIGHT_A_POINT, REST_MINUTES = 30, 10, 10


@executes("robs:movement.scale-zero", "robs:movement.factor", "robs:movement.table")
def metres_per_second(movement_scale: int) -> float:
    """A walk at this Movement Scale, each step 1.4 times as fast as the one below."""
    return float(WALK_METRES_PER_SECOND * FACTOR**movement_scale)


@executes("robs:movement.table", "robs:time.round")
def metres_per_round(movement_scale: int) -> float:
    """How far such a walk comes in a round of ten seconds."""
    return metres_per_second(movement_scale) * ROUND_SECONDS


@lru_cache(maxsize=256)
def squares(movement_scale: int, times: int = 1) -> int:
    """Whole squares in a round at casual speed, or at a sprint of so many times that."""
    return int(metres_per_round(movement_scale) * times / SQUARE_METRES)


@executes("robs:movement.rate-attribute")
def movement_rate(own: RobsSheet) -> int:
    """Ruling: movement-rate-rounding. The mean of Scale, DEX and CON, to the nearest whole."""
    return round((own.scale + own.attributes["DEX"] + own.attributes["CON"]) / 3)


@executes(
    "robs:damage.flier.grounded",
    "robs:race.ellyl.flight-very-hurt",
    "robs:race.ellyl.flight-weak",
    "robs:race.ellyl.flight-rest",
)
def can_fly(state: State, creature: Creature) -> bool:
    """Whether it has wings and is well enough to use them; an ellyl also needs some CON, and rest from time to time."""
    own = sheet(creature)
    if own.flying_scale is None or (creature.conditions and creature.condition(WING_WEARY)):
        return False
    if wounds.level(state, creature).penalty <= wounds.VERY_HURT.penalty:
        return False
    return own.race != "ellyl" or constitution(creature) > NO_FLIGHT_CON


@executes("robs:race.ellyl.flight-weak")
def constitution(creature: Creature) -> int:
    """CON as far as illness leaves it: each sickness that somebody suffers from takes 1."""
    score = sheet(creature).attributes["CON"]
    if not creature.conditions:
        return score
    sick = creature.condition(wounds.SICK) is not None and creature.condition(wounds.EASED) is None
    return score - sick - (creature.condition(wounds.AILING) is not None)


@executes("robs:race.ellyl.movement-flying", "robs:race.ellyl.movement-foot")
def movement_scale(state: State, creature: Creature) -> int:
    """A flier flies while it can. Movement Rate, where it is used, stands for a character's pace on foot."""
    own = sheet(creature)
    if own.flying_scale is not None and can_fly(state, creature):
        return own.flying_scale
    return movement_rate(own) if own.classes and MOVEMENT_RATE in state.switches else own.movement_scale


def is_carried(state: State, creature: Creature) -> bool:
    """Ruling: delve-turn. Who is too small to keep up on foot, and cannot fly, rides on the shoulder of a companion."""
    own = sheet(creature)
    if can_fly(state, creature) or own.movement_scale >= 0:
        return False
    return any(sheet(other).scale - own.scale >= SHOULDER_SCALES for other in state.marchers())


@executes("robs:movement.table")
def slowest(state: State) -> int:
    """The Movement Scale by which a party goes: that of its slowest, but for who is carried."""
    return min((movement_scale(state, c) for c in state.marchers() if not is_carried(state, c)), default=0)


def paced_by(state: State, creature: Creature) -> tuple[str, ...]:
    """The rules that give a creature its pace."""
    own, pace = sheet(creature), movement_scale(state, creature)
    found = ["robs:movement.table", "robs:movement.factor" if pace else "robs:movement.scale-zero"]
    if own.race == "ellyl":
        flies = can_fly(state, creature)
        found.append("robs:race.ellyl.movement-flying" if flies else "robs:race.ellyl.movement-foot")
        found += ["robs:race.ellyl.flight-weak"] if constitution(creature) <= NO_FLIGHT_CON else []
    if own.classes and MOVEMENT_RATE in state.switches and not can_fly(state, creature):
        found.append("robs:movement.rate-attribute")
    return tuple(found)


def is_stranded(creature: Creature) -> bool:
    """Whether it lives in water only, and lies on dry land. Ruling: monsters."""
    traits = sheet(creature).traits
    found = trait(traits, Swimmer) if traits else None
    return found is not None and found.only


@executes("robs:movement.table", "robs:spell.minor-illusion.concentration")
def walk_squares(state: State, creature: Creature) -> int:
    """A Critically Hurt creature crawls. Ruling: at a third of its pace, the book giving no number. Who keeps up an
    illusion goes half as far."""
    if is_stranded(creature):
        return 0
    pace = squares(movement_scale(state, creature))
    if creature.conditions and creature.condition(ILLUSION):
        pace //= 2
    return max(1, pace // CRAWL_DIVISOR) if wounds.is_critical(state, creature) else pace


@executes("robs:race.ellyl.flight-rest")
def flight_minutes(own: RobsSheet) -> int:
    """How long an ellyl flies before it must rest: half an hour, 10 minutes more or less for each point of CON."""
    return max(0, FLIGHT_MINUTES + FLIGHT_A_POINT * own.attributes["CON"])


def run_by(state: State, creature: Creature) -> tuple[str, ...]:
    """The rules by which somebody runs as fast as that."""
    own = sheet(creature)
    found = ("robs:movement.sprint", *paced_by(state, creature))
    if own.race == "ellyl" and can_fly(state, creature):
        return (*found, "robs:race.ellyl.flight-maneuver")
    is_capped = own.race == "human" and run_metres(state, creature) == HUMAN_METRES_PER_SECOND * ROUND_SECONDS
    return (*found, "robs:movement.human-maximum") if is_capped else found


@executes("robs:movement.sprint", "robs:race.ellyl.flight-maneuver", "robs:movement.human-maximum")
def run_metres(state: State, creature: Creature) -> float:
    """How far somebody gets at a run in a round. An ellyl in the air is no faster than a running human, and no human
    runs a mile in less than five minutes."""
    own = sheet(creature)
    metres = metres_per_round(movement_scale(state, creature)) * own.sprint
    if own.race == "human":
        return min(metres, HUMAN_METRES_PER_SECOND * ROUND_SECONDS)
    is_winged = own.race == "ellyl" and can_fly(state, creature)
    return min(metres, metres_per_round(0) * own.sprint) if is_winged else metres


@executes("robs:movement.sprint", "robs:damage.critically-hurt")
def sprint_squares(state: State, creature: Creature) -> int:
    """The whole squares of a run. Nobody Critically Hurt runs, nor who keeps up an illusion."""
    if wounds.is_critical(state, creature) or (creature.conditions and creature.condition(ILLUSION)):
        return 0
    own = sheet(creature)
    if is_stranded(creature):
        return 0
    if own.race in ("human", "ellyl"):
        return int(run_metres(state, creature) / SQUARE_METRES)
    return squares(movement_scale(state, creature), own.sprint)
