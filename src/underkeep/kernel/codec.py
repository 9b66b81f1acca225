"""Events, actions and states as JSON and back, typed for one ruleset.

Where a game keeps what only that game has (a creature's sheet, what it remembers of a campaign or of a fight), the core
annotates the field with a plain class, such as `Sheet`, and this codec turns the JSON into the game's own struct.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Action, Event, check_event_types

S = TypeVar("S")


class Own:
    """Marks a struct that belongs to one game: `class OurSheet(Struct, Sheet, frozen=True)`. Core never looks inside.

    A game that has several structs for one place tags them.
    """

    __slots__ = ()


class Sheet(Own):
    """What a game knows of a creature beyond hit points and gear."""

    __slots__ = ()


class Campaign(Own):
    """What a game remembers as long as the campaign lasts."""

    __slots__ = ()


class Battle(Own):
    """What a game remembers as long as a fight lasts."""

    __slots__ = ()


class TownLife(Own):
    """What a game knows of a town beyond what every town has."""

    __slots__ = ()


class Fittings(Own):
    """What a game knows of a vessel or vehicle beyond what each has."""

    __slots__ = ()


class Barrier(Own):
    """What keeps a shut door, or a chest, from opening, and what was done to it that anybody sees."""

    __slots__ = ()

    @property
    def word(self) -> str:
        """What holds it, in a word (`stuck`, `locked`); empty if it opens."""
        raise NotImplementedError

    @property
    def seen(self) -> str:
        """What anybody sees of it, in a word (`wedged`); empty if nothing."""
        return ""

    def shut(self) -> Barrier | None:
        """What is left of it when somebody shuts the door."""
        return self


class Quality(Own):
    """What a game knows of an item beyond its kind: charges, curses, how it is worn."""

    __slots__ = ()

    def seen(self) -> Quality | None:
        """What those know who have the thing: all of it, unless the game says otherwise."""
        return self

    def seems_kind(self, kind: str) -> str:
        """The kind of thing that those take it for who have it."""
        return kind


class CodecError(UnderkeepError):
    """Bytes that are not what they should be, said in one sentence."""


class Codec(Generic[S]):
    """Encodes and decodes one ruleset's games. `own` names the game's structs for each of the places it fills."""

    def __init__(
        self,
        state: type[S],
        events: Sequence[type[Event]],
        actions: Sequence[type[Action]],
        own: Mapping[type[Own], Sequence[type]],
    ) -> None:
        check_event_types(events)
        self.event_types = tuple(events)
        self.action_types = tuple(actions)
        self._state_type = state
        self._own = {place: functools.reduce(operator.or_, types) for place, types in own.items()}
        self._event = functools.reduce(operator.or_, events)
        self._action = functools.reduce(operator.or_, actions)
        self._encoder = msgspec.json.Encoder(order="deterministic")

    @functools.cached_property
    def _decoders(self) -> dict[str, msgspec.json.Decoder[Any]]:
        types = {"event": self._event, "events": list[self._event], "action": self._action, "state": self._state_type}  # type: ignore[name-defined]
        return {name: msgspec.json.Decoder(kind, dec_hook=self._hook) for name, kind in types.items()}

    def _hook(self, kind: type, value: Any) -> Any:
        if kind not in self._own:
            raise msgspec.ValidationError(f"this game has no {kind.__name__.lower()} of its own")
        return msgspec.convert(value, self._own[kind], dec_hook=self._hook)

    def encode(self, value: Event | Action | S | Sequence[Event]) -> bytes:
        return self._encoder.encode(value)

    def event(self, data: bytes | str) -> Event:
        return self._decode("event", data)  # type: ignore[no-any-return]

    def events(self, data: bytes | str) -> list[Event]:
        return self._decode("events", data)  # type: ignore[no-any-return]

    def action(self, data: bytes | str) -> Action:
        return self._decode("action", data)  # type: ignore[no-any-return]

    def state(self, data: bytes | str) -> S:
        return self._decode("state", data)  # type: ignore[no-any-return]

    def _decode(self, name: str, data: bytes | str) -> Any:
        try:
            return self._decoders[name].decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise CodecError(f"Not a valid {name}: {error}.") from error

    def schema(self) -> dict[str, Any]:
        """JSON Schema of the events, actions and state; what they have in common is in `$defs`."""
        places = list(self._own)

        def nothing(kind: type) -> dict[str, Any]:
            return {"type": "null"}

        told, _ = msgspec.json.schema_components([self._own[place] for place in places], schema_hook=nothing)
        schemas = dict(zip(places, told, strict=True))

        def hook(kind: type) -> dict[str, Any]:
            return schemas.get(kind, nothing(kind))

        kinds = [self._event, self._action, self._state_type, *self._own.values()]
        (event, action, state, *_), components = msgspec.json.schema_components(kinds, schema_hook=hook)
        return {"event": event, "action": action, "state": state, "$defs": components}
