"""Missiles: what distance, size, cover and aim do to a shot, and reloading."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks.death import AIMING
from underkeep.systems.robs.attacks.holds import holder_of
from underkeep.systems.robs.basics import spell_conditions, wounds
from underkeep.systems.robs.basics.movement import ROUND_SECONDS
from underkeep.systems.robs.basics.numbers import natural, roll_dhl
from underkeep.systems.robs.basics.sheet import RobsSheet, sheet
from underkeep.systems.robs.basics.traits import RangedBonus
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.equipment.armour import worn
from underkeep.systems.robs.equipment.arms import HEAVY_THROW_FACTOR, THROW_FACTOR, Arm, range_penalty
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import CheckRolled, Creature
from underkeep.world.grid import distance
from underkeep.world.state import State, square_of

UNLOADED = "crossbow unloaded"
RELOADING = "reloading"
RELOAD_DIFFICULTY = -1
LESS_FAR, AS_FAR = "a tenth less far for each level of Scale", "as far as a large one"
AS_HEAVY, AS_LIGHT = "2 metres for each point of strength", "5 metres for each point of strength"
_SMALL_BOWS, _HEAVY = "robs:equipment.missile.scale-range", "robs:equipment.thrown-range-heavy"
_RELOAD_RULE = ("robs:equipment.missile.crossbow-reload",)


@executes("robs:combat.ranged.base", "robs:combat.ranged.medium", "robs:combat.ranged.long")
def ranged_modifiers(do: Resolution, attacker: Creature, target: Creature, arm: Arm) -> tuple[Modifier, ...]:
    """Ruling: ranged-sign. All of these go on the attacker's roll."""
    own = sheet(attacker)
    squares = distance(square_of(attacker), square_of(target))
    far = carried(do, arm, own, squares)
    size = size_modifier(own.scale, sheet(target).scale)
    return (
        Modifier("long range" if far == -2 else "medium range", far or 0),
        Modifier("large target" if sheet(target).scale > own.scale else "small target", size),
        Modifier("cover" if target.condition(sight.IN_COVER) else "large shield", cover(target)),
        _awareness(do.state, attacker, target),
        Modifier("aim", int(has_aimed(do.state, attacker, target.id))),
        Modifier("eyesight", _eyesight(own)),
        *_unseen(do, attacker, target),
        *_charmed(target),
    )


@executes("robs:equipment.missile.scale-range", "robs:equipment.thrown-range-heavy")
def carried(do: Resolution, arm: Arm, own: RobsSheet, squares: int) -> int | None:
    """What the distance costs. Where it matters how much less far a small bow shoots, or a heavy thing is thrown, the
    referee says; by itself it is as the ranges have it."""
    strength = own.attributes["STR"]
    far = range_penalty(arm, strength, own.scale, squares)
    if far == 0:
        return far
    if not arm.throw_factor and own.scale < 0 and range_penalty(arm, strength, 0, squares) != far:
        ruled = do.ruling(_SMALL_BOWS, (LESS_FAR, AS_FAR), LESS_FAR, arm.name)
        return far if ruled == LESS_FAR else range_penalty(arm, strength, 0, squares)
    lighter = arm._replace(throw_factor=THROW_FACTOR)
    if arm.throw_factor == HEAVY_THROW_FACTOR and range_penalty(lighter, strength, own.scale, squares) != far:
        ruled = do.ruling(_HEAVY, (AS_HEAVY, AS_LIGHT), AS_HEAVY, arm.name)
        return far if ruled == AS_HEAVY else range_penalty(lighter, strength, own.scale, squares)
    return far


@executes("robs:spell.missile-shield.effect", "robs:spell.missile-shield.reverse")
def _charmed(target: Creature) -> tuple[Modifier, ...]:
    """A spell that turns missiles aside, or draws them."""
    amount = spell_conditions.missiles(target)
    return (Modifier("missile magnet" if amount > 0 else "missile shield", amount),) if amount else ()


@executes("robs:creation.gifts.poor-vision")
def _eyesight(own: RobsSheet) -> int:
    """What a Gift or Fault does to every shot."""
    return sum(found.amount for found in own.traits if isinstance(found, RangedBonus)) if own.gifts else 0


@executes("robs:combat.ranged.cover", "robs:equipment.shield.large-cover")
def cover(target: Creature) -> int:
    """Something that hides half of the target, or a large shield."""
    if target.conditions and target.condition(sight.IN_COVER):
        return -1
    shield = worn(target.items).shield
    return shield.cover if shield is not None else 0


@executes("robs:combat.ranged.larger-target", "robs:combat.ranged.smaller-target")
def size_modifier(mine: int, theirs: int) -> int:
    """One for every two full levels of difference, rounded towards 0."""
    return (theirs - mine) // 2 if theirs >= mine else -((mine - theirs) // 2)


@executes("robs:combat.ranged.dodging", "robs:combat.ranged.unaware")
def _awareness(state: State, attacker: Creature, target: Creature) -> Modifier:
    """One who knows of the shot dodges; one who stands still and does not, or cannot dodge, is easier."""
    if sight.is_unaware(target) or holder_of(state, target) is not None:
        return Modifier("cannot dodge", 1)
    return Modifier("dodging", -1 if sight.can_see(target, attacker) else 0)


@executes("robs:combat.unseen.attacker-missile-bonus")
def _unseen(do: Resolution, attacker: Creature, target: Creature) -> tuple[Modifier, ...]:
    """Ruling: unseen-missile-additional. On top of the other modifiers."""
    if (not attacker.conditions and not target.conditions) or sight.can_see(target, attacker):
        return ()
    granted = do.ruling("robs:combat.unseen.attacker-missile-bonus", ("granted", "refused"), "granted") == "granted"
    return (Modifier("unseen shooter", int(granted)),)


@executes("robs:combat.ranged.aim")
def aim(do: Resolution, actor: str, target: str) -> None:
    """A round spent on one target helps the next round's shot; more rounds help no more."""
    until = do.state.now + 2 * ROUND_SECONDS
    do.emit(ConditionGained(actor, Condition(AIMING + target, until), rule=("robs:combat.ranged.aim",)))


def has_aimed(state: State, attacker: Creature, target: str) -> bool:
    """Aimed in the round before this one."""
    found = attacker.condition(AIMING + target) if attacker.conditions else None
    return found is not None and found.until == state.now + ROUND_SECONDS


@executes("robs:equipment.missile.crossbow-reload")
def reload(do: Resolution, actor: Creature) -> None:
    """Two rounds and a STR check at -1, made in the first; High 6, Low 1 has it loaded in one."""
    begun = actor.condition(RELOADING)
    if begun is not None:
        do.emit(ConditionEnded(actor.id, RELOADING, rule=_RELOAD_RULE))
        if begun.level:
            do.emit(ConditionEnded(actor.id, UNLOADED, rule=_RELOAD_RULE))
        return
    modifiers = (Modifier("STR", sheet(actor).attributes["STR"]), *wounds.penalty(do.state, actor))
    roll = roll_dhl(do, f"reloading by {actor.id}", modifiers, RELOAD_DIFFICULTY)
    rule = (*_RELOAD_RULE, "robs:task.check.success")
    do.emit(CheckRolled(actor.id, "STR to reload", roll, bool(roll.success), rule=rule))
    if natural(roll) == 5:
        do.emit(ConditionEnded(actor.id, UNLOADED, rule=_RELOAD_RULE))
    else:
        do.emit(ConditionGained(actor.id, Condition(RELOADING, level=int(bool(roll.success))), rule=_RELOAD_RULE))
