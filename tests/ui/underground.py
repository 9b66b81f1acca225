"""Moments underground that take some making: a room with something odd in it, captives, a meeting of friends."""

from __future__ import annotations

from msgspec.structs import replace
from tests.ui.places import at, meeting, underground

from underkeep.procedures import survey
from underkeep.table.chair import Chair
from underkeep.world.dungeon import Feature, FeatureChanged
from underkeep.world.state import State


def all_seen(state: State) -> State:
    """The whole of the area that the party is in is on its map."""
    dungeon, spot, area = survey.here(state)
    assert state.party is not None
    level = str(spot.level)
    mask = int(state.party.seen.get(level, "0"), 16)
    for square in area.squares:
        mask |= dungeon.level(spot.level).grid.bit(square)
    return replace(state, party=replace(state.party, seen={**state.party.seen, level: format(mask, "x")}))


def before_a(kind: str, game: str = "knave") -> Chair:
    """In a room with such an odd place."""
    state = all_seen(underground(game))
    assert state.party is not None and state.party.at is not None
    return at(FeatureChanged(Feature("odd-place", state.party.at.area, kind), "found").evolve(state), game)


def with_captives(game: str = "knave") -> Chair:
    """Those who were met have given themselves up."""
    state = meeting(game)
    met = state.encounter
    assert met is not None and state.dungeon is not None and state.party is not None and state.party.at is not None
    for id in met.monsters:
        state = state.with_creature(id, status="yielded", at=None)
    group = replace(state.dungeon.groups[met.group], area=state.party.at.area, count=0)
    dungeon = replace(state.dungeon, groups={**state.dungeon.groups, group.id: group})
    return at(replace(state, encounter=None, dungeon=dungeon), game)


def before_those_who_would_join() -> Chair:
    state = meeting("knave")
    assert state.encounter is not None
    return at(replace(state, encounter=replace(state.encounter, attitude="joining", surprised=())), "knave")
