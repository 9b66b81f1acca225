"""All entries of one game in order, and the state after any of them. Folds facts; runs no rules."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from underkeep.kernel.event import fold
from underkeep.procedures.actions import CALLS
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.bounds import check_state
from underkeep.table.chain import RecordError, Row
from underkeep.table.entry import Decree, Entry, NewGame, Rewind, StandingOrders, decode_entry
from underkeep.table.formats import check_engine
from underkeep.world.state import State

KEPT_EVERY = 32


class History:
    """Keeps the state after every 32nd entry and after the last; any other is a short fold away."""

    def __init__(self, start: State, first: Entry) -> None:
        self.start = start
        self.entries = [first]
        self._kept = {0: _folded(first, start)}

    @classmethod
    def of_rows(cls, rules: Ruleset, rows: Iterable[Row], checked: bool = False) -> History:
        """The history that a record tells; every entry is decoded and folded, or it is refused. Where it comes from
        elsewhere the state after each is `checked` as well; always the one it ends in is."""
        found: History | None = None
        version = ""
        try:
            for row in rows:
                version = row.engine
                entry = decode_entry(rules, row)
                if found is not None:
                    found.add(entry, found.after(entry))
                else:
                    found = cls._begun(rules, entry)
                if checked:
                    check_state(rules, found.state)
            if found is None:
                raise RecordError("The record is empty.")
            check_state(rules, found.state)
        except RecordError:
            check_engine("The record", version)
            raise
        return found

    @classmethod
    def _begun(cls, rules: Ruleset, entry: Entry) -> History:
        if not isinstance(entry.action, NewGame):
            raise RecordError("The record does not begin with a new game.")
        try:
            start = rules.codec.state(bytes(entry.action.state))
        except ValueError as error:
            raise RecordError(f"The record begins with a state that cannot be read: {error}") from error
        if start.system != rules.id:
            raise RecordError(f"The record says {rules.id} but its state is of another game.")
        return cls(start, entry)

    @property
    def state(self) -> State:
        return self._kept[len(self.entries) - 1]

    def add(self, entry: Entry, state: State) -> None:
        """One more entry, and the state after it."""
        assert entry.seq == len(self.entries)
        last = entry.seq - 1
        if last % KEPT_EVERY:
            del self._kept[last]
        self.entries.append(entry)
        self._kept[entry.seq] = state

    def after(self, entry: Entry) -> State:
        """The state after an entry that is not yet added, or that is."""
        if isinstance(entry.action, NewGame) and entry.seq:
            raise RecordError(f"Entry {entry.seq} begins a second game.")
        if isinstance(entry.action, Rewind) and (entry.events or not 0 <= entry.action.to < entry.seq):
            raise RecordError(f"Entry {entry.seq} goes back to entry {entry.action.to}, which it cannot.")
        return _folded(entry, self.before(entry))

    def before(self, entry: Entry) -> State:
        """The state from which an entry goes on."""
        if entry.seq == 0:
            return self.start
        return self.state_at(entry.action.to if isinstance(entry.action, Rewind) else entry.seq - 1)

    def state_at(self, seq: int) -> State:
        """The state after an entry."""
        todo: list[Entry] = []
        while seq not in self._kept:
            entry = self.entries[seq]
            if isinstance(entry.action, Rewind):
                seq = entry.action.to
            else:
                todo.append(entry)
                seq -= 1
        state = self._kept[seq]
        for entry in reversed(todo):
            state = fold(entry.events, state)
        return state

    def last_chosen(self, minds: Container[str]) -> int | None:
        """The last entry that still counts and that a person chose; of a game without persons the last that counts."""
        line = self.line()
        aside = (Decree, StandingOrders)
        chosen = (e.seq for e in line if _is_word(e) or (e.seat not in minds and not isinstance(e.action, aside)))
        return next(chosen, line[0].seq if line else None)

    def lived(self) -> list[Entry]:
        """The entries that were not taken back, from the first on."""
        return [self.entries[0], *reversed(self.line())]

    def line(self) -> Sequence[Entry]:
        """The entries that were not taken back, the last first, without the beginning."""
        line, seq = [], len(self.entries) - 1
        while seq > 0:
            entry = self.entries[seq]
            if isinstance(entry.action, Rewind):
                seq = entry.action.to
            else:
                line.append(entry)
                seq -= 1
        return line


def _is_word(entry: Entry) -> bool:
    """A roll that the referee called for, or a decree that changes the world; notes and how the game is refereed are
    not taken back one by one."""
    action = entry.action
    return isinstance(action, CALLS) or (isinstance(action, Decree) and bool(action.because))


def _folded(entry: Entry, state: State) -> State:
    """The state after the events; a record whose events contradict the state is refused, whatever they break on."""
    try:
        return fold(entry.events, state)
    except Exception as error:
        raise RecordError(f"Entry {entry.seq} of the record does not follow from the entries before it.") from error
