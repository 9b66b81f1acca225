"""Events, actions and states as JSON and back, typed for one ruleset.

A creature's sheet is the ruleset's own struct. The core annotates it with the plain class `Sheet` and this
codec turns the JSON into the ruleset's type.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Action, Event, check_event_types

S = TypeVar("S")


class Sheet:
    """Marks a ruleset's sheet struct: `class OseSheet(Struct, Sheet, frozen=True)`. Core never looks inside."""

    __slots__ = ()


class CodecError(UnderkeepError):
    """Bytes that are not what they should be, said in one sentence."""


class Codec(Generic[S]):
    """Encodes and decodes one ruleset's games. `sheets` is the union of its sheet structs."""

    def __init__(
        self, state: type[S], events: Sequence[type[Event]], actions: Sequence[type[Action]], sheets: Sequence[type]
    ) -> None:
        check_event_types(events)
        self.event_types = tuple(events)
        self.action_types = tuple(actions)
        self._state_type = state
        self._sheet = functools.reduce(operator.or_, sheets)
        self._event = functools.reduce(operator.or_, events)
        self._action = functools.reduce(operator.or_, actions)
        self._encoder = msgspec.json.Encoder(order="deterministic")

    @functools.cached_property
    def _decoders(self) -> dict[str, msgspec.json.Decoder[Any]]:
        types = {"event": self._event, "events": list[self._event], "action": self._action, "state": self._state_type}  # type: ignore[name-defined]
        return {name: msgspec.json.Decoder(kind, dec_hook=self._hook) for name, kind in types.items()}

    def _hook(self, kind: type, value: Any) -> Any:
        if kind is Sheet:
            return msgspec.convert(value, self._sheet)
        raise NotImplementedError(kind)

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
        (sheet,), _ = msgspec.json.schema_components([self._sheet])

        def hook(kind: type) -> dict[str, Any]:
            return sheet if kind is Sheet else {}

        kinds = [self._event, self._action, self._state_type, self._sheet]
        (event, action, state, _), components = msgspec.json.schema_components(kinds, schema_hook=hook)
        return {"event": event, "action": action, "state": state, "$defs": components}
