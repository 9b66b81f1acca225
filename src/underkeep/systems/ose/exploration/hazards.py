"""Hazards: climbing, falling, swimming and drowning. The referee calls for them as for an ability check."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures import carrying
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import dice
from underkeep.systems.ose.basics.conditions import BREATHES_WATER, CANNOT_SWIM, IN_WATER, LADEN, has, is_helpless
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import thief_skills
from underkeep.systems.ose.checks.damage import harm, roll_damage
from underkeep.systems.ose.checks.enchantments import hovers
from underkeep.systems.ose.combat import ability_checks
from underkeep.systems.ose.equipment import load
from underkeep.world.creature import CheckRolled, Creature, Died
from underkeep.world.encounter import ChanceRolled
from underkeep.world.state import State

CLIMB, SWIM, FALL = "climb", "swim", "fall"
DROP_FEET = 10
HEAVY_COINS, LIGHT_COINS = 800, 400
CLIMBING_ROPE = "rope-of-climbing"
CLIMBING_GEAR = ("grappling-hook", "rope")
_FALLING = "ose:hazard.falling"
_CLIMB, _SHEER = "ose:hazard.climb", "ose:hazard.climb.sheer"
_WHEN, _CHANCE = "ose:hazard.drown.when", "ose:hazard.drown.chance"
_SWIM = "ose:hazard.swim.everyone"
_PERCENT = ("0", "5", "10", "25", "50", "75", "90", "99")


class HazardMet(Note, frozen=True):
    """Somebody came through a hazard, or into it: what came of it, in a word."""

    creature: str
    hazard: str
    outcome: str


def reads(what: str) -> bool:
    """Whether a call of the referee's is for a hazard: `climb 30 chased`, `climb sheer`, `swim rough`, `fall 20`."""
    return what.strip().lower().partition(" ")[0] in (CLIMB, SWIM, FALL)


def _words(what: str) -> tuple[str, frozenset[str], int]:
    first, *rest = what.strip().lower().split()
    feet = next((int(word) for word in rest if word.isdigit()), 0)
    return first, frozenset(rest), feet


@executes("ose:hazard.climb.sheer", "ose:hazard.swim.everyone")
def why_not(state: State, action: CallCheck) -> Refusal | None:
    """Climbing takes ability scores, a sheer face the skill or gear for it, and swimming somebody who can."""
    creature = state.creatures[action.creature]
    hazard, words, _ = _words(action.what)
    if hazard == CLIMB and not sheet(creature).abilities:
        return Refusal(f"{creature.name} has no ability scores.", "ose:task.ability-check")
    if hazard == CLIMB and "sheer" in words and not can_climb_sheer(creature):
        return Refusal(f"{creature.name} cannot climb that without gear.", _SHEER)
    if hazard == SWIM and not can_swim(creature):
        return Refusal(f"{creature.name} cannot swim.", _SWIM)
    return None


def call(do: Resolution, action: CallCheck) -> None:
    hazard, words, feet = _words(action.what)
    if hazard == FALL:
        fall(do, action.creature, feet, into_water="water" in words)
    elif hazard == CLIMB:
        climb(do, action, words, feet)
    else:
        swim(do, action.creature, "rough" in words)


def came_through(events: Iterable[Event], creature: str) -> bool:
    """Whether somebody got where it went, by what was told of it: neither drowned nor fallen nor carried off."""
    told = [e for e in events if isinstance(e, HazardMet | CheckRolled | Died) and e.creature == creature]
    if any(isinstance(e, Died) or (isinstance(e, CheckRolled) and not e.success) for e in told):
        return False
    return bool(told)


@executes("ose:hazard.falling")
def fall(do: Resolution, creature: str, feet: int, into_water: bool = False) -> None:
    """1d6 for each whole 10 feet onto something hard. Ruling: hazard.question.falling-partial."""
    dice = feet // 10
    if into_water or not dice:
        do.emit(HazardMet(creature, FALL, "lands unhurt", rule=(_FALLING,)))
        return
    amount = roll_damage(do, "", creature, "fall", parse(f"{dice}d6"), (), (_FALLING,))
    harm(do, creature, amount, "", "fall")


@executes("ose:hazard.climb.sheer")
def can_climb_sheer(creature: Creature) -> bool:
    """With the gear for it, or by a class's knack."""
    geared = all(carrying.has(creature, kind) for kind in CLIMBING_GEAR)
    return geared or thief_skills.is_thief(creature) or hovers(creature) or carrying.has(creature, CLIMBING_ROPE)


