"""Formats: an older one is upcast on the way in, and what was written stays as it is."""

import json

import pytest
from msgspec.structs import replace
from tests.table.conftest import MakeFight

from underkeep.errors import UnderkeepError
from underkeep.table import formats
from underkeep.table.chain import Row, digest, link
from underkeep.table.formats import Written
from underkeep.table.game import FORMAT, Game
from underkeep.table.journal import Journal
from underkeep.table.memory_journal import MemoryJournal
from underkeep.table.session import Session

OLD = FORMAT - 1


@pytest.fixture
def kept(make_fight: MakeFight) -> Session:
    return make_fight(person=False, keep=MemoryJournal)


def as_format(number: int, session: Session, rename: tuple[str, str]) -> Journal:
    """The session's record as another format would have written it: with another name for an event."""
    game = replace(session.game, format=number)
    previous, rows = digest(game), list[Row]()
    for row in session._journal.rows():
        row = replace(row, format=number, events=row.events.replace(f'"{rename[0]}"', f'"{rename[1]}"'))
        rows.append(replace(row, hash=link(previous, row)))
        previous = rows[-1].hash
    return MemoryJournal(game, rows, session._journal.head.standing)


def renamed(system: str, entry: Written) -> Written:
    """The upcaster of a format in which `Harmed` was `Hurt`."""
    assert system == "toy"
    events = [event | {"type": "Harmed"} if event["type"] == "Hurt" else event for event in entry.events]
    return Written(entry.action, events)


def test_an_upcaster_makes_an_old_game_load_and_go_on(kept: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "READ_BY", {})
    monkeypatch.setitem(formats.UPCASTERS, OLD, renamed)
    old = as_format(OLD, kept, ("Harmed", "Hurt"))
    before = old.rows()
    assert any('"Hurt"' in row.events for row in before)
    with Session.resume(old, {}) as session:
        assert session.entries == kept.entries
        assert session.state_hash == kept.state_hash
        session.undo(3)
    after = old.rows()
    assert after[:-1] == before
    assert [row.format for row in after[-2:]] == [OLD, FORMAT]
    with Session.resume(old, {}) as again:
        assert again.state_hash == session.state_hash


def test_upcasters_are_chained(monkeypatch: pytest.MonkeyPatch) -> None:
    def adding(number: int) -> formats.Upcaster:
        return lambda system, entry: Written({**entry.action, str(number): list(entry.action)}, entry.events)

    monkeypatch.setattr(formats, "READ_BY", {})
    for number in range(FORMAT - 2, FORMAT):
        monkeypatch.setitem(formats.UPCASTERS, number, adding(number))
    row = Row(FORMAT - 2, 0, "", '{"a":1}', "[]", "", "", "hash")
    found = formats.upcast("toy", row)
    assert json.loads(found.action) == {"a": 1, str(FORMAT - 2): ["a"], str(FORMAT - 1): ["a", str(FORMAT - 2)]}
    assert (found.format, found.hash) == (FORMAT, "hash")
    now = replace(row, format=FORMAT)
    assert formats.upcast("toy", now) is now


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (1, "Entry 0 is a game of Underkeep 0.1.0 (format 1); only that reads it."),
        (FORMAT + 1, f"Entry 0 was written by a newer Underkeep (format {FORMAT + 1}); update this one."),
        (0, "Entry 0 is damaged: there is no format 0."),
    ],
)
def test_a_format_that_cannot_be_read_is_a_sentence(kept: Session, number: int, sentence: str) -> None:
    with pytest.raises(UnderkeepError) as caught:
        Session.resume(as_format(number, kept, ("", "")), {})
    assert str(caught.value) == sentence


def test_a_game_keeps_the_format_it_was_begun_in(kept: Session) -> None:
    game: Game = kept.game
    assert game.format == FORMAT
    assert {row.format for row in kept._journal.rows()} == {FORMAT}
