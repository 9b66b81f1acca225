"""Where a fight takes place: under a roof, in the dark, under the stars. In an arena a switch says so."""

from __future__ import annotations

from underkeep.world.state import State

INDOORS, DARK, NIGHT = "indoors", "dark", "night"
HILL, WOODS, BATTLEMENTS, SLITS = "hill", "woods", "battlements", "arrow-slits"


def is_indoors(state: State) -> bool:
    """In a dungeon or building."""
    return INDOORS in state.switches or DARK in state.switches or _is_underground(state)


def is_unlit(state: State) -> bool:
    """Whether there is no light but what people bring."""
    return DARK in state.switches or _is_underground(state)


def is_night(state: State) -> bool:
    """Under the open sky after sundown."""
    return NIGHT in state.switches and not is_indoors(state)


def _is_underground(state: State) -> bool:
    return state.party is not None and state.party.at is not None
