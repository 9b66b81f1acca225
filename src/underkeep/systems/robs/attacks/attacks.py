"""Attack rolls: who may attack whom with what, and what helps or hinders the roll."""

from __future__ import annotations

from underkeep.kernel.event import Action, Modifier, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.attacks.damage import NO_RUN, inflict
from underkeep.systems.robs.attacks.defence import ACTIVE_DEFENCE, ACTIVE_DEFENCE_DEX, difficulty, difficulty_by
from underkeep.systems.robs.attacks.ranged import UNLOADED, ranged_modifiers
from underkeep.systems.robs.basics import money, movement, spell_conditions, wounds
from underkeep.systems.robs.basics.numbers import decided_by, natural, roll_dhl, skilled_by, tell_critical
from underkeep.systems.robs.basics.sheet import RobsSheet, sheet
from underkeep.systems.robs.basics.traits import Pack, Pounce, trait
from underkeep.systems.robs.characters.classes import extra_attacks
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.equipment.armour import worn
from underkeep.systems.robs.equipment.arms import TINY_SCALE, UNARMED, Arm, Arms, arms, range_penalty
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import AttackRolled, Creature
from underkeep.world.fight import Mark, Spent
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.grid import distance, in_sight
from underkeep.world.state import State, square_of

HEAVY_ARMOUR_PENALTY = "heavy-armour-penalty"
HEAVY_LOAD_GRAMS = 25_000
_DICE = ("robs:dice.dhl.roll", "robs:task.action")
_RULES = ("robs:combat.attack.roll", "robs:combat.attack.difficulty", *_DICE)
_RANGED_RULES = ("robs:combat.attack.roll", "robs:combat.ranged.base", *_DICE)
_SPENT_RULE = ("robs:combat.round.phases",)


class PressAttack(Action, frozen=True):
    """Attack once with +1 for each extra attack that is given up for it."""

    actor: str
    target: str
    weapon: str
    given_up: int


class Throw(Action, frozen=True):
    """Throw a weapon that is held; it is gone from the hand."""

    actor: str
    target: str
    weapon: str


def arms_of(creature: Creature) -> Arms:
    own = sheet(creature)
    return arms(creature.items, own.attacks, own.scale)


@executes("robs:combat.round.phases", "robs:class.fighter.extra-attack", "robs:class.ranger.extra-attack")
def listed(state: State, actor: Creature, spent: tuple[Mark, ...]) -> tuple[Action, ...]:
    """Every attack the creature has left. A fighter's further attacks are melee; a ranger's may be shots."""
    own, used = sheet(actor), spent.count("attack")
    extra, shots = extra_attacks(own)
    if used > extra:
        return ()
    mine = arms_of(actor)
    near, far = _targets(state, actor)
    may_shoot = spent.count("shot") <= shots
    found: list[Action] = [Attack(actor.id, id, arm.kind) for id in near for arm in mine.melee if arm is not UNARMED]
    if may_shoot and mine.missile:
        found += _shots(state, actor, own, mine.missile, (*near, *far))
    if UNARMED in mine.melee:
        found += [Attack(actor.id, id, UNARMED.kind) for id in near]
    left = extra - used
    if left:
        found += [
            PressAttack(a.actor, a.target, a.weapon, n)
            for a in tuple(found)
            for n in range(1, left + 1)
            if isinstance(a, Attack)
        ]
    if may_shoot:
        found += [Throw(actor.id, a.target, a.weapon) for a in _shots(state, actor, own, mine.thrown, far)]
    return tuple(found)


def _targets(state: State, actor: Creature) -> tuple[list[str], list[str]]:
    """Enemies next to the actor, and the rest. Ruling: a melee weapon reaches the next square, 1.5 metres."""
    near: list[str] = []
    far: list[str] = []
    x, y = square_of(actor)
    side = actor.side
    for other in state.creatures.values():
        if other.side != side and other.status == "up" and other.at is not None:
            ox, oy = other.at
            (near if -1 <= ox - x <= 1 and -1 <= oy - y <= 1 else far).append(other.id)
    return near, far


