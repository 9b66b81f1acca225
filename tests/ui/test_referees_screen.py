"""The referee's chair on the whole screen, beside a player at the same game."""

import asyncio
from pathlib import Path

import pytest
from tests.ui.test_table_app import command, shown
from textual.pilot import Pilot

from underkeep.kernel.prompt import REFEREE
from underkeep.minds.soldier import Soldier
from underkeep.systems import load
from underkeep.table.chair import Chair
from underkeep.table.home import VARIABLE
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.table.session import Session
from underkeep.terminal.lines import LOOK_SECONDS
from underkeep.terminal.plain import THINKING
from underkeep.terminal.screens import Reading
from underkeep.terminal.table_app import TableApp

OSE = load("ose")


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Chair, Chair]:
    """The player's chair and the referee's, each with a session of its own on one file."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    made = new_game(OSE, 9, Plan(size=3, human_referee=True))
    minds = {REFEREE: Soldier()}
    first = Session.create(OSE, made.state.before_all(), 9, minds, "Evening", made.events, is_refereed=True)
    return Chair(first, PLAYER), Chair(Session.resume("evening", minds, is_refereed=True), REFEREE, referees=True)


async def look(pilot: Pilot[None]) -> None:
    await asyncio.sleep(3 * LOOK_SECONDS)
    await pilot.pause()


def test_the_referee_is_asked_and_the_player_goes_on(two: tuple[Chair, Chair]) -> None:
    player, referee = two

    async def main() -> None:
        app = TableApp(referee, is_shared=True)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            assert "The referee's chair" in shown(app)
            player.act(player.read("set out").action)  # type: ignore[union-attr]
            await look(pilot)
            screen = " ".join(shown(app).split())
            assert "Ruling: party size" in screen
            assert "Best party size is six to eight characters" in screen
            assert "Hint (by the book)" in screen
            await command(pilot, "always: say nothing")
            assert "From now on ose:party.size: say nothing." in shown(app)
            await command(pilot, "note the baron lies")
            await pilot.press("slash")
            app.query_one("#command").value = "key 1"  # type: ignore[attr-defined]
            await pilot.press("enter")
            assert isinstance(app.screen, Reading)
            assert "Area 1, level 1" in shown(app)

    asyncio.run(main())
    assert player.overhear()
    assert any("sets out" in line.text for line in player.log)
    assert not any("baron" in line.text or "From now on" in line.text for line in player.log)


def test_the_player_sees_that_the_referee_thinks(two: tuple[Chair, Chair]) -> None:
    player, referee = two

    async def main() -> None:
        app = TableApp(player, is_shared=True)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            await command(pilot, "set out")
            assert THINKING in shown(app)
            referee.overhear()
            referee.act(referee.read("say nothing").action)  # type: ignore[union-attr]
            await look(pilot)
            assert THINKING not in shown(app)
            assert "In which order does the party march?" in shown(app)

    asyncio.run(main())
