"""What this game tells minds about a fight: what each deed is good for, and how a kind fights.

These are estimates for those who play themselves, and no rules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.tactics import Hint, Manner, Way, Wits, is_known
from underkeep.systems.rampage.attacks import holds
from underkeep.systems.rampage.attacks.breath import Breathe
from underkeep.systems.rampage.attacks.closing_in import SET
from underkeep.systems.rampage.attacks.facing import side_attacked
from underkeep.systems.rampage.attacks.field import HIDDEN, INVISIBLE, SPOTTED, field, has_contact, in_contact
from underkeep.systems.rampage.attacks.ground import PlantPavis
from underkeep.systems.rampage.attacks.manoeuvres import GODS_PARRY, has_gods_shield
from underkeep.systems.rampage.attacks.morale import broken_in_reach
from underkeep.systems.rampage.attacks.mounts import Mount, MountAttack, RallyMount
from underkeep.systems.rampage.attacks.movement import LEAST_CHARGE, charge_inches
from underkeep.systems.rampage.attacks.prowess import (
    MINDLESS,
    CarefulAim,
    DaggerSurprise,
    DeadlyAttack,
    Distract,
    MightyBlow,
    PoisonTouch,
    SpotInvisible,
)
from underkeep.systems.rampage.basics import actions as a
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.battle import battle
from underkeep.systems.rampage.basics.compendium import weapons_at
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.spells import spells
from underkeep.systems.rampage.characters.classes import back_stab_multiplier, has_type
from underkeep.systems.rampage.checks.healing import TakeRemedy
from underkeep.systems.rampage.combat import blow_worth
from underkeep.systems.rampage.combat.dogs_of_war import SendDog
from underkeep.systems.rampage.equipment.arms import NATURAL
from underkeep.systems.rampage.equipment.load import movement_in
from underkeep.systems.rampage.magic import spell_worth
from underkeep.systems.rampage.magic.castable import Cast
from underkeep.systems.rampage.magic.casting import COUNTER, SHOT_AT_CASTER
from underkeep.systems.rampage.magic.duels import PowerDuel
from underkeep.systems.rampage.magic.hands_and_marks import LayOnHands
from underkeep.systems.rampage.magic.power import power_left
from underkeep.world.creature import Creature
from underkeep.world.state import State

_RELOAD, _ARM, _STAND = Hint("ready", 0.25), Hint("ready", 0.2), Hint("ready", 0.3)
_ESCAPE, _FLEE = Hint("leave", 0.5), Hint("flee", 0.3)
_MEND, _SEND, _STEADY = Hint("mend", 0.4), Hint("strike", 0.3), Hint("ward", 0.5)
_BRACED, _READY_TO_SHOOT, _BEHIND_COVER, _LOOK = Hint("ready", 0.2), Hint("ready", 0.06), Hint("ward", 0.3), 0.15
BEHIND, FLANK, CHARGED = 0.9, 0.4, 0.3
"""How much better a blow is from the rear, from the flank or out of a charge."""
PATIENCE = 3
"""For so many rounds spears wait for a charge."""
_FEATS = {MightyBlow: 1.5, DeadlyAttack: 1.5, DaggerSurprise: 1.6, CarefulAim: 1.2}
"""How much better than a plain blow each feat is."""


def hint(state: State, action: Action) -> Hint | None:
    found = _HINTS.get(type(action))
    return found(state, action) if found is not None else None


def _blow(state: State, action: Attack) -> Hint:
    return blow_worth.strike(state, state.creatures[action.actor], state.creatures[action.target], action.weapon)


def _feat(state: State, action: MightyBlow | DeadlyAttack | DaggerSurprise | CarefulAim) -> Hint:
    blow = _blow(state, Attack(action.actor, action.target, action.weapon))
    return Hint("strike", blow.worth * _FEATS[type(action)])


def _mount_attack(state: State, action: MountAttack) -> Hint:
    return Hint("strike", 0.4 * _blow(state, Attack(action.actor, action.target, NATURAL)).worth)


def _place(state: State, action: Move | a.Charge | a.FollowUp | a.ChargeOn) -> Hint | None:
    """Behind an enemy whom somebody else keeps busy is the best place of all, and his open flank is a good one."""
    actor = state.creatures[action.actor]
    then = state.with_creature(actor.id, at=action.to)
    there = then.creatures[actor.id]
    sides = [side_attacked(then, foe, there) for foe in in_contact(then, there)]
    own = sheet(actor)
    behind = BEHIND * (back_stab_multiplier(own.classes, own.level) if own.classes else 1)
    worth = max((behind if side == "rear" else FLANK if side == "flank" else 0.0 for side in sides), default=0.0)
    return Hint("ready", worth + (CHARGED if isinstance(action, a.Charge) else 0.0))


def _shield_parry(state: State, action: a.ShieldParry) -> Hint | None:
    """A Guardian's costs nothing, so it is done once the blows are."""
    actor = state.creatures[action.actor]
    assert state.fight is not None
    free = has_gods_shield(actor) and not state.fight.has_spent(actor.id, GODS_PARRY)
    return blow_worth.shield_parry(state, action, free)