@executes("robs:combat.ranged.long", "robs:equipment.missile.crossbow-reload")
def _shots(
    state: State, actor: Creature, own: RobsSheet, missiles: tuple[Arm, ...], targets: tuple[str, ...] | list[str]
) -> list[Attack]:
    """Targets in range and in sight; a crossbow that is not loaded shoots nobody."""
    at, strength = square_of(actor), own.attributes["STR"]
    found = []
    for arm in missiles:
        if arm.reload and actor.condition(UNLOADED):
            continue
        for id in targets:
            there = square_of(state.creatures[id])
            if range_penalty(arm, strength, own.scale, distance(at, there)) is None:
                continue
            if state.grid is None or in_sight(state.grid, at, there):
                found.append(Attack(actor.id, id, arm.kind))
    return found


def shots(state: State, actor: Creature) -> list[Attack]:
    """Every shot that the creature's missile weapons allow."""
    near, far = _targets(state, actor)
    return _shots(state, actor, sheet(actor), arms_of(actor).missile, (*near, *far))


@executes(
    "robs:combat.ranged.long",
    "robs:equipment.thrown-range-tiny",
    "robs:equipment.missile.crossbow-reload",
    "robs:combat.ranged.impossible",
)
def too_far(state: State, actor: Creature, target: Creature, action: Attack | PressAttack | Throw) -> Refusal | None:
    """The sentence against a shot or a throw that does not carry, or with a crossbow that is not loaded."""
    mine, own = arms_of(actor), sheet(actor)
    thrown = isinstance(action, Throw)
    arm = next((a for a in (mine.thrown if thrown else mine.missile) if a.kind == action.weapon), None)
    if arm is None:
        return None
    if arm.reload and actor.condition(UNLOADED):
        return Refusal(f"{actor.name}'s crossbow is not loaded.", "robs:equipment.missile.crossbow-reload")
    squares = distance(square_of(actor), square_of(target))
    if range_penalty(arm, own.attributes["STR"], own.scale, squares) is not None:
        if state.grid is None or in_sight(state.grid, square_of(actor), square_of(target)):
            return None
        return Refusal(f"{actor.name} has no line of sight to {target.name}.", "robs:combat.ranged.impossible")
    tiny = thrown and own.scale <= TINY_SCALE
    rule = "robs:equipment.thrown-range-tiny" if tiny else "robs:combat.ranged.long"
    return Refusal(f"{target.name} is out of range.", rule)


def find_arm(actor: Creature, target: Creature, action: Attack | PressAttack | Throw) -> tuple[Arm, bool]:
    """The arm an attack is made with, and whether it is made from afar."""
    mine = arms_of(actor)
    if isinstance(action, Throw):
        return next(arm for arm in mine.thrown if arm.kind == action.weapon), True
    for arm in mine.melee:
        if arm.kind == action.weapon and distance(square_of(actor), square_of(target)) <= 1:
            return arm, False
    return next(arm for arm in mine.missile if arm.kind == action.weapon), True


@executes("robs:combat.round.phases", "robs:class.fighter.extra-attack")
def attack(do: Resolution, action: Attack | PressAttack | Throw) -> None:
    """Spends the attack, and any that are given up for a surer blow, and strikes with the weapon named."""
    actor, target = do.state.creatures[action.actor], do.state.creatures[action.target]
    arm, ranged = find_arm(actor, target, action)
    given_up = action.given_up if isinstance(action, PressAttack) else 0
    do.emit(Spent(actor.id, "attack", rule=(*_SPENT_RULE, *_more_than_one(do.state, actor))))
    if ranged:
        do.emit(Spent(actor.id, "shot", rule=_SPENT_RULE))
    for _ in range(given_up):
        do.emit(Spent(actor.id, "attack", rule=_SPENT_RULE))
    strike(do, actor.id, target.id, arm, ranged, given_up)
    if isinstance(action, Throw):
        do.emit(
            ItemsChanged(
                actor.id, _without(actor.items, action.weapon), "thrown", rule=("robs:equipment.thrown-range",)
            )
        )
    elif arm.reload:
        do.emit(ConditionGained(actor.id, Condition(UNLOADED), rule=("robs:equipment.missile.crossbow-reload",)))


