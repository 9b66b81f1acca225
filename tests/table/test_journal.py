"""The contract of a journal: every place where games are kept passes it."""

import pytest
from msgspec.structs import replace
from tests.table.conftest import MakeFight

from underkeep.minds.soldier import Soldier
from underkeep.table import games
from underkeep.table.chain import RecordError, Row, check_chain, digest, row_after
from underkeep.table.game import FORMAT, Game, commitment, key_of
from underkeep.table.journal import Journal, Keep, Overtaken
from underkeep.table.memory_journal import MemoryJournal
from underkeep.table.session import Session
from underkeep.table.summary import Summary

KEY = key_of(7)
DICE = (7, KEY, commitment(KEY))
GAME = Game(FORMAT, "Kel", "toy", *DICE, "1.0", "2026-01-01T00:00:00.000+00:00", ("fumbles",), {"b": "soldier"})
BEFORE = Summary("before", "town", 1, "06:00", 2, 2)
AFTER = Summary("after", "the road", 2, "07:00", 1, 2)


def first() -> Row:
    return row_after(digest(GAME), 0, "", b'{"a":1}', "[\u00e4]".encode())


@pytest.fixture(params=[MemoryJournal, games.keep], ids=["memory", "sqlite"])
def keep(request: pytest.FixtureRequest) -> Keep:
    return request.param


@pytest.fixture
def journal(keep: Keep) -> Journal:
    return keep(GAME, [first()], BEFORE)


def test_it_gives_back_what_it_was_given(keep: Keep) -> None:
    row = first()
    journal = keep(GAME, [row], BEFORE)
    assert journal.game == GAME
    assert list(journal.rows()) == [row]
    head = journal.head
    assert (head.format, head.seq, head.hash, head.played, head.standing) == (FORMAT, 0, row.hash, row.at, BEFORE)
    journal.close()


def test_an_entry_goes_to_the_end_and_moves_the_head(journal: Journal) -> None:
    begun = list(journal.rows())
    row = journal.append(1, "a", b"{}", b"[1]", AFTER)
    assert (row.format, row.seq, row.seat, row.action, row.events) == (FORMAT, 1, "a", "{}", "[1]")
    assert list(journal.rows()) == [*begun, row]
    assert (journal.head.seq, journal.head.hash, journal.head.standing) == (1, row.hash, AFTER)
    check_chain(GAME, journal.rows())
    journal.close()


def test_nothing_came_later_than_what_was_read(journal: Journal) -> None:
    assert not journal.later()
    journal.append(1, "a", b"{}", b"[1]", AFTER)
    assert not journal.later()
    journal.close()


@pytest.mark.parametrize("seq", [-1, 0, 2, 10**6])
def test_only_the_next_entry_is_taken(journal: Journal, seq: int) -> None:
    begun, head = list(journal.rows()), journal.head
    with pytest.raises(Overtaken, match="gone on"):
        journal.append(seq, "a", b"{}", b"[]", AFTER)
    assert (list(journal.rows()), journal.head) == (begun, head)
    journal.append(1, "a", b"{}", b"[]", AFTER)
    journal.close()


def test_what_cannot_be_written_is_not_there(journal: Journal) -> None:
    begun = list(journal.rows())
    with pytest.raises(ValueError, match="utf-8"):
        journal.append(1, "a", b"\xff", b"[]", AFTER)
    assert list(journal.rows()) == begun
    journal.append(1, "a", b"{}", b"[]", AFTER)
    journal.close()


def test_a_record_that_is_not_whole_is_refused(keep: Keep) -> None:
    row = first()
    for rows in ([replace(row, seat="x")], [replace(row, seq=1)], [row, row]):
        with pytest.raises(RecordError):
            keep(GAME, rows, BEFORE).rows()


def test_a_session_plays_takes_back_and_goes_on_from_it(keep: Keep, make_fight: MakeFight) -> None:
    minds = {"a": Soldier(), "b": Soldier()}
    with make_fight(person=False, keep=keep) as session:
        assert session.state.winner is not None
        session.undo(2)
        session.go_on()
        with Session.resume(session._journal, minds) as again:
            assert again.entries == session.entries
            assert again.state_hash == session.state_hash
