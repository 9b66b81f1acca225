"""One blow or shot: the die, everything that changes it, the damage, criticals and fumbles."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from underkeep.kernel.event import Modifier, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Labelled, Negated, Node, Number, Pool, Product, Sum, parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import citations, rage
from underkeep.systems.rampage.attacks.events import Fumbled, GuardTaken, ShieldParried
from underkeep.systems.rampage.attacks.facing import side_attacked
from underkeep.systems.rampage.attacks.field import HIDDEN, SPOTTED
from underkeep.systems.rampage.attacks.matrices import Blow, needed
from underkeep.systems.rampage.attacks.monster_effects import special_effect
from underkeep.systems.rampage.attacks.vision import is_dim, penalty, strikes_unseen
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.battle import Guard, battle
from underkeep.systems.rampage.basics.compendium import Poison
from underkeep.systems.rampage.basics.measures import ROUND_SECONDS
from underkeep.systems.rampage.basics.sheet import RampageSheet, sheet
from underkeep.systems.rampage.basics.spells import borne
from underkeep.systems.rampage.characters.abilities import damage_bonus, hit_bonus
from underkeep.systems.rampage.characters.class_abilities import blade_bonus, blade_heals, has_special, sword_bonus
from underkeep.systems.rampage.characters.classes import back_stab_multiplier, bonus_damage, has_type, weapon_penalty
from underkeep.systems.rampage.checks.saves import save
from underkeep.systems.rampage.checks.temporary import absorb
from underkeep.systems.rampage.checks.toughness import sort_of, weathered
from underkeep.systems.rampage.checks.vows import has_fallen
from underkeep.systems.rampage.equipment import magic_items
from underkeep.systems.rampage.equipment.armour import armour_class, barding
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import AttackRolled, Creature, DamageRolled, Harmed, Healed
from underkeep.world.gear import ItemBroke, ItemsChanged
from underkeep.world.state import State

PRONE = "prone"
SENSELESS = "senseless"
STUNNED_BY_A_FALL = "stunned by a fall"
BLACKJACKS = ("club", "quarter-staff", "hammer", "mace")
PARRY, PRONE_ATTACKER, PRONE_TARGET, BACK_STAB, UNSEEN = -5, -4, 4, 4, -5
_DAGGER_ON_PRONE, _DOUBLE_DAGGER = parse("3d4"), parse("2d4")
_MELEE = ("rampage:combat.attack.roll", "rampage:combat.melee.matrix", "rampage:combat.attack.modifiers-to-die")
_MISSILE = ("rampage:combat.attack.roll", "rampage:combat.missile.matrix", "rampage:combat.attack.modifiers-to-die")
_MONSTER = ("rampage:combat.attack.roll", "rampage:combat.melee.monster", "rampage:combat.attack.modifiers-to-die")
_HARM = ("rampage:combat.attack.damage",)


class Circumstances:
    """What surrounds a blow: the side it comes from, what is added to hit and damage because of it, and what comes
    `after` the damage was multiplied."""

    __slots__ = ("after", "armour", "damage", "hit", "ignores_shield", "is_set", "multiplier", "rule", "side")

    def __init__(self, side: str = "front") -> None:
        self.side = side
        self.hit: list[Modifier] = []
        self.damage: list[Modifier] = []
        self.multiplier = 1
        self.after = 0
        self.is_set = False
        self.armour: int | None = None
        self.ignores_shield = side != "front"
        self.rule: tuple[str, ...] = ()


@executes(
    "rampage:combat.flank",
    "rampage:combat.rear.bonus",
    "rampage:combat.rear.all-attacks",
    "rampage:combat.prone.attacking",
    "rampage:combat.prone.melee",
    "rampage:combat.charge.attack-bonus",
    "rampage:class.jack.back-stab-when",
    "rampage:class.jack.back-stab-hit",
    "rampage:combat.spot.penalty",
)
def melee_circumstances(state: State, attacker: Creature, target: Creature, charging: bool) -> Circumstances:
    """Ruling: q.flank-without-shield. Ruling: q.damage-multipliers, only the largest counts."""
    found = Circumstances(side_attacked(state, target, attacker))
    own = sheet(attacker)
    if found.side == "flank":
        found.hit.append(Modifier("flank", 1))
        found.rule += ("rampage:combat.flank",)
    elif found.side == "rear":
        found.multiplier = back_stab_multiplier(own.classes, own.level) if own.classes else 1
        jack = has_type(own.classes, "jack")
        found.hit.append(Modifier("back stab", BACK_STAB) if jack else Modifier("rear", 2))
        stab = ("rampage:class.jack.back-stab-hit", "rampage:class.jack.back-stab-when")
        found.rule += stab if jack else ("rampage:combat.rear.bonus",)
        found.rule += _from_the_dark(state, attacker, target)
    if attacker.conditions and attacker.condition(PRONE):
        found.hit.append(Modifier("prone", PRONE_ATTACKER))
        found.rule += ("rampage:combat.prone.attacking",)
    if target.conditions and target.condition(SPOTTED):
        found.hit.append(Modifier("spotted", UNSEEN))
        found.rule += ("rampage:combat.spot.penalty",)
    if target.conditions and target.condition(PRONE):
        found.hit.append(Modifier("target prone", PRONE_TARGET))
        found.rule += ("rampage:combat.prone.melee",)
    if is_dim(state):
        dimmed(state, attacker, target, found)
    if charging:
        found.hit.append(Modifier("charge", 1))
        found.damage.append(Modifier("charge", 1))
        found.rule += ("rampage:combat.charge.attack-bonus",)
        monster = compendium.monsters().get(attacker.kind)
        found.multiplier = max(found.multiplier, monster.charge_multiplier if monster else 1)
    return found


def stab_in_the_back(state: State, attacker: Creature, target: Creature) -> Circumstances:
    """A back stab from wherever one stands."""
    found, own = Circumstances("rear"), sheet(attacker)
    found.multiplier = back_stab_multiplier(own.classes, own.level)
    found.hit.append(Modifier("back stab", BACK_STAB))
    if is_dim(state):
        dimmed(state, attacker, target, found)
    return found


def dimmed(state: State, attacker: Creature, target: Creature, found: Circumstances) -> None:
    """What darkness or night does to a blow."""
    less, rule = penalty(state, attacker, target)
    if less is not None:
        found.hit.append(less)
    found.rule += (rule,) if rule else ()


def _from_the_dark(state: State, attacker: Creature, target: Creature) -> tuple[str, ...]:
    if attacker.condition(HIDDEN):
        return ("rampage:encounter.surprise.mixed-hidden",)
    return ("rampage:vision.cave.rear-attack",) if strikes_unseen(state, attacker, target) else ()


@executes(
    "rampage:combat.attack.range",
    "rampage:combat.prone.missile",
    "rampage:combat.missile.overhead-penalty",
    "rampage:race.halfling.missile-bonus",
    "rampage:death.maimed.eye",
)
def missile_circumstances(
    attacker: Creature, target: Creature, ranges: tuple[int, int, int], overhead: bool
) -> Circumstances:
    """What range, heads in the way, a prone target, the shooter's people and a lost eye do to a shot."""
    found = Circumstances()
    own = sheet(attacker)
    inches = attacker.steps_to(target)
    if inches <= ranges[0]:
        found.hit.append(Modifier("short range", 1))
    elif inches > ranges[1]:
        found.hit.append(Modifier("long range", -2))
    if own.race:
        found.hit.append(Modifier(own.race, compendium.races()[own.race].missile_bonus))
    if target.conditions and target.condition(PRONE):
        found.hit.append(Modifier("target prone", -4))
    if target.conditions and target.condition(SPOTTED):
        found.hit.append(Modifier("spotted", UNSEEN))
        found.rule += ("rampage:combat.spot.penalty",)
    if overhead:
        found.hit.append(Modifier("over heads", -2))
    if any("eye" in injury for injury in own.injuries):
        found.hit.append(Modifier("lost eye", -1))
    return found


