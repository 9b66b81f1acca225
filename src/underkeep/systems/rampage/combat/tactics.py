"""What this game tells minds about a fight: which foe to strike, and what gets a weapon into use.

These are estimates for those who play themselves, and no rules.
"""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures.actions import Attack
from underkeep.procedures.tactics import Hint, Manner, plain_blow
from underkeep.systems.rampage.attacks.breath import Breathe
from underkeep.systems.rampage.attacks.field import field
from underkeep.systems.rampage.basics.actions import Draw, Escape, Flee, PickUp, Reload
from underkeep.systems.rampage.basics.battle import battle
from underkeep.systems.rampage.basics.compendium import weapons_at
from underkeep.systems.rampage.checks.healing import TakeRemedy
from underkeep.systems.rampage.combat.dogs_of_war import SendDog
from underkeep.world.creature import Creature
from underkeep.world.grid import distance
from underkeep.world.state import State, square_of

_RELOAD, _ARM = Hint("ready", 0.25), Hint("ready", 0.2)
_ESCAPE, _FLEE = Hint("leave", 0.5), Hint("flee", 0.3)
_MEND, _SEND = Hint("mend", 0.4), Hint("strike", 0.3)


def _breath(state: State, action: Breathe) -> Hint:
    """The more stand together, the better."""
    at = square_of(state.creatures[action.target])
    foes = field(state).foes(state.creatures[action.actor].side).creatures
    return Hint("strike", 0.5 * sum(distance(square_of(foe), at) <= 1 for foe in foes))


def hint(state: State, action: Action) -> Hint | None:
    """A crossbow is loaded when there is nobody to strike, and one with empty hands takes up what there is."""
    if isinstance(action, Attack):
        return plain_blow(state, action)
    if isinstance(action, Reload):
        return _RELOAD
    if isinstance(action, Draw | PickUp):
        return _ARM if not weapons_at(state.creatures[action.actor].items, "hand") else None
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


def manner(state: State, creature: Creature) -> Manner:
    """All alike, for now: they close and strike."""
    return Manner()