def _more_than_one(state: State, actor: Creature) -> tuple[str, ...]:
    """The rules that allow a further attack in the same act."""
    fight = state.fight
    if fight is None or "attack" not in fight.spent.get(actor.id, ()):
        return ()
    return _trained_to_strike_more(actor)


def _trained_to_strike_more(actor: Creature) -> tuple[str, ...]:
    return tuple(f"robs:class.{name}.extra-attack" for name in ("fighter", "ranger") if name in sheet(actor).classes)


def _without(items: tuple[Item, ...], kind: str) -> tuple[Item, ...]:
    index = next(i for i, item in enumerate(items) if item.kind == kind and item.place == "hand")
    return (*items[:index], *items[index + 1 :])


@executes(
    "robs:combat.attack.roll",
    "robs:combat.attack.difficulty",
    "robs:combat.attack.armor-not-difficulty",
    "robs:combat.ranged.base",
    "robs:combat.unseen.ranged",
    "robs:combat.defence.reduces-damage",
)
def strike(
    do: Resolution,
    attacker_id: str,
    target_id: str,
    arm: Arm,
    ranged: bool,
    bonus: int = 0,
    run: tuple[int, tuple[str, ...]] = NO_RUN,
) -> None:
    """Ruling: attack-attribute. No attribute is added to the roll as such. A `run` adds weight to the blow."""
    state = do.state
    attacker, target = state.creatures[attacker_id], state.creatures[target_id]
    modifiers = melee_modifiers(do, attacker, target) if not ranged else ranged_modifiers(do, attacker, target, arm)
    modifiers = (
        *own_modifiers(state, attacker, arm, bonus),
        *modifiers,
        *situation_modifiers(do, attacker, target, ranged),
    )
    state = do.state
    needed = difficulty(state, attacker, target, arm, ranged) + ruled_defence(do, attacker, target, arm, ranged)
    skill = sheet(attacker).proficiencies.get(arm.skill, 0)
    roll = roll_dhl(do, f"attack of {attacker_id} on {target_id}", modifiers, needed, skill, by=attacker)
    hit = bool(roll.success)
    if ranged and hit and not sight.can_see(attacker, target):
        hit = natural(roll) == 5
    seen = not ranged or hit == bool(roll.success)
    rule = (*(_RANGED_RULES if ranged else _RULES), *decided_by(roll), *skilled_by(roll, skill))
    rule = (*rule, *behind(attacker, target, arm, roll), *(() if seen else ("robs:combat.unseen.ranged",)))
    rule = (*rule, *difficulty_by(state, attacker, target, arm, ranged))
    do.emit(AttackRolled(attacker_id, target_id, arm.name.lower(), roll, hit, rule=rule))
    tell_critical(do, attacker_id, roll)
    if hit and not (ranged and _is_out_of_reach(do, target)):
        inflict(do, attacker, target, arm, roll, run, ranged)


