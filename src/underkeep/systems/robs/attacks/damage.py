"""Damage: the Relative Result, plus what drives the blow, minus what stops it."""

from __future__ import annotations

from underkeep.kernel.event import Modifier, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks.poison import Hit, is_delivered, on_hit
from underkeep.systems.robs.basics import compendium, spell_conditions
from underkeep.systems.robs.basics.numbers import natural, relative_result
from underkeep.systems.robs.basics.scale import REBASE, told
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import HarmedOnlyBy, OnHit, Undead, trait
from underkeep.systems.robs.characters.classes import defence_points
from underkeep.systems.robs.checks.sight import is_helpless, is_unaware
from underkeep.systems.robs.equipment.armour import protection, worn
from underkeep.systems.robs.equipment.arms import Arm
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, DamageRolled, Harmed, Healed
from underkeep.world.fight import Spent, SpentOn
from underkeep.world.state import State

ODF_MINIMUM = "odf-minimum"
WEAK_SPOT = "weak-spot"
SCRATCH_POINT = "scratch-one-point"
SCRATCH_MARKS = "scratch-accumulate"
SCRATCH_MIXED = "scratch-mixed"
ELLYL_DEFENCE_SCALE = "ellyl-defence-scale"
SCRATCHES = "scratches"
_SHIELD = "shield"
SCALE_LOST = "Scale lost to scratches"
MENDING = "Scale mending"
BY_HEALING, AT_ONCE = "as it heals", "at once"
NO_RUN: tuple[int, tuple[str, ...]] = (0, ())
WEAK_SPOT_RESULT = 3
_CRITICAL = {"+1": 1, "+2": 2, "+3": 3}
_RULES = ("robs:damage.formula", "robs:damage.odf.weapon", "robs:damage.ddf.armor", "robs:damage.floor")


@executes(
    "robs:damage.formula",
    "robs:damage.floor",
    "robs:damage.hit-points",
    "robs:combat.attack.hit-may-not-damage",
    "robs:task.relative-result-use",
)
def inflict(
    do: Resolution,
    attacker: Creature,
    target: Creature,
    arm: Arm,
    attack: Roll,
    run: tuple[int, tuple[str, ...]] = NO_RUN,
    ranged: bool = False,
) -> None:
    """How much a hit hurts: the margin of the roll and the attacker's factors against the target's, both with Scale,
    never less than nothing."""
    offence = offensive(do.state, attacker, arm)
    if arm.slays:
        offence = (*offence, *_slays(do, target, arm))
    defence = (*armour_defence(target), *shield_defence(do, attacker, target))
    scales = (*scale_factors(do.state, attacker, target), Modifier("speed", run[0]))
    defence = (*defence, *situational(do, target), *(_warded(target) if ranged else ()))
    parts = (Modifier("Relative Result", relative_result(attack)), *offence, *defence)
    before_scale = sum(m[1] for m in parts)
    before_scale, least, bonus = _critical(do, attack, before_scale)
    amount = before_scale + sum(m[1] for m in scales)
    parts = (*parts, *bonus, *scales)
    let_through: tuple[str, ...] = ()
    if cannot_harm(target, arm):
        parts = (*parts, Modifier("harmed only by magic", -amount))
        amount = before_scale = 0
    else:
        amount, let_through = _least(do, attack, target, amount, before_scale, least)
    roll = Roll("damage", (), amount, tuple(m for m in parts if m[1]))
    rule = (*_RULES, *arm.rule, *_behind(do.state, attacker, target, roll), *_results(attack, amount), *let_through)
    rule = (*rule, *run[1])
    do.emit(DamageRolled(attacker.id, target.id, arm.name, roll, rule=rule))
    if amount:
        hp = target.hp - amount
        do.emit(Harmed(target.id, amount, hp, attacker.id, rule=("robs:damage.hit-points",)))
    _follow(do, attacker, target.id, arm, is_delivered(amount, before_scale))


