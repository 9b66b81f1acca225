"""Why something is not allowed: the sentence and the rule, for an action that is not among the options."""

from __future__ import annotations

from underkeep.errors import one
from underkeep.kernel.event import Action
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.resolution import Refusal
from underkeep.systems.rampage.attacks import attacks, movement
from underkeep.systems.rampage.attacks.events import struck_behind_by
from underkeep.systems.rampage.attacks.field import is_locked, is_shielded
from underkeep.systems.rampage.attacks.ground import is_out_of_aim
from underkeep.systems.rampage.attacks.missiles import UNLOADED, may_shoot
from underkeep.systems.rampage.attacks.rage import RAGE
from underkeep.systems.rampage.attacks.vision import is_dim, may_target
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.actions import (
    Charge,
    ChargeOn,
    DisarmEnemy,
    Draw,
    Escape,
    Flee,
    FollowUp,
    Grapple,
    KnockDown,
    Parry,
    PickUp,
    Rally,
    Reload,
    Run,
    SetToReceive,
    ShieldParry,
    SplitShield,
    Stand,
    Unhorse,
    Withdraw,
)
from underkeep.systems.rampage.basics.compendium import Weapon, shield_of, weapons_at
from underkeep.systems.rampage.basics.sheet import bulk, is_character, legs_of, sheet
from underkeep.systems.rampage.basics.surroundings import is_indoors, is_night
from underkeep.systems.rampage.combat import rounds
from underkeep.systems.rampage.equipment.arms import arms, bears_a_lance
from underkeep.world.creature import Creature
from underkeep.world.fight import Mark
from underkeep.world.state import State


def why_not(state: State, action: Action) -> Refusal | None:
    """None for what is listed; else the reason."""
    assert state.fight is not None and state.grid is not None
    actor = state.creatures[getattr(action, "actor", "")]
    options = rounds.fight_options(state, actor, state.fight.step)
    if action in options:
        return None
    target = getattr(action, "target", None)
    if target is not None and target not in state.creatures:
        return Refusal(f"There is no creature {target}.")
    sentence, rule = _reason(state, actor, action)
    return Refusal(sentence, f"rampage:{rule}" if rule else "")


def _reason(state: State, actor: Creature, action: Action) -> tuple[str, str]:
    assert state.fight is not None
    spent = state.fight.spent.get(actor.id, ())
    if isinstance(action, Attack):
        return _against_attack(state, actor, action, spent)
    if isinstance(action, Move | Charge | ChargeOn | FollowUp | Run | Withdraw):
        return _against_move(state, actor, action, spent)
    if isinstance(action, DisarmEnemy | SplitShield | KnockDown | Unhorse):
        return _against_special_blow(state, actor, action, spent)
    return _against_other(state, actor, action, spent)


def _against_attack(state: State, actor: Creature, action: Attack, spent: tuple[Mark, ...]) -> tuple[str, str]:
    target, weapon = state.creatures[action.target], compendium.weapons().get(action.weapon)
    name = actor.name
    if target.side == actor.side or target.status != "up":
        return f"{target.name} is no enemy to attack.", "combat.melee.start"
    if target.at is None:
        return f"{target.name} is not on the field.", "combat.melee.start"
    if is_dim(state) and not may_target(state, actor, target):
        far = is_night(state)
        return f"{name} does not see {target.name}.", f"vision.normal.{'night-range' if far else 'dark-targets'}"
    if weapon is not None and weapon.is_missile:
        return _against_shot(state, actor, target, weapon, action.weapon, spent)
    if not attacks.may_strike(state, actor):
        late = ("extra" in spent or "fast" in spent) and "move" in spent
        which = "initiative.interlace" if late else "actions.one-each"
        return f"{name} has no attack left this round.", f"combat.{which}"
    if struck_behind_by(target.id) in spent:
        return f"{name} cannot answer {target.name}, who struck from behind.", "combat.rear.no-reply"
    if weapon is not None and "mounted-only" in weapon.qualities and not bears_a_lance(actor):
        return "A lance is used from a war horse only.", "combat.space.lance-mount"
    if weapon is not None and "no-dungeon" in weapon.qualities and is_indoors(state):
        return f"There is no room for a {weapon.name} indoors.", "combat.space.pike-lance-indoors"
    if target not in attacks.in_reach(state, actor, weapon):
        ranks = weapon is not None and weapon.ranks == 1 and actor.steps_to(target) == 2
        return f"{name} cannot reach {target.name}.", "combat.rank.second-strike" if ranks else "combat.melee.start"
    if action.weapon not in arms(actor.items, actor.kind)[0]:
        return f"{name} has no {action.weapon} ready.", "combat.actions.attack.change-weapon"
    if weapon is not None and "swing" in weapon.qualities and not attacks.has_swing_room(state, actor, target):
        return f"{name} has no room to swing a {weapon.name}.", "combat.space.swing"
    own, other = bulk(actor), bulk(target)
    rule = {0: "equal", 1: "larger", -1: "smaller"}[(other > own) - (other < own)]
    return f"No more can get at {target.name} this round.", f"combat.melee.opponents-{rule}"


