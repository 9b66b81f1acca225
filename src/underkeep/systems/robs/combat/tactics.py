"""What this game tells minds about a fight: what a blow, a shot or a spell is worth, and how each kind fights.

These are estimates for those who play themselves, and no rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from underkeep.kernel.event import Action
from underkeep.procedures.actions import Attack
from underkeep.procedures.tactics import Hint, Manner, Way, Wits, life_left
from underkeep.systems.robs.attacks import attacks
from underkeep.systems.robs.attacks.attacks import PressAttack, Throw
from underkeep.systems.robs.attacks.gazes_and_breath import UsePower
from underkeep.systems.robs.attacks.ramming import Ram
from underkeep.systems.robs.attacks.ranged import UNLOADED
from underkeep.systems.robs.basics import movement, wounds
from underkeep.systems.robs.basics.measures import SQUARE_METRES
from underkeep.systems.robs.basics.potion_listings import Mend
from underkeep.systems.robs.basics.sheet import RobsSheet, sheet
from underkeep.systems.robs.basics.traits import Mindless, Pack, Undead, trait
from underkeep.systems.robs.combat import blow_worth
from underkeep.systems.robs.combat.rounds import Aim, BreakFree, Flee, Reload, Wriggle, Yield
from underkeep.systems.robs.encounters.reactions import SPEECHLESS_INT
from underkeep.systems.robs.equipment.arms import Arm, ranges_m
from underkeep.systems.robs.magic import potions, spell_worth
from underkeep.systems.robs.magic.casting import Cast, DeclareSpell
from underkeep.systems.robs.magic.lingering import Wake
from underkeep.world.creature import Creature
from underkeep.world.grid import distance
from underkeep.world.state import State, square_of

USUAL_LIFE = blow_worth.USUAL_LIFE
TO_THROW_THE_LAST = 0.5
"""What is left of a throw's worth if the thrower then has nothing in hand."""
LOADING = 0.4
"""The part of a shot that a round of loading is worth: it takes two."""
PLENTY = 99
_HINTS: dict[type[Action], Hint] = {
    BreakFree: Hint("ready", 0.2),
    Wake: Hint("mend", 0.6),
    Wriggle: Hint("ready", 0.2),
    Ram: Hint("strike", 0.35),
    UsePower: Hint("strike", 0.6),
    Flee: Hint("flee", 1.0),
    Yield: Hint("yield", 1.0),
}


def hint(state: State, action: Action) -> Hint | None:
    found = _WORTHS.get(type(action))
    return found(state, action) if found is not None else _HINTS.get(type(action))


def _blow(state: State, action: Attack) -> Hint | None:
    """Hand to hand where the weapon serves for that and the foe is beside, or will be; else from afar."""
    actor, target = state.creatures[action.actor], state.creatures[action.target]
    mine = attacks.arms_of(actor)
    near = distance(square_of(actor), square_of(target)) <= 1
    melee = next((arm for arm in mine.melee if arm.kind == action.weapon), None)
    shot = next((arm for arm in mine.missile if arm.kind == action.weapon), None)
    if melee is not None and (near or shot is None):
        return Hint("strike", blow_worth.worth(state, actor, target, melee, False))
    return Hint("strike", blow_worth.worth(state, actor, target, shot, True)) if shot is not None else None


def _press(state: State, action: PressAttack) -> Hint | None:
    """A surer blow is worth what it takes, less what the attacks given up for it would have taken."""
    actor, target = state.creatures[action.actor], state.creatures[action.target]
    arm, far = attacks.find_arm(actor, target, action)
    plain = blow_worth.worth(state, actor, target, arm, far)
    return Hint("strike", blow_worth.worth(state, actor, target, arm, far, action.given_up) - action.given_up * plain)


def _throw(state: State, action: Throw) -> Hint:
    """As a shot, and less for who has nothing else in hand."""
    actor, target = state.creatures[action.actor], state.creatures[action.target]
    mine = attacks.arms_of(actor)
    arm = next(arm for arm in mine.thrown if arm.kind == action.weapon)
    rest = TO_THROW_THE_LAST if len(mine.melee) == 1 else 1.0
    return Hint("strike", rest * blow_worth.worth(state, actor, target, arm, True))


