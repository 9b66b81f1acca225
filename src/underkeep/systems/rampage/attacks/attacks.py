"""The attack action: whom a combatant can strike, with how many attacks, and the blows themselves."""

from __future__ import annotations

from underkeep.kernel.event import Action, Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import citations, ground, rage
from underkeep.systems.rampage.attacks.events import (
    AnswerOwed,
    AttackBegun,
    ExtraAttack,
    OutOfSight,
    TakenInRear,
    attack_on,
    struck_behind_by,
)
from underkeep.systems.rampage.attacks.facing import face, heading
from underkeep.systems.rampage.attacks.field import HIDDEN, Foes, body, ends, field, in_contact, lockers
from underkeep.systems.rampage.attacks.flasks import throw
from underkeep.systems.rampage.attacks.matrices import Blow, natural_blow, weapon_blow
from underkeep.systems.rampage.attacks.missiles import come_out, hurl, shoot, shots
from underkeep.systems.rampage.attacks.morale import check_after_rear_attack
from underkeep.systems.rampage.attacks.rampage import attacks_against, is_slower
from underkeep.systems.rampage.attacks.strikes import Circumstances, melee_circumstances, stab_in_the_back, strike
from underkeep.systems.rampage.attacks.vision import is_dim, may_target
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.battle import battle
from underkeep.systems.rampage.basics.compendium import Weapon, weapons_at
from underkeep.systems.rampage.basics.sheet import BULK, bulk, legs_of, sheet
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.characters.classes import surprise_in_6
from underkeep.systems.rampage.equipment.arms import NATURAL, PUNCH, draw_fast, melee_arms
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Harmed
from underkeep.world.encounter import SurpriseRolled
from underkeep.world.grid import line
from underkeep.world.state import State, square_of

MOUNTED_CHARGE, LONG_AGAINST_RIDERS = ("lance", "spear"), ("pike", "bill", "halberd")
OPPONENTS = {0: 8, 1: 12, -1: 4}


@executes("rampage:combat.space.swing", "rampage:combat.space.thrust")
def has_swing_room(state: State, actor: Creature, target: Creature) -> bool:
    """Whether the squares to either side of a swing are free of friends."""
    now, way = field(state), heading(*ends(actor, target))
    (x, y), own = square_of(actor), body(now.grid, actor)
    friends = now.friends(actor.side) & ~own
    last = actor.size - 1
    corners = {(x, y), (x + last, y), (x, y + last), (x + last, y + last)}
    beside = [(cx + dx, cy + dy) for cx, cy in corners for dx, dy in (_AROUND[(way + 2) % 8], _AROUND[(way + 6) % 8])]
    return not any(now.grid.contains(square) and friends & now.grid.bit(square) for square in beside)


_AROUND = {0: (0, -1), 1: (1, -1), 2: (1, 0), 3: (1, 1), 4: (0, 1), 5: (-1, 1), 6: (-1, 0), 7: (-1, -1)}


@executes(
    "rampage:combat.melee.opponents-equal",
    "rampage:combat.melee.opponents-larger",
    "rampage:combat.melee.opponents-smaller",
)
def _has_crowd(state: State, actor: Creature, target: Creature) -> bool:
    """Whether as many as can have attacked the target this round already."""
    assert state.fight is not None
    mark = attack_on(target.id)
    spent = state.fight.spent
    attackers = [id for id, used in spent.items() if mark in used]
    if len(attackers) < 4 or actor.id in attackers:
        return False
    own, other = bulk(actor), bulk(target)
    return len(attackers) >= OPPONENTS[(other > own) - (other < own)]


@executes("rampage:combat.rank.second-strike", "rampage:combat.rank.third-strike")
def in_reach(state: State, actor: Creature, weapon: Weapon | None) -> list[Creature]:
    """The enemies in contact, and those that a long weapon reaches past the ranks in front."""
    near = list(in_contact(state, actor))
    if weapon is None or weapon.ranks < 2:
        return near
    now = field(state)
    friends = now.friends(actor.side)
    for foe in now.foes(actor.side).creatures:
        if 1 < actor.steps_to(foe) <= weapon.ranks and all(
            friends & now.grid.bit(square) for square in line(*ends(actor, foe))
        ):
            near.append(foe)
    return near


