"""Who of a party does a thing best: by the ability that its check adds, and what hampers each."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.checks import holds
from underkeep.systems.knave.checks.checks import usual_score
from underkeep.systems.knave.checks.conditions import STEP, check_modifiers
from underkeep.systems.knave.exploration import exploring
from underkeep.systems.knave.magic import alchemy, casting
from underkeep.world.state import State

_ABILITIES: dict[type[Action], str] = {
    a.ForceDoor: "STR",
    a.PickLock: "DEX",
    a.Disarm: "DEX",
    a.Listen: "WIS",
    a.InspectHoard: "WIS",
    a.Parley: "CHA",
    a.Hire: "CHA",
    alchemy.Brew: "INT",
    casting.Cast: "INT",
    holds.BreakFree: "STR",
}


def fittest(state: State, actions: Sequence[Action]) -> Action:
    """The action of the best hand; the first of equals, and the first where nobody is better."""
    return max(actions, key=lambda action: _worth(state, action))


def _worth(state: State, action: Action) -> int:
    """What is added to the d20."""
    actor = state.creatures.get(getattr(action, "actor", ""))
    ability = _ABILITIES.get(type(action))
    if actor is None or ability is None:
        return 0
    own = sheet(actor).abilities
    score = own[ability] if own else usual_score(actor, ability)[1]
    trained = isinstance(action, a.PickLock) and exploring.is_trained_in_locks(actor)
    return score + STEP * trained + sum(m.amount for m in check_modifiers(actor, ability))
