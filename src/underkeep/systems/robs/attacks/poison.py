"""Poison, paralysis and the like: what a hit may carry into the body."""

from __future__ import annotations

from typing import NamedTuple

from underkeep.kernel.event import Modifier, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.effects import Effects
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import wounds
from underkeep.systems.robs.basics.movement import ROUND_SECONDS
from underkeep.systems.robs.basics.numbers import roll_dhl, rolled_sum
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import OnHit, Paralyse, Poison, PoisonedWeapon, Undead, trait
from underkeep.systems.robs.checks.checks import situational
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Harmed, SaveRolled

NO_SAVE = "no save"
SAVES = {"an Average save": 0, "a Good save": 1, "a Great save": 2, NO_SAVE: 0}
TAINTED_HITS = "hits with poison"
WORN_OFF = "poison worn off"


class Hit(NamedTuple):
    """A blow that struck home; `delivered` if what it carries got under the skin."""

    attacker: str
    target: str
    delivered: bool


on_hit: Effects[Hit] = Effects(OnHit)


@executes("robs:hazard.poison.delivery", "robs:hazard.poison.weapons-too")
def is_delivered(amount: int, without_scale: int) -> bool:
    """A hit that hurts, or that only the target's Scale kept from hurting, gets under the skin."""
    return amount > 0 or without_scale > 0


def is_proof(do: Resolution, target: str) -> bool:
    """Whether there is no blood for poison to work in. Ruling: monsters."""
    own = sheet(do.state.creatures[target])
    return bool(own.traits) and trait(own.traits, Undead) is not None


@executes("robs:hazard.poison.save", "robs:task.check.roll", "robs:abilities.con")
def resist(do: Resolution, creature: str, against: str, difficulty: int) -> bool:
    """A CON check against what is in the blood."""
    victim = do.state.creatures[creature]
    modifiers = (Modifier("CON", sheet(victim).attributes["CON"]), *wounds.penalty(do.state, victim))
    roll: Roll = roll_dhl(do, f"{against} save of {creature}", modifiers, difficulty, by=victim)
    rule = ("robs:hazard.poison.save", "robs:task.check.roll", "robs:task.check.success", "robs:abilities.con")
    do.emit(SaveRolled(creature, against, roll, bool(roll.success), rule=rule))
    return bool(roll.success)


@executes("robs:hazard.poison.delivery", "robs:hazard.poison.save", "robs:dice.other-dice")
@on_hit(Poison)
def poison(do: Resolution, hit: Hit, effect: Poison) -> None:
    """A creature's own poison: so much damage, or none if it is resisted."""
    if hit.delivered and not is_proof(do, hit.target) and not resist(do, hit.target, "poison", effect.difficulty):
        amount = rolled_sum(do, effect.amount, f"poison of {hit.attacker}")
        _hurt(do, hit.attacker, hit.target, amount, "robs:dice.other-dice")


@executes(
    "robs:hazard.poison.kinds",
    "robs:hazard.poison.save",
    "robs:hazard.poison.weapons-too",
    "robs:hazard.poison.tainted-weapon",
    "robs:dice.other-dice",
)
@on_hit(PoisonedWeapon)
def poison_by_weapon(do: Resolution, hit: Hit, effect: PoisonedWeapon) -> None:
    """An unspecified poison on a weapon: it works if it gets in, and after any hit it may have worn off."""
    attacker, target = hit.attacker, hit.target
    armed = do.state.creatures[attacker]
    if armed.condition(WORN_OFF):
        return
    if hit.delivered and not is_proof(do, target):
        strength = do.ruling("robs:hazard.poison.kinds", ("1d3", "1d6", "2d6"), "1d6", attacker)
        amount = rolled_sum(do, strength, f"poison of {attacker}")
        save = do.ruling("robs:hazard.poison.save", tuple(SAVES), "a Good save", target)
        if save != NO_SAVE and resist(do, target, "poison", SAVES[save]):
            amount //= 2
        _hurt(do, attacker, target, amount, "robs:hazard.poison.weapons-too", "robs:dice.other-dice")
    before = armed.condition(TAINTED_HITS)
    hits = before.level if before else 0
    rule = ("robs:hazard.poison.tainted-weapon",)
    less = (Modifier("earlier hits", -hits),) if hits else ()
    if situational(do, attacker, "poison on the weapon", less, rule, (REFEREE,)).total < 0:
        do.emit(ConditionGained(attacker, Condition(WORN_OFF), rule=rule))
    else:
        do.emit(ConditionGained(attacker, Condition(TAINTED_HITS, level=hits + 1), rule=rule))


@executes("robs:hazard.poison.save")
@on_hit(Paralyse)
def paralyse(do: Resolution, hit: Hit, effect: Paralyse) -> None:
    """A paralysing touch lasts so many rounds unless it is resisted."""
    if hit.delivered and not resist(do, hit.target, "paralysis", effect.difficulty):
        rounds = rolled_sum(do, effect.amount, f"paralysis by {hit.attacker}")
        until = do.state.now + rounds * ROUND_SECONDS
        do.emit(ConditionGained(hit.target, Condition("paralysed", until), rule=("robs:hazard.poison.save",)))


def _hurt(do: Resolution, attacker: str, target: str, amount: int, *more: str) -> None:
    if amount > 0:
        left = do.state.creatures[target].hp - amount
        do.emit(Harmed(target, amount, left, attacker, "poison", rule=("robs:hazard.poison.delivery", *more)))