def _nearest(state: State, actor: Creature) -> int:
    return min((actor.steps_to(foe) for foe in field(state).foes(actor.side).creatures), default=99)


def _set(state: State, action: a.SetToReceive) -> Hint | None:
    """Worth it while somebody may come with a charge whom one cannot charge first."""
    actor, fight = state.creatures[action.actor], state.fight
    if fight is None or fight.round > PATIENCE or has_contact(state, actor) or actor.condition(SET):
        return None
    foes = field(state).foes(actor.side).creatures
    own = charge_inches(actor)
    may_come = [foe for foe in foes if LEAST_CHARGE <= actor.steps_to(foe) <= charge_inches(foe)]
    return _BRACED if may_come and all(actor.steps_to(foe) > own for foe in may_come) else None


def _draw(state: State, action: a.Draw | a.PickUp) -> Hint | None:
    """One with empty hands takes up what there is; one with a bow draws a blade when somebody is upon him."""
    actor = state.creatures[action.actor]
    held = weapons_at(actor.items, "hand")
    kind = action.weapon if isinstance(action, a.Draw) else action.item
    wanted = compendium.weapons().get(kind)
    if wanted is None:
        return None
    if not held:
        return _ARM
    only_missiles = all(weapon.is_missile for _, weapon in held)
    return _ARM if only_missiles and not wanted.is_missile and has_contact(state, actor) else None


def _mended(state: State, action: LayOnHands | TakeRemedy) -> Hint | None:
    hurt = state.creatures[action.target]
    return _MEND if 2 * hurt.hp <= hurt.max_hp else None


def _rally(state: State, action: a.Rally) -> Hint | None:
    return Hint("mend", 0.25 * len(broken_in_reach(state, state.creatures[action.actor])))


def _hold(state: State, action: holds.HoldShot) -> Hint | None:
    """A shot is kept for those who come, if nobody can be shot at now and they are still far off."""
    actor, fight = state.creatures[action.actor], state.fight
    early = fight is not None and fight.round <= PATIENCE
    waits = early and action.until == holds.MOVES and _nearest(state, actor) > movement_in(actor)
    return _READY_TO_SHOOT if waits else None


def _hold_move(state: State, action: holds.HoldMove) -> Hint | None:
    """Mages had better not be ridden down, and stand ready to step aside."""
    actor = state.creatures[action.actor]
    if not has_type(sheet(actor).classes, "mage"):
        return None
    foes = field(state).foes(actor.side).creatures
    ridden = any(sheet(foe).riding is not None and actor.steps_to(foe) <= charge_inches(foe) for foe in foes)
    return Hint("ready", 0.05) if ridden else None


def _plant(state: State, action: PlantPavis) -> Hint | None:
    """As long as they shoot from afar."""
    actor = state.creatures[action.actor]
    shoot = any(
        w.is_missile for foe in field(state).foes(actor.side).creatures for _, w in weapons_at(foe.items, "hand")
    )
    return _BEHIND_COVER if shoot and _nearest(state, actor) > LEAST_CHARGE else None


def _spot(state: State, action: SpotInvisible) -> Hint | None:
    unseen = [c for c in state.active() if c.side != state.creatures[action.actor].side and not c.condition(SPOTTED)]
    hidden = any(c.condition(INVISIBLE) or c.condition(HIDDEN) for c in unseen)
    return Hint("hamper", _LOOK + (0.01 if action.weapon else 0.0)) if hidden else None


def _distract(state: State, action: Distract) -> Hint | None:
    actor = state.creatures[action.actor]
    near = [foe for foe in field(state).foes(actor.side).creatures if actor.steps_to(foe) <= 6]
    return Hint("hamper", 0.06 * len([foe for foe in near if foe.kind not in MINDLESS]))


def _breath(state: State, action: Breathe) -> Hint:
    """The more stand together, the better."""
    target = state.creatures[action.target]
    foes = field(state).foes(state.creatures[action.actor].side).creatures
    return Hint("strike", 0.5 * sum(target.steps_to(foe) <= 1 for foe in foes))


