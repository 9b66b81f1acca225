"""Reading the dungeon's map: what is known of it, what is seen from where, how far it is."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from underkeep.kernel.event import Action
from underkeep.procedures.resolution import Refusal
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Area, Door, Dressing, Dungeon, Feature, Group, Hoard, Spot, Stairs
from underkeep.world.grid import Grid, Square, distance, in_sight
from underkeep.world.state import State

ALL_ABOUT = "here"
"""The state of a feature that fills the whole area."""


def here(state: State) -> tuple[Dungeon, Spot, Area]:
    """The dungeon, the party's spot in it and the area there."""
    assert state.dungeon is not None and state.party is not None and state.party.at is not None
    at = state.party.at
    return state.dungeon, at, state.dungeon.areas[at.area]


def why_not_name(state: State, action: Action) -> Refusal | None:
    """An action may name only members of the party, and things that it knows: what is hidden and what is not there
    are refused alike."""
    assert state.party is not None
    actor = getattr(action, "actor", None)
    if actor is not None and actor not in state.party.members:
        return Refusal(f"{actor or 'Nobody'} is not in the party.")
    for name, known in _known(state).items():
        meant = getattr(action, name, None)
        if meant is not None and meant not in known:
            return Refusal(f"The party knows of no such {'thing' if name == 'dressing' else name} here.")
    return None


def _known(state: State) -> dict[str, set[str]]:
    if state.party is None or state.party.at is None:
        return {name: set() for name in ("door", "hoard", "trap", "feature", "dressing")}
    dungeon, _, area = here(state)
    return {
        "door": {door.id for door in known_doors(state)},
        "hoard": {hoard.id for hoard in known_hoards(state)},
        "trap": {t.id for t in dungeon.traps.values() if t.state != "hidden" and t.area == area.id},
        "feature": {feature.id for feature in known_features(state)},
        "dressing": {dressing.id for dressing in known_dressings(state)},
    }


def known_doors(state: State) -> list[Door]:
    """The ways out of the area that the party has seen."""
    assert state.party is not None
    dungeon, at, area = here(state)
    grid, seen = dungeon.level(at.level).grid, state.party.seen_mask(at.level)
    return [d for d in dungeon.doors_of(area.id) if d.found and grid.bit(d.side(area.id)) & seen]


def first_by(ways: list[Door], way: str) -> list[Door]:
    """Ways with the one that is named first."""
    return sorted(ways, key=lambda door: door.id != way)


def why_not_back(ways: list[Door], way: str) -> Refusal | None:
    """Who runs goes where the party has been: the objection to another way that is named."""
    is_known = not way or any(door.id == way for door in ways)
    return None if is_known else Refusal("Who runs goes back by a way that the party has come.")


def known_stairs(state: State) -> list[Stairs]:
    assert state.party is not None
    dungeon, at, area = here(state)
    grid, seen = dungeon.level(at.level).grid, state.party.seen_mask(at.level)
    return [s for s in dungeon.stairs_of(area.id) if grid.bit(end_of(s, area.id).square) & seen]


def known_hoards(state: State) -> list[Hoard]:
    """Treasure in the area that lies open or has been found, where the party has seen the floor."""
    dungeon, _, area = here(state)
    lying = [h for h in dungeon.hoards.values() if h.area == area.id and not h.hidden and h.items]
    return [h for h in lying if is_seen(state, h.square or middle(area))]


def neighbours(state: State) -> list[Group]:
    """Those who live here, whom the party has met and parted from."""
    dungeon, _, area = here(state)
    living = [group for group in dungeon.groups_in(area.id) if group.count and group.lair]
    return [g for g in living if any(id in state.creatures and state.creatures[id].is_up for id in g.members)]


def captives(state: State) -> list[Creature]:
    """Those of the area who gave themselves up to the party."""
    party = state.party
    if party is None or state.dungeon is None or party.at is None:
        return []
    ids = [id for group in state.dungeon.groups_in(party.at.area) for id in group.members]
    there = [state.creatures[id] for id in ids if id in state.creatures]
    return [c for c in there if c.status == "yielded" and c.side != party.side]


