"""When a lone player may take back the last act: as long as no die has spoken and nothing new has come to light."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted, ScriptError
from underkeep.kernel.event import Event
from underkeep.kernel.prompt import REFEREE, Answered, Asked
from underkeep.procedures import play
from underkeep.procedures.resolution import Refused
from underkeep.table.entry import Entry, StandingOrders
from underkeep.table.session import Session
from underkeep.world import dungeon, encounter, settlement
from underkeep.world.party import SquaresSeen

_TELLING = {module.__name__ for module in (dungeon, encounter, settlement)}
_NO = "Only a referee takes that back: {why}. (--referee, or a game begun with --option take-back.)"


def check(session: Session, seat: str) -> None:
    """Refuse, with the reason, unless this seat may take back what it did last."""
    persons = [other for other in session.state.seats if other not in session.minds and other != REFEREE]
    if session.is_refereed or persons != [seat]:
        raise UnderkeepError(_NO.format(why="others sit at this table"))
    entries = _since_the_last_choice(session, seat)
    if not entries:
        raise UnderkeepError("There is nothing to take back.")
    if len(entries) > 1 or _takes_dice(session, entries[0]):
        raise UnderkeepError(_NO.format(why="dice were rolled since"))
    if any(_tells_something(event) for event in entries[0].events):
        raise UnderkeepError(_NO.format(why="something new came to light"))


def _since_the_last_choice(session: Session, seat: str) -> Sequence[Entry]:
    """The last entry of this seat and all that followed, in order."""
    found: list[Entry] = []
    for entry in session.line():
        if isinstance(entry.action, StandingOrders):
            continue
        found.insert(0, entry)
        if entry.seat == seat:
            return found
    return []


def _takes_dice(session: Session, entry: Entry) -> bool:
    """Whether doing it anew would take a die: it is done with none at hand."""
    try:
        play.resolve(session.rules, session.before(entry), entry.seat, entry.action, Scripted())
    except (ScriptError, Refused):
        return True
    return False


def _tells_something(event: Event) -> bool:
    """Whether a fact shows ground that was not seen before, says something of the dungeon, of those in it or of the
    talk of the town, or is for some ears alone."""
    if isinstance(event, SquaresSeen) or type(event).__module__ in _TELLING:
        return True
    return event.seats is not None and not isinstance(event, Asked | Answered)
