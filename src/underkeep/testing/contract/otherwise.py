"""Other values that a field of a state could have, by its type: for a number one less and more, for a list one more
in it or fewer, and whatever the same field has elsewhere in the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from underkeep.world.gear import Item
from underkeep.world.state import State

GEM = Item("gem", "gem", count=7, id="another")
ANOTHER = "another"
"""The id of what is nowhere else in the state."""
_FEW = 3


def hint_of(sort: Any, name: str) -> Any:
    return _hints(sort)[name]


@cache
def _hints(sort: Any) -> dict[str, Any]:
    return get_type_hints(sort)


def others(state: State, hint: Any, value: Any, known: tuple[Any, ...] = (), is_sheet: bool = False) -> Iterator[Any]:
    """Other values for one of this type; `known` are those that such a field has somewhere. A sheet has every ability,
    save and class that it has, so nothing is put in or taken out there."""
    parts = get_args(hint)
    if value is None:
        yield from known[:_FEW]
        yield from filter(None, (_made(part) for part in parts if part is not NoneType))
        return
    if NoneType in parts:
        yield None
    yield from (one for one in chain(_like(state, hint, value, is_sheet), known[:_FEW]) if one != value)


def _like(state: State, hint: Any, value: Any, is_sheet: bool) -> Iterator[Any]:
    if get_origin(hint) is Literal:
        yield from get_args(hint)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from (max(1, value - 1), value + 1, value * 3 + 1)
    elif isinstance(value, dict):
        yield from _dictionaries(state, hint, value, is_sheet)
    elif hint == tuple[Item, ...]:
        yield from ((), (*value, GEM), (GEM,))
    elif isinstance(value, tuple) and value and isinstance(value[0], float):
        yield tuple(part + 7.5 for part in value)
    elif isinstance(value, frozenset) or (isinstance(value, tuple) and Ellipsis in get_args(hint)):
        yield from () if is_sheet else _collections(state, hint, value)
    elif isinstance(value, tuple) and value and isinstance(value[0], int):
        yield (value[0] + 1, *value[1:])


def _dictionaries(state: State, hint: Any, value: dict[Any, Any], is_sheet: bool) -> Iterator[dict[Any, Any]]:
    """With the first's value otherwise; without the first, and with one more, about somebody where it may be so."""
    sort = (get_args(hint) or (Any, Any))[1]
    for key, one in list(value.items())[:1]:
        yield from ({**value, key: other} for other in list(others(state, sort, one))[:1])
        if not is_sheet:
            yield {id: other for id, other in value.items() if id != key}
    blank = next(iter(value.values()), None) or _made(sort)
    if blank is not None and not is_sheet:
        yield from ({**value, id: blank} for id in (ANOTHER, *_somebody(state)) if id not in value)


def _collections(state: State, hint: Any, value: Any) -> Iterator[Any]:
    sort = (get_args(hint) or (Any,))[0]
    areas = list(state.dungeon.areas)[:2] if state.dungeon is not None else []
    if value:
        yield type(value)()
        yield type(value)(list(value)[1:])
    if sort is str:
        yield type(value)((*value, *areas, *_somebody(state)))
    elif sort == tuple[str, str]:
        yield type(value)((*value, *((id, ANOTHER) for id in _somebody(state))))


def _somebody(state: State) -> tuple[str, ...]:
    """A foe who is there, or else anybody."""
    ours = state.party.side if state.party is not None else "a"
    foes = [c.id for c in state.creatures.values() if c.side != ours]
    return tuple(foes[:1] or list(state.creatures)[:1])


def _made(sort: Any) -> Any:
    """Any value of a type; None if there is no saying."""
    if get_origin(sort) is Literal:
        return get_args(sort)[0]
    if sort in (int, bool, float):
        return sort(1)
    if sort is str:
        return ANOTHER
    if get_origin(sort) is tuple and Ellipsis in get_args(sort):
        inside = _made(get_args(sort)[0])
        return (inside,) if inside is not None else ()
    return None