@lru_cache(maxsize=8192)
def _hit_by_nature(classes: tuple[str, ...], attack: int, dexterity: int, kind: str) -> tuple[Modifier, ...]:
    """What the attacker brings to every blow with a weapon: level or hit dice, dexterity, an unfamiliar weapon."""
    found = [Modifier("level" if classes else "hit dice", attack)]
    if classes:
        found.append(Modifier("DEX", hit_bonus(dexterity, has_type(classes, "jack"))))
        found.append(Modifier("forbidden weapon", weapon_penalty(classes, kind) if kind else 0))
    return tuple(m for m in found if m.amount)


@executes("rampage:combat.level-modifiers", "rampage:combat.attack.modifiers-to-die")
def _hit_modifiers(attacker: Creature, blow: Blow) -> tuple[Modifier, ...]:
    """Nothing but circumstances changes the roll of teeth and claws: their matrix already counts hit dice."""
    own = sheet(attacker)
    if blow.row is None:
        return ()
    found = _hit_by_nature(own.classes, own.attack, own.score("DEX"), blow.kind)
    if own.classes:
        found = (*found, *_knack(own, blow.kind))
    found = (*found, *_enchanted(attacker, blow.kind))
    if attacker.conditions:
        found = (*found, *_handling(attacker, blow))
    monster = compendium.monsters().get(attacker.kind) if not own.classes else None
    if monster is not None and monster.battle_rage:
        found = (*found, Modifier("battle rage", monster.battle_rage))
    return found


