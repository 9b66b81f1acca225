"""When the program itself stumbles, nobody sees a traceback, and nothing of what is hidden."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.ui.places import at, underground
from tests.ui.test_table_app import run
from textual.pilot import Pilot
from textual.widgets import Input, Static

from underkeep.table import home
from underkeep.table.chair import Chair
from underkeep.terminal import mishaps
from underkeep.terminal.main import UNREAD, underkeep
from underkeep.terminal.plain import Plain
from underkeep.terminal.table_app import TableApp

SECRET = "the lair of the lions"


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(home.VARIABLE, str(tmp_path))
    return tmp_path / mishaps.FILE


def stumbling(monkeypatch: pytest.MonkeyPatch) -> Chair:
    def stumble(self: Chair, line: str) -> None:
        hidden = SECRET
        if hidden:
            raise AssertionError

    monkeypatch.setattr(Chair, "read", stumble)
    return at(underground("ose"), "ose")


def test_a_line_that_the_reader_stumbles_over_ends_no_game(monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    typed, told = iter(["pull the rope", "turn the wheel"]), []

    def read() -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    Plain(stumbling(monkeypatch), read, told.append).run()
    text = "".join(map(str, told))
    assert text.count(mishaps.STUMBLED) == 2
    assert "Traceback" not in text
    assert "AssertionError" in kept.read_text()
    assert SECRET not in kept.read_text()


def test_nor_does_it_in_full_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash")
        app.query_one("#command", Input).value = "pull the rope"
        await pilot.press("enter")
        assert str(app.query_one("#remark", Static).render()) == mishaps.STUMBLED

    run(doing, stumbling(monkeypatch))


def test_the_whole_screen_gives_way_without_a_trace(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        def stumble() -> None:
            raise AssertionError(SECRET)

        app.call_later(stumble)
        await pilot.pause()

    with pytest.raises(AssertionError):
        run(doing, at(underground("ose"), "ose"))
    shown = capsys.readouterr()
    assert "locals" not in shown.out + shown.err


def test_the_command_says_where_the_trace_is(monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    def stumble(*_: object) -> None:
        raise AssertionError(SECRET)

    monkeypatch.setattr("underkeep.terminal.roll_command.roll.callback", stumble)
    done = CliRunner().invoke(underkeep, ["roll", "1d6"])
    assert done.exit_code == UNREAD
    assert "Traceback" not in done.output
    assert str(kept) in " ".join(done.output.split()) or kept.exists()