def _against_shot(
    state: State, actor: Creature, target: Creature, weapon: Weapon, kind: str, spent: tuple[Mark, ...]
) -> tuple[str, str]:
    name = actor.name
    if is_locked(state, actor):
        return f"{name} is locked in melee and cannot shoot.", "combat.missile.no-shooter-in-melee"
    if kind not in dict(weapons_at(actor.items, "hand")):
        return f"{name} has no {weapon.name} in hand.", "combat.actions.attack.change-weapon"
    if not may_shoot(state, actor, weapon):
        if actor.condition(UNLOADED) is not None:
            return f"{name}'s {weapon.name} is not loaded.", "combat.missile.heavy-crossbow"
        again = weapon.rate > 1 and "move" in spent
        return f"{name} has no shot left.", f"combat.missile.{'double' if again else 'single'}-shot"
    if is_locked(state, target):
        return f"{target.name} is locked in melee.", "combat.missile.no-target-in-melee"
    if is_shielded(state, target, actor):
        over = "bow" in weapon.qualities and actor.steps_to(target) > (weapon.range or (0,))[0]
        which = "missile.overhead-protected" if over else "rank.shoot-at"
        return f"{target.name} is protected by another.", f"combat.{which}"
    assert weapon.range is not None
    if "magic" not in weapon.qualities and is_out_of_aim(state, actor, target):
        return f"{target.name} stands behind a slit or mantlet.", "combat.missile.mantlet"
    if actor.steps_to(target) > weapon.range[2]:
        return f"{target.name} is out of range.", "combat.attack.range"
    return f"Others are in the way of {name}'s shot.", "combat.missile.overhead"


def _against_move(state: State, actor: Creature, action: Action, spent: tuple[Mark, ...]) -> tuple[str, str]:
    name = actor.name
    if isinstance(action, ChargeOn | FollowUp):
        which = "charge.continue" if isinstance(action, ChargeOn) else "melee.follow-up"
        return f"{name} cannot follow up there.", f"combat.{which}"
    if "move" in spent:
        return f"{name} has moved this round.", "combat.actions.one-each"
    if isinstance(action, Charge | Run | Withdraw) and "attack" in spent:
        kind = {Charge: "charge", Run: "run", Withdraw: "fighting-withdrawal"}[type(action)]
        return f"{name} has attacked, and that takes the whole round.", f"combat.actions.both.{kind}"
    locked = is_locked(state, actor)
    if isinstance(action, Withdraw):
        return f"{name} cannot fall back there.", "combat.withdraw.move"
    if isinstance(action, Run) and legs_of(actor) == 0:
        return f"{name} cannot run.", "combat.run.snakes"
    if isinstance(action, Run):
        return f"{name} can run only outside every enemy's zone.", "combat.run.who"
    if locked:
        return f"{name} is locked in melee and must escape, withdraw or flee.", "combat.melee.locked"
    if isinstance(action, Charge):
        if not movement.may_charge(state, actor):
            return f"{name} charged last round.", "combat.charge.not-twice"
        return f"{name} has no clear charge to there.", "combat.charge.define"
    to = getattr(action, "to", (0, 0))
    taken = any(c.at == to and c.status == "up" for c in state.creatures.values())
    return f"{name} cannot get there.", "combat.move.space" if taken else "combat.zoc.stop"


def _against_special_blow(
    state: State, actor: Creature, action: DisarmEnemy | SplitShield | KnockDown | Unhorse, spent: tuple[Mark, ...]
) -> tuple[str, str]:
    if actor.conditions and actor.condition(RAGE):
        return f"{actor.name} strikes only to kill.", "class.berserker.no-prisoners"
    base = _against_attack(state, actor, Attack(actor.id, action.target, action.weapon), spent)
    listed = Attack(actor.id, action.target, action.weapon) in attacks.listed(state, actor, True)
    if not listed:
        return base
    target, weapon = state.creatures[action.target], compendium.weapons()[action.weapon]
    if isinstance(action, DisarmEnemy):
        return f"{actor.name}'s {weapon.name} cannot disarm {target.name}.", "combat.disarm.requires"
    if isinstance(action, Unhorse):
        if sheet(target).riding is None:
            return f"{target.name} sits on no mount.", "combat.unhorse.weapons"
        return f"{one(weapon.name)} pulls nobody from the saddle.", "combat.unhorse.weapons"
    if isinstance(action, SplitShield):
        if shield_of(target.items) is None:
            return f"{target.name} has no shield.", "combat.split-shield.weapons"
        return f"{one(weapon.name)} cannot split or hook a shield.", "combat.split-shield.weapons"
    if weapon.size != "L":
        return f"{one(weapon.name)} cannot knock anybody down.", "combat.knock-down.weapon"
    return f"{target.name} is too large to knock down, or lies already.", "combat.knock-down.size"


def _against_other(state: State, actor: Creature, action: Action, spent: tuple[Mark, ...]) -> tuple[str, str]:
    name = actor.name
    match action:
        case Escape() | Flee() | SetToReceive() | Rally() if "attack" in spent:
            rule = "combat.escape.cost" if isinstance(action, Escape) else "combat.actions.one-each"
            return f"{name} has no attack left to give up.", rule
        case Stand():
            return f"{name} does not lie on the ground, or has moved.", "combat.actions.move.stand"
        case Escape():
            return f"{name} is not locked in melee.", "combat.escape.cost"
        case Flee():
            why = "has moved already" if is_character(actor) else "flees only when morale fails"
            return f"{name} {why}.", "combat.flee.who"
        case SetToReceive():
            return f"{name} has no weapon to set.", "combat.receive.set"
        case Rally():
            locked = is_locked(state, actor)
            return f"{name} can rally nobody.", "morale.rally.who" if locked else "morale.rally.range"
        case Grapple() if actor.conditions and actor.condition(RAGE):
            return f"{name} strikes only to kill.", "class.berserker.no-prisoners"
        case Parry() | ShieldParry() | Grapple():
            return f"{name} cannot do that now.", "combat.actions.attack.parry"
        case Draw():
            return f"{name} cannot draw that now.", "combat.actions.attack.change-weapon"
        case PickUp():
            return f"{name} cannot pick that up now.", "combat.actions.both.pick-up-melee"
        case Reload():
            return f"{name} has nothing to load, or no time.", "combat.actions.both.reload-heavy"
    return f"This game has no action {type(action).__name__}.", ""
