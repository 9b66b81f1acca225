"""What a record holds: actions with their events, and the four things only the table itself can do."""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from underkeep.kernel.event import Action, Event
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.chain import RecordError, Row
from underkeep.table.formats import check_engine, upcast
from underkeep.table.order import Order
from underkeep.table.renames import as_called_now


class Entry(Struct, frozen=True):
    """One action and all that came of it."""

    seq: int
    seat: str
    action: Action
    events: tuple[Event, ...]


class NewGame(Action, frozen=True):
    """The first entry: the state before its events, encoded."""

    state: Raw


class Rewind(Action, frozen=True):
    """Go on from how things stood after the entry `to`. What happened since stays in the record."""

    to: int


class Decree(Action, frozen=True):
    """The referee makes something so, whatever the rules say, and gives the reason."""

    event: Raw
    because: str


class StandingOrders(Action, frozen=True):
    """What some were told to do in fights until told otherwise, or that they were told otherwise. Of that the game
    knows nothing: whoever sits in the seat follows it."""

    orders: dict[str, Order | None]


_OWN = msgspec.json.Decoder(NewGame | Rewind | Decree | StandingOrders)
_TAGS = {kind.__name__ for kind in (NewGame, Rewind, Decree, StandingOrders)}


class _Tagged(Struct):
    type: str = ""


_TAG = msgspec.json.Decoder(_Tagged)


def decode_entry(rules: Ruleset, row: Row) -> Entry:
    """The entry of a row, all of it typed, or a sentence that says who wrote what cannot be read."""
    try:
        row = as_called_now(rules.id, upcast(rules.id, row))
        own = _TAG.decode(row.action).type in _TAGS
        action = _OWN.decode(row.action) if own else rules.codec.action(row.action)
        if isinstance(action, Decree):
            rules.codec.event(bytes(action.event))
        return Entry(row.seq, row.seat, action, tuple(rules.codec.events(row.events)))
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:  # codec and msgspec errors are ValueErrors
        check_engine(f"Entry {row.seq}", row.engine)
        written = f"Entry {row.seq}, written by underkeep {row.engine[:20]}, cannot be read"
        raise RecordError(f"{written}: {str(error).rstrip('.')}.") from error
