"""Attacks: the roll, the questions that follow a hit, the damage, and what comes free with a great success.

An attack may stop at a question (avert your eyes? a power attack? which manoeuvre?) and go on from its answer.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from underkeep.kernel.event import Event, Modifier, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr, Labelled, Negated, Node, Pool, Product, Sum
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks import manoeuvres, monster_abilities
from underkeep.systems.knave.attacks.afflictions import afflict, is_metal
from underkeep.systems.knave.attacks.blow import Blow
from underkeep.systems.knave.basics import compendium, spell_conditions
from underkeep.systems.knave.basics.compendium import Routine, Strike
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.basics.steps import rules_behind, step
from underkeep.systems.knave.checks import spell_zones
from underkeep.systems.knave.checks.checks import d20
from underkeep.systems.knave.checks.conditions import check_modifiers, is_defenceless
from underkeep.systems.knave.checks.hazards import catch_fire
from underkeep.systems.knave.checks.holds import CLINGING, go, let_go
from underkeep.systems.knave.checks.movement import in_melee, nearest_free
from underkeep.systems.knave.checks.wounds import die, harm
from underkeep.systems.knave.equipment.armour import armour_class, rules_of_armour
from underkeep.systems.knave.equipment.arms import BURNING_OIL, OWN_WEAPON, make_ready, routine_of, weapon_of
from underkeep.systems.knave.equipment.light import is_in_the_dark
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import AttackRolled, Creature, DamageRolled
from underkeep.world.fight import Spent
from underkeep.world.gear import ItemBroke

FREE_MANOEUVRE = 21
MELEE_RULES = ("knave:combat.attack.hit", "knave:combat.attack.melee-ability", "knave:combat.armor-class")
RANGED_RULES = ("knave:combat.attack.hit", "knave:combat.attack.ranged-ability", "knave:combat.armor-class")
POWER_RULES = ("knave:combat.power-attack.double-dice", "knave:combat.power-attack.breaks-weapon")
BY_A_ONE, BY_POWER = "the attack die shows a 1", "the price of a power attack"
UNAWARE = "unsuspecting"
MIRRORED = "mirrored"
IN_MELEE = "target in melee"

WHO_MAY = (
    "knave:combat.power-attack.timing",
    "knave:combat.power-attack.pc-only",
    "knave:combat.power-attack.melee-only",
)
ASKS_FOR_POWER, ASKS_FOR_MANOEUVRE = "power-attack", "free-manoeuvre"


class StruckUnawares(Note, frozen=True):
    """A foe that suspected nothing was hit without a roll."""

    attacker: str
    target: str
    weapon: str


EVENTS: tuple[type[Event], ...] = (StruckUnawares,)


@executes("knave:combat.turn.move-and-action")
def attack(do: Resolution, action: Attack) -> None:
    """An attack is the creature's one action. Whoever it restrained it lets go."""
    do.emit(Spent(action.actor, "action", rule=("knave:combat.turn.move-and-action",)))
    spell_conditions.break_bonds(do, action.actor, "act")
    let_go(do, action.actor, keep=frozenset({"engulfed", "swallowed", "stuck", CLINGING}))
    actor = do.state.creatures[action.actor]
    power = monster_abilities.named(actor, action.weapon)
    if power is not None:
        monster_abilities.powers.carry_out(do, monster_abilities.Aim(actor, action.target), power)
        return
    make_ready(do, actor.id, action.weapon)
    _leap(do, actor, action)
    blow = Blow(action.actor, action.target, action.weapon)
    if not monster_abilities.ask_to_avert(do, blow):
        run(do, blow)


def _leap(do: Resolution, actor: Creature, action: Attack) -> None:
    """A routine that leaps lands beside its target first."""
    at = do.state.creatures[action.target].at
    if routine_of(actor, action.weapon).leap_feet and at is not None:
        to = nearest_free(do.state, at)
        if to is not None:
            go(do, actor.id, to, "leap")


def run(do: Resolution, blow: Blow) -> None:
    """Make the routine's strikes from this one on, until one stops at a question."""
    actor = do.state.creatures[blow.attacker]
    routine = routine_of(actor, blow.weapon)
    while blow.strike < len(routine.strikes) and _go_on(do, blow):
        after = _strike(do, blow, routine)
        if after is None:
            return
        blow = after


def _go_on(do: Resolution, blow: Blow) -> bool:
    target = do.state.creatures[blow.target]
    return do.state.creatures[blow.attacker].status == "up" and target.status == "up"