@executes("robs:magic-item.special-enchantment")
def _slays(do: Resolution, target: Creature, arm: Arm) -> tuple[Modifier, ...]:
    """A weapon made against one kind of creature does it 2 more, unless the referee has it otherwise."""
    own = sheet(target)
    if not own.traits or trait(own.traits, Undead) is None:
        return ()
    amount = int(do.ruling("robs:magic-item.special-enchantment", ("+1", "+2", "+3"), "+2", target.id))
    return (Modifier("bane", amount),)


@executes("robs:spell.missile-shield.effect", "robs:spell.missile-shield.reverse")
def _warded(target: Creature) -> tuple[Modifier, ...]:
    """A missile does 1 less to who is shielded from them, 1 more to who draws them."""
    amount = spell_conditions.missiles(target)
    return (Modifier("missile magnet" if amount > 0 else "missile shield", amount),) if amount else ()


def _results(attack: Roll, amount: int) -> tuple[str, ...]:
    """What the attack roll had to do with the damage, and whether there is none."""
    found = ["robs:task.relative-result", "robs:task.relative-result-use"] if relative_result(attack) else []
    if attack.needed is not None and attack.needed > 0:
        found.append("robs:combat.defence.reduces-damage")
    if natural(attack) == 5:
        found.append("robs:dice.dhl.designated")
    return (*found, *(() if amount else ("robs:combat.attack.hit-may-not-damage",)))


def _behind(state: State, attacker: Creature, target: Creature, roll: Roll) -> tuple[str, ...]:
    """The rules behind the parts of the damage: strength, armour and shield, skill in defence, Scale."""
    parts, own = {source for source, _ in roll.modifiers}, sheet(target)
    found = [rule for source, rules in _PARTS.items() if source in parts for rule in rules]
    for piece in worn(target.items):
        if piece is not None and piece.name in parts:
            enchanted = ("robs:magic-item.enchantment-bonus",) if piece.enchantment else ()
            found += (compendium.rules_of(piece.rule)[0], "robs:equipment.armor.table", *enchanted)
    if "defence" in parts:
        found += [f"robs:class.{name}.defence" for name in ("fighter", "ranger") if name in own.classes]
        found.append("robs:class.fighter.defence-allocation")
    if sheet(attacker).scale == defence_scale(state, target):
        found.append("robs:scale.damage.same")
    elif REBASE in state.switches:
        found.append("robs:scale.rebase")
    if own.race == "ellyl" and ELLYL_DEFENCE_SCALE in state.switches:
        found.append("robs:race.ellyl.scale-variant")
    return tuple(found)


_PARTS = {
    "blessing": ("robs:spell.bless.effect",),
    "unblessing": ("robs:spell.bless.reverse",),
    "missile shield": ("robs:spell.missile-shield.effect",),
    "missile magnet": ("robs:spell.missile-shield.reverse",),
    "bane": ("robs:magic-item.special-enchantment",),
    "STR": ("robs:damage.odf.strength",),
    "sharp": ("robs:damage.odf.minimum",),
    "Scale": ("robs:damage.odf.scale", "robs:scale.damage.different"),
    "Scale of the target": ("robs:damage.ddf.scale", "robs:scale.damage.different"),
}


@executes(
    "robs:damage.odf.strength", "robs:damage.odf.weapon", "robs:damage.odf.minimum", "robs:equipment.missile.longbow"
)
def offensive(state: State, attacker: Creature, arm: Arm) -> tuple[Modifier, ...]:
    """STR where muscle drives it, and the weapon; a bow too strong for its archer loses what he lacks."""
    strength = sheet(attacker).attributes["STR"]
    odf = arm.odf - (0 if arm.odf_str is None else max(0, arm.odf_str - strength))
    driven = strength if arm.muscle else 0
    found = (Modifier("STR", driven), Modifier(arm.name, odf))
    if arm.sharp and ODF_MINIMUM in state.switches:
        return (*found, Modifier("sharp", max(0, 1 - odf - driven)))
    return found