def _aim(state: State, action: Aim) -> Hint | None:
    """To aim is worth what the next shot gains by it, less the shot that is not made meanwhile."""
    actor, target = state.creatures[action.actor], state.creatures[action.target]
    ready = [arm for arm in attacks.arms_of(actor).missile if not (arm.reload and actor.condition(UNLOADED))]
    if not ready:
        return None
    best = max(blow_worth.worth(state, actor, target, arm, True) for arm in ready)
    aimed = max(blow_worth.worth(state, actor, target, arm, True, 1) for arm in ready)
    return Hint("ready", aimed - best)


def _load(state: State, action: Reload) -> Hint | None:
    """A crossbow is worth loading for what its next shot will take."""
    actor = state.creatures[action.actor]
    bows = [arm for arm in attacks.arms_of(actor).missile if arm.reload]
    foes = [c for c in state.enemies_of(actor) if c.at is not None]
    if not bows or not foes:
        return None
    return Hint("ready", LOADING * max(blow_worth.worth(state, actor, foe, arm, True) for foe in foes for arm in bows))


def _draught(state: State, action: potions.Quaff) -> Hint | None:
    """A healing potion when one is hurt."""
    creature = state.creatures[action.actor]
    item = creature.item(action.item)
    heals = item is not None and isinstance(potions.potion_of(item), Mend)
    return Hint("mend", 0.3) if heals and wounds.level(state, creature).penalty else None


def _vial(state: State, action: potions.SplashWater) -> Hint | None:
    """Holy water is for the undead."""
    target = state.creatures[action.target]
    if trait(sheet(target).traits, Undead) is None:
        return None
    left = life_left(state, state.creatures[action.actor], target, USUAL_LIFE)
    return Hint("strike", min(1.0, 2.0 / max(1, left)))


_WORTHS: dict[type[Action], Callable[[State, Any], Hint | None]] = {
    Attack: _blow,
    PressAttack: _press,
    Throw: _throw,
    Aim: _aim,
    Reload: _load,
    Cast: spell_worth.hint,
    DeclareSpell: spell_worth.announced,
    potions.Quaff: _draught,
    potions.SplashWater: _vial,
}


def manner(state: State, creature: Creature) -> Manner:
    """By its wits and what it carries: archers keep off, and packs together. Spells are soon spent here, so casters
    strike like the others when there is nothing better to do."""
    own, mine = sheet(creature), attacks.arms_of(creature)
    bow = max(mine.missile, key=lambda arm: (not arm.reload, arm.odf), default=None)
    blow = max(mine.melee, key=lambda arm: arm.odf + arm.attack)
    wits, ways = _nature(own)
    return Manner(
        wits,
        ways,
        movement.walk_squares(state, creature),
        int(ranges_m(bow, own.attributes["STR"], own.scale)[2] / SQUARE_METRES) if bow is not None else 0,
        _shots(creature, bow),
        blow.kind,
        bow.kind if bow is not None else "",
        frail="wizard" in own.classes,
    )


def _shots(creature: Creature, bow: Arm | None) -> int:
    """Arrows are not counted; a crossbow has one bolt on it."""
    if bow is None:
        return 0
    return int(creature.condition(UNLOADED) is None) if bow.reload else PLENTY


def _nature(own: RobsSheet) -> tuple[Wits, tuple[Way, ...]]:
    if trait(own.traits, Mindless) is not None:
        return "none", ("fearless",)
    if trait(own.traits, Undead) is not None and not own.classes:
        return "keen" if own.attributes["INT"] > SPEECHLESS_INT else "animal", ("fearless",)
    wits: Wits = "animal" if own.attributes["INT"] <= SPEECHLESS_INT else "keen"
    return wits, ("pack",) if trait(own.traits, Pack) is not None else ()
