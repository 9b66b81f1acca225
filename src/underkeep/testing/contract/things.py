"""The things of a state that have secrets: every struct that declares some, where it stands, and whose it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.secret import Secrets
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Area, Level
from underkeep.world.elsewhere import Elsewhere
from underkeep.world.grid import Grid
from underkeep.world.party import Party
from underkeep.world.settlement import Settlement
from underkeep.world.state import State
from underkeep.world.vessel import Vessel

_BARE = (Area, Level, Grid)
"""Of the ground there is much, and nothing below it is secret by itself."""
_MAY_HOLD = (Struct, dict, tuple)
Path = tuple[str | int, ...]


class Thing(NamedTuple):
    """A struct of the state, where it stands, the creature that it belongs to or is, and the place of the region where
    it is if that is not at hand."""

    path: Path
    value: Any
    creature: str
    place: Elsewhere | None


def secrets_of(value: Any) -> Secrets:
    found: Secrets = value.secrets
    return found


def things(state: State) -> Iterator[Thing]:
    """All structs of a state that declare secrets."""
    return iter(_below(state, (), "", None, []))


def _below(value: Any, path: Path, creature: str, place: Elsewhere | None, found: list[Thing]) -> list[Thing]:
    """Those of a value and below it, after those found before."""
    if isinstance(value, Struct):
        if isinstance(value, Creature | Vessel):
            creature = value.id if isinstance(value, Creature) else value.owner
        elif isinstance(value, Elsewhere):
            place = value
        if hasattr(value, "secrets"):
            found.append(Thing(path, value, creature, place))
        if not isinstance(value, _BARE):
            for name in value.__struct_fields__:
                part = getattr(value, name)
                if isinstance(part, _MAY_HOLD):
                    _below(part, (*path, name), creature, place, found)
    elif isinstance(value, dict):
        for key, part in value.items():
            if isinstance(part, _MAY_HOLD):
                _below(part, (*path, key), creature, place, found)
    elif isinstance(value, tuple) and value and isinstance(value[0], Struct):
        for index, part in enumerate(value):
            _below(part, (*path, index), creature, place, found)
    return found


def seen_mask(state: State, thing: Thing, level: int) -> int:
    """What the party has seen of a level of the dungeon where the thing is."""
    seen = thing.place.seen if thing.place is not None else state.party.seen if state.party is not None else {}
    return int(seen.get(str(level), "0"), 16)


def here_in(state: State) -> str:
    return state.party.at.area if state.party is not None and state.party.at is not None else ""


def known_ground(state: State, thing: Thing) -> Party | Elsewhere | None:
    """What the party knows of the place where a thing is."""
    return thing.place if thing.place is not None else state.party


def town_of(state: State, thing: Thing) -> Settlement | None:
    return thing.place.settlement if thing.place is not None else state.settlement


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