@executes(
    "robs:damage.ddf.armor",
    "robs:class.fighter.defence",
    "robs:class.ranger.defence",
    "robs:class.fighter.defence-allocation",
    "robs:spell.bless.effect",
    "robs:spell.bless.reverse",
)
def armour_defence(target: Creature) -> tuple[Modifier, ...]:
    """Hide, armour, and a warrior's skill with either. Ruling: active-defence-vs-class-bonus, fighter-defence-wording.
    The skill works for one who is aware and free to move; every point is spent on the armour, or on the shield of one
    who has no other, and never on both."""
    own = sheet(target)
    body, shield = worn(target.items)
    found = [Modifier("hide", -own.ddf)]
    if body is not None:
        found.append(Modifier(body.name, -protection(body)))
    if own.classes and (body or shield) and not is_unaware(target):
        found.append(Modifier("defence", -defence_points(own)))
    blessing = spell_conditions.blessing(target)
    if blessing:
        found.append(Modifier("blessing" if blessing > 0 else "unblessing", -blessing))
    return tuple(found)


@executes(
    "robs:equipment.shield.small",
    "robs:equipment.shield.medium",
    "robs:equipment.shield.large",
    "robs:equipment.shield.proficiency",
)
def shield_defence(do: Resolution, attacker: Creature, target: Creature) -> tuple[Modifier, ...]:
    """A shield meets the first opponents of a round, as many as it covers."""
    shield = worn(target.items).shield
    if shield is None or is_unaware(target):
        return ()
    fight = do.state.fight
    if shield.opponents and fight is not None:
        met = [mark for mark in fight.spent.get(target.id, ()) if isinstance(mark, SpentOn) and mark.what == _SHIELD]
        mark = SpentOn(_SHIELD, attacker.id)
        if mark not in met:
            if len(met) >= shield.opponents + sheet(target).proficiencies.get("shield", 0):
                return ()
            more = ("robs:equipment.shield.proficiency",) if len(met) >= shield.opponents else ()
            do.emit(Spent(target.id, mark, rule=(*compendium.rules_of(shield.rule)[:1], *more)))
    return (Modifier(shield.name, -protection(shield)),)


@executes(
    "robs:damage.odf.scale",
    "robs:damage.ddf.scale",
    "robs:scale.damage.same",
    "robs:scale.damage.different",
    "robs:damage.hp-and-scale",
)
def scale_factors(state: State, attacker: Creature, target: Creature) -> tuple[Modifier, ...]:
    """Nothing between equals."""
    mine, theirs = sheet(attacker).scale, defence_scale(state, target)
    if mine == theirs:
        return ()
    return Modifier("Scale", told(state, mine)), Modifier("Scale of the target", -told(state, theirs))


@executes("robs:damage.scratch.scale-loss", "robs:race.ellyl.scale-variant")
def defence_scale(state: State, target: Creature) -> int:
    """The Scale that takes off damage: less what scratches have worn away, and another for an ellyl where the table
    wants that."""
    own = sheet(target)
    if own.race == "ellyl" and ELLYL_DEFENCE_SCALE in state.switches:
        return -4
    lost = target.condition(SCALE_LOST) if target.conditions else None
    return own.scale - lost.level if lost else own.scale


def cannot_harm(target: Creature, arm: Arm) -> bool:
    """Whether only magic harms the target, or silver besides, and this is neither."""
    own = sheet(target)
    only = trait(own.traits, HarmedOnlyBy) if own.traits and not arm.enchantment else None
    return only is not None and not (arm.silver and "silver" in only.material)


@executes("robs:damage.situational")
def situational(do: Resolution, target: Creature) -> tuple[Modifier, ...]:
    """What the situation does to the harm: nothing, unless the referee says so of somebody who cannot move."""
    if not target.conditions or not is_helpless(target):
        return ()
    amount = int(do.ruling("robs:damage.situational", ("+0", "+1", "+2", "+3"), "+0", target.id))
    return (Modifier("situation", amount),) if amount else ()


