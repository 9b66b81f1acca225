"""What this game tells minds about a fight: which foe to strike, and what gets a weapon into use.

These are estimates for those who play themselves, and no rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from underkeep.kernel.event import Action
from underkeep.procedures.actions import Attack
from underkeep.procedures.tactics import Hint, Manner, life_left, plain_blow
from underkeep.systems.robs.attacks.powers import UsePower
from underkeep.systems.robs.attacks.ramming import Ram
from underkeep.systems.robs.basics import wounds
from underkeep.systems.robs.basics.potion_listings import Mend
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import Undead, trait
from underkeep.systems.robs.combat.rounds import BreakFree, Flee, Reload, Wriggle, Yield
from underkeep.systems.robs.magic import potions, spell_worth
from underkeep.systems.robs.magic.casting import Cast, DeclareSpell
from underkeep.systems.robs.magic.lingering import Wake
from underkeep.world.creature import Creature
from underkeep.world.state import State

USUAL_LIFE = 6
_HINTS: dict[type[Action], Hint] = {
    Reload: Hint("ready", 0.25),
    BreakFree: Hint("ready", 0.2),
    Wake: Hint("mend", 0.6),
    Wriggle: Hint("ready", 0.2),
    Ram: Hint("strike", 0.35),
    UsePower: Hint("strike", 0.6),
    Flee: Hint("flee", 1.0),
    Yield: Hint("yield", 1.0),
}


def hint(state: State, action: Action) -> Hint | None:
    """A crossbow is loaded when there is nobody to strike; a power or a charge is worth a good deal."""
    if isinstance(action, Attack):
        return plain_blow(state, action)
    found = _MAGIC.get(type(action))
    return found(state, action) if found is not None else _HINTS.get(type(action))


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


_MAGIC: dict[type[Action], Callable[[State, Any], Hint | None]] = {
    Cast: spell_worth.hint,
    DeclareSpell: spell_worth.announced,
    potions.Quaff: _draught,
    potions.SplashWater: _vial,
}


def manner(state: State, creature: Creature) -> Manner:
    """All alike, for now: they close and strike."""
    return Manner()
