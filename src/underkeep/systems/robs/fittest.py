"""Who of a party does a thing best: by what is added to the dice."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.systems.robs.basics import compendium, wounds
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.characters.classes import task_bonus
from underkeep.world.state import State

_TASKS: dict[type[Action], str] = {
    a.ForceDoor: "forcing-doors",
    a.PickLock: "picking-locks",
    a.Disarm: "disarming",
    a.Listen: "noticing",
    a.InspectHoard: "noticing",
    a.Parley: "haggling",
    a.Hire: "leadership",
}


def fittest(state: State, actions: Sequence[Action]) -> Action:
    """The action of the best hand; the first of equals, and the first where nobody is better."""
    return max(actions, key=lambda action: _worth(state, action))


def _worth(state: State, action: Action) -> int:
    actor = state.creatures.get(getattr(action, "actor", ""))
    found = _TASKS.get(type(action))
    if actor is None or found is None:
        return 0
    own, task = sheet(actor), compendium.tasks()[found]
    bred = sum(compendium.races()[own.race].tasks.get(family, 0) for family in task.families) if own.race else 0
    hurt = sum(m.amount for m in wounds.penalty(state, actor))
    return own.attributes[task.attribute] + task_bonus(own, task.families) + bred + hurt