@executes("robs:damage.scratch.recovery")
def on_healed(do: Resolution, event: Healed) -> None:
    """As many hit points as one's Scale bring back a level that scratches wore away, unless the referee has it
    otherwise."""
    target = do.state.creatures[event.creature]
    lost = target.condition(SCALE_LOST) if target.conditions else None
    if lost is None:
        return
    rule = "robs:damage.scratch.recovery"
    rate = do.ruling(rule, (BY_HEALING, AT_ONCE), BY_HEALING, target.id)
    before = target.condition(MENDING)
    mended = event.amount + (before.level if before is not None else 0)
    levels, left = divmod(mended, max(1, sheet(target).scale)) if rate == BY_HEALING else (lost.level, 0)
    if lost.level > levels:
        do.emit(ConditionGained(target.id, Condition(SCALE_LOST, level=lost.level - levels), rule=(rule,)))
        do.emit(ConditionGained(target.id, Condition(MENDING, level=left), rule=(rule,)))
    else:
        do.emit(ConditionEnded(target.id, SCALE_LOST, rule=(rule,)))


@executes("robs:damage.critical-bonus")
def _critical(do: Resolution, attack: Roll, amount: int) -> tuple[int, int, tuple[Modifier, ...]]:
    """High 6, Low 1: more damage, and at least 1 point gets through."""
    if natural(attack) != 5:
        return amount, 0, ()
    bonus = _CRITICAL[do.ruling("robs:damage.critical-bonus", tuple(_CRITICAL), "+2")]
    return amount + bonus, 1, (Modifier("critical", bonus),)


@executes("robs:damage.weak-spot", "robs:damage.scratch.one-point", "robs:damage.scratch.mixed")
def _least(
    do: Resolution, attack: Roll, target: Creature, amount: int, before_scale: int, least: int
) -> tuple[int, tuple[str, ...]]:
    """What still gets through when the sum says nothing, and by which rules."""
    if amount > 0:
        return amount, ()
    switches = do.state.switches
    if WEAK_SPOT in switches and relative_result(attack) >= WEAK_SPOT_RESULT:
        return 1, ("robs:damage.weak-spot",)
    if least or before_scale <= 0:
        return least, ()
    soft = not sheet(target).ddf and worn(target.items).armour is None
    mixed = ("robs:damage.scratch.mixed",) if SCRATCH_MIXED in switches else ()
    if SCRATCH_POINT in switches or (mixed and soft):
        return 1, ("robs:damage.scratch.one-point", *mixed)
    if SCRATCH_MARKS in switches or mixed:
        return 0, (*mixed, *_scratch(do, target))
    return 0, ()


@executes("robs:damage.scratch.accumulate", "robs:damage.scratch.scale-loss", "robs:damage.scratch.limit")
def _scratch(do: Resolution, target: Creature) -> tuple[str, ...]:
    """Scratches equal to the present Scale lower it by 1 for stopping blows; then they are counted anew. The small are
    not worn down like that."""
    scale = defence_scale(do.state, target)
    if scale < 1:
        return ("robs:damage.scratch.limit",)
    before, lost = target.condition(SCRATCHES), target.condition(SCALE_LOST)
    marks = 1 + (before.level if before else 0)
    rule = ("robs:damage.scratch.accumulate",)
    if marks >= scale:
        deeper = Condition(SCALE_LOST, level=1 + (lost.level if lost else 0))
        do.emit(ConditionGained(target.id, deeper, rule=("robs:damage.scratch.scale-loss",)))
        marks = 0
    do.emit(ConditionGained(target.id, Condition(SCRATCHES, level=marks), rule=rule))
    return rule


def _follow(do: Resolution, attacker: Creature, target: str, arm: Arm, delivered: bool) -> None:
    """What else a hit of this creature does, while the target still stands."""
    for found in sheet(attacker).traits:
        stands = do.state.creatures[target].status == "up"
        if isinstance(found, OnHit) and stands and found.attack in ("", arm.skill, arm.kind):
            on_hit.carry_out(do, Hit(attacker.id, target, delivered), found)
