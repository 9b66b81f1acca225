"""Paired states: each differs from a given one in one secret of one thing, as its type declares it.

The state is walked once; where a struct declares secrets that are secret from this seat in these circumstances, each
such field gets other values of its kind, mostly those that the same field has elsewhere in the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from msgspec.structs import replace

from underkeep.kernel.codec import Sheet
from underkeep.kernel.prompt import Standing
from underkeep.kernel.secret import WHOLE, Circumstance
from underkeep.testing.contract.circumstances import is_secret
from underkeep.testing.contract.otherwise import ANOTHER, hint_of, others
from underkeep.testing.contract.things import Path, Thing, got, here_in, put, secrets_of, seen_mask, things
from underkeep.world.dungeon import Door, Dressing, Dungeon, Level, Trap
from underkeep.world.gear import Item
from underkeep.world.grid import Grid
from underkeep.world.region import Region
from underkeep.world.state import State

Pool = dict[tuple[type, str, str], dict[Any, None]]


_ONLY_GROUND = {(Dungeon, "levels"), (Region, "large"), (Region, "hexes"), (Region, "rivers")}
"""Fields of which a part is known."""


class Pair(NamedTuple):
    """Another state, and what it differs in: the field of a type, where that thing stands, the ids that concern it. One
    `at_rest` is compared without doing anything."""

    what: str
    path: Path
    ids: tuple[str, ...]
    other: State
    at_rest: bool = False


class Secret(NamedTuple):
    """A field of a thing that is secret from a seat."""

    thing: Thing
    name: str
    circumstance: Circumstance

    @property
    def what(self) -> str:
        return f"{type(self.thing.value).__name__}.{self.name}"


class Secrecy:
    """All that is secret from a seat in one state; each secret gives pairs when they are wanted."""

    def __init__(self, state: State, seat: str) -> None:
        self.state = state
        found = list(things(state))
        self.pool = _pool(found)
        self.sorts: dict[str, list[Secret]] = {}
        for thing in found:
            for name, circumstance in secrets_of(thing.value).items():
                if is_secret(circumstance, state, seat, thing):
                    secret = Secret(thing, name, circumstance)
                    self.sorts.setdefault(secret.what, []).append(secret)

    def pairs_of(self, secret: Secret) -> list[Pair]:
        """Every state that differs from this one in that secret. Country tells what it is to those who walk it."""
        thing, ids = secret.thing, _ids(self.state, secret)
        is_walked = isinstance(thing.value, Region) and self.state.party is not None and self.state.party.at is None
        at_rest = secret.circumstance == "at rest" or is_walked
        made = (o for o in _otherwise(self.state, secret, self.pool) if o != self.state)
        return [Pair(secret.what, thing.path, ids, other, at_rest) for other in made]


def pairs(state: State, seat: str) -> Iterator[Pair]:
    """Every state that differs from this one in one secret that is kept from the seat."""
    secrecy = Secrecy(state, seat)
    for secrets in secrecy.sorts.values():
        for secret in secrets:
            yield from secrecy.pairs_of(secret)


def _pool(found: list[Thing]) -> Pool:
    """What such a field has anywhere."""
    pool: Pool = {}
    for thing in found:
        for name in secrets_of(thing.value):
            value = getattr(thing.value, name, None)
            if name != WHOLE and isinstance(value, str | int | tuple):
                pool.setdefault(_of(thing.value, name), {})[value] = None
    return pool


def _of(value: Any, name: str) -> tuple[type, str, str]:
    """The field of things of one type, and of one sort where the type has several: a town is never a dungeon."""
    return type(value), name, str(getattr(value, "sort", ""))


def _ids(state: State, secret: Secret) -> tuple[str, ...]:
    """What names the thing in a fact: the nerve of one is that of its side, and a thing that furnishes a place is told
    with the place."""
    thing, value = secret.thing, secret.thing.value
    whose = str(value.number) if isinstance(value, Level) else getattr(value, "id", "") or thing.creature
    where = value.area if isinstance(value, Dressing) else ""
    side = state.creatures[thing.creature].side if secret.name == "morale" and thing.creature else ""
    ruling = str(thing.path[-1]) if isinstance(value, Standing) else ""
    return tuple(filter(None, (whose, where, *getattr(value, "members", ()), side, ruling, ANOTHER)))


def _otherwise(state: State, secret: Secret, pool: Pool) -> Iterator[State]:
    thing, name, value = secret.thing, secret.name, secret.thing.value
    if name == WHOLE:
        yield from _without_or_with_another(state, thing, secret.circumstance)
        return
    if isinstance(value, Item):
        for kind in value.quality.might_be(value.kind) if value.quality is not None else ():
            yield put(state, thing.path, replace(value, kind=kind))
        return
    known = tuple(pool.get(_of(value, name), ()))
    like = others(state, hint_of(type(value), name), getattr(value, name), known, isinstance(value, Sheet))
    for other in chain(_ground(state, thing, name), () if (type(value), name) in _ONLY_GROUND else like):
        changed = replace(value, **{name: other})
        if all(getattr(value, shown) == getattr(changed, shown) for shown in getattr(value, "shows", ())):
            yield put(state, thing.path, changed)


def _ground(state: State, thing: Thing, name: str) -> Iterator[Any]:
    """Other ground: a floor that nobody has seen is opened in the rock; there is one more level; country that nobody
    has seen is another. And another salt."""
    value = thing.value
    if isinstance(value, Dungeon) and name == "levels":
        last = value.levels[-1]
        yield (*value.levels, replace(last, number=last.number + 1))
    elif isinstance(value, Level) and value.grid.walls:
        grid = value.grid
        near = list(grid.squares(seen_mask(state, thing, value.number)))[::3]
        rock = [w for w in grid.walls[::7] if all(abs(w[0] - x) + abs(w[1] - y) > 6 for x, y in near)]
        if rock:
            yield Grid(grid.width, grid.height, tuple(w for w in grid.walls if w != rock[len(rock) // 2]))
    elif isinstance(value, Region) and state.party is not None:
        known = set(state.party.hexes)
        if name == "hexes":
            rows = enumerate(value.hexes)
            yield tuple(tuple(t if (x, y) in known else row[x - 1] for x, t in enumerate(row)) for y, row in rows)
        elif name == "rivers":
            yield tuple(side for side in value.rivers if known & set(side))
    elif isinstance(value, State) and name == "salt":
        yield f"{value.salt}{ANOTHER}"


def _without_or_with_another(state: State, thing: Thing, circumstance: Circumstance) -> Iterator[State]:
    """The thing is not there; or there is one more like it, where the party stands if that would not show it."""
    place, value = got(state, thing.path[:-1]), thing.value
    if isinstance(place, dict):
        key = thing.path[-1]
        if circumstance != "kept back":
            yield put(state, thing.path[:-1], {id: one for id, one in place.items() if id != key})
        if isinstance(value, Door) or circumstance == "unmapped":
            return
        if not hasattr(value, "area"):
            yield put(state, thing.path[:-1], {**place, ANOTHER: replace(value, id=ANOTHER)})
            return
        is_there = circumstance == "unmet" or getattr(value, "hidden", False) or isinstance(value, Trap)
        here = (here_in(state) if is_there and thing.place is None else "") or value.area
        yield put(state, thing.path[:-1], {**place, ANOTHER: replace(value, id=ANOTHER, area=here)})