@executes(
    "robs:combat.attack.roll",
    "robs:magic-item.enchantment-bonus",
    "robs:equipment.melee.greatsword",
    "robs:equipment.missile.sling",
    "robs:equipment.shield.large-penalty",
    "robs:equipment.armor.heavy-penalty",
    "robs:class.fighter.extra-attack",
    "robs:spell.bless.effect",
    "robs:spell.bless.reverse",
)
def own_modifiers(state: State, attacker: Creature, arm: Arm, bonus: int) -> tuple[Modifier, ...]:
    """What the attacker and the weapon bring to the roll."""
    found = wounds.penalty(state, attacker)
    blessing = spell_conditions.blessing(attacker)
    if blessing:
        found = (*found, Modifier("blessing" if blessing > 0 else "unblessing", blessing))
    if arm.attack:
        found = (*found, Modifier("grip", arm.attack))
    if arm.enchantment:
        found = (*found, Modifier("enchanted weapon", arm.enchantment))
    if bonus:
        found = (*found, Modifier("attacks given up", bonus))
    if sheet(attacker).traits and state.fight is not None and "move" in state.fight.spent.get(attacker.id, ()):
        pounces = trait(sheet(attacker).traits, Pounce)
        found = (*found, Modifier("pounce", pounces.amount)) if pounces is not None else found
    attributes = sheet(attacker).attributes
    if arm.attack_str is not None and attributes["STR"] < arm.attack_str:
        found = (*found, Modifier("too little STR", attributes["STR"] - arm.attack_str))
    if arm.attack_dex is not None and attributes["DEX"] < arm.attack_dex:
        found = (*found, Modifier("too little DEX", attributes["DEX"] - arm.attack_dex))
    body, shield = worn(attacker.items)
    if shield is not None and shield.attack:
        found = (*found, Modifier(shield.name, shield.attack))
    if body is not None and body.heavy and HEAVY_ARMOUR_PENALTY in state.switches:
        found = (*found, Modifier(body.name, -1))
    return found


def behind(attacker: Creature, target: Creature, arm: Arm, roll: Roll) -> tuple[str, ...]:
    """The rules behind the modifiers of an attack roll, and that armour is none of them."""
    found = [rule for source, _ in roll.modifiers for rule in _BEHIND.get(source, ())]
    sources = {source for source, _ in roll.modifiers}
    if sources & {"grip", "too little STR", "too little DEX"}:
        found += arm.rule
    if "attacks given up" in sources:
        found += _trained_to_strike_more(attacker)
    body, shield = worn(attacker.items)
    if shield is not None and shield.name in sources:
        found.append("robs:equipment.shield.large-penalty")
    if body is not None and body.name in sources:
        found.append("robs:equipment.armor.heavy-penalty")
    if target.condition(sight.IN_DARKNESS) is not None and not sight.blindness(attacker, target):
        found.append("robs:combat.unseen.senses")
    if worn(target.items).armour is not None:
        found.append("robs:combat.attack.armor-not-difficulty")
    return tuple(found)


_SITUATIONS = ("-3", "-2", "-1", "+0", "+1", "+2", "+3")
_PARRIES = {"in full": 1.0, "half": 0.5, "not at all": 0.0}
_BEHIND: dict[str, tuple[str, ...]] = {
    "situation": ("robs:combat.attack.situation",),
    "pain": ("robs:spell.cause-pain.severity",),
    wounds.PAIN_AND_WOUND: ("robs:spell.cause-pain.already-hurt",),
    "enchanted weapon": ("robs:magic-item.enchantment-bonus",),
    "blessing": ("robs:spell.bless.effect",),
    "unblessing": ("robs:spell.bless.reverse",),
    "missile shield": ("robs:spell.missile-shield.effect",),
    "missile magnet": ("robs:spell.missile-shield.reverse",),
    "unseen target": ("robs:combat.unseen.melee-penalty",),
    "unseen attacker": ("robs:combat.unseen.attacker-bonus",),
    "cannot dodge": ("robs:combat.ranged.unaware",),
    "dodging": ("robs:combat.ranged.dodging",),
    "aim": ("robs:combat.ranged.aim",),
    "eyesight": ("robs:creation.gifts.poor-vision",),
    "medium range": ("robs:combat.ranged.medium",),
    "long range": ("robs:combat.ranged.long",),
    "large target": ("robs:combat.ranged.larger-target",),
    "small target": ("robs:combat.ranged.smaller-target",),
    "cover": ("robs:combat.ranged.cover",),
    "large shield": ("robs:equipment.shield.large-cover",),
}


