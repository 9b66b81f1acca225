"""Who of a party does a thing best: by the ability that its check adds, and what hampers each."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import content
from underkeep.procedures import delve_actions as a
from underkeep.procedures.carrying import free_hands
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.basics.steps import STEP
from underkeep.systems.knave.checks import holds
from underkeep.systems.knave.checks.careers import fitting
from underkeep.systems.knave.checks.checks import usual_score
from underkeep.systems.knave.checks.conditions import check_modifiers
from underkeep.systems.knave.magic import alchemy, casting
from underkeep.systems.knave.magic.spellbooks import books
from underkeep.world.state import State

WITHOUT_BOOK = -100
_ABILITIES: dict[type[Action], str] = {
    a.ForceDoor: "STR",
    a.PickLock: "DEX",
    a.Disarm: "DEX",
    a.Listen: "WIS",
    a.InspectHoard: "WIS",
    a.Parley: "CHA",
    a.Offer: "CHA",
    a.Hire: "CHA",
    alchemy.Brew: "INT",
    casting.Cast: "INT",
    holds.BreakFree: "STR",
}

_TASKS: dict[type[Action], str] = {
    a.ForceDoor: "forcing a door",
    a.PickLock: "picking a lock",
    a.Disarm: "disarming a trap",
    a.Listen: "listening",
    a.InspectHoard: "looking for traps",
    a.Parley: "talking them round",
    alchemy.Brew: "brewing",
}


def fittest(state: State, actions: Sequence[Action]) -> Action:
    """The action of the best hand; the first of equals, and the first where nobody is better."""
    return max(actions, key=lambda action: _worth(state, action))


def _worth(state: State, action: Action) -> int:
    """What is added to the d20."""
    actor = state.creatures.get(getattr(action, "actor", ""))
    if actor is not None and isinstance(action, a.LightUp):
        return free_hands(actor)
    if actor is not None and isinstance(action, casting.Cast) and content.key(action.spell) not in books(actor):
        return WITHOUT_BOOK
    ability = _ABILITIES.get(type(action))
    if actor is None or ability is None:
        return 0
    own = sheet(actor).abilities
    score = own[ability] if own else usual_score(actor, ability)[1]
    trained = fitting(actor, _TASKS.get(type(action), "")) is not None
    return score + STEP * trained + sum(m.amount for m in check_modifiers(actor, ability))
