"""What others have told of the place where the party is, kept in mind while it is there: warnings, doors, hoards."""

from __future__ import annotations

from underkeep.kernel.english import ordinal
from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import hearsay, survey
from underkeep.table import naming
from underkeep.world.state import State

_A_TRAP = hearsay.WARNED["trap"]
WARNED = "There is said to be a trap here, and nobody has found it. Go there all the same?"


def heard_here(state: State) -> tuple[str, ...]:
    """In sentences; nothing where nothing was told."""
    area = survey.here(state)[2]
    told = hearsay.told_here(state)
    heard = hearsay.rumours_of(state, f"{area.name} on the {ordinal(area.level)} level") if area.number else []
    lines = [f"Told of this place: {naming.listing(told)}."] if told else []
    return (*lines, *(f"Heard of this place: {text}" for text in heard))


def question_before(state: State, action: Action) -> str:
    """What is asked before somebody walks over ground of which others gave warning."""
    if not isinstance(action, a.Search | a.Walk) or state.party is None or state.party.at is None:
        return ""
    to = action.square if isinstance(action, a.Search) else action.to
    is_warned = to != state.party.at.square and _A_TRAP in hearsay.told_here(state)
    return WARNED if is_warned else ""