@executes(
    "knave:combat.defenseless.kill", "knave:combat.unsuspecting.auto-hit", "knave:combat.unsuspecting.direct-damage"
)
def _strike(do: Resolution, blow: Blow, routine: Routine) -> Blow | None:
    """One strike; the next one's blow, or None if a question was asked."""
    target = do.state.creatures[blow.target]
    is_ranged = routine.range_feet > 0
    if target.conditions and is_defenceless(target):
        die(do, target.id, "knave:combat.defenseless.kill")
        return _next(blow)
    unaware = bool(target.conditions) and target.condition(UNAWARE) is not None
    if unaware:
        do.emit(ConditionEnded(target.id, UNAWARE))
    if unaware and not is_ranged:
        rule = ("knave:combat.unsuspecting.auto-hit", "knave:combat.unsuspecting.direct-damage")
        do.emit(StruckUnawares(blow.attacker, blow.target, blow.weapon, rule=rule))
        blow = replace(blow, direct=1)
    else:
        landed = _roll(do, blow, routine)
        if landed is None:
            return _next(blow)
        blow = landed
    return _after_hit(do, replace(blow, hits=blow.hits | 1 << blow.strike), routine)


def _next(blow: Blow) -> Blow:
    return Blow(blow.attacker, blow.target, blow.weapon, blow.strike + 1, blow.hits, averted=blow.averted)


@executes("knave:combat.attack.hit", "knave:combat.attack.natural-1-breaks", "knave:combat.armor-class")
def _roll(do: Resolution, blow: Blow, routine: Routine) -> Blow | None:
    """The blow with its roll, or None if it missed. Ruling: natural-1-and-20 (a 1 breaks the weapon and may still
    hit).
    """
    attacker, target = do.state.creatures[blow.attacker], do.state.creatures[blow.target]
    strike, is_ranged = routine.strikes[blow.strike], routine.range_feet > 0
    needed = armour_class(target)
    modifiers = attack_modifiers(do, attacker, target, is_ranged, bool(blow.averted))
    roll = d20(do, attacker, f"attack of {attacker.id} on {target.id}", modifiers, needed)
    hit = bool(roll.success)
    rules = (*(RANGED_RULES if is_ranged else MELEE_RULES), *_rules_of(modifiers), *rules_of_armour(target))
    if sheet(attacker).careers:
        rules = (*rules, "knave:combat.attack.no-career-bonus")
    do.emit(AttackRolled(attacker.id, target.id, strike.name, roll, hit, rule=rules))
    face = roll.faces[0]
    if face == 1 and strike.is_weapon:
        _break_weapon(do, attacker.id, blow.weapon, ("knave:combat.attack.natural-1-breaks",), BY_A_ONE)
    if not hit or _strikes_image(do, target, attacker):
        return None
    return replace(blow, total=roll.total, margin=roll.total - needed, face=face)


def _strikes_image(do: Resolution, target: Creature, attacker: Creature) -> bool:
    """Whether the blow falls on one of the target's mirror images, which is gone then; true sight knows them."""
    images = spell_conditions.level_of(target, MIRRORED)
    if not images or spell_conditions.is_so(attacker, "sees_truly"):
        return False
    if do.dice.roll(1, images + 1, f"which {target.id} is struck")[0] == 1:
        return False
    if images > 1:
        until = target.condition(MIRRORED)
        do.emit(ConditionGained(target.id, Condition(MIRRORED, until.until if until else None, images - 1)))
    else:
        do.emit(ConditionEnded(target.id, MIRRORED))
    return True


@executes(
    "knave:combat.attack.melee-ability",
    "knave:combat.attack.ranged-ability",
    "knave:combat.attack.no-career-bonus",
    "knave:combat.ranged.target-in-melee",
    "knave:task.check.disadvantage",
)
def attack_modifiers(
    do: Resolution, attacker: Creature, target: Creature, is_ranged: bool, averted: bool = False
) -> tuple[Modifier, ...]:
    """Fighting is in the nature of whatever fights, so creatures without scores attack with their level."""
    own = sheet(attacker)
    if own.abilities:
        ability = "WIS" if is_ranged else "STR"
        found = [Modifier(ability, own.abilities[ability])]
    else:
        found = [Modifier("level", own.level)]
    if is_ranged and in_melee(do.state, target):
        found.append(step(IN_MELEE, -1))
    if averted:
        found.append(step("eyes averted", -1))
    if is_in_the_dark(do.state, attacker):
        found.append(step("darkness", -1))
    if own.held_by:
        if own.hold == CLINGING and own.held_by == target.id:
            found.append(step(CLINGING))
        elif own.hold == "restrained":
            found.append(step("restrained", -1))
    if attacker.conditions or target.conditions:
        found.extend(spell_conditions.attack_modifiers(attacker, target))
    if spell_zones.any_in(do.state):
        found.extend(spell_zones.attack_modifiers(do.state, attacker, target))
    if target.conditions and not is_ranged and target.condition("prone"):
        found.append(step("target prone"))
    if attacker.conditions:
        if attacker.condition("prone"):
            found.append(step("prone", -1))
        found.extend(check_modifiers(attacker))
    return tuple(found)


def _rules_of(modifiers: tuple[Modifier, ...]) -> tuple[str, ...]:
    """The rules behind all that was added but the ability or the level."""
    found = rules_behind(modifiers[1:])
    in_melee_too = any(m.source == IN_MELEE for m in modifiers)
    return (*found, "knave:combat.ranged.target-in-melee") if in_melee_too else found