def _knack(own: RampageSheet, kind: str) -> tuple[Modifier, ...]:
    """What a Swordsman has with his sword, and a demonic blade in its owner's hand."""
    found = (Modifier("Swordsman", sword_bonus(own, kind)), Modifier("demonic blade", blade_bonus(own, kind)[0]))
    return tuple(m for m in found if m.amount)


def _enchanted(attacker: Creature, kind: str) -> tuple[Modifier, ...]:
    """What the magic of the weapon in hand adds."""
    plus = magic_items.bonus(attacker.items, sheet(attacker).alignment, kind)[0]
    return (Modifier("magic weapon", plus),) if plus else ()


@executes("rampage:downtime.weapon-training", "rampage:combat.fumble.other")
def _handling(attacker: Creature, blow: Blow) -> tuple[Modifier, ...]:
    """What a damaged weapon, or training with this one, does to the die."""
    found = [Modifier("damaged weapon", -1)] if attacker.condition(f"damaged {blow.kind}") else []
    found += [Modifier("training", 1)] if blow.kind and attacker.condition(f"trained {blow.kind}") else []
    return (*found, *borne(attacker.conditions, "hit"))


@executes("rampage:abilities.str.high-damage", "rampage:class.fighter.bonus-damage")
@lru_cache(maxsize=8192)
def _damage_by_nature(classes: tuple[str, ...], level: int, strength: int) -> tuple[Modifier, ...]:
    """Ruling: q.strength-damage-missiles, with every weapon."""
    fighter = has_type(classes, "fighter")
    found = (Modifier("STR", damage_bonus(strength, fighter)), Modifier("fighter", bonus_damage(classes, level)))
    return tuple(m for m in found if m.amount)


def _damage_modifiers(attacker: Creature, blow: Blow) -> tuple[Modifier, ...]:
    own: RampageSheet = sheet(attacker)
    if own.riding is not None and blow.natural is not None:
        return ()
    if own.classes:
        found = _damage_by_nature(own.classes, own.level, own.score("STR"))
        found = (*found, *_knack(own, blow.kind)) if blow.kind else found
        if attacker.conditions and attacker.condition(rage.RAGE) and _is_thrown_or_melee(blow.kind):
            found = (*found, Modifier("rage", rage.RAGE_DAMAGE))
    else:
        monster = compendium.monsters().get(attacker.kind)
        bonus = monster.damage_bonus if monster is not None and blow.kind else 0
        found = (Modifier("might", bonus),) if bonus else ()
    found = (*found, *_enchanted(attacker, blow.kind))
    if attacker.conditions and attacker.condition(f"damaged {blow.kind}"):
        found = (*found, Modifier("damaged weapon", -1))
    return (*found, *borne(attacker.conditions, "damage")) if attacker.conditions else found