def known_features(state: State) -> list[Feature]:
    """Odd things seen in the area, but not what lies in wait; one without a square of its own is in the middle. What is
    all about is felt anywhere.
    """
    dungeon, _, area = here(state)
    known = [f for f in dungeon.features.values() if f.area == area.id and not f.hidden]
    return known if is_seen(state, middle(area)) else [f for f in known if f.state == ALL_ABOUT]


def known_dressings(state: State) -> list[Dressing]:
    """The things that make up the look of the area, once the party has seen it."""
    dungeon, _, area = here(state)
    if state.party is None or area.id not in state.party.beheld:
        return []
    if _AREA_LAST[0] is not dungeon.dressings or _AREA_LAST[1] != area.id:
        things = [d for d in dungeon.dressings.values() if d.area == area.id and d.sort == "thing"]
        _AREA_LAST[:] = [dungeon.dressings, area.id, things]
    found: list[Dressing] = _AREA_LAST[2]
    return found


_AREA_LAST: list[Any] = [None, "", []]
"""The last answer is kept, as each option of an area asks for it."""


def is_seen(state: State, square: Square) -> bool:
    """Whether this square of the party's level is on its map."""
    assert state.party is not None
    dungeon, at, _ = here(state)
    return bool(dungeon.level(at.level).grid.bit(square) & state.party.seen_mask(at.level))


def middle(area: Area) -> Square:
    return area.squares[len(area.squares) // 2]


def end_of(stairs: Stairs, area: str) -> Spot:
    return stairs.up if stairs.up.area == area else stairs.down


def other_end(stairs: Stairs, area: str) -> Spot:
    return stairs.down if stairs.up.area == area else stairs.up


def floor_of(dungeon: Dungeon, area: Area) -> int:
    return _floor(dungeon.level(area.level).grid, area)


@lru_cache(maxsize=4096)
def _floor(grid: Grid, area: Area) -> int:
    return grid.mask(area.squares)


def path(grid: Grid, floor: int, start: Square, end: Square) -> list[Square]:
    """The squares walked over from start to end on the given floor, the end included; empty if there is no way."""
    if start == end:
        return []
    rings = [grid.bit(end)]
    seen = rings[0]
    goal = grid.bit(start)
    while not rings[-1] & goal:
        grown = grid.spread(rings[-1]) & floor & ~seen
        if not grown:
            return []
        rings.append(grown)
        seen |= grown
    walked, at = [], start
    for ring in reversed(rings[:-1]):
        steps = grid.squares(grid.spread(grid.bit(at)) & ring)
        at = min(steps, key=lambda s: (s[0] - end[0]) ** 2 + (s[1] - end[1]) ** 2)
        walked.append(at)
    return walked


def is_familiar(state: State, spot: Spot) -> bool:
    """Whether a square is old news: seen before, and not of the area that the party found last."""
    assert state.dungeon is not None and state.party is not None
    grid, seen = state.dungeon.level(spot.level).grid, state.party.seen_mask(spot.level)
    return bool(grid.bit(spot.square) & seen) and spot.area in state.party.visited[:-1]


def seen_from(dungeon: Dungeon, area: Area, squares: list[Square], sight: int) -> int:
    """The floor of an area that is within sight of any of these squares of it."""
    grid, floor = dungeon.level(area.level).grid, floor_of(dungeon, area)
    mask = grid.mask(squares)
    for _ in range(sight):
        mask |= grid.spread(mask) & floor
    return mask


def view_length(state: State) -> int:
    """How many squares one sees at most from where the party is: in its area, and through open ways."""
    dungeon, at, area = here(state)
    near = [area.id, *(d.beyond(area.id) for d in dungeon.doors_of(area.id) if d.is_passable)]
    grid = dungeon.level(at.level).grid
    squares = [s for id in near if dungeon.areas[id].level == at.level for s in dungeon.areas[id].squares]
    return max((distance(at.square, s) for s in squares if in_sight(grid, at.square, s)), default=1)
