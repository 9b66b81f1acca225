"""One game at a table: the state, who sits where, and the one door through which anything happens.

Each action draws from its own stream of the game's dice (`action:<seq>`), so that a game resumes or rewinds to any
point without remembering how far a generator had run. Commit, then speak: the journal has an action and its events
before anybody hears of them. A refused action costs nothing and is written nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec import Raw

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action, Event, fold
from underkeep.kernel.prompt import REFEREE
from underkeep.minds.mind import Mind, decide
from underkeep.procedures import play
from underkeep.procedures.options import Options
from underkeep.procedures.resolution import Refusal, Refused
from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load, names
from underkeep.table import games
from underkeep.table.chain import RecordError, digest, row_after, state_hash
from underkeep.table.decrees import consequences
from underkeep.table.entry import Decree, Entry, NewGame, Rewind, StandingOrders, decode_entry
from underkeep.table.game import FORMAT, Game, checked_name, commitment, engine, key_of, wall_clock
from underkeep.table.history import History
from underkeep.table.journal import Journal, Keep, Overtaken
from underkeep.table.memory_journal import MemoryJournal
from underkeep.table.narrate import Line
from underkeep.table.order import Order
from underkeep.table.packs import check_packs, in_use
from underkeep.table.sqlite_journal import write_journal
from underkeep.table.summary import summary
from underkeep.table.telling import facts, tell
from underkeep.world.referee import RefereeSeated
from underkeep.world.state import State

Minds = Mapping[str, Mind]
Heard = Callable[[Entry], object]


class NotKept(RecordError):
    """An entry could not be written, and is not there."""


class HalfKept(RecordError):
    """What somebody did is kept, but not what the others were to do upon it."""

    def __init__(self, problem: str) -> None:
        super().__init__(
            f"What you did is kept, but not what follows: {problem} It follows when the game is gone on with."
        )


class Session:
    """`minds` play the seats nobody sits in; after every action they act until a person must decide. Where whoever
    opened it said that it `is_refereed`, judgements that hold up an action wait for a person, though a mind plays the
    monsters.

    `heard` is called with each entry once it is durable.
    """

    def __init__(
        self, rules: Ruleset, journal: Journal, history: History, minds: Minds, heard: Heard, is_refereed: bool
    ) -> None:
        self.rules = rules
        self.minds = minds
        self.is_refereed = is_refereed
        self.heard = heard
        self._journal = journal
        self._history = history

    @classmethod
    def create(
        cls,
        rules: Ruleset,
        start: State,
        seed: int | str,
        minds: Minds,
        name: str,
        events: Sequence[Event] = (),
        settings: Mapping[str, str] | None = None,
        heard: Heard = lambda entry: None,
        is_refereed: bool = False,
        keep: Keep = games.keep,
        key: str = "",
    ) -> Self:
        """A new game, in the user's folder. `events` lead from `start` to the first moment of play and are told too.

        Without a `key` for its dice the game has that of its seed.
        """
        seats = {seat: type(mind).__name__.lower() for seat, mind in minds.items()}
        about, packs = (start.switches, seats, dict(settings or {})), in_use(rules.id)
        dice = (seed, key or key_of(seed), commitment(key or key_of(seed)))
        game = Game(FORMAT, checked_name(name), rules.id, *dice, engine(), wall_clock(), *about, packs=packs)
        told = rules.codec.encode(events)
        history = History(start, _first(rules, start, rules.codec.events(told)))
        row = row_after(digest(game), 0, "", rules.codec.encode(history.entries[0].action), told)
        return cls._opened(rules, keep(game, [row], summary(history.state)), history, minds, heard, is_refereed)

    @classmethod
    def in_memory(
        cls,
        rules: Ruleset,
        start: State,
        seed: int | str,
        minds: Minds,
        events: Sequence[Event] = (),
        is_refereed: bool = False,
        key: str = "",
    ) -> Self:
        """A new game that nobody keeps."""
        title, keep = rules.title, MemoryJournal
        return cls.create(rules, start, seed, minds, title, events, is_refereed=is_refereed, keep=keep, key=key)

    @classmethod
    def resume(
        cls,
        which: str | Path | Journal,
        minds: Minds | Callable[[Game], Minds],
        heard: Heard = lambda entry: None,
        is_refereed: bool = False,
    ) -> Self:
        """A game by id, number or beginning of its name, as it was left; an empty seat that is to decide does."""
        journal = games.opened(which) if isinstance(which, str | Path) else which
        try:
            rules = rules_of(journal.game)
            history = History.of_rows(rules, journal.rows())
        except BaseException:
            journal.close()
            raise
        playing = minds if isinstance(minds, Mapping) else minds(journal.game)
        return cls._opened(rules, journal, history, playing, heard, is_refereed)

    @classmethod
    def latest(
        cls,
        minds: Minds | Callable[[Game], Minds],
        heard: Heard = lambda entry: None,
        is_refereed: bool = False,
    ) -> Self:
        """The game that was played last."""
        return cls.resume(games.latest(), minds, heard, is_refereed)

    @classmethod
    def _opened(
        cls, rules: Ruleset, journal: Journal, history: History, minds: Minds, heard: Heard, is_refereed: bool
    ) -> Self:
        session = cls(rules, journal, history, minds, heard, is_refereed)
        try:
            session.go_on()
        except BaseException:
            session.close()
            raise
        return session

    @property
    def state(self) -> State:
        return self._history.state

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return len(self._history.entries) - 1

    @property
    def entries(self) -> Sequence[Entry]:
        return self._history.entries

    @property
    def journal(self) -> Journal:
        return self._journal

    @property
    def history(self) -> History:
        """Every entry, and the state after any of them."""
        return self._history

    def line(self) -> Sequence[Entry]:
        """The entries that still count, the last first."""
        return self._history.line()

    def before(self, entry: Entry) -> State:
        """The state from which an entry went on."""
        return self._history.before(entry)

    @property
    def game(self) -> Game:
        return self._journal.game

    @property
    def id(self) -> str:
        """What the list of games calls it; empty for a game in memory."""
        return self._journal.id

    @property
    def state_hash(self) -> str:
        return state_hash(self.rules, self.state)

    def options(self, seat: str) -> Options:
        return play.legal_actions(self.rules, self.state, seat)

    def chronicle(self, seat: str) -> str:
        """The story so far in Markdown, as a seat lived it."""
        from underkeep.table.chronicle import chronicle

        return chronicle(self.rules, self._history, seat)

    def lines(self, seat: str, since: int = -1, until: int | None = None, aside: bool = False) -> list[Line]:
        """What a seat may hear of the entries after `since`, in words and with reasons; for the referee perhaps with
        what is secret told apart."""
        return tell(self.rules, self._history, seat, since, until, aside)

    def facts(self, seat: str, since: int = -1) -> list[Event]:
        """The same as events, as far as the seat may know them."""
        return facts(self._history, seat, since)

    def submit(self, seat: str, action: Action, seen: int | None = None) -> list[Entry]:
        """Do it and let the empty seats answer. Refused: nothing happened.

        `seen` is the last entry the seat knew of; if the game went on since, what it chose may no longer mean the same.
        """
        if seen is not None and seen != self.seq:
            raise Refused(action, Refusal("The game has gone on since; look again."))
        return self._answered(self._do(seat, action))

    def go_on(self) -> list[Entry]:
        """Let the empty seats act until a person must decide."""
        entries = []
        while (decision := self._automatic()) is not None:
            entries.append(self._do(*decision))
        return entries

    def undo(self, to: int | None = None, seat: str = REFEREE) -> Entry:
        """Take the game back to after an entry, or to before the last choice of a person. Nothing is erased.

        The dice of what is tried next are fresh: their stream bears the new entry's number.
        """
        if to is None:
            last = self._history.last_chosen(self.minds or self.game.minds)
            if last is None:
                raise UnderkeepError("There is nothing to take back.")
            to = last - 1
        action = Rewind(to)
        if seat != REFEREE:
            raise Refused(action, Refusal("Only the referee takes things back."))
        if not 0 <= to < self.seq:
            raise Refused(action, Refusal(f"There is no entry {to} to go back to; the last is {self.seq}."))
        return self._keep(Entry(self.seq + 1, seat, action, ()), self._history.state_at(to))

    def decree(self, event: Event, because: str, seat: str = REFEREE) -> list[Entry]:
        """The referee makes a fact so, against the rules if need be; what follows by itself follows. How the game is
        refereed, and a note, need no reason."""
        action = Decree(Raw(self.rules.codec.encode(event)), because.strip())
        if seat != REFEREE:
            raise Refused(action, Refusal("Only the referee decides against the rules."))
        return self._answered(self._tell(seat, action, consequences(self.rules, self.state, action, self._dice())))

    def order(self, seat: str, orders: Mapping[str, Order | None]) -> Entry:
        """Keep what somebody's own were told to do until told otherwise."""
        return self._keep(Entry(self.seq + 1, seat, StandingOrders(dict(orders)), ()), self.state)

    def orders(self, seats: Sequence[str]) -> dict[str, Order]:
        """What those of some seats were told to do, as far as it was not taken back."""
        found: dict[str, Order | None] = {}
        for entry in self.line():
            if isinstance(entry.action, StandingOrders) and entry.seat in seats:
                found = {**entry.action.orders, **found}
        return {id: order for id, order in found.items() if order is not None}

    def catch_up(self) -> list[Entry]:
        """Read what another program wrote since, after `Overtaken` or to see whether it did."""
        entries = [decode_entry(self.rules, row) for row in self._journal.later()]
        for entry in entries:
            self._history.add(entry, self._history.after(entry))
            for event in entry.events:
                if isinstance(event, RefereeSeated):
                    self.is_refereed = event.is_person
        return entries

    @property
    def waits_for_a_mind(self) -> bool:
        """Whether a seat that nobody sits in is to act."""
        return self._automatic() is not None

    def copy_to(self, path: Path) -> None:
        """Write the whole record, as it is now, into a new file."""
        write_journal(path, self.game, self._journal.rows(), summary(self.state))

    def close(self) -> None:
        self._journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _dice(self) -> Seeded:
        return Seeded(self.game.key, f"action:{self.seq + 1}")

    def _do(self, seat: str, action: Action) -> Entry:
        try:
            events = play.resolve(self.rules, self.state, seat, action, self._dice()).events
        except UnderkeepError:
            raise
        except Exception as error:
            if not self._journal.head.standing.doubt:
                raise
            raise RecordError("This game is not verified, and what it tells breaks the rules; undo it.") from error
        return self._tell(seat, action, events)

    def _tell(self, seat: str, action: Action, events: Sequence[Event]) -> Entry:
        """Go on from the facts as they are read again, where even a mapping's order is the record's: a game that is
        left and resumed must not differ from one that is not."""
        codec = self.rules.codec
        try:
            written = codec.encode(events)
        except UnicodeEncodeError as error:
            raise Refused(action, Refusal("That holds characters that cannot be written.")) from error
        told = tuple(codec.events(written))
        return self._keep(Entry(self.seq + 1, seat, action, told), fold(told, self.state), written)

    def _keep(self, entry: Entry, state: State, written: bytes = b"[]") -> Entry:
        """Write it, then believe it, then speak of it. `written` are its events as they are kept."""
        try:
            action = self.rules.codec.encode(entry.action)
        except UnicodeEncodeError as error:
            raise Refused(entry.action, Refusal("That holds characters that cannot be written.")) from error
        try:
            self._journal.append(entry.seq, entry.seat, action, written, summary(state))
        except RecordError as error:
            raise NotKept(f"{error} This was not done.") from error
        self._history.add(entry, state)
        self.heard(entry)
        return entry

    def _answered(self, entry: Entry) -> list[Entry]:
        """What was done and all that came after it, even if another program went on before the empty seats did."""
        try:
            self.go_on()
        except Overtaken:
            self.catch_up()
        except NotKept as error:
            raise HalfKept(str(error.__cause__)) from error
        return self._history.entries[entry.seq :]

    def _automatic(self) -> tuple[str, Action] | None:
        """The next action of a seat that a mind plays, or None if a person decides."""
        state = self.state
        if state.prompts:
            prompt = state.prompts[0]
            if self.is_refereed and prompt.pending is not None:
                return None
        return decide(self.rules, state, self.minds)


def rules_of(game: Game) -> Ruleset:
    """The ruleset a record needs."""
    if game.system not in names():
        raise RecordError(f"The game is of a system this program does not have: {game.system[:40]!a}.")
    check_packs(game)
    return load(game.system)


def _first(rules: Ruleset, start: State, events: Sequence[Event]) -> Entry:
    return Entry(0, "", NewGame(Raw(rules.codec.encode(start))), tuple(events))