@executes(
    "rampage:combat.attack.roll",
    "rampage:combat.parry.effect",
    "rampage:combat.critical.damage",
    "rampage:combat.fumble.save",
)
def roll_to_hit(
    do: Resolution, attacker: str, target: str, blow: Blow, around: Circumstances, armour: int | None = None
) -> tuple[Roll, bool]:
    """Ruling: q.natural-20-hits, a natural 20 always hits. Ruling: q.natural-1-misses, a 1 misses if the save fails."""
    _stir(do, attacker, target)
    one, other = do.state.creatures[attacker], do.state.creatures[target]
    against = armour_class(other, around.ignores_shield) if armour is None else armour
    number, short = needed(blow.row, blow.column, against)
    modifiers = (*_hit_modifiers(one, blow), *around.hit)
    if short:
        modifiers = (*modifiers, Modifier("AC beyond the table", short))
    if _use_guard(do, target, attacker, "parry"):
        modifiers = (*modifiers, Modifier("parried", PARRY))
    roll = do.roll(1, 20, f"attack of {attacker} on {target}", modifiers, number)
    face = roll.faces[0]
    hit = face == 20 or bool(roll.success)
    shot = blow.kind and _is_missile(blow.kind)
    rule: tuple[str, ...] = _MONSTER if blow.row is None else _MISSILE if shot else _MELEE
    rule = (*rule, *around.rule, *citations.to_hit(one, other, roll, around.side, armour is not None))
    if magic_items.bonus(one.items, sheet(one).alignment, blow.kind)[1]:
        rule = (*rule, magic_items.ALIGNED)
    if armour is None and other.items and not sheet(other).classes and barding(other.kind, other.items):
        rule = (*rule, "rampage:class.paladin.warhorse-barding")
    if around.hit and armour is None and compendium.shield_of(other.items) is not None:
        rule = (*rule, "rampage:combat.ac.only-magic")
    if face == 1 and not save(do, attacker, "fumble"):
        rule = (*rule, "rampage:combat.fumble.save")
        do.emit(AttackRolled(attacker, target, blow.name.lower(), roll, False, rule=rule))
        fumble(do, attacker, blow)
        return roll, False
    do.emit(AttackRolled(attacker, target, blow.name.lower(), roll, hit, rule=rule))
    return roll, hit


def _stir(do: Resolution, attacker: str, target: str) -> None:
    """A blow kindles a Berserker's rage, whether he strikes or is struck at."""
    for id in (attacker, target):
        creature = do.state.creatures[id]
        if "berserker" in sheet(creature).classes:
            rage.kindle(do, creature)


@executes("rampage:class.berserker.rage-damage")
def _is_thrown_or_melee(kind: str) -> bool:
    """Rage goes into blows and throws alike, and into no bow."""
    weapon = compendium.weapons().get(kind)
    return weapon is None or not weapon.is_missile or "thrown" in weapon.qualities


def _is_missile(kind: str) -> bool:
    return compendium.weapons()[kind].is_missile


def _use_guard(do: Resolution, creature: str, against: str, how: Guard) -> bool:
    """Whether a parry was ready against this enemy; it is used up."""
    ready = battle(do.state).guards(how).get(creature, {}).get(against, 0)
    if ready:
        do.emit(GuardTaken(creature, against, how, ready - 1))
    return bool(ready)


