"""What a blow, a shot, a guard or a trick of arms is worth to a mind: estimates, and no rules."""

from __future__ import annotations

from underkeep.procedures.tactics import Hint, chance_on_d20, is_known, life_left, part_taken
from underkeep.systems.rampage.attacks.facing import side_attacked
from underkeep.systems.rampage.attacks.field import in_contact
from underkeep.systems.rampage.attacks.matrices import Blow, natural_blow, needed, weapon_blow
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.actions import DisarmEnemy, Grapple, KnockDown, Parry, ShieldParry, SplitShield
from underkeep.systems.rampage.basics.compendium import shield_of
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.characters.abilities import damage_bonus
from underkeep.systems.rampage.characters.classes import back_stab_multiplier, has_type
from underkeep.systems.rampage.equipment.armour import armour_class
from underkeep.systems.rampage.equipment.arms import PUNCH, arms
from underkeep.world.creature import Creature
from underkeep.world.state import State

USUAL_HP, USUAL_AC, STUNT_AC, USUAL_SAVE = 6, 6, 7, 17
PARRIED, STOPPED = 4, 3
"""What a parry takes off the die, and a shield about off a hit."""
SHIELD_LOST, GUARDED = 0.03, 0.4
"""A blow that is put off may still come."""
SCRATCH = 0.03
"""Even the least blow is better than none."""
UNARMED, TRIPPED, SHIELDLESS = 0.35, 0.3, 0.12
"""What part of one is out of the fight who has lost the weapon, lies on the ground or has lost the shield."""
EVEN = 0.42
"""The chance to bear down somebody with as many dice."""
_FROM = {"flank": 1, "rear": 2}


def best_arm(creature: Creature) -> str:
    """What one would strike with."""
    melee = arms(creature.items, creature.kind)[0]
    known = compendium.weapons()
    return max(melee, key=lambda arm: part_taken(known[arm].damage, 0, 1000) if arm in known else 1.0)


def _blows(creature: Creature, arm: str) -> list[Blow]:
    """Each blow that comes of an attack with it."""
    own, listing = sheet(creature), compendium.monsters().get(creature.kind)
    if arm in compendium.weapons():
        return [weapon_blow(arm)]
    if listing is not None and listing.attacks:
        return [natural_blow(own, line) for line in listing.attacks for _ in range(line.count)]
    return [weapon_blow(PUNCH)]


def _armour(state: State, actor: Creature, target: Creature) -> int:
    return armour_class(target) if is_known(state, actor, target) else USUAL_AC


def chance(state: State, actor: Creature, target: Creature, blow: Blow, armour: int, plus: int = 0) -> float:
    number, short = needed(blow.row, blow.column, armour)
    own = sheet(actor).attack if blow.row is not None else 0
    return chance_on_d20(number - short - own - plus)


def harm(state: State, actor: Creature, target: Creature, arm: str, plus: int = 0, times: int = 1) -> float:
    """The part of what the target has left that an attack may be expected to take."""
    own, total = sheet(actor), 0.0
    left = life_left(state, actor, target, USUAL_HP)
    might = damage_bonus(own.score("STR"), has_type(own.classes, "fighter")) if own.classes else 0
    armour = _armour(state, actor, target)
    for blow in _blows(actor, arm):
        hit = chance(state, actor, target, blow, armour, plus)
        total += hit * min(1.0, times * part_taken(blow.damage, might if blow.kind else 0, left))
    return min(1.0, total)


def strike(state: State, actor: Creature, target: Creature, arm: str) -> Hint:
    """From behind or from the side it is worth more, and most to those who stab in the back."""
    weapon, own = compendium.weapons().get(arm), sheet(actor)
    if weapon is not None and weapon.range is not None:
        return Hint("strike", min(1.0, weapon.rate * harm(state, actor, target, arm)))
    beside = actor.at is not None and target.at is not None and actor.steps_to(target) <= 1
    side = side_attacked(state, target, actor) if beside else "front"
    times = back_stab_multiplier(own.classes, own.level) if side == "rear" and own.classes else 1
    return Hint("strike", max(SCRATCH, harm(state, actor, target, arm or best_arm(actor), _FROM.get(side, 0), times)))


