"""Paired states: each differs from a given one in one secret of one thing, as its type declares it.

The state is walked once; where a struct declares secrets that are secret from this seat in these circumstances, each
such field gets other values of its kind, mostly those that the same field has elsewhere in the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from typing import Any, NamedTuple, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import fields, replace

from underkeep.kernel.secret import WHOLE, Circumstance, Secrets
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Area, Door, Group, Level, Trap
from underkeep.world.gear import Item
from underkeep.world.grid import Grid
from underkeep.world.state import State

GEM = Item("gem", "gem", count=7, id="another")
ANOTHER = "another"
_BARE = (Area, Level, Grid)
"""What a seat has seen of the ground is known from its map, square by square."""
Path = tuple[str | int, ...]


class Thing(NamedTuple):
    """A struct of the state, where it stands, and the creature that it belongs to or is."""

    path: Path
    value: Any
    creature: str


class Pair(NamedTuple):
    """Another state, and what it differs in: the field of a type, where that thing stands, the ids that concern it."""

    what: str
    path: Path
    ids: tuple[str, ...]
    other: State


def secrets_of(value: Any) -> Secrets:
    found: Secrets = value.secrets
    return found


def things(state: State) -> Iterator[Thing]:
    """All structs of a state that declare secrets."""
    yield from _below(state, (), "")


def _below(value: Any, path: Path, creature: str) -> Iterator[Thing]:
    if isinstance(value, Struct):
        if isinstance(value, _BARE):
            return
        if isinstance(value, Creature):
            creature = value.id
        if hasattr(value, "secrets"):
            yield Thing(path, value, creature)
        for field in fields(value):
            yield from _below(getattr(value, field.name), (*path, field.name), creature)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _below(one, (*path, key), creature)
    elif isinstance(value, tuple) and value and isinstance(value[0], Struct):
        for index, one in enumerate(value):
            yield from _below(one, (*path, index), creature)


def pairs(state: State, seat: str) -> Iterator[Pair]:
    """Every state that differs from this one in one secret that is kept from the seat."""
    found = list(things(state))
    pool: dict[tuple[type, str], dict[Any, None]] = {}
    for thing in found:
        for name in thing.value.secrets:
            value = getattr(thing.value, name, None)
            if name != WHOLE and isinstance(value, str | int):
                pool.setdefault((type(thing.value), name), {})[value] = None
    for thing in found:
        for name, circumstance in thing.value.secrets.items():
            if _CIRCUMSTANCES[circumstance](state, seat, thing):
                what = f"{type(thing.value).__name__}.{name}"
                for other in _otherwise(state, thing, name, pool):
                    if other != state:
                        yield Pair(what, thing.path, _ids(thing), other)


def _ids(thing: Thing) -> tuple[str, ...]:
    value = thing.value
    return tuple(filter(None, (getattr(value, "id", ""), thing.creature, *getattr(value, "members", ()), ANOTHER)))


def _otherwise(state: State, thing: Thing, name: str, pool: dict[tuple[type, str], dict[Any, None]]) -> Iterator[State]:
    value = thing.value
    if name == WHOLE:
        yield from _without_or_with_another(state, thing, secrets_of(value)[WHOLE])
        return
    known = pool.get((type(value), name), {})
    for other in chain(_values(type(value), name, getattr(value, name)), list(known)[:3]):
        changed = replace(value, **{name: other})
        if _is_alike(value, changed):
            yield put(state, thing.path, changed)


def _without_or_with_another(state: State, thing: Thing, circumstance: Circumstance) -> Iterator[State]:
    """The thing is not there; or there is one more like it, where the party stands if that would not show it."""
    place = got(state, thing.path[:-1])
    if isinstance(place, dict):
        key = thing.path[-1]
        yield put(state, thing.path[:-1], {id: one for id, one in place.items() if id != key})
        if isinstance(thing.value, Door):
            return
        is_there = circumstance == "unmet" or getattr(thing.value, "hidden", False) or isinstance(thing.value, Trap)
        here = (_here(state) if is_there else "") or thing.value.area
        yield put(state, thing.path[:-1], {**place, ANOTHER: replace(thing.value, id=ANOTHER, area=here)})


def _is_alike(value: Any, other: Any) -> bool:
    return all(getattr(value, name) == getattr(other, name) for name in getattr(value, "shows", ()))


@cache
def _hint(kind: type, name: str) -> Any:
    return get_type_hints(kind)[name]


def _values(kind: type, name: str, value: Any) -> Iterator[Any]:
    """Other values of a field, by what stands in it."""
    hint = _hint(kind, name)
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (max(1, value - 1), value + 1, value * 3 + 1)
    elif isinstance(value, tuple) and hint == tuple[Item, ...]:
        yield from ((), (*value, GEM), (GEM,))
    elif isinstance(value, dict):
        yield {**value, ANOTHER: next(iter(value.values()), _blank(hint))}
    elif isinstance(value, str) and all(isinstance(part, str) for part in get_args(hint)):
        yield from get_args(hint)
    elif isinstance(value, tuple) and value and isinstance(value[0], float):
        yield tuple(part + 7.5 for part in value)
    elif value is not None and type(None) in get_args(hint):
        yield None


def _blank(hint: Any) -> Any:
    sort = get_args(hint)[1]
    return ("looted",) if sort == tuple[str, ...] else ANOTHER


def got(value: Any, path: Path) -> Any:
    for step in path:
        value = getattr(value, step) if isinstance(step, str) and isinstance(value, Struct) else value[step]
    return value


def put(value: Any, path: Path, new: Any) -> Any:
    """The value with something else at the end of the path."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(value, Struct):
        return replace(value, **{str(step): put(getattr(value, str(step)), rest, new)})
    if isinstance(value, dict):
        return {**value, step: put(value[step], rest, new)}
    index = int(step)
    return (*value[:index], put(value[index], rest, new), *value[index + 1 :])


