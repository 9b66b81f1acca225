"""Records forged by somebody who can compute hashes: refused with a sentence or kept as not verified, never a crash."""

import io
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from tests.saves.record import play_on

from underkeep import systems
from underkeep.errors import UnderkeepError
from underkeep.procedures import play
from underkeep.table import games, record
from underkeep.table.bounds import check_date
from underkeep.table.chain import RecordError, Row, digest
from underkeep.table.game import Game
from underkeep.table.new_game import Plan
from underkeep.table.session import Session
from underkeep.table.sqlite_journal import write_journal
from underkeep.table.summary import Summary
from underkeep.terminal.opening import begin
from underkeep.testing.saved_games import rechained

Change = Callable[[dict[str, Any]], None]


def delved(system: str) -> tuple[Game, list[Row]]:
    """A short delve."""
    with begin(systems.load(system), 8, Plan(size=3, levels=1)) as session:
        play_on(session, 25)
        return session.game, list(session.journal.rows())


def imported(game: Game, rows: list[Row]) -> record.Imported:
    lines = record.lines_of(game, rechained(game, rows))
    return record.import_game(io.BytesIO(b"".join(lines)))


def refused(game: Game, rows: list[Row]) -> str:
    begun = time.monotonic()
    with pytest.raises(UnderkeepError) as caught:
        imported(game, rows)
    assert time.monotonic() - begun < 2
    sentence = str(caught.value)
    assert sentence.isprintable()
    assert len(sentence) < 500
    return sentence


def first_changed(rows: list[Row], kind: str, change: Change) -> list[Row]:
    """The rows with the first fact of a kind changed."""
    for number, row in enumerate(rows):
        events = json.loads(row.events)
        for event in events:
            if event["type"] == kind:
                change(event)
                return [*rows[:number], replace(row, events=json.dumps(events)), *rows[number + 1 :]]
    raise AssertionError(kind)


@pytest.mark.parametrize("system", systems.names())
def test_an_honest_record_is_judged_again_and_found_the_same(system: str) -> None:
    found = imported(*delved(system))
    assert found.doubt == ""
    assert games.all_games()[0].summary is not None


def _set(name: str, value: object) -> Change:
    return lambda event: event.__setitem__(name, value)


def _grid(event: dict[str, Any], width: int, height: int) -> None:
    event["dungeon"]["levels"][0]["grid"] |= {"width": width, "height": height}


@pytest.mark.parametrize("system", systems.names())
@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("DungeonMade", lambda e: _grid(e, 10**6, 10**6)),
        ("DungeonMade", lambda e: _grid(e, -1, 5)),
        ("DungeonMade", lambda e: e["dungeon"]["entrance"].update(area="nowhere")),
        ("PartyFormed", lambda e: e["party"].update(members=["ghost"])),
        ("PartyFormed", lambda e: e["party"].update(seen={"1": "zz"})),
        ("PartyFormed", lambda e: e["party"].update(place="dungeon", at={"level": 9, "square": [0, 0], "area": "x"})),
        ("TimePassed", _set("now", 2**62)),
        ("TimePassed", _set("now", -5)),
        ("CreatureJoined", lambda e: e["creature"].update(hp=10**9, max_hp=10**9)),
        ("CreatureJoined", lambda e: e["creature"].update(size=10**6)),
        ("CreatureJoined", lambda e: e["creature"].update(name="\x1b[2Jboo")),
        ("CreatureJoined", lambda e: e["creature"].update(name="x" * 2**21)),
    ],
)
def test_what_no_game_can_be_is_refused(system: str, kind: str, change: Change) -> None:
    game, rows = delved(system)
    refused(game, first_changed(rows, kind, change))


@pytest.mark.parametrize("system", systems.names())
def test_what_the_rules_do_not_give_is_kept_as_not_verified_and_stays_so(system: str) -> None:
    game, rows = delved(system)
    forged = first_changed(rows, "CreatureJoined", lambda e: e["creature"].update(hp=999, max_hp=999))
    found = imported(game, forged)
    assert found.doubt == "its beginning is not what its seed makes"
    with Session.resume(found.path, {}) as session:
        session.undo(1)
    listed = {one.path: one.summary for one in games.all_games()}[found.path]
    assert listed is not None
    assert listed.doubt == found.doubt


