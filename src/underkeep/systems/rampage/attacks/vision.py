"""Who sees what: by day and night, by the light that people carry, and in the dark."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.attacks.events import attack_on
from underkeep.systems.rampage.attacks.field import ends
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.battle import battle
from underkeep.systems.rampage.basics.measures import INCH_FEET, feet
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.surroundings import is_night, is_unlit
from underkeep.world.clock import day_of
from underkeep.world.creature import Creature
from underkeep.world.grid import Square, distance
from underkeep.world.party import SquaresSeen
from underkeep.world.state import State, square_of

CAVE_IN = 4
NIGHT_IN = 6
IN_THE_DARK = -5
DAYLIGHT_FEET = 5280
BLIND = "blind"
_PENALTY = "rampage:vision.normal.night-penalty"
_PENALTIES = ("-1", "-2", "-3", "-4", "-5")
_MOONS = ("-5", "-3", "-1", "-3")
_QUARTER_DAYS = 7


@executes("rampage:vision.who")
def vision(creature: Creature) -> tuple[str, ...]:
    """The sorts of vision somebody has beside Normal Vision; most monsters have Cave Vision."""
    own = sheet(creature)
    if own.race:
        return compendium.races()[own.race].vision
    listing = compendium.monsters().get(creature.kind)
    return listing.vision if listing is not None else ("normal",)


@executes("rampage:vision.normal", "rampage:vision.cave", "rampage:vision.night.underground", "rampage:time.scale")
def sees_feet(state: State, creature: Creature) -> int:
    """How far one of the party sees: by any light, as far as it shines; without, by Cave Vision or not at all. Night
    Vision is of no use under a roof.
    """
    if creature.condition(BLIND):
        return 0
    if state.is_outdoors:
        return DAYLIGHT_FEET
    lit = max((light.radius for light in state.lights), default=0)
    return max(lit, feet(CAVE_IN) if "cave" in vision(creature) else 0)


def why_so_far(state: State, event: SquaresSeen) -> tuple[str, ...]:
    """By what the party sees what it sees."""
    if state.lights:
        return ("rampage:vision.normal", "rampage:time.scale")
    found = [c for c in state.marchers() if "cave" in vision(c)]
    if found:
        return ("rampage:vision.cave", "rampage:vision.who", "rampage:time.scale")
    night = any("night" in vision(c) for c in state.marchers())
    return ("rampage:vision.night.underground",) if night else ("rampage:vision.normal",)


@executes("rampage:vision.cave.no-fine-work")
def why_not_fine_work(state: State, creature: Creature) -> Refusal | None:
    """Locks, traps and writing want some light, whatever one sees in the dark."""
    if is_unlit(state) and not state.lights:
        return Refusal(f"{creature.name} cannot do that without some light.", "rampage:vision.cave.no-fine-work")
    return None


# On the field


def is_lit(state: State, square: Square) -> bool:
    """Whether some light that is borne on the field, or lies there, reaches a square."""
    for light in state.lights:
        at = state.creatures[light.bearer].at
        if at is not None and distance(at, square) * INCH_FEET <= light.radius:
            return True
    return False


@executes(
    "rampage:vision.normal",
    "rampage:vision.normal.dungeon-dark",
    "rampage:vision.normal.night-range",
    "rampage:vision.night",
    "rampage:vision.night.underground",
    "rampage:vision.cave",
)
def can_see(state: State, actor: Creature, target: Creature) -> bool:
    """By day, or where light falls on the other, everybody sees. In the dark those with Cave Vision see four inches,
    and under the stars Normal Vision reaches six, Night Vision as far as by day.
    """
    if actor.conditions and actor.condition(BLIND):
        return False
    here, there = ends(actor, target)
    if is_unlit(state):
        if is_lit(state, there):
            return True
        return "cave" in vision(actor) and distance(here, there) <= CAVE_IN
    if is_night(state):
        return "night" in vision(actor) or is_lit(state, there) or distance(here, there) <= NIGHT_IN
    return True


@executes("rampage:vision.normal.dark-targets")
def may_target(state: State, actor: Creature, target: Creature) -> bool:
    """Of those one does not see, only they can be struck who have attacked one this round."""
    if can_see(state, actor, target):
        return True
    assert state.fight is not None
    return attack_on(actor.id) in state.fight.spent.get(target.id, ())


def is_dim(state: State) -> bool:
    """Whether it has to be asked who sees whom."""
    return is_unlit(state) or is_night(state)


def is_benighted(state: State, creature: Creature) -> bool:
    """Whether the dark is all that a creature sees."""
    return is_unlit(state) and "cave" not in vision(creature) and not is_lit(state, square_of(creature))


@executes("rampage:vision.cave.rear-attack")
def strikes_unseen(state: State, attacker: Creature, target: Creature) -> bool:
    """Whether a blow comes out of the dark: its giver has Cave Vision, its taker has not and no light is there."""
    if not is_unlit(state) or "cave" not in vision(attacker) or "cave" in vision(target):
        return False
    return not is_lit(state, square_of(attacker)) and not is_lit(state, square_of(target))


@executes("rampage:vision.normal.dungeon-dark", "rampage:vision.normal.night-penalty")
def penalty(state: State, attacker: Creature, target: Creature) -> tuple[Modifier | None, str]:
    """What the dark takes off a blow, and the rule that says so."""
    if is_unlit(state):
        if can_see(state, attacker, target):
            return None, "rampage:vision.cave" if not is_lit(state, square_of(target)) else "rampage:vision.normal"
        night = "night" in vision(attacker)
        rule = "rampage:vision.night.underground" if night else "rampage:vision.normal.dungeon-dark"
        return Modifier("darkness", IN_THE_DARK), rule
    if is_night(state) and "night" not in vision(attacker) and not is_lit(state, square_of(target)):
        return Modifier("night", battle(state).night), _PENALTY
    return None, "rampage:vision.night" if is_night(state) else ""


@executes("rampage:vision.normal.night-penalty")
def night_penalty(do: Resolution) -> int:
    """What moon and stars leave of the sight of common folk. Default: -1 at full moon, -3 at half, -5 at none."""
    if not is_night(do.state):
        return 0
    moon = _MOONS[day_of(do.state.now) // _QUARTER_DAYS % len(_MOONS)] if do.state.party is not None else "-3"
    return int(do.ruling(_PENALTY, _PENALTIES, moon))