@executes(
    "rampage:combat.actions.one-each",
    "rampage:combat.initiative.interlace",
    "rampage:combat.actions.free.extra-attacks",
)
def may_strike(state: State, actor: Creature) -> str:
    """What a melee attack would use: attack, extra, fast, or nothing. Who moves after striking strikes no more."""
    assert state.fight is not None
    spent = state.fight.spent.get(actor.id, ())
    if "attack" not in spent:
        return "attack"
    if "move" in spent and spent.index("move") > spent.index("attack"):
        return ""
    return "extra" if "extra" in spent else "fast" if "fast" in spent else ""


@executes("rampage:combat.space.swing", "rampage:combat.space.thrust")
def melee_targets(state: State, actor: Creature, arm: str) -> list[Creature]:
    """The enemies that may be struck with this now; only what is swung needs room at the sides."""
    assert state.fight is not None
    use = may_strike(state, actor)
    weapon = None if arm == NATURAL else compendium.weapons()[arm]
    reach = in_reach(state, actor, weapon)
    if not reach or not use:
        return []
    spent = state.fight.spent.get(actor.id, ())
    swings = weapon is not None and "swing" in weapon.qualities
    size, lit = weapon.size if weapon is not None else "L", not is_dim(state)
    return [
        t for t in reach
        if struck_behind_by(t.id) not in spent
        and not (use == "fast" and not is_slower(t, size))
        and not _has_crowd(state, actor, t)
        and not (swings and not has_swing_room(state, actor, t))
        and (lit or may_target(state, actor, t))
        and not (actor.conditions and actor.condition(f"distracted by {t.id}"))
    ]  # fmt: skip


@executes("rampage:combat.missile.no-shooter-in-melee")
def listed(state: State, actor: Creature, locked: bool) -> tuple[Action, ...]:
    """Every attack that the creature can make now; nobody shoots in the middle of a melee."""
    found: list[Action] = []
    foes = field(state).foes(actor.side)
    if locked or _may_reach(state, actor, foes):
        for arm in melee_arms(state, actor):
            found += [Attack(actor.id, t.id, arm) for t in melee_targets(state, actor, arm)]
        if not found and locked:
            found += [Attack(actor.id, t.id, PUNCH) for t in _punchable(state, actor)]
    if not locked:
        found += [Attack(actor.id, t.id, name) for name, t in shots(state, actor, foes)]
    return tuple(found)


def _may_reach(state: State, actor: Creature, foes: Foes) -> bool:
    now = field(state)
    ring = now.grid.spread(foes.bodies)
    if any(w.ranks > 1 for _, w in weapons_at(actor.items, "hand")):
        ring = now.grid.spread(now.grid.spread(ring))
    return bool(ring & body(now.grid, actor))


def _punchable(state: State, actor: Creature) -> list[Creature]:
    """Whom one can hit with a fist who has no room for a great weapon."""
    if NATURAL in melee_arms(state, actor):
        return []
    return melee_targets(state, actor, PUNCH)


@executes("rampage:combat.actions.attack.strike", "rampage:combat.actions.one-each")
def attack(do: Resolution, action: Attack) -> None:
    """Spends the attack on a blow, a shot or a throw, whichever the weapon named is for."""
    actor, target = do.state.creatures[action.actor], do.state.creatures[action.target]
    monster = compendium.monsters().get(actor.kind)
    weapon = compendium.weapons().get(action.weapon)
    if weapon is not None and "flask" in weapon.qualities:
        throw(do, actor, target, action.weapon, weapon)
    elif weapon is not None and weapon.is_missile:
        shoot(do, actor, target, action.weapon, weapon)
    elif (
        weapon is None and monster is not None and monster.missile is not None and action.weapon == monster.missile.name
    ):
        hurl(do, actor, target, monster.missile)
    else:
        _melee(do, actor, target, action.weapon)