@executes(
    "rampage:combat.attack.damage",
    "rampage:combat.critical.damage",
    "rampage:combat.prone.dagger",
    "rampage:combat.receive.double",
    "rampage:combat.shield-parry.special",
    "rampage:class.jack.back-stab-damage",
    "rampage:class.ravager.back-stabber",
    "rampage:class.ability.double-dagger",
)
def strike(do: Resolution, attacker: str, target: str, blow: Blow, around: Circumstances) -> bool:
    """A whole blow; tells whether it hit. Ruling: q.critical-order, the multiplier comes last."""
    roll, hit = roll_to_hit(do, attacker, target, blow, around, around.armour)
    if not hit:
        return False
    one, other = do.state.creatures[attacker], do.state.creatures[target]
    modifiers = (*_damage_modifiers(one, blow), *around.damage)
    dice = blow.damage
    if blow.kind and "stabs-prone" in compendium.weapons()[blow.kind].qualities and other.condition(PRONE):
        dice = _DAGGER_ON_PRONE
    elif blow.kind == "dagger" and has_special(sheet(one), "Double Dagger"):
        dice = _DOUBLE_DAGGER
    if roll.faces[0] == 20:
        total = most(dice.tree)
        modifiers = (*modifiers, Modifier("critical", 2))
        done = Roll(f"max {dice.text}", (), total + sum(m.amount for m in modifiers), modifiers)
        rule: tuple[str, ...] = ("rampage:combat.attack.damage", "rampage:combat.critical.damage")
    else:
        done = do.roll_total(dice, f"damage of {attacker}", modifiers)
        rule = _HARM
    amount = max(0, done.total) * around.multiplier + around.after
    rule = (*rule, *citations.damage(one, modifiers, around.side, around.multiplier))
    if dice is _DAGGER_ON_PRONE:
        rule = (*rule, "rampage:combat.prone.dagger")
    if dice is _DOUBLE_DAGGER:
        rule = (*rule, "rampage:class.ability.double-dagger")
    if around.is_set:
        rule = (*rule, "rampage:combat.receive.double")
    do.emit(DamageRolled(attacker, target, blow.name, done, rule=rule))
    in_vain = around.side != "front" and battle(do.state).guards("shield-parry").get(target, {}).get(attacker, 0)
    stopped = _shield_parry(do, attacker, target, around, amount)
    borne_off, tough = weathered(other, max(0, amount - stopped), sort_of(blow.kind))
    left = absorb(do, target, borne_off)
    if left:
        harm = (*_HARM, "rampage:combat.shield-parry.not-flank-rear") if in_vain else _HARM
        do.emit(Harmed(target, left, max(0, other.hp - left), attacker, rule=(*harm, *tough)))
        if do.state.creatures[target].status != "up":
            _drink(do, attacker, blow.kind)
        elif around.side == "rear":
            _stun(do, attacker, target, blow.kind)
    if left and one.conditions and blow.kind:
        _sting(do, attacker, target, blow.kind)
    if blow.natural is not None and blow.natural.effect is not None and not (stopped and not left):
        special_effect(do, target, blow.natural.effect)
    return True


@executes("rampage:class.ability.blade-of-doom.heal", "rampage:class.ravager.blade-of-death")
def _drink(do: Resolution, attacker: str, kind: str) -> None:
    """A demonic blade that fells an enemy heals its owner."""
    one = do.state.creatures[attacker]
    amount, rule = (0, "") if has_fallen(one) else blade_heals(sheet(one), kind)
    back = min(amount, one.max_hp - one.hp)
    if back > 0 and one.status == "up":
        do.emit(Healed(attacker, back, one.hp + back, rule=(rule,)))


@executes("rampage:class.ability.blackjack")
def _stun(do: Resolution, attacker: str, target: str, kind: str) -> None:
    """A Thief's club from behind leaves those senseless for 1d4 rounds who do not save."""
    if kind not in BLACKJACKS or not has_special(sheet(do.state.creatures[attacker]), "Blackjack"):
        return
    if not save(do, target, "general"):
        rule = ("rampage:class.ability.blackjack",)
        rounds = do.roll(1, 4, f"rounds that {target} lies senseless").total
        until = do.state.now + rounds * ROUND_SECONDS
        do.emit(ConditionGained(target, Condition(SENSELESS, until, rounds), rule=rule))


def venom_on(kind: str) -> str:
    """The name under which a dose of venom on a weapon is borne."""
    return f"venom on {kind}"


