"""Spells that strike: phantom arrows, sparks, fire and cold, and boulders set rolling."""

from __future__ import annotations

from underkeep.kernel.event import Modifier, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks import damage, defence
from underkeep.systems.robs.basics import compendium, spell_conditions, wounds
from underkeep.systems.robs.basics.measures import SQUARE_METRES
from underkeep.systems.robs.basics.numbers import decided_by, roll_dhl, skilled_by, tell_critical
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.spell_listings import Blast, Boulder, Darts
from underkeep.systems.robs.basics.traits import Immune
from underkeep.systems.robs.checks.checks import find_task, modifiers, situational
from underkeep.systems.robs.equipment.armour import protection, worn
from underkeep.systems.robs.equipment.arms import UNARMED
from underkeep.systems.robs.magic.spell_effects import Casting, effects
from underkeep.systems.robs.magic.spell_targets import around, in_reach
from underkeep.world.creature import AttackRolled, Creature, DamageRolled, Harmed, SaveRolled
from underkeep.world.grid import distance

SPREAD = "spread"
AS_ROLLED = "as fate has it"
SCALES = {AS_ROLLED: None, "Scale -2, a small boulder": -2, "Scale 0": 0, "Scale 5, a large boulder": 5}
_OBJECTS = "robs:magic.damage.objects"