def test_rules_that_break_on_a_forged_game_are_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rows = delved("knave")
    forged = first_changed(rows, "CreatureJoined", lambda e: e["creature"].update(hp=999, max_hp=999))
    honest, doubted = imported(game, rows).path, imported(game, forged).path
    monkeypatch.setattr(play, "resolve", lambda *given: {}["nobody"])
    with Session.resume(doubted, {}) as session, pytest.raises(RecordError, match="not verified"):
        session.submit("player", session.options("player").listed[0])
    with Session.resume(honest, {}) as session, pytest.raises(KeyError):
        session.submit("player", session.options("player").listed[0])


@pytest.mark.parametrize("system", systems.names())
def test_an_action_nobody_could_do_is_noticed(system: str) -> None:
    game, rows = delved(system)
    place = next(i for i, row in enumerate(rows) if i and row.seat == "player")
    rows[place] = replace(rows[place], seat="referee")
    assert f"entry {place} " in imported(game, rows).doubt


@pytest.mark.parametrize(
    "change",
    [
        {"at": "not a date"},
        {"at": "2099-01-01T00:00:00.000+00:00"},
        {"at": "2026-01-01T00:00:00.000"},
        {"at": "0001-01-01T00:00:00.000+00:00"},
        {"engine": "\x1b[2J"},
        {"engine": "1" * 100},
        {"seat": "\x1b[2J"},
        {"seat": "x" * 1000},
        {"events": "[" * 60 + "]" * 60},
        {"events": "[1e999]"},
        {"events": '["\\u001b[2J"]'},
        {"action": '{"type":"Decree","event":{"type":"TimePassed","now":4611686018427387904},"because":"x"}'},
    ],
)
def test_fields_that_no_entry_has_are_refused(change: dict[str, str]) -> None:
    game, rows = delved("knave")
    refused(game, [*rows[:4], replace(rows[4], **change), *rows[5:]])


@pytest.mark.parametrize(
    "change",
    [
        {"created": "yesterday"},
        {"created": "2099-01-01T00:00:00.000+00:00"},
        {"seed": -1},
        {"seed": 2**200},
        {"seed": "\x1b[2J"},
        {"engine": ""},
        {"system": "nosuch"},
        {"settings": {str(n): "x" for n in range(600)}},
        {"settings": {"a": "x" * 200_000}},
        {"minds": {"\x07": "soldier"}},
        {"name": "a\x1b[2Jb"},
        {"name": "x" * 61},
    ],
)
def test_fields_that_no_game_has_are_refused(change: dict[str, Any]) -> None:
    game, rows = delved("knave")
    refused(replace(game, **change), rows)


def test_a_forged_plan_is_a_doubt() -> None:
    game, rows = delved("knave")
    plan = game.settings["beginning"].replace('"size":3', '"size":4')
    assert plan != game.settings["beginning"]
    for settings in ({"beginning": plan}, {"beginning": "{}"}, {"beginning": "[" * 5000}):
        found = imported(replace(game, settings=settings), rows)
        assert found.doubt == "its beginning is not what its seed makes"


def test_one_bad_game_never_breaks_the_list_of_the_others() -> None:
    """Put into the folder by hand, past every check of an import."""
    game, rows = delved("knave")
    good = games.latest()
    summary = Summary("\x1b[2J", "x", 1, "06:00", 1, 1)
    for number, (head, row) in enumerate(
        [
            ({}, {"at": "not a date"}),
            ({}, {"at": "2099-01-01T00:00:00.000+00:00"}),
            ({"created": "never"}, {}),
            ({"system": "nosuch"}, {}),
            ({"name": "\x1b[2J"}, {}),
        ]
    ):
        bad = replace(game, **head)
        write_journal(games.path_of(f"bad-{number}"), bad, rechained(bad, [replace(rows[0], **row)]), summary)
    assert len(games.all_games()) == 6
    assert games.find(games.id_of_file(good)) == good
    assert [bool(one.wrong) for one in games.all_games() if one.id in ("bad-0", "bad-1", "bad-2")] == [True] * 3


def test_the_deepest_chain_of_links_is_judged_in_time() -> None:
    game, rows = delved("knave")
    history, doubt = record.judged(systems.load("knave"), game, rows, seconds=-1)
    assert doubt == f"its last {len(history.entries) - 1} entries were not judged again"


def test_the_first_link_is_the_game_itself() -> None:
    game, rows = delved("knave")
    assert digest(replace(game, seed=9)) != digest(game)
    with pytest.raises(RecordError):
        record.judged(systems.load("knave"), replace(game, seed=9), rows)


def test_a_date_is_a_moment_that_has_been() -> None:
    assert check_date("x", "2026-01-01T00:00:00.000+00:00").year == 2026
