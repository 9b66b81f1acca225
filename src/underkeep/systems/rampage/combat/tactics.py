"""What this game tells minds about a fight: which foe to strike, and what gets a weapon into use.

These are estimates for those who play themselves, and no rules.
"""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer
from underkeep.procedures.actions import Attack
from underkeep.procedures.tactics import Hint, Manner, is_known, plain_blow
from underkeep.systems.rampage.attacks import holds
from underkeep.systems.rampage.attacks.breath import Breathe
from underkeep.systems.rampage.attacks.field import field
from underkeep.systems.rampage.attacks.manoeuvres import GODS_PARRY, has_gods_shield
from underkeep.systems.rampage.attacks.mounts import Mount, MountAttack, RallyMount
from underkeep.systems.rampage.attacks.prowess import CarefulAim, DaggerSurprise, DeadlyAttack, MightyBlow, PoisonTouch
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.actions import Draw, Escape, Flee, PickUp, Reload, ShieldParry, Unhorse
from underkeep.systems.rampage.basics.battle import battle
from underkeep.systems.rampage.basics.compendium import weapons_at
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.spells import spells
from underkeep.systems.rampage.characters.classes import has_type
from underkeep.systems.rampage.checks.healing import TakeRemedy
from underkeep.systems.rampage.combat.dogs_of_war import SendDog
from underkeep.systems.rampage.equipment.arms import NATURAL
from underkeep.systems.rampage.magic import spell_worth
from underkeep.systems.rampage.magic.casting import COUNTER, SHOT_AT_CASTER, Cast
from underkeep.systems.rampage.magic.duels import PowerDuel
from underkeep.systems.rampage.magic.power import power_left
from underkeep.systems.rampage.magic.powers import LayOnHands
from underkeep.world.creature import Creature
from underkeep.world.state import State

_RELOAD, _ARM = Hint("ready", 0.25), Hint("ready", 0.2)
_ESCAPE, _FLEE = Hint("leave", 0.5), Hint("flee", 0.3)
_MEND, _SEND = Hint("mend", 0.4), Hint("strike", 0.3)


def _breath(state: State, action: Breathe) -> Hint:
    """The more stand together, the better."""
    target = state.creatures[action.target]
    foes = field(state).foes(state.creatures[action.actor].side).creatures
    return Hint("strike", 0.5 * sum(target.steps_to(foe) <= 1 for foe in foes))


def hint(state: State, action: Action) -> Hint | None:
    """A crossbow is loaded when there is nobody to strike, and one with empty hands takes up what there is."""
    if isinstance(action, Attack):
        return plain_blow(state, action)
    if isinstance(action, Reload):
        return _RELOAD
    if isinstance(action, Draw | PickUp):
        return _ARM if not weapons_at(state.creatures[action.actor].items, "hand") else None
    if isinstance(action, MightyBlow | DeadlyAttack | DaggerSurprise | CarefulAim):
        blow = plain_blow(state, Attack(action.actor, action.target, action.weapon))
        return Hint("strike", blow.worth * _FEATS[type(action)])
    if isinstance(action, PoisonTouch):
        return Hint("strike", 0.45)
    if isinstance(action, LayOnHands):
        hurt = state.creatures[action.target]
        return _MEND if 2 * hurt.hp <= hurt.max_hp else None
    if isinstance(action, ShieldParry):
        return _free_parry(state, action)
    if isinstance(action, Cast):
        return spell_worth.worth(state, action)
    if isinstance(action, PowerDuel):
        return _duel(state, action)
    if isinstance(action, Answer):
        return _answer(state, action)
    if isinstance(action, Mount):
        return _mount(state, action)
    if isinstance(action, RallyMount):
        return Hint("ward", 0.5)
    if isinstance(action, MountAttack):
        blow = plain_blow(state, Attack(action.actor, action.target, NATURAL))
        return Hint("strike", 0.4 * blow.worth)
    if isinstance(action, Unhorse):
        return Hint("hamper", 0.2)
    if isinstance(action, Breathe):
        return _breath(state, action)
    if isinstance(action, TakeRemedy):
        hurt = state.creatures[action.target]
        return _MEND if 2 * hurt.hp <= hurt.max_hp else None
    if isinstance(action, SendDog):
        return _SEND if action.target and not battle(state).quarry.get(action.dog) else None
    if isinstance(action, Escape):
        return _ESCAPE
    return _FLEE if isinstance(action, Flee) else None


_FEATS = {MightyBlow: 1.5, DeadlyAttack: 1.5, DaggerSurprise: 1.6, CarefulAim: 1.2}
"""How much better than a plain blow each feat is."""


def _free_parry(state: State, action: ShieldParry) -> Hint | None:
    """A Guardian's shield parry costs nothing, so it is done once the blows are."""
    actor = state.creatures[action.actor]
    assert state.fight is not None
    free = has_gods_shield(actor) and not state.fight.has_spent(actor.id, GODS_PARRY)
    return Hint("ward", 0.05) if free else None


def _mount(state: State, action: Mount) -> Hint | None:
    """Worth a move as long as the enemy is some way off, if the beast is trained for battle."""
    actor, beast = state.creatures[action.actor], compendium.monsters()[state.creatures[action.target].kind]
    near = min((actor.steps_to(foe) for foe in field(state).foes(actor.side).creatures), default=0)
    return Hint("ready", 0.3) if near > 3 and beast.mount is not None and beast.mount.trained else None


def _duel(state: State, action: PowerDuel) -> Hint | None:
    """Worth it to keep a caster of no higher level from acting, as long as there is power to spare."""
    actor, target = state.creatures[action.actor], state.creatures[action.target]
    ahead = sheet(actor).level - (sheet(target).level if is_known(state, actor, target) else sheet(actor).level)
    return Hint("hamper", 0.12 + 0.05 * ahead) if ahead >= 0 and power_left(actor) > 1 else None


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


def manner(state: State, creature: Creature) -> Manner:
    """All alike, they close and strike, but for those who cast."""
    if sheet(creature).power_points and power_left(creature) > 0:
        return Manner(casts=has_type(sheet(creature).classes, "mage"), frail=True)
    return Manner()