@executes("robs:spell.magic-missile.number", "robs:spell.spark.number")
def number(effect: Darts, level: int) -> int:
    """One for every two full levels. Ruling: magic-missile-level-1. One at least."""
    return max(1, level // effect.per_levels)


@executes("robs:spell.magic-missile.targets", "robs:spell.spark.number")
def aims(do: Resolution, at: Casting, count: int) -> list[str]:
    """At whom each goes: all at one, or one after another at the nearest."""
    if at.choice != SPREAD:
        return [at.target] * count
    caster = do.state.creatures[at.caster]
    near = [c.id for c in around(do.state, caster, "foe") if in_reach(do.state, caster, c, at.written.form, at.level)]
    order = [at.target, *(id for id in near if id != at.target)]
    return [order[i % len(order)] for i in range(count)]


@executes(
    "robs:spell.magic-missile.to-hit",
    "robs:spell.spark.to-hit",
    "robs:spell.spark.metal-bonus",
    "robs:spell.missile-shield.physical-only",
    "robs:magic.cast.relative-result",
)
@effects(Darts)
def shoot(do: Resolution, at: Casting, effect: Darts) -> None:
    """Each needs a roll to hit at +2, at any distance it reaches; iron draws sparks. Shields against missiles do
    nothing to them, and by how much one hits is all the same."""
    for aimed in aims(do, at, number(effect, at.level)):
        attacker, target = do.state.creatures[at.caster], do.state.creatures[aimed]
        if target.status != "up":
            continue
        body = worn(target.items).armour
        iron = effect.iron if body is not None and body.metal else 0
        parts = (Modifier("spell", effect.to_hit), Modifier("iron armour", iron), *wounds.penalty(do.state, attacker))
        needed = defence.difficulty(do.state, attacker, target, UNARMED, True)
        roll = roll_dhl(do, f"{at.written.name} of {attacker.id} on {aimed}", parts, needed, at.skill, by=attacker)
        rule = [*compendium.rules_of(at.written.form.rule), *decided_by(roll), *skilled_by(roll, at.skill)]
        rule += ["robs:spell.spark.metal-bonus"] if iron else []
        rule += ["robs:spell.magic-missile.targets"] if at.choice == SPREAD and not effect.energy else []
        rule += ["robs:spell.missile-shield.physical-only"] if spell_conditions.missiles(target) else []
        do.emit(AttackRolled(attacker.id, aimed, at.written.name, roll, bool(roll.success), rule=tuple(rule)))
        tell_critical(do, attacker.id, roll)
        if roll.success:
            _hurt(do, at, attacker, target, effect)


@executes(
    "robs:spell.magic-missile.damage",
    "robs:spell.spark.damage",
    "robs:spell.spark.immunity",
    "robs:magic.cast.relative-result",
    "robs:magic.damage.energy",
)
def _hurt(do: Resolution, at: Casting, attacker: Creature, target: Creature, effect: Darts) -> None:
    """Ruling: spell-damage-relative. An arrow does 2 and INT at the caster's Scale against Scale and armour; a spark
    INT alone, against which neither Scale nor metal helps, and nothing at all to stone."""
    power = (Modifier(at.written.name, effect.base), Modifier("INT", sheet(attacker).attributes["INT"]))
    if effect.energy:
        parts = (*power, *_insulation(target))
        rule = ["robs:spell.spark.damage", "robs:magic.damage.energy"]
        if is_immune(target, at.written.id):
            parts = (*parts, Modifier("immune", -sum(m.amount for m in parts)))
            rule.append("robs:spell.spark.immunity")
    else:
        guarded = (*damage.armour_defence(target), *damage.shield_defence(do, attacker, target))
        parts = (*power, *guarded, *damage.scale_factors(do.state, attacker, target))
        rule = ["robs:spell.magic-missile.damage", "robs:magic.cast.relative-result"]
    _strike(do, at, attacker, target, parts, "magic", tuple(rule))


def is_immune(target: Creature, to: str) -> bool:
    return any(isinstance(t, Immune) and t.to == to for t in sheet(target).traits)


@executes("robs:spell.spark.damage")
def _insulation(target: Creature) -> tuple[Modifier, ...]:
    """Hide and armour that is not of metal."""
    body = worn(target.items).armour
    found = [Modifier("hide", -sheet(target).ddf)]
    if body is not None and not body.metal:
        found.append(Modifier(body.name, -protection(body)))
    return tuple(found)


def _strike(
    do: Resolution,
    at: Casting,
    attacker: Creature,
    target: Creature,
    parts: tuple[Modifier, ...],
    kind: str,
    rule: tuple[str, ...],
) -> None:
    amount = spell_conditions.endured(target, kind, max(0, sum(m.amount for m in parts)))
    rule = (*rule, *spell_conditions.endured_by(target, kind))
    roll = Roll("damage", (), amount, tuple(m for m in parts if m.amount))
    do.emit(DamageRolled(attacker.id, target.id, at.written.name, roll, rule=rule))
    if amount:
        left = do.state.creatures[target.id].hp - amount
        do.emit(Harmed(target.id, amount, left, attacker.id, kind, rule=rule))


@executes("robs:magic.damage.energy", "robs:spell.resist-cold.save-bonus", "robs:spell.resist-fire.effect")
@effects(Blast)
def blast(do: Resolution, at: Casting, effect: Blast) -> None:
    """So much to everybody near the target, half to those who leap clear; armour helps, Scale does not."""
    caster, first = do.state.creatures[at.caster], do.state.creatures[at.target]
    rolled = do.roll_total(parse(effect.amount), f"{at.written.name} of {caster.id}")
    struck = [first]
    if effect.metres:
        struck += [c for c in around(do.state, caster, "foe") if c.id != first.id and _beside(first, c, effect.metres)]
    for target in struck:
        leapt = _leaps(do, target, effect)
        whole = rolled.total // 2 if leapt else rolled.total
        body = worn(target.items).armour
        parts = [Modifier(at.written.name, whole), Modifier("hide", -sheet(target).ddf)]
        parts += [Modifier(body.name, -protection(body))] if body is not None else []
        if is_immune(target, effect.kind):
            parts.append(Modifier("immune", -sum(m.amount for m in parts)))
        _strike(do, at, caster, target, tuple(parts), effect.kind, ("robs:magic.damage.energy",))


def _beside(first: Creature, other: Creature, metres: int) -> bool:
    return first.at is not None and other.at is not None and distance(first.at, other.at) * SQUARE_METRES <= metres


@executes("robs:spell.resist-cold.save-bonus", "robs:spell.resist-fire.effect")
def _leaps(do: Resolution, target: Creature, effect: Blast) -> bool:
    """A DEX check, easier by 2 for who resists what comes."""
    found = find_task("dodging")
    assert found is not None
    more = spell_conditions.steeled(target, effect.kind)
    parts = (*modifiers(do, target, found[0]), *more)
    roll = roll_dhl(do, f"dodging of {target.id}", parts, effect.difficulty, by=target)
    rule: tuple[str, ...] = ("robs:task.check.success", "robs:abilities.dex")
    rule = (*rule, spell_conditions.steeled_by(effect.kind)) if more else rule
    do.emit(SaveRolled(target.id, "dodging", roll, bool(roll.success), rule=rule))
    return bool(roll.success)


@executes("robs:magic.damage.objects")
@effects(Boulder)
def roll_boulder(do: Resolution, at: Casting, effect: Boulder) -> None:
    """Something heavy comes down: its Scale is a situational roll, unless the referee says how large it is."""
    attacker, target = do.state.creatures[at.caster], do.state.creatures[at.target]
    ruled = SCALES[do.ruling(_OBJECTS, tuple(SCALES), AS_ROLLED, at.target)]
    scale = situational(do, attacker.id, "the boulder", (), (_OBJECTS,)).total if ruled is None else ruled
    body = worn(target.items).armour
    parts = [Modifier("boulder", effect.odf), Modifier("Scale", scale)]
    parts += [Modifier("Scale of the target", -sheet(target).scale), Modifier("hide", -sheet(target).ddf)]
    parts += [Modifier(body.name, -protection(body))] if body is not None else []
    _strike(do, at, attacker, target, tuple(parts), "magic", (_OBJECTS,))