def _melee(do: Resolution, actor: Creature, target: Creature, arm: str) -> None:
    if any(i.kind == arm and i.place == "belt" for i in actor.items) and arm not in dict(
        weapons_at(actor.items, "hand")
    ):
        draw_fast(do, actor.id, arm)
        actor = do.state.creatures[actor.id]
    _use_attack(do, actor, target, arm)
    face(do, actor.id, target.id)
    if arm == NATURAL:
        _natural_attacks(do, actor.id, target.id)
    else:
        hit_in_melee(do, actor.id, target.id, weapon_blow(arm))
    come_out(do, actor.id)
    settle_answers(do, actor.id)


@executes(
    "rampage:combat.rampage.each-round",
    "rampage:combat.fast-weapon.crafted-only",
    "rampage:combat.rampage.monster-listed",
)
def _use_attack(do: Resolution, actor: Creature, target: Creature, arm: str) -> None:
    """The first blow of a round settles how many there will be. Ruling: q.fast-weapon-stacking."""
    use = may_strike(do.state, actor)
    if use != "attack":
        do.emit(ExtraAttack(actor.id, target.id, use, rule=("rampage:combat.actions.free.extra-attacks",)))
        return
    engaged = lockers(do.state, actor) or [target]
    count = attacks_against(actor, engaged, do.state.switches)
    extra: tuple[str, ...] = ("extra",) * (count - 1)
    rule: tuple[str, ...] = ("rampage:combat.actions.attack.strike",)
    if not extra:
        rule = ("rampage:combat.actions.one-each", *rule)
    elif not sheet(actor).classes:
        rule = (*rule, "rampage:combat.rampage.monster-option")
    if arm == NATURAL:
        rule = (*rule, "rampage:combat.rampage.monster-listed")
    weapon = None if arm == NATURAL else compendium.weapons()[arm]
    slower = any(is_slower(foe, weapon.size if weapon is not None else "S") for foe in engaged)
    if arm not in (NATURAL, PUNCH) and slower:
        extra = (*extra, "fast")
    second = off_hand(actor, arm)
    if second:
        extra, rule = (*extra, "extra"), (*rule, second)
    rule = (*rule, *citations.number_of_attacks(actor, engaged, count), *citations.fast_weapon(weapon, slower))
    if do.state.fight is not None and do.state.fight.step.phase == "hold":
        rule = (*rule, "rampage:vision.normal.dark-hold", "rampage:vision.normal.dark-targets")
    do.emit(AttackBegun(actor.id, target.id, extra, rule=rule))


@executes("rampage:class.ability.two-ax", "rampage:class.ability.florentine")
def off_hand(actor: Creature, arm: str) -> str:
    """The rule that gives one more blow to a Delver with two hand axes or a merchant with sword and dagger; empty if
    there is none. With a hand free for it, the second comes from the belt.
    """
    own = sheet(actor)
    if not own.classes:
        return ""
    places = ("hand", "belt") if compendium.shield_of(actor.items) is None else ("hand",)
    held = [kind for place in places for kind, _ in weapons_at(actor.items, place)]
    axes = sum(i.count for i in actor.items if i.kind == "hand-ax" and i.place in places and not i.broken)
    if arm == "hand-ax" and axes > 1 and has_special(own, "Two Ax"):
        return "rampage:class.ability.two-ax"
    if arm in ("sword", "dagger") and {"sword", "dagger"} <= set(held) and has_special(own, "Florentine"):
        return "rampage:class.ability.florentine"
    return ""


def is_charging(state: State, creature: str) -> bool:
    charge = battle(state).charges.get(creature)
    return charge is not None and state.fight is not None and charge.round == state.fight.round