@executes("rampage:task.venom-harvest.dose")
def _sting(do: Resolution, attacker: str, target: str, kind: str) -> None:
    """A dose on the weapon is spent on the first hit."""
    if do.state.creatures[attacker].condition(venom_on(kind)):
        do.emit(ConditionEnded(attacker, venom_on(kind), rule=("rampage:task.venom-harvest.dose",)))
        special_effect(do, target, Poison())


@executes(
    "rampage:combat.shield-parry.reduce",
    "rampage:combat.shield-parry.not-flank-rear",
    "rampage:combat.shield-parry.break",
    "rampage:combat.shield-parry.special",
)
def _shield_parry(do: Resolution, attacker: str, target: str, around: Circumstances, amount: int) -> int:
    """How much of a blow from the front the shield takes, perhaps its last."""
    held = compendium.shield_of(do.state.creatures[target].items)
    if held is None or around.side != "front" or not _use_guard(do, target, attacker, "shield-parry"):
        return 0
    item, shield = held
    roll = do.roll(1, 6, f"shield parry of {target}")
    whole = ("rampage:combat.shield-parry.special",) if roll.total >= amount else ()
    do.emit(ShieldParried(target, attacker, roll, rule=("rampage:combat.shield-parry.reduce", *whole)))
    if roll.total in shield.breaks_on:
        do.emit(ItemBroke(target, item.id, shield.name.lower(), rule=("rampage:combat.shield-parry.break",)))
    return roll.total


def most(node: Node) -> int:
    """The highest total of a damage expression."""
    match node:
        case Number(value):
            return value
        case Pool(count, sides, keep):
            return (keep or count) * sides
        case Sum(terms):
            return sum(map(most, terms))
        case Negated(term):
            return -_least(term)
        case Labelled(term):
            return most(term)
        case Product(left, right, divides):
            return most(left) // _least(right) if divides else most(left) * most(right)
    raise ValueError(f"No damage is written like {node!r}.")


def _least(node: Node) -> int:
    return node.value if isinstance(node, Number) else node.keep or node.count if isinstance(node, Pool) else 0


@executes(
    "rampage:combat.fumble.wooden",
    "rampage:combat.fumble.string",
    "rampage:combat.fumble.other",
    "rampage:combat.fumble.silver",
    "rampage:combat.fumble.natural",
    "rampage:combat.fumble.magic",
)
def fumble(do: Resolution, attacker: str, blow: Blow) -> None:
    """Ruling: q.fumble-wooden-list."""
    creature = do.state.creatures[attacker]
    item = next((i for i in creature.items if i.kind == blow.kind and i.place == "hand"), None)
    if item is None or not blow.crafted:
        do.emit(Fumbled(attacker, blow.name.lower(), "prone", rule=("rampage:combat.fumble.natural",)))
        do.emit(ConditionGained(attacker, Condition(PRONE), rule=("rampage:combat.fumble.natural",)))
        return
    qualities = compendium.weapons()[blow.kind].qualities
    effect = (
        "dropped" if "magic" in qualities
        else "broke" if qualities & {"wooden-shaft", "flask"}
        else "snapped" if qualities & {"bow", "crossbow"}
        else "useless" if "silver" in qualities
        else "damaged"
    )  # fmt: skip
    rule = (_FUMBLES[effect],)
    do.emit(Fumbled(attacker, blow.name.lower(), effect, rule=rule))
    if effect == "damaged":
        do.emit(ConditionGained(attacker, Condition(f"damaged {blow.kind}"), rule=rule))
    elif effect == "dropped":
        items = tuple(replace(i, place="ground") if i is item else i for i in creature.items)
        do.emit(ItemsChanged(attacker, items, "struck-away", rule=rule))
    else:
        do.emit(ItemBroke(attacker, item.id, blow.name.lower(), rule=rule))


_FUMBLES = {
    "dropped": "rampage:combat.fumble.magic",
    "broke": "rampage:combat.fumble.wooden",
    "snapped": "rampage:combat.fumble.string",
    "useless": "rampage:combat.fumble.silver",
    "damaged": "rampage:combat.fumble.other",
}
