"""Typed lines in moments of every scene: what people type, mutated, and what nobody types, read and some of it done."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random

from tests.fuzz.hostile import odd_text
from tests.fuzz.moments import some_moments
from tests.fuzz.trials import Trial

from underkeep.kernel.prompt import REFEREE
from underkeep.minds.soldier import Soldier
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.chair import Chair
from underkeep.table.session import Session
from underkeep.table.speech.typed_lines import Do
from underkeep.terminal.plain import Plain
from underkeep.world.state import State

PHRASES = Path(__file__).parents[1] / "ui"
OF_A_MOMENT = 60
"""So many lines are typed in a moment before the next."""
DONE = 8
"""One line in so many is typed at the table and done; the others are only read."""
MOST_DONE = 12
"""So many lines are done from one moment; then it is as it was."""

NAMES = (
    "Bjørn", "李", "O'Neil", "42", "the", "Attack", "Map Yes", "-", "...", "Anna Maria de la Cruz y Santos", "I", "ALL",
    "Goblin 2", "and", "[bold]", "{one}", "É", "x" * 60,
)  # fmt: skip


@cache
def phrases() -> tuple[str, ...]:
    """Every line that is kept with what it must mean."""
    found = []
    for file in sorted(PHRASES.glob("phrases*.toml")):
        for group in tomllib.loads(file.read_text(encoding="utf-8"))["lines"]:
            found += group["typed"]
    return tuple(dict.fromkeys(found))


class Table:
    """A person at a moment of a game, and perhaps the referee's chair as well."""

    def __init__(self, rules: Ruleset, state: State, seed: int, referees: bool, chance: Random) -> None:
        minds = {REFEREE: Soldier(), "monsters": Soldier(), "b": Soldier()}
        state = _renamed(state, chance)
        session = Session.in_memory(rules, state, seed, {s: m for s, m in minds.items() if s in state.seats})
        free = [seat for seat in state.seats if seat not in session.minds]
        self.chair = Chair(session, free[0] if free else REFEREE, beside=free[1:], referees=referees)
        self.told: list[str] = []
        self.plain = Plain(self.chair, self._answer, self.told.append)  # type: ignore[arg-type]
        self.plain._look(always=True)
        self.done = 0
        self._next = "yes"

    def _answer(self) -> str:
        return self._next

    def names(self) -> Sequence[str]:
        view = self.chair.view
        return [c.name for c in (*view.mine, *view.others)] or ["nobody"]

    def read(self, line: str) -> str:
        meaning = self.chair.read(line)
        if isinstance(meaning, Do):
            self.chair.question_before(meaning.action)
            self.chair.describe(meaning.action)
        return type(meaning).__name__.lower()

    def take(self, line: str) -> str:
        """Type it, and whatever is asked about it is meant."""
        self.told.clear()
        try:
            self.plain._take(line)
        except EOFError:
            return "left"
        text = "".join(self.told)
        assert all(c.isprintable() or c == "\n" for c in text), f"a control character is told: {text[:200]!r}"
        self.done += 1
        return "typed"


def trials(rules: Ruleset, seed: int) -> Iterator[Trial]:
    chance = Random(f"lines {rules.id} {seed}")
    states = some_moments(rules, seed)
    while True:
        state, referees = chance.choice(states), chance.random() < 0.2
        table = Table(rules, state, seed, referees, chance)
        for _ in range(OF_A_MOMENT):
            line = _line(chance, table)
            is_done = chance.randrange(DONE) == 0
            yield Trial(partial(table.take if is_done else table.read, line), partial(repr, line))
            if table.done >= MOST_DONE or table.chair.view.over:
                table = Table(rules, state, seed, referees, chance)


def _renamed(state: State, chance: Random) -> State:
    """Sometimes one of them bears a name that a player might think of."""
    who = chance.choice(list(state.creatures.values()))
    return state.with_creature(who.id, name=chance.choice(NAMES)) if chance.random() < 0.3 else state


def _line(chance: Random, table: Table) -> str:
    sort = chance.random()
    if sort < 0.15:
        return odd_text(chance)
    if sort < 0.25:
        return str(
            chance.choice((1, 2, 3, 4, 5, 7, 9, 12, 20, "more", "0", "back", "yes", "no", "options", "log", "map"))
        )
    line = _filled(chance, chance.choice(phrases()), table)
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        line = _mutated(chance, line, table)
    return line


def _filled(chance: Random, line: str, table: Table) -> str:
    names = table.names()
    for slot in ("{one}", "{two}", "{foe}"):
        line = line.replace(slot, chance.choice(names).split()[0])
    return line


def _mutated(chance: Random, line: str, table: Table) -> str:
    words = line.split()
    if not words:
        return odd_text(chance)
    at, sort = chance.randrange(len(words)), chance.randrange(9)
    if sort == 0:
        del words[at]
    elif sort == 1:
        words.insert(at, chance.choice(_filled(chance, chance.choice(phrases()), table).split()))
    elif sort == 2:
        words[at] = chance.choice(table.names())
    elif sort == 3:
        chance.shuffle(words)
    elif sort == 4:
        words[at] = odd_text(chance)
    elif sort == 5:
        words += _filled(chance, chance.choice(phrases()), table).split()
    elif sort == 6:
        words[at] = words[at].upper() + chance.choice((",", "!", "?", ".", ";", "'s", '"', "..."))
    elif sort == 7:
        words[at] = str(chance.choice((0, -1, 3, 10**6, 2**63, "1/2", "3rd", "a dozen", "١٢", "²")))
    else:
        word = words[at]
        place = chance.randrange(len(word))
        words[at] = word[:place] + chance.choice("abcdefghijklmnopqrstuvwxyz '-") + word[place + 1 :]
    return " ".join(words)
