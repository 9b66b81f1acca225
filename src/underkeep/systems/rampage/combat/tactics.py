"""What this game tells minds about a fight: which foe to strike, and what gets a weapon into use.

These are estimates for those who play themselves, and no rules.
"""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures.actions import Attack
from underkeep.procedures.tactics import Hint, Manner, plain_blow
from underkeep.systems.rampage.basics.actions import Draw, Escape, Flee, PickUp, Reload
from underkeep.systems.rampage.basics.compendium import weapons_at
from underkeep.world.creature import Creature
from underkeep.world.state import State

_RELOAD, _ARM = Hint("ready", 0.25), Hint("ready", 0.2)
_ESCAPE, _FLEE = Hint("leave", 0.5), Hint("flee", 0.3)


def hint(state: State, action: Action) -> Hint | None:
    """A crossbow is loaded when there is nobody to strike, and one with empty hands takes up what there is."""
    if isinstance(action, Attack):
        return plain_blow(state, action)
    if isinstance(action, Reload):
        return _RELOAD
    if isinstance(action, Draw | PickUp):
        return _ARM if not weapons_at(state.creatures[action.actor].items, "hand") else None
    if isinstance(action, Escape):
        return _ESCAPE
    return _FLEE if isinstance(action, Flee) else None


def manner(state: State, creature: Creature) -> Manner:
    """All alike, for now: they close and strike."""
    return Manner()