# Guards


def _threat(state: State, actor: Creature, foe: Creature) -> tuple[float, float]:
    """The chance that a foe hits, and what part of one a hit takes."""
    blow = _blows(foe, best_arm(foe))[0]
    hit = chance(state, foe, actor, blow, armour_class(actor))
    return hit, part_taken(blow.damage, 0, max(1, actor.hp))


def parry(state: State, action: Parry) -> Hint | None:
    """What the foe does less for it."""
    actor, foe = state.creatures[action.actor], state.creatures[action.target]
    hit, part = _threat(state, actor, foe)
    return Hint("ward", GUARDED * _match(actor, foe) * part * min(hit - 0.05, PARRIED / 20))


def _match(actor: Creature, foe: Creature) -> float:
    """What one is worth beside such a foe; those who are many and weak had better strike."""
    return min(1.0, sheet(actor).hd / max(1.0, sheet(foe).hd))


def shield_parry(state: State, action: ShieldParry, free: bool) -> Hint | None:
    """What the shield stops, less what becomes of it; where it costs no attack it is always worth something."""
    actor, foe = state.creatures[action.actor], state.creatures[action.target]
    hit, part = _threat(state, actor, foe)
    usual = part_taken(_blows(foe, best_arm(foe))[0].damage, 0, 1000) * 1000
    stopped = GUARDED * _match(actor, foe) * hit * part * min(1.0, STOPPED / max(1.0, usual)) - SHIELD_LOST
    return Hint("ward", max(stopped, 0.05 if free else 0.0))


# Tricks of arms


def _stunt(state: State, actor: Creature, target: Creature, arm: str) -> float:
    """The chance that a hit on AC 7 comes off, and that the target does not save."""
    save = sheet(target).save if is_known(state, actor, target) else USUAL_SAVE
    return chance(state, actor, target, weapon_blow(arm), STUNT_AC) * (1 - chance_on_d20(save))


def _danger(state: State, actor: Creature, target: Creature) -> float:
    """How much of a danger the target is to those beside it."""
    hit, part = _threat(state, actor, target)
    return min(1.0, 0.4 + 2 * hit * part)


def disarm(state: State, action: DisarmEnemy) -> Hint:
    actor, target = state.creatures[action.actor], state.creatures[action.target]
    return Hint("hamper", UNARMED * _danger(state, actor, target) * _stunt(state, actor, target, action.weapon))


def knock_down(state: State, action: KnockDown) -> Hint:
    """The more friends are there to strike at whoever lies, the better."""
    actor, target = state.creatures[action.actor], state.creatures[action.target]
    friends = len(in_contact(state, target)) - 1
    return Hint("hamper", min(2, friends) * TRIPPED / 2 * _stunt(state, actor, target, action.weapon))


def split_shield(state: State, action: SplitShield) -> Hint | None:
    actor, target = state.creatures[action.actor], state.creatures[action.target]
    if shield_of(target.items) is None or action.how == "hook":
        return None
    friends = len(in_contact(state, target))
    return Hint("hamper", SHIELDLESS * min(2, friends) * _stunt(state, actor, target, action.weapon))


def grapple(state: State, action: Grapple) -> Hint:
    """A hit on the row for it; then dice against dice. That others might take hold too is left out of account."""
    actor, target = state.creatures[action.actor], state.creatures[action.target]
    row = compendium.melee_matrix()["grapple"].needed
    number, short = needed(row, -1, _armour(state, actor, target))
    hit = chance_on_d20(number - short - sheet(actor).attack)
    dice = max(1.0, sheet(target).hd) if is_known(state, actor, target) else 1.0
    return Hint("strike", hit * EVEN / dice**2)
