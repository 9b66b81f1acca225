"""A record judged again: every action is resolved anew with the dice that the game's key gives, and compared with what
the record says came of it. So players prove that no face was changed, and nobody need trust a game from elsewhere.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from msgspec import Struct

from underkeep.kernel.dice import Recording, Seeded
from underkeep.kernel.event import Event, fold
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import play
from underkeep.procedures.resolution import Refused
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.beginning import beginning_of
from underkeep.table.decrees import consequences
from underkeep.table.entry import Decree, Entry, Rewind, StandingOrders
from underkeep.table.game import Game
from underkeep.table.history import History
from underkeep.world.state import State

MOST_DOUBTS = 20


class Doubt(Struct, frozen=True):
    """An entry that does not follow from those before it by these rules and the game's dice."""

    seq: int
    why: str


class Verdict(Struct, frozen=True):
    """`faces` were rolled again for `entries`. `begins` says whether the first moment was made again from the seed and
    found the same; None if the game does not tell how it was begun. `left` entries nobody had the time for."""

    entries: int
    faces: int
    doubts: tuple[Doubt, ...]
    begins: bool | None
    left: int = 0

    @property
    def is_clean(self) -> bool:
        return not self.doubts and self.begins is not False and not self.left

    @property
    def sentence(self) -> str:
        """What is doubtful, in a few words; nothing if all is as the rules and the dice have it."""
        if self.begins is False:
            return "its beginning is not what its seed makes"
        if self.doubts:
            return f"entry {self.doubts[0].seq} {self.doubts[0].why}"
        return f"its last {self.left} entries were not judged again" if self.left else ""


def adjudicated(rules: Ruleset, game: Game, history: History, seconds: float | None = None) -> Verdict:
    """Judge the whole record again, or as much as can be in so many seconds."""
    until = None if seconds is None else time.monotonic() + seconds
    begins = _begins(rules, game, history)
    state, faces = fold(history.entries[0].events, history.start), 0
    doubts: list[Doubt] = []
    for entry in history.entries[1:]:
        if until is not None and time.monotonic() > until:
            return Verdict(entry.seq, faces, tuple(doubts), begins, len(history.entries) - entry.seq)
        dice = Recording(Seeded(game.key, f"action:{entry.seq}"))
        why = _objection(rules, state, entry, dice)
        if why and len(doubts) < MOST_DOUBTS:
            doubts.append(Doubt(entry.seq, why))
        faces += sum(len(throw.faces) for throw in dice.record)
        is_back = isinstance(entry.action, Rewind)
        state = history.state_at(entry.seq) if is_back else fold(entry.events, state)
    return Verdict(len(history.entries), faces, tuple(doubts), begins)


def _objection(rules: Ruleset, state: State, entry: Entry, dice: Recording) -> str:
    """Why an entry does not follow; nothing if it does."""
    try:
        events = _events(rules, state, entry, dice)
    except Refused as refused:
        return f"is refused: {str(refused)[:200]}"
    except Exception as error:  # a forged state may break anything
        return f"cannot be judged: {type(error).__name__}"
    return (
        "" if _told(rules, events) == _told(rules, entry.events) else "has other facts than the rules and the dice give"
    )


def _events(rules: Ruleset, state: State, entry: Entry, dice: Recording) -> Sequence[Event]:
    action = entry.action
    if isinstance(action, Rewind | Decree) and entry.seat != REFEREE:
        raise ValueError(f"{entry.seat} is not the referee")
    if isinstance(action, Rewind | StandingOrders):
        return ()
    if isinstance(action, Decree):
        return consequences(rules, state, action, dice)
    return play.resolve(rules, state, entry.seat, action, dice).events


def _begins(rules: Ruleset, game: Game, history: History) -> bool | None:
    try:
        beginning = beginning_of(game.settings)
        if beginning is None or not isinstance(game.seed, int):
            return None
        made = beginning.made(rules, game.seed)
    except Exception:  # whatever a forged plan breaks on
        return False
    start = made.state.before_all()
    is_same = rules.codec.encode(start) == rules.codec.encode(history.start)
    return is_same and _told(rules, made.events) == _told(rules, history.entries[0].events)


def _told(rules: Ruleset, events: Iterable[Event]) -> bytes:
    """Facts as they are read from a record and written again."""
    encode = rules.codec.encode
    return encode(rules.codec.events(encode(list(events))))
