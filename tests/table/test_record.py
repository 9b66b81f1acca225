"""A game as text and back."""

import io
import json

import pytest
from tests.table.conftest import MakeFight

from underkeep.errors import UnderkeepError
from underkeep.table import games, record
from underkeep.table.session import Session


@pytest.fixture
def text(make_fight: MakeFight) -> bytes:
    with make_fight("Kel", person=False) as session:
        session.undo(4)
        session.go_on()
    return b"".join(record.export_game("kel"))


def refused(text: bytes) -> str:
    before = games.all_games()
    with pytest.raises(UnderkeepError) as caught:
        record.import_game(io.BytesIO(text))
    assert games.all_games() == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_round_trip_gives_the_same_game(text: bytes) -> None:
    path, game, entries, _ = record.import_game(io.BytesIO(text))
    assert path == games.path_of("kel-2")
    assert b"".join(record.export_game("kel-2")) == text
    with Session.resume("kel", {}) as one, Session.resume("kel-2", {}) as two:
        assert one.entries == two.entries
        assert one.state_hash == two.state_hash
        assert one.game == two.game == game
        assert len(one.entries) == entries
        two.undo(0)


def test_the_text_can_be_read_by_a_person(text: bytes) -> None:
    first, second, *_, last = [json.loads(line) for line in text.splitlines()]
    assert first["game"]["name"] == "Kel"
    assert second["action"]["type"] == "NewGame"
    assert last == {"entries": len(text.splitlines()) - 2, "hash": json.loads(text.splitlines()[-2])["hash"]}


def test_lines_may_end_as_windows_ends_them(text: bytes) -> None:
    record.import_game(io.BytesIO(text.replace(b"\n", b"\r\n") + b"\r\n"))


def test_every_line_counts(text: bytes) -> None:
    lines = text.splitlines(keepends=True)
    for number in range(len(lines)):
        refused(b"".join(lines[:number] + lines[number + 1 :]))
        refused(b"".join([*lines[: number + 1], lines[number], *lines[number + 1 :]]))
        refused(b"".join(lines[:number]))
        changed = bytearray(lines[number])
        digit = next(i for i, byte in enumerate(changed) if chr(byte).isdigit())
        changed[digit] = ord("1") if changed[digit] == ord("0") else ord("0")
        refused(b"".join([*lines[:number], bytes(changed), *lines[number + 1 :]]))


def test_an_error_says_in_which_line_it_is(text: bytes) -> None:
    lines = text.splitlines(keepends=True)
    for number in (1, 2, 5):
        for wrong in (b"nonsense\n", b"{}\n", b"[" * 100_000 + b"\n", b'{"seq":1e400}\n', b"\xff\n", b"null\n"):
            assert f"Line {number} " in refused(b"".join([*lines[: number - 1], wrong, *lines[number:]]))
    assert "empty" in refused(b"")
    assert "newer" in refused(text.replace(b'"underkeep":2', b'"more":0,"underkeep":3', 1))
    old = b'{"underkeep":1,"game":{"name":"Kel"}}\n'
    assert refused(old) == "The record is a game of Underkeep 0.1.0 (format 1); only that reads it."
    extra = json.loads(lines[1]) | {"more": 1}
    assert "Line 2 " in refused(b"".join([lines[0], json.dumps(extra).encode() + b"\n", *lines[2:]]))


def test_a_record_has_limits(text: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MOST_ENTRIES", 3)
    assert "at most 3" in refused(text)
    monkeypatch.setattr(record, "MOST_LINE", 100)
    assert "longer" in refused(text)
    monkeypatch.setattr(record, "MOST_LINE", 10**6)
    monkeypatch.setattr(record, "MOST_BYTES", 1000)
    assert "longer" in refused(text)