def _mount(state: State, action: Mount) -> Hint | None:
    """Worth a move as long as the enemy is some way off, if the beast is trained for battle."""
    actor, beast = state.creatures[action.actor], compendium.monsters()[state.creatures[action.target].kind]
    near = _nearest(state, actor) > LEAST_CHARGE
    return Hint("ready", 0.3) if near and beast.mount is not None and beast.mount.trained else None


def _duel(state: State, action: PowerDuel) -> Hint | None:
    """Worth it to keep a caster of no higher level from acting, as long as there is power to spare."""
    actor, target = state.creatures[action.actor], state.creatures[action.target]
    ahead = sheet(actor).level - (sheet(target).level if is_known(state, actor, target) else sheet(actor).level)
    return Hint("hamper", 0.12 + 0.05 * ahead) if ahead >= 0 and power_left(actor) > 1 else None


def _send(state: State, action: SendDog) -> Hint | None:
    return _SEND if action.target and not battle(state).quarry.get(action.dog) else None


_READY = (holds.SHOT, holds.STEP_ASIDE, SHOT_AT_CASTER)


def _answer(state: State, action: Answer) -> Hint | None:
    """Spells of the second level and above are countered by those who are likely to manage."""
    prompt = next((p for p in state.prompts if p.id == action.prompt), None)
    if prompt is not None and prompt.question in _READY:
        return Hint("ward", 0.3) if action.choice in (holds.SHOOT, holds.ASIDE) else None
    if prompt is None or prompt.question != COUNTER:
        return None
    level = spells()[str(prompt.context["spell"])].level
    return Hint("ward", 0.2 * level) if action.choice == "counter" else Hint("ward", 0.3)


_HINTS: dict[type[Action], Callable[[State, Any], Hint | None]] = {
    Attack: _blow,
    Move: _place,
    a.Charge: _place,
    a.FollowUp: _place,
    a.ChargeOn: _place,
    MightyBlow: _feat,
    DeadlyAttack: _feat,
    DaggerSurprise: _feat,
    CarefulAim: _feat,
    PoisonTouch: lambda state, action: Hint("strike", 0.45),
    MountAttack: _mount_attack,
    a.Parry: blow_worth.parry,
    a.ShieldParry: _shield_parry,
    a.DisarmEnemy: blow_worth.disarm,
    a.KnockDown: blow_worth.knock_down,
    a.SplitShield: blow_worth.split_shield,
    a.Grapple: blow_worth.grapple,
    a.Unhorse: lambda state, action: Hint("hamper", 0.2),
    a.SetToReceive: _set,
    a.Reload: lambda state, action: _RELOAD,
    a.Draw: _draw,
    a.PickUp: _draw,
    a.Stand: lambda state, action: _STAND,
    a.Rally: _rally,
    a.Escape: lambda state, action: _ESCAPE,
    a.Flee: lambda state, action: _FLEE,
    LayOnHands: _mended,
    TakeRemedy: _mended,
    holds.HoldShot: _hold,
    holds.HoldMove: _hold_move,
    PlantPavis: _plant,
    SpotInvisible: _spot,
    Distract: _distract,
    Breathe: _breath,
    Mount: _mount,
    RallyMount: lambda state, action: _STEADY,
    PowerDuel: _duel,
    SendDog: _send,
    Cast: spell_worth.worth,
    Answer: _answer,
}


# How a kind fights


def manner(state: State, creature: Creature) -> Manner:
    """By the listing, or as people fight; with what is in hand now. Those who cast keep away as long as they can; those
    who shoot do not, since nobody shoots into a melee.
    """
    wits, ways = _nature(creature.kind)
    casts = bool(sheet(creature).power_points) and power_left(creature) > 0
    mage = has_type(sheet(creature).classes, "mage")
    pace, blow = movement_in(creature), blow_worth.best_arm(creature)
    return Manner(wits, ways, pace, blow=blow, frail=casts or mage)


@lru_cache(maxsize=1024)
def _nature(kind: str) -> tuple[Wits, tuple[Way, ...]]:
    """The listing's own word; what cannot speak is an animal, and the walking dead think of nothing."""
    listing = compendium.monsters().get(kind)
    if listing is None:
        return "keen", ()
    ways: tuple[Way, ...] = listing.fights  # type: ignore[assignment]
    if kind in MINDLESS or (listing.morale == 12 and not listing.speech and not listing.weapons):
        return "none", ways
    return ("keen" if listing.speech else "animal"), ways