@executes("rampage:combat.rear.no-reply", "rampage:combat.receive.double")
def hit_in_melee(
    do: Resolution,
    attacker: str,
    target: str,
    blow: Blow,
    multiplier: int = 1,
    plus: tuple[Modifier, ...] = (),
    rule: tuple[str, ...] = (),
    harm: tuple[Modifier, ...] = (),
    after: int = 0,
    behind_back: bool = False,
) -> bool:
    """A blow in melee with all that surrounds it, and what follows an attack from behind."""
    one, other = do.state.creatures[attacker], do.state.creatures[target]
    if attacker in battle(do.state).out_of_sight:
        reappear(do, one, other)
        one = do.state.creatures[attacker]
    around = melee_circumstances(do.state, one, other, is_charging(do.state, attacker))
    if behind_back and around.side != "rear":
        around = stab_in_the_back(do.state, one, other)
    around.multiplier = max(around.multiplier, multiplier)
    around.is_set = multiplier > 1
    around.hit += plus
    around.damage += harm
    around.after = after
    around.rule += (*rule, *_from_where(do, one, other, blow, around.side))
    on_horse_and_height(do.state, one, other, blow, around)
    hit = strike(do, attacker, target, blow, around)
    if do.state.creatures[target].status == "up":
        rage.frighten(do, do.state.creatures[attacker], do.state.creatures[target])
    if around.side == "rear":
        _after_rear_attack(do, attacker, target)
    return hit


@executes(
    "rampage:combat.mounted.rider",
    "rampage:combat.mounted.footman",
    "rampage:combat.height",
    "rampage:combat.height-no-stack",
    "rampage:combat.charge.mounted-double",
    "rampage:class.paladin.triple-charge",
)
def on_horse_and_height(state: State, one: Creature, other: Creature, blow: Blow, around: Circumstances) -> None:
    """Riders strike down at those on foot, who strike up at them unless they have something long; else it matters who
    stands higher. A charge on a mount doubles what a lance or spear does, and triples it for a Paladin.
    """
    rides, ridden = sheet(one).riding is not None, sheet(other).riding is not None
    above = ground.height(state, one) - ground.height(state, other)
    if rides != ridden:
        amount, what = (0, "") if blow.natural is not None else _horse_against_foot(rides, blow.kind, other)
        if amount:
            around.hit.append(Modifier("mounted" if rides else "against a rider", amount))
            around.rule += (what,)
        around.rule += ("rampage:combat.height-no-stack",) if above else ()
    elif above:
        around.hit.append(Modifier("higher ground" if above > 0 else "lower ground", above))
        around.rule += ("rampage:combat.height",)
    if rides and blow.kind in MOUNTED_CHARGE and is_charging(state, one.id):
        paladin = "paladin" in sheet(one).classes
        around.multiplier = max(around.multiplier, 3 if paladin else 2)
        triple = ("rampage:class.paladin.triple-charge",) if paladin else ()
        around.rule += ("rampage:combat.charge.mounted-double", *triple)


def _horse_against_foot(rides: bool, kind: str, other: Creature) -> tuple[int, str]:
    """What a rider has against one on foot, and one on foot against a rider."""
    if rides:
        on_foot = legs_of(other) == 2 and bulk(other) <= BULK["M"]
        return (1, "rampage:combat.mounted.rider") if on_foot else (0, "")
    return (0, "") if kind in LONG_AGAINST_RIDERS else (-1, "rampage:combat.mounted.footman")


@executes("rampage:encounter.surprise.reappear", "rampage:encounter.surprise.reappear-judge")
def reappear(do: Resolution, one: Creature, other: Creature) -> None:
    """Who comes back from out of sight has the usual chance to strike from behind, once. The judge may say that the
    enemy knew. Default: it does not if it is fighting somebody else.
    """
    engaged = any(foe.id != one.id for foe in in_contact(do.state, other))
    judge = "rampage:encounter.surprise.reappear-judge"
    allowed = do.ruling(judge, ("allowed", "denied"), "allowed" if engaged else "denied", other.id)
    out = tuple(id for id in battle(do.state).out_of_sight if id != one.id)
    rule = ("rampage:encounter.surprise.reappear", judge)
    do.emit(OutOfSight(out, rule=rule))
    if allowed == "denied":
        return
    own = sheet(one)
    chance = surprise_in_6(own.classes, own.level) if own.classes else 2
    roll = do.roll_at_most(1, 6, f"surprise by {one.id}", chance)
    do.emit(SurpriseRolled(other.side, (other.id,), roll, bool(roll.success), rule=rule))
    if roll.success:
        do.emit(ConditionGained(one.id, Condition(HIDDEN), rule=rule))


_RANKED = ("rampage:combat.rank.definition", "rampage:combat.rank.protecting")


