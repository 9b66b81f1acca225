"""The ways that a party knows: what its map shows of them and of what lies beyond, and nothing else of the dungeon."""

from __future__ import annotations

from typing import NamedTuple

from underkeep.procedures import survey
from underkeep.world.dungeon import Spot
from underkeep.world.state import State


class Way(NamedTuple):
    """A way out of an area. `beyond` is the area there, empty while nobody has seen where the way comes out."""

    id: str
    beyond: str
    level: int


def ways(state: State, area: str) -> list[Way]:
    """Known ways out of an area the party has been in. What stairs lead to is on the next level until it is seen."""
    dungeon, party = state.dungeon, state.party
    assert dungeon is not None and party is not None
    if area not in party.visited:
        return []
    found = []
    for door in dungeon.doors_of(area):
        if door.found and _is_seen(state, Spot(door.level, door.side(area), area)):
            other = door.beyond(area)
            found.append(Way(door.id, _beyond(state, Spot(door.level, door.side(other), other)), door.level))
    for stairs in dungeon.stairs_of(area):
        near, far = survey.end_of(stairs, area), survey.other_end(stairs, area)
        if _is_seen(state, near):
            level = near.level + (1 if near == stairs.up else -1)
            found.append(Way(stairs.id, _beyond(state, far), level))
    return found


def _beyond(state: State, spot: Spot) -> str:
    return spot.area if _is_seen(state, spot) else ""


def _is_seen(state: State, spot: Spot) -> bool:
    assert state.dungeon is not None and state.party is not None
    return bool(state.dungeon.level(spot.level).grid.bit(spot.square) & state.party.seen_mask(spot.level))
