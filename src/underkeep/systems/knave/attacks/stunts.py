"""Stunts that the list of manoeuvres does not have, and the advice to use manoeuvres at all."""

from __future__ import annotations

import re
from functools import lru_cache

from underkeep.kernel.chance import distribution
from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.attacks.manoeuvres import ABILITY_CHOICE, CONDITION
from underkeep.systems.knave.basics.sheet import ABILITIES, sheet
from underkeep.systems.knave.checks.checks import check, opposed
from underkeep.systems.knave.equipment.arms import arms_of, routine_of
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.fight import Spent
from underkeep.world.grid import distance
from underkeep.world.state import State

OTHER = "knave:combat.maneuver.other"
ADVICE = "knave:combat.maneuver.advice"
HAMPERED = "hampered"
MOST_HITS = 5
HARMFUL = re.compile(
    r"\b(kill|slay|behead|cut off|chop|sever|stab|gut|impale|decapitate|wound|damage|hurt|injure)", re.IGNORECASE
)


class Stunt(Action, frozen=True):
    """A manoeuvre of one's own: what is done, to whom, and what it should bring about."""

    actor: str
    target: str
    stunt: str
    effect: str


class StuntTried(Note, frozen=True):
    """What somebody tried; one that the referee refuses costs nothing."""

    actor: str
    target: str
    stunt: str
    effect: str
    allowed: bool


class ManoeuvresAdvised(Note, frozen=True):
    """A foe is too tough to be cut down: the manoeuvres that may bring it down otherwise."""

    creature: str
    manoeuvres: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (StuntTried, ManoeuvresAdvised)


@executes("knave:combat.maneuver.other")
def is_plausible(action: Stunt) -> bool:
    """It names a target and an effect, and does no damage by itself."""
    words = f"{action.stunt} {action.effect}"
    return bool(action.target and action.stunt.strip() and action.effect.strip()) and not HARMFUL.search(words)


def why_not(state: State, action: Stunt) -> Refusal | None:
    """Within reach, and nothing that the automatic referee would refuse anyway."""
    actor, target = state.creatures[action.actor], state.creatures.get(action.target)
    if target is None or not target.is_up or target.at is None or actor.at is None or target.side == actor.side:
        return Refusal("There is nobody to try that on.", OTHER)
    if distance(actor.at, target.at) > 1:
        return Refusal("That is out of reach.", OTHER)
    if not state.human_referee and not is_plausible(action):
        return Refusal("That is no manoeuvre: name an effect that does no damage by itself.", OTHER)
    return None


@executes("knave:combat.maneuver.other", "knave:combat.maneuver.resolution", "knave:combat.maneuver.ability-choice")
def attempt(do: Resolution, action: Stunt) -> None:
    """If the referee finds it plausible it is the actor's action, tried like any other manoeuvre; what comes of it
    hampers the foe in everything until it has acted.
    """
    default = "accept" if is_plausible(action) else "refuse"
    allowed = do.ruling(OTHER, ("accept", "refuse"), default, f"{action.stunt}: {action.effect}") == "accept"
    do.emit(StuntTried(action.actor, action.target, action.stunt, action.effect, allowed, rule=(OTHER,)))
    if not allowed:
        return
    do.emit(Spent(action.actor, "action", rule=("knave:combat.maneuver.action-cost",)))
    ability = do.ruling(ABILITY_CHOICE, ABILITIES, "DEX", action.stunt)
    difficulty, rule = opposed(do, do.state.creatures[action.target], ability)
    cited = (rule, "knave:combat.maneuver.resolution", OTHER)
    if check(do, action.actor, ability, action.stunt, difficulty, rule=cited).success:
        do.emit(ConditionGained(action.target, Condition(HAMPERED), rule=(OTHER,)))


def expected_damage(creature: Creature) -> float:
    """The mean of the creature's best single strike."""
    strikes = [s for arm in arms_of(creature) for s in routine_of(creature, arm.weapon).strikes]
    return max((_mean(s.damage) for s in strikes if s.damage is not None), default=0.0)


@lru_cache(maxsize=256)
def _mean(damage: Expr) -> float:
    return float(distribution(damage).mean())


@executes("knave:combat.maneuver.advice")
def is_tough(state: State, foe: Creature) -> bool:
    """No character can expect to fell it in five hits."""
    characters = [c for c in state.active() if sheet(c).is_pc and c.side != foe.side]
    return bool(characters) and all(MOST_HITS * expected_damage(c) < foe.hp for c in characters)


@executes("knave:combat.maneuver.advice")
def advise(do: Resolution) -> None:
    """When a fight begins, for every sort of foe that is too tough; the characters' players hear it."""
    seen: set[str] = set()
    for foe in do.state.active():
        if foe.kind in seen or sheet(foe).is_pc or not is_tough(do.state, foe):
            continue
        seen.add(foe.kind)
        if do.ruling(ADVICE, ("hint", "silence"), "hint", foe.name) == "hint":
            players = dict.fromkeys(do.state.owner(c.id) for c in do.state.active() if sheet(c).is_pc)
            seats = tuple(seat for seat in players if not do.state.owns(seat, foe.id) and seat != REFEREE)
            names = (*sorted(CONDITION), "disarm", "push", "restrain", "climb")
            do.emit(ManoeuvresAdvised(foe.id, names, rule=(ADVICE,), seats=seats))