# When something is secret


def _here(state: State) -> str:
    return state.party.at.area if state.party is not None and state.party.at is not None else ""


def _always(state: State, seat: str, thing: Thing) -> bool:
    return True


def _anothers(state: State, seat: str, thing: Thing) -> bool:
    """Those the seat does not play; a party's own are nobody's secret."""
    creature = state.creatures.get(thing.creature)
    ours = state.party.side if state.party is not None else ""
    return creature is not None and not state.owns(seat, creature.id) and creature.side != ours


def _hidden(state: State, seat: str, thing: Thing) -> bool:
    """What lies in wait, or where the party has never been."""
    value = thing.value
    if isinstance(value, Trap):
        return value.state == "hidden"
    return value.hidden or (state.party is not None and value.area not in state.party.visited)


def _undiscovered(state: State, seat: str, thing: Thing) -> bool:
    """A way that was not found, or of which the party has seen neither side."""
    door = thing.value
    if not door.found:
        return True
    dungeon, party = state.dungeon, state.party
    if dungeon is None or party is None or state.fight is not None:
        return False
    mask = party.seen_mask(door.level)
    return not any(dungeon.level(door.level).grid.bit(square) & mask for square in door.squares)


def _untried(state: State, seat: str, thing: Thing) -> bool:
    door = thing.value
    return not door.tried and not door.is_open and door.kind != "opening"


def _out_of_view(state: State, seat: str, thing: Thing) -> bool:
    door = thing.value
    return state.fight is None and door.kind != "opening" and _here(state) not in door.areas


def _never_beheld(state: State, seat: str, thing: Thing) -> bool:
    area = getattr(thing.value, "area", "")
    known = {*state.party.beheld, _here(state)} if state.party is not None else set()
    return area not in known


def _unmet(state: State, seat: str, thing: Thing) -> bool:
    group = thing.value
    assert isinstance(group, Group)
    return not group.members and (state.encounter is None or state.encounter.group != group.id)


def _unheard(state: State, seat: str, thing: Thing) -> bool:
    return state.settlement is not None and thing.path[-1] not in state.settlement.heard


_CIRCUMSTANCES: dict[Circumstance, Callable[[State, str, Thing], bool]] = {
    "always": _always,
    "another's": _anothers,
    "hidden": _hidden,
    "undiscovered": _undiscovered,
    "untried": _untried,
    "out of view": _out_of_view,
    "never beheld": _never_beheld,
    "unmet": _unmet,
    "unheard": _unheard,
}