@executes("ose:hazard.climb", "ose:hazard.falling")
def climb(do: Resolution, action: CallCheck, words: frozenset[str], feet: int) -> None:
    """A climb in a fight, in flight or above a drop of 10 feet takes a DEX check; with time and a rope, or one
    that climbs by itself, it just succeeds. Who fails falls. Default: just so.
    """
    if hovers(do.state.creatures[action.creature]):
        do.emit(HazardMet(action.creature, CLIMB, "floats up", rule=(_CLIMB,)))
        return
    hurried = do.state.fight is not None or bool(words & {"chased", "fighting"})
    has_rope = carrying.has(do.state.creatures[action.creature], CLIMBING_ROPE)
    risky = not has_rope and (hurried or "sheer" in words or (feet >= DROP_FEET and "rope" not in words))
    wanted = do.ruling(_CLIMB, ("check", "no check"), "check" if risky else "no check", action.creature)
    if wanted == "no check":
        do.emit(HazardMet(action.creature, CLIMB, "climbs", rule=(_CLIMB,)))
        return
    creature = do.state.creatures[action.creature]
    if "sheer" in words and thief_skills.is_thief(creature):
        fallen = thief_skills.climb(do, creature, feet or DROP_FEET)
        if fallen:
            fall(do, action.creature, fallen)
    elif not ability_checks.check(do, CallCheck(action.creature, "DEX", action.difficulty or 0, action.modifiers)):
        fall(do, action.creature, feet)


@executes("ose:hazard.swim.everyone")
def can_swim(creature: Creature) -> bool:
    """Everybody can, unless there is a reason why not: a load too great to move, or no use of one's limbs."""
    return not (has(creature, CANNOT_SWIM) or has(creature, LADEN) or is_helpless(creature))


@executes("ose:hazard.swim.rate", "ose:hazard.drown.when")
def swim(do: Resolution, creature: str, rough: bool) -> None:
    """A turn in the water."""
    feet = load.swim_feet(load.base_feet(do.state, do.state.creatures[creature]))
    if not drown(do, creature, rough):
        do.emit(HazardMet(creature, SWIM, f"swims at {feet} ft a turn", rule=("ose:hazard.swim.rate", _SWIM)))


@executes("ose:hazard.drown.when")
def in_the_water(do: Resolution) -> None:
    """Once a turn for each who is in the water; the condition's level tells of rough water."""
    for creature in do.state.marchers():
        wet = creature.condition(IN_WATER)
        if wet is not None:
            drown(do, creature.id, rough=wet.level > 0)


def suit_of(creature: Creature) -> load.Suit:
    return load.weights(creature.items).suit


def is_laden(state: State, creature: Creature) -> bool:
    return load.all_coins(state, creature) > HEAVY_COINS


def is_at_risk(state: State, creature: Creature, rough: bool) -> bool:
    """Whether somebody might drown: in treacherous water, in armour, under a load, or fighting."""
    weighed = suit_of(creature) != "none" or is_laden(state, creature)
    return rough or weighed or state.fight is not None or not can_swim(creature)


def risk_percent(state: State, creature: Creature, rough: bool) -> int:
    """The chance to drown, as far as no referee says otherwise."""
    if has(creature, BREATHES_WATER) or not is_at_risk(state, creature, rough):
        return 0
    return drown_percent(state, creature, rough)


@executes("ose:hazard.drown.when", "ose:hazard.drown.chance")
def drown(do: Resolution, id: str, rough: bool) -> bool:
    """Whether somebody drowns: a risk in treacherous water, in armour, under a load, or fighting. Default: just so."""
    creature = do.state.creatures[id]
    if has(creature, BREATHES_WATER):
        return False
    at_risk = is_at_risk(do.state, creature, rough)
    if do.ruling(_WHEN, ("check", "no check"), "check" if at_risk else "no check", id) == "no check":
        return False
    default = drown_percent(do.state, creature, rough)
    percent = int(do.ruling(_CHANCE, _PERCENT, str(default), id))
    roll = dice.percent(do, f"drowning of {id}", percent)
    drowned = bool(roll.success)
    do.emit(ChanceRolled("drowning", roll, drowned, id, rule=(_CHANCE,)))
    if drowned:
        do.emit(Died(id, rule=(_CHANCE,)))
    return drowned


@executes("ose:hazard.drown.chance")
def drown_percent(state: State, creature: Creature, rough: bool) -> int:
    """In rough water 99% in heavy armour under a heavy load, 10% in light armour with a light one, else 50%; in calm
    water 10%. Who cannot swim is as badly off as can be.
    """
    if not can_swim(creature):
        return 99
    if not rough:
        return 10
    suit, coins = load.weights(creature.items).suit, load.all_coins(state, creature)
    if suit == "heavy" and coins > HEAVY_COINS:
        return 99
    return 10 if suit != "heavy" and coins <= LIGHT_COINS else 50
