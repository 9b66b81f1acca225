"""Saved games outlive what they were played with: content that was renamed, packs and versions that are not here."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.replays import engine as e
from tests.saves.record import SAVES, play_on

from underkeep.errors import UnderkeepError
from underkeep.minds.soldier import Soldier
from underkeep.procedures import content
from underkeep.table import record, renames
from underkeep.table.chain import RecordError, Row
from underkeep.table.formats import OtherVersion
from underkeep.table.game import FORMAT, Game, engine
from underkeep.table.home import VARIABLE
from underkeep.table.repair import problem_of, repair
from underkeep.table.session import Session
from underkeep.terminal.opening import begin
from underkeep.testing.saved_games import rechained

MINDS = {e.REFEREE: Soldier()}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))


def saved(system: str) -> tuple[Game, list[Row]]:
    with (SAVES / f"format-{FORMAT}" / f"{system}.txt").open("rb") as text:
        return record.read_record(text)


def as_once_called(rows: list[Row], names: dict[str, str]) -> list[Row]:
    """The rows of a release in which the entries of these ids had others."""

    def told(text: str) -> str:
        for now, once in names.items():
            assert f'"{once}"' not in text
            text = text.replace(f'"{now}"', f'"{once}"')
        return text

    return [replace(row, action=told(row.action), events=told(row.events)) for row in rows]


def imported(folder: Path, game: Game, rows: list[Row]) -> record.Imported:
    """The game as a file that somebody sends, with hashes that are right."""
    file = folder / "sent.txt"
    file.write_bytes(b"".join(record.lines_of(game, rechained(game, rows))))
    with file.open("rb") as text:
        return record.import_game(text)


def in_use(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "_packs", [pack])


RENAMED = {
    "ose": ("[gear.sundries]\nrush-lights = 'torches'\n", {"torches": "rush-lights"}),
    "knave": ("[monsters]\nsmall-rat = 'big-rat'\nbig-rat = 'torch'\n", {"torch": "small-rat"}),
}


@pytest.mark.parametrize("system", ["ose", "knave"])
def test_a_game_that_names_content_as_it_was_called_once_loads_and_goes_on(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, rows = saved(system)
    now, once = next(iter(RENAMED[system][1].items()))
    old = as_once_called(rows, {now: once})
    assert old != rows
    names = tmp_path / "pack" / system / "renamed.toml"
    names.parent.mkdir(parents=True)
    names.write_text(RENAMED[system][0].replace("[gear.sundries]", '["gear/sundries"]'))
    in_use(tmp_path / "pack", monkeypatch)
    assert renames.former(system)[once] == now
    path, _, entries, doubt = imported(tmp_path, game, old)
    assert doubt == imported(tmp_path, game, rows).doubt
    with Session.resume(path, MINDS) as session:
        assert f'"{once}"' not in session.rules.codec.encode(session.state).decode()
        assert f'"{now}"' in session.rules.codec.encode(session.state).decode()
        play_on(session, 5)
        assert session.seq > entries - 1
        kept = session.state_hash
    with Session.resume(path, MINDS) as again:
        assert again.state_hash == kept
        assert [row.events for row in again.journal.rows()][: len(old)] == [row.events for row in old]


def test_words_of_people_are_nobodys_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renames, "former", lambda system: {"rat": "vole"})
    row = Row(FORMAT, 1, "a", '{"kind":"rat","name":"rat","who":"rat-1"}', '[{"rat":["rat",2]}]', "", "", "")
    told = renames.as_called_now("ose", row)
    assert (told.action, told.events) == ('{"kind":"vole","name":"rat","who":"rat-1"}', '[{"vole":["vole",2]}]')
    assert renames.as_called_now("ose", replace(row, action="{}", events="[]")).events == "[]"


def test_a_game_names_the_pack_that_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rows = saved("ose")
    (tmp_path / "my-books" / "ose").mkdir(parents=True)
    packed = replace(game, packs=("my-books",))
    with pytest.raises(OtherVersion) as error:
        imported(tmp_path, packed, rows)
    assert str(error.value) == (
        'The game is played with the content pack "my-books", not in use here; UNDERKEEP_PACKS names its folder.'
    )
    in_use(tmp_path / "my-books", monkeypatch)
    path = imported(tmp_path, packed, rows).path
    monkeypatch.setattr(content, "_packs", [])
    assert isinstance(problem_of(path), OtherVersion)
    with pytest.raises(OtherVersion, match="my-books"):
        repair(path.name.partition(".")[0])


def test_a_new_game_records_the_packs_that_it_is_played_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("my-books/ose", "others/knave"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.setattr(content, "_packs", [tmp_path / "my-books", tmp_path / "others"])
    rules = e.load("ose")
    with begin(rules, 3, e.Plan(size=1, levels=1)) as session:
        assert session.game.packs == ("my-books",)


NEWER = "99.1.0"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"type":"TimePassed"', '"type":"HourPassed"'),
        ('"areas":', '"places":'),
    ],
)
def test_what_a_newer_version_wrote_is_not_damaged(old: str, new: str, tmp_path: Path) -> None:
    game, rows = saved("ose")
    assert any(old in row.events for row in rows)
    place = next(number for number, row in enumerate(rows) if old in row.events)
    rows[place:] = [replace(row, events=row.events.replace(old, new), engine=NEWER) for row in rows[place:]]
    with pytest.raises(RecordError) as error:
        imported(tmp_path, game, rows)
    assert f"was written by Underkeep {NEWER}, which is newer than this one ({engine()}); update this one." in str(
        error.value
    )
    assert "damaged" not in str(error.value)
    rows = [replace(row, engine=engine()) for row in rows]
    with pytest.raises(UnderkeepError) as error:
        imported(tmp_path, game, rows)
    assert "newer than this" not in str(error.value)


def test_a_head_that_a_newer_version_wrote_is_not_damaged(tmp_path: Path) -> None:
    whole = (SAVES / f"format-{FORMAT}" / "ose.txt").read_text(encoding="utf-8")
    game, _ = saved("ose")
    newer = whole.replace(f'"engine":"{game.engine}"', f'"engine":"{NEWER}","mood":"grim"', 1)
    (tmp_path / "sent.txt").write_text(newer)
    with (tmp_path / "sent.txt").open("rb") as text, pytest.raises(OtherVersion, match=f"Underkeep {NEWER}, which is"):
        record.import_game(text)
