"""What the contract asks of a game's records: its dice can be proved, and whatever is forged is refused or in doubt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.muster import SIDES
from underkeep.minds.soldier import Soldier
from underkeep.procedures.actions import BeginFight
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.adjudication import adjudicated
from underkeep.table.beginning import Match, noted
from underkeep.table.chain import Row, digest, link
from underkeep.table.game import Game
from underkeep.table.memory_journal import MemoryJournal
from underkeep.table.record import judged
from underkeep.table.session import Session

FORGERIES = 12
_ODD: tuple[object, ...] = (
    -1, 0, 7, 10**9, 2**62, 10**30, 1.5, -0.0, "", "nobody", "zz", "\x1b[2J", "x" * 3000, None, True, [], {}, [[]],
)  # fmt: skip


@lru_cache(maxsize=4)
def fought(rules: Ruleset, match: str, seed: int) -> Session:
    """A fight between two plain minds, with all that a kept game has."""
    beginning = Match(match, options=())
    made = beginning.made(rules, seed)
    minds = dict.fromkeys((*SIDES, REFEREE), Soldier())
    told = (made.state.before_all(), seed, minds, "Fight", made.events, noted(beginning))
    session = Session.create(rules, *told, keep=MemoryJournal)
    session.submit(REFEREE, BeginFight())
    session.undo(max(1, session.seq // 2))
    session.go_on()
    return session


def dice_are_proved(rules: Ruleset, match: str, seed: int) -> None:
    """Every face of a kept game is found again from its key and its seed, also of what was taken back."""
    session = fought(rules, match, seed)
    verdict = adjudicated(rules, session.game, session.history)
    assert verdict.is_clean, verdict
    assert verdict.begins
    assert verdict.faces > 0
    assert verdict.entries == session.seq + 1


def forged_records_are_noticed(rules: Ruleset, match: str, seed: int) -> None:
    """A value anywhere in a record that was changed, by one who computes the hashes anew: the record is refused with a
    sentence, or told to be in doubt, or is what it was."""
    session = fought(rules, match, seed)
    rows = session.journal.rows()
    chance = Random(seed)
    assert judged(rules, session.game, rows)[1] == ""
    for _ in range(FORGERIES):
        place = chance.randrange(len(rows))
        part = chance.choice(("action", "events")) if place else "events"
        forged = forgery(rows[place], part, chance)
        changed = rechained(session.game, [*rows[:place], forged, *rows[place + 1 :]])
        try:
            history, doubt = judged(rules, session.game, changed)
        except UnderkeepError:
            continue
        was = session.entries[place]
        assert doubt or history.entries[place] == was, f"entry {place}: {forged.events[:300]}"


def forgery(row: Row, part: str, chance: Random) -> Row:
    """The row with one value of its action or its facts put for another."""
    told = msgspec.json.decode(getattr(row, part))
    places = list(_places(told))
    if places:
        holder, key = chance.choice(places)
        holder[key] = chance.choice(_ODD)
    text = msgspec.json.encode(told).decode()
    return replace(row, action=text) if part == "action" else replace(row, events=text)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Where anything stands in a value of JSON: what holds it, and under which name."""
    todo = [value]
    while todo:
        found = todo.pop()
        parts = found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
        for key, part in parts:
            yield found, key
            todo.append(part)


def rechained(game: Game, rows: Sequence[Row]) -> list[Row]:
    """The same rows as one who can compute hashes would chain them."""
    previous, chained = digest(game), []
    for number, row in enumerate(rows):
        row = replace(row, seq=number)
        chained.append(replace(row, hash=link(previous, row)))
        previous = chained[-1].hash
    return chained
