"""When something of a thing is secret from a seat: what the words that the types declare mean in a state."""

from __future__ import annotations

from collections.abc import Callable

from underkeep.kernel.secret import Circumstance
from underkeep.testing.contract.things import Thing, here_in, known_ground, seen_mask, town_of
from underkeep.world.dungeon import Area, Group, Level, Stairs, Trap
from underkeep.world.state import State


def is_secret(circumstance: Circumstance, state: State, seat: str, thing: Thing) -> bool:
    return _MEANING[circumstance](state, seat, thing)


def _always(state: State, seat: str, thing: Thing) -> bool:
    return True


def _anothers(state: State, seat: str, thing: Thing) -> bool:
    """Those the seat does not play; a party's own are nobody's secret."""
    creature = state.creatures.get(thing.creature)
    ours = state.party.side if state.party is not None else ""
    return creature is None or (not state.owns(seat, creature.id) and creature.side != ours)


def _hidden(state: State, seat: str, thing: Thing) -> bool:
    """What lies in wait, or where the party has never been."""
    value, known = thing.value, known_ground(state, thing)
    if isinstance(value, Trap):
        return value.state == "hidden"
    return value.hidden or (known is not None and value.area not in known.visited)


def _undiscovered(state: State, seat: str, thing: Thing) -> bool:
    """A way that was not found, or of which the party has seen neither side."""
    door = thing.value
    if not door.found:
        return True
    dungeon, party = state.dungeon, state.party
    if thing.place is not None or dungeon is None or party is None or state.fight is not None:
        return False
    mask = party.seen_mask(door.level)
    return not any(dungeon.level(door.level).grid.bit(square) & mask for square in door.squares)


def _untried(state: State, seat: str, thing: Thing) -> bool:
    door = thing.value
    return not door.tried and not door.is_open and door.kind != "opening"


def _out_of_view(state: State, seat: str, thing: Thing) -> bool:
    door = thing.value
    is_here = thing.place is None and here_in(state) in door.areas
    return state.fight is None and door.kind != "opening" and not is_here


def _never_beheld(state: State, seat: str, thing: Thing) -> bool:
    known, area = known_ground(state, thing), getattr(thing.value, "area", "")
    beheld = {*known.beheld, here_in(state) if thing.place is None else ""} if known is not None else set()
    return area not in beheld


def _unmapped(state: State, seat: str, thing: Thing) -> bool:
    """Ground of which the party has seen no square; of a level it has always seen a part at most."""
    value = thing.value
    dungeon = thing.place.dungeon if thing.place is not None else state.dungeon
    if dungeon is None or isinstance(value, Level):
        return dungeon is not None
    if isinstance(value, Area):
        grid = dungeon.level(value.level).grid
        mask = seen_mask(state, thing, value.level)
        return not any(grid.bit(square) & mask for square in value.squares)
    assert isinstance(value, Stairs)
    ends = (value.up, value.down)
    return not any(dungeon.level(s.level).grid.bit(s.square) & seen_mask(state, thing, s.level) for s in ends)


def _unmet(state: State, seat: str, thing: Thing) -> bool:
    group = thing.value
    assert isinstance(group, Group)
    return not group.members and (state.encounter is None or state.encounter.group != group.id)


def _unheard(state: State, seat: str, thing: Thing) -> bool:
    town = town_of(state, thing)
    return town is not None and thing.path[-1] not in town.heard


def _unknown(state: State, seat: str, thing: Thing) -> bool:
    """A magic item that nobody has tried."""
    return not thing.value.is_known


def _kept_back(state: State, seat: str, thing: Thing) -> bool:
    return bool(thing.value.secret)


_MEANING: dict[Circumstance, Callable[[State, str, Thing], bool]] = {
    "always": _always,
    "another's": _anothers,
    "hidden": _hidden,
    "undiscovered": _undiscovered,
    "untried": _untried,
    "out of view": _out_of_view,
    "never beheld": _never_beheld,
    "unmapped": _unmapped,
    "unmet": _unmet,
    "unheard": _unheard,
    "unknown": _unknown,
    "kept back": _kept_back,
    "at rest": _always,
}