def _from_where(do: Resolution, one: Creature, other: Creature, blow: Blow, side: str) -> tuple[str, ...]:
    """The rules behind a blow over the heads of a rank, beside friends, or from behind once more."""
    found: tuple[str, ...] = ()
    apart = one.steps_to(other)
    if apart > 1 and blow.kind:
        strike = "rampage:combat.rank.second-strike" if apart == 2 else "rampage:combat.rank.third-strike"
        found = (
            strike,
            "rampage:combat.rank.definition",
            "rampage:combat.rank.protecting",
        )
    if blow.kind and blow.size == "L" and "swing" not in compendium.weapons()[blow.kind].qualities:
        found = (*found, "rampage:combat.space.thrust") if not has_swing_room(do.state, one, other) else found
    again = any(isinstance(event, ExtraAttack) and event.creature == one.id for event in do.events)
    return (*found, "rampage:combat.rear.all-attacks") if side == "rear" and again else found


def _after_rear_attack(do: Resolution, attacker: str, target: str) -> None:
    fight = do.state.fight
    if (
        fight is None
        or do.state.creatures[target].status != "up"
        or fight.has_spent(target, struck_behind_by(attacker))
    ):
        return
    do.emit(TakenInRear(target, attacker, rule=("rampage:combat.rear.no-reply",)))
    check_after_rear_attack(do, target)


@executes("rampage:combat.rampage.monster-listed")
def _natural_attacks(do: Resolution, attacker: str, target: str) -> None:
    """The whole routine. Ruling: when the target falls, the blows left go to the next enemy in contact."""
    creature = do.state.creatures[attacker]
    monster = compendium.monsters()[creature.kind]
    hits: dict[str, int] = {}
    for line_ in monster.attacks:
        blow = natural_blow(sheet(creature), line_)
        for _ in range(line_.count):
            now = do.state.creatures[attacker]
            if do.state.creatures[target].status != "up" and now.status == "up":
                target = next((foe.id for foe in in_contact(do.state, now)), target)
            if now.status != "up" or do.state.creatures[target].status != "up":
                return
            plus = (Modifier("held", monster.grab),) if monster.grab and hits.get(target) and line_.effect else ()
            if hit_in_melee(do, attacker, target, blow, plus=plus):
                hits[target] = hits.get(target, 0) + 1
                if monster.hug is not None and hits[target] == 2 and line_ is monster.attacks[0]:
                    _hug(do, attacker, target)


def _hug(do: Resolution, attacker: str, target: str) -> None:
    """A bear that hits with both claws crushes as well."""
    monster = compendium.monsters()[do.state.creatures[attacker].kind]
    victim = do.state.creatures[target]
    if monster.hug is not None and victim.status == "up":
        amount = do.roll_total(monster.hug, f"hug of {attacker}").total
        do.emit(Harmed(target, amount, max(0, victim.hp - amount), attacker, "hug"))


def answer_blow(do: Resolution, creature: str, target: str, *rule: str, multiplier: int = 1) -> None:
    """A single attack out of turn with the first weapon at hand."""
    one, other = do.state.creatures[creature], do.state.creatures[target]
    if one.status != "up" or other.status != "up":
        return
    arm = melee_arms(do.state, one)[0]
    if arm == NATURAL:
        blow = natural_blow(sheet(one), compendium.monsters()[one.kind].attacks[0])
    else:
        blow = weapon_blow(arm)
    hit_in_melee(do, creature, target, blow, multiplier, rule=rule)


def settle_answers(do: Resolution, creature: str) -> None:
    """The blows of those who had to wait until this creature had struck."""
    owed = battle(do.state).answers.get(creature)
    if not owed:
        return
    for foe in field(do.state).foes(do.state.creatures[creature].side).creatures:
        multiplier = owed.get(foe.id)
        if multiplier:
            which = "receive.size-order" if multiplier > 1 else "withdraw.pursuit-order"
            rule = (f"rampage:combat.{which}", "rampage:combat.size.weapon-scale")
            do.emit(AnswerOwed(creature, foe.id, 0, rule=rule))
            answer_blow(do, foe.id, creature, *rule, multiplier=multiplier)
