"""One game at a table: the state, who sits where, and the one door through which anything happens.

Each action draws from its own stream of dice (`action:<seq>`), so that a game resumes or rewinds to any point without
remembering how far a generator had run. Commit, then speak: the journal has an action and its events before anybody hears of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import Answer
from underkeep.minds.mind import Mind
from underkeep.procedures import fight, play
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.state import State


class Entry(Struct, frozen=True):
    """One action and all that came of it."""

    seq: int
    seat: str
    action: Action
    events: tuple[Event, ...]


class Journal(Protocol):
    """Where a game is kept."""

    def append(self, entry: Entry) -> None:
        """Make an entry durable; on return it is."""
        ...


class Session:
    """`minds` play the seats nobody sits in; after every action they act until a person must decide."""

    def __init__(
        self,
        rules: Ruleset,
        state: State,
        seed: int | str,
        minds: Mapping[str, Mind],
        journal: Journal | None = None,
        seq: int = 0,
    ) -> None:
        self.rules = rules
        self.state = state
        self.seed = seed
        self.seq = seq
        self._minds = minds
        self._journal = journal

    def options(self, seat: str) -> Options:
        return play.legal_actions(self.rules, self.state, seat)

    def submit(self, seat: str, action: Action) -> list[Entry]:
        """Do it and let the empty seats answer. Refused: nothing happened."""
        entries = [self._do(seat, action)]
        while (turn := self._automatic()) is not None:
            entries.append(self._do(*turn))
        return entries

    def _do(self, seat: str, action: Action) -> Entry:
        dice = Seeded(self.seed, f"action:{self.seq + 1}")
        done = play.resolve(self.rules, self.state, seat, action, dice)
        entry = Entry(self.seq + 1, seat, action, tuple(done.events))
        if self._journal is not None:
            self._journal.append(entry)
        self.seq, self.state = entry.seq, done.state
        return entry

    def _automatic(self) -> tuple[str, Action] | None:
        """The next action of a seat that a mind plays, or None if a person decides."""
        state = self.state
        if state.prompts:
            prompt = state.prompts[0]
            mind = self._minds.get(prompt.seat)
            return None if mind is None else (prompt.seat, Answer(prompt.id, mind.answer(state, prompt)))
        turn = next(fight.turns(self.rules, state), None)
        if turn is None:
            return None
        creature, options = turn
        seat = state.seat_of(creature.side)
        mind = self._minds.get(seat)
        return None if mind is None else (seat, mind.act(state, creature, play.with_done(creature.id, options)))
