"""What this game tells minds about a fight: which foe to strike, and what gets a weapon into use.

These are estimates for those who play themselves, and no rules.
"""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures.actions import Attack
from underkeep.procedures.tactics import Hint, Manner, plain_blow
from underkeep.systems.robs.attacks.powers import UsePower
from underkeep.systems.robs.attacks.ramming import Ram
from underkeep.systems.robs.combat.rounds import BreakFree, Flee, Reload, Wriggle, Yield
from underkeep.world.creature import Creature
from underkeep.world.state import State

_HINTS: dict[type[Action], Hint] = {
    Reload: Hint("ready", 0.25),
    BreakFree: Hint("ready", 0.2),
    Wriggle: Hint("ready", 0.2),
    Ram: Hint("strike", 0.35),
    UsePower: Hint("strike", 0.6),
    Flee: Hint("flee", 1.0),
    Yield: Hint("yield", 1.0),
}


def hint(state: State, action: Action) -> Hint | None:
    """A crossbow is loaded when there is nobody to strike; a power or a charge is worth a good deal."""
    return plain_blow(state, action) if isinstance(action, Attack) else _HINTS.get(type(action))


def manner(state: State, creature: Creature) -> Manner:
    """All alike, for now: they close and strike."""
    return Manner()