def _break_weapon(do: Resolution, id: str, weapon: str, rule: tuple[str, ...], how: str = "") -> None:
    broken = weapon_of(do.state.creatures[id], weapon)
    if broken is not None:
        do.emit(ItemBroke(id, broken.id, broken.name, how, rule=rule))


@executes(
    "knave:combat.power-attack.timing", "knave:combat.power-attack.pc-only", "knave:combat.power-attack.melee-only"
)
def _after_hit(do: Resolution, blow: Blow, routine: Routine) -> Blow | None:
    """After the hit and before the damage a character may put everything into a melee blow. Ruling: auto-hit-and-
    rolls.
    """
    attacker = do.state.creatures[blow.attacker]
    strike = routine.strikes[blow.strike]
    may = sheet(attacker).is_pc and not routine.range_feet and strike.is_weapon
    if may and weapon_of(attacker, blow.weapon) is not None:
        rule = (*WHO_MAY, *POWER_RULES)
        about = f"{attacker.name} hits {do.state.creatures[blow.target].name}: break the {strike.name} for double dice?"
        do.ask(attacker.id, ASKS_FOR_POWER, ("no", "yes"), "no", rule, about, blow.remembered())
        return None
    return deal(do, blow, is_power=False)


@executes("knave:combat.power-attack.double-dice")
@lru_cache(maxsize=256)
def doubled(damage: Expr) -> Expr:
    """The same damage with every die twice."""
    return Expr(_twice(damage.tree))


def _twice(node: Node) -> Node:
    match node:
        case Pool():
            return replace(node, count=node.count * 2)
        case Sum(terms):
            return Sum(tuple(_twice(term) for term in terms))
        case Negated(term):
            return Negated(_twice(term))
        case Product(left, right, divides):
            return Product(_twice(left), right, divides)
        case Labelled(term, label):
            return Labelled(_twice(term), label)
    return node


@executes("knave:damage.weapon-die", "knave:combat.power-attack.double-dice", "knave:combat.power-attack.breaks-weapon")
def deal(do: Resolution, blow: Blow, is_power: bool) -> Blow | None:
    """Roll the weapon's die alone, and let it hurt."""
    attacker = do.state.creatures[blow.attacker]
    strike = routine_of(attacker, blow.weapon).strikes[blow.strike]
    if strike.damage is not None:
        rule = ("knave:damage.weapon-die", *POWER_RULES) if is_power else ("knave:damage.weapon-die",)
        dice = doubled(strike.damage) if is_power or spell_conditions.is_so(attacker, "double_dice") else strike.damage
        roll = do.roll_total(dice, f"damage of {attacker.id}")
        do.emit(DamageRolled(attacker.id, blow.target, strike.name, roll, rule=rule))
        if is_power:
            _break_weapon(do, attacker.id, blow.weapon, ("knave:combat.power-attack.breaks-weapon",), BY_POWER)
        harm(do, blow.target, roll.total, attacker.id, strike.kinds, direct=bool(blow.direct))
        _touched(do, blow, strike)
    if blow.weapon == BURNING_OIL:
        catch_fire(do, blow.target)
    if strike.effect is not None and _go_on(do, blow):
        afflict(do, blow, strike.effect)
    return _offer_manoeuvre(do, blow)


def _touched(do: Resolution, blow: Blow, strike: Strike) -> None:
    """What the target does to the weapon that struck it."""
    target = do.state.creatures[blow.target]
    stats = compendium.monsters().get(target.kind)
    if stats is None:
        return
    if stats.rusts_weapons and strike.is_weapon and (blow.weapon == OWN_WEAPON or is_metal(blow.weapon)):
        _break_weapon(do, blow.attacker, blow.weapon, ())


@executes("knave:combat.attack.free-maneuver")
def _offer_manoeuvre(do: Resolution, blow: Blow) -> Blow | None:
    """A total of 21 or more brings a manoeuvre without a roll. Ruling: attack-21."""
    if blow.total < FREE_MANOEUVRE or not _go_on(do, blow):
        return _next(blow)
    attacker, target = do.state.creatures[blow.attacker], do.state.creatures[blow.target]
    choices = manoeuvres.free_choices(do.state, attacker, target)
    if not choices:
        return _next(blow)
    default = "trip" if "trip" in choices else "none"
    about = f"{attacker.name} may bring off a manoeuvre on {target.name}."
    rule = ("knave:combat.attack.free-maneuver",)
    do.ask(attacker.id, ASKS_FOR_MANOEUVRE, ("none", *choices), default, rule, about, blow.remembered())
    return None


def answer_power_attack(do: Resolution, blow: Blow, choice: str) -> None:
    after = deal(do, blow, is_power=choice == "yes")
    if after is not None:
        run(do, after)


def answer_manoeuvre(do: Resolution, blow: Blow, choice: str) -> None:
    if choice != "none":
        manoeuvres.carry_out(do, blow.attacker, blow.target, choice, is_free=True)
    run(do, _next(blow))


def answer_avert(do: Resolution, blow: Blow, choice: str) -> None:
    if choice == "avert":
        run(do, replace(blow, averted=1))
    elif monster_abilities.meets_gaze(do, blow):
        run(do, blow)