@executes("robs:combat.attack.situation")
def situation_modifiers(do: Resolution, attacker: Creature, target: Creature, ranged: bool) -> tuple[Modifier, ...]:
    """Whoever strikes from above has it easier by 1, and blows at somebody half screened are harder by 1; the referee
    may say otherwise. Ruling: who flies is above who does not."""
    if ranged:
        return ()
    pack = _pack(do.state, attacker, target)
    above = sheet(attacker).flying_scale is not None and sheet(target).flying_scale is None
    above = above and movement.can_fly(do.state, attacker)
    screened = bool(target.conditions) and target.condition(sight.IN_COVER) is not None
    if not above and not screened:
        return pack
    usual = int(above) - int(screened)
    ruled = do.ruling("robs:combat.attack.situation", _SITUATIONS, f"{usual:+d}", f"{attacker.id} on {target.id}")
    return (*pack, Modifier("situation", int(ruled)))


def _pack(state: State, attacker: Creature, target: Creature) -> tuple[Modifier, ...]:
    """Hunters in a pack help each other. Ruling: monsters."""
    own = sheet(attacker)
    if not own.traits or trait(own.traits, Pack) is None:
        return ()
    others = [
        c for c in state.active(attacker.side) if c.id != attacker.id and trait(sheet(c).traits, Pack) is not None
    ]
    near = any(c.at is not None and distance(c.at, square_of(target)) <= 1 for c in others)
    return (Modifier("pack", 1),) if near else ()


@executes("robs:combat.ranged.impossible")
def _is_out_of_reach(do: Resolution, target: Creature) -> bool:
    """Whether the referee rules that no missile reaches somebody behind cover; it does by itself."""
    if not target.conditions or target.condition(sight.IN_COVER) is None:
        return False
    return (
        do.ruling("robs:combat.ranged.impossible", ("it gets through", "out of reach"), "it gets through")
        != "it gets through"
    )


@executes("robs:combat.defence.unparryable", "robs:combat.defence.encumbered-dex")
def ruled_defence(do: Resolution, attacker: Creature, target: Creature, arm: Arm, ranged: bool) -> int:
    """How far the referee's word on a parry, or on a burden, changes a difficulty from what it is by itself."""
    on, changed = do.state.switches, 0
    if ACTIVE_DEFENCE in on and not ranged and not sight.is_unaware(target):
        own = sheet(target)
        mine = arms(target.items, own.attacks, own.scale).melee[0]
        skill = own.proficiencies.get(mine.skill, 0)
        if skill and arm.two_handed and not mine.two_handed:
            ruled = do.ruling("robs:combat.defence.unparryable", tuple(_PARRIES), "half", target.id)
            changed += int(skill * _PARRIES[ruled]) - skill // 2
    if ACTIVE_DEFENCE_DEX in on and not sight.is_unaware(target):
        usual = "burdened" if money.weight_grams(target.items) >= HEAVY_LOAD_GRAMS else "not burdened"
        ruled = do.ruling("robs:combat.defence.encumbered-dex", ("not burdened", "burdened"), usual, target.id)
        changed -= ruled == "burdened"
    return changed


@executes("robs:combat.unseen.melee-penalty", "robs:combat.unseen.attacker-bonus")
def melee_modifiers(do: Resolution, attacker: Creature, target: Creature) -> tuple[Modifier, ...]:
    """Blows at a target that cannot be seen are harder, and blows from one who cannot be seen easier."""
    if not attacker.conditions and not target.conditions:
        return ()
    found: tuple[Modifier, ...] = ()
    blind = sight.dimly(do, attacker, target)
    if blind:
        found = (Modifier("unseen target", blind),)
    if not sight.can_see(target, attacker):
        found = (*found, Modifier("unseen attacker", 2))
    return found
