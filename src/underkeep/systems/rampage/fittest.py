"""Who of a party does a thing best: by what is added to the task it takes."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.systems.rampage.basics.sheet import is_character, sheet
from underkeep.systems.rampage.checks import tasks
from underkeep.systems.rampage.exploration import chests, doors, searching
from underkeep.world.state import State

_TASKS: dict[type[Action], str] = {
    a.ForceDoor: "bash-open-doors",
    a.PickLock: "pick-lock",
    a.Listen: "hear-noise",
    a.InspectHoard: "find-mechanical-traps",
    a.Disarm: "manipulate-device",
    a.LightUp: "light-fire",
    doors.OpenSilently: "open-door-silently",
    searching.DetectPits: "detect-pits",
}
_CHESTS = {"pick": "pick-lock", "pry": "pry-open-box", "break": "bash-open-doors"}
_SCORES: dict[type[Action], str] = {a.Parley: "CHA", a.Hire: "CHA", doors.UseAcid: "DEX"}


def fittest(state: State, actions: Sequence[Action]) -> Action:
    """The action of the best hand; the first of equals."""
    return max(actions, key=lambda action: _worth(state, action))


def _worth(state: State, action: Action) -> int:
    actor = state.creatures.get(getattr(action, "actor", ""))
    if actor is None:
        return 0
    task = _TASKS.get(type(action), "")
    if isinstance(action, chests.OpenChest):
        task = _CHESTS.get(action.how, "")
    if task:
        return sum(m.amount for m in tasks.task_modifiers(actor, task))
    score = _SCORES.get(type(action))
    return sheet(actor).score(score) if score is not None and is_character(actor) else 0
