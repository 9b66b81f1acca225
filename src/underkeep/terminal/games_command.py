"""`underkeep games` lists what this user has; `underkeep undo` takes a game back."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from underkeep.terminal.complaints import echo

if TYPE_CHECKING:
    from underkeep.table.games import Listed


NOT_WHOLE = 1
"""The exit code of a check that found something wrong."""


@click.command(epilog="Examples:\n\n  underkeep games\n\n  underkeep games --check\n\n  underkeep games --json")
@click.option("--check", is_flag=True, help="Read every game from its first entry to its last and prove it whole.")
@click.option("--referee", is_flag=True, help="As the referee: with the seed of each game, in JSON.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games(check: bool, referee: bool, as_json: bool) -> None:
    """List the games, the one played last first; each keeps its number, which counts from the first begun.

    With --check the exit code is 1 if a game is not whole.
    """
    from underkeep.table.games import all_games, folder
    from underkeep.terminal.console import print_json

    found = [_checked(one) if check else one for one in all_games()]
    if as_json:
        print_json([_row(one, referee) for one in found])
    elif not found:
        echo(f"There is no game yet in {folder()}; `underkeep play` begins one.")
    else:
        for one in found:
            _tell(one)
        if check:
            echo(_verdict(found))
    if check and any(one.wrong for one in found):
        raise SystemExit(NOT_WHOLE)


def _checked(listed: Listed) -> Listed:
    """The same, with what is wrong with it if it cannot be resumed."""
    from msgspec.structs import replace

    from underkeep.table.repair import problem_of

    problem = problem_of(listed.path)
    return listed if problem is None else replace(listed, wrong=str(problem))


def _verdict(checked: list[Listed]) -> str:
    wrong = sum(bool(one.wrong) for one in checked)
    games = "1 game" if len(checked) == 1 else f"{len(checked)} games"
    found = f"{wrong} cannot be gone on with; `underkeep repair GAME` saves what is whole" if wrong else "all whole"
    return f"Checked {games} from first entry to last: {found}."


def _row(listed: Listed, referee: bool) -> dict[str, Any]:
    from msgspec import to_builtins

    row: dict[str, Any] = {"number": listed.number, "id": listed.id, "file": str(listed.path)}
    if listed.game is not None:
        row |= {"name": listed.game.name, "system": listed.game.system, "pledge": listed.game.commitment}
        row |= {"seed": listed.game.seed, "key": listed.game.key} if referee else {}
        row |= {"entries": listed.entries, "played": listed.played, "state": to_builtins(listed.summary)}
    return {**row, "wrong": listed.wrong} if listed.wrong else row


def _tell(listed: Listed) -> None:
    """Two lines that fit any screen and read well aloud."""
    if listed.game is None or listed.summary is None:
        echo(f"{listed.number:>3}  {listed.id}\n     {listed.wrong}")
        return
    played = datetime.fromisoformat(listed.played).astimezone().strftime("%Y-%m-%d %H:%M")
    head = f"{listed.id}  {listed.game.system}, {listed.entries} entries, last played {played}"
    echo(f"{listed.number:>3}  {head}\n     {listed.game.name}: {listed.wrong or listed.summary.text}")
    if listed.summary.doubt and not listed.wrong:
        echo(f"     Not verified: {listed.summary.doubt}.")


@click.command(epilog="Examples:\n\n  underkeep undo crypt-of-kel\n\n  underkeep undo 1 --to 40")
@click.argument("game")
@click.option("--to", type=click.IntRange(0), default=None, help="Go on from after this entry.")
def undo(game: str, to: int | None) -> None:
    """Take back the last choice of a player, as the referee. The record keeps what happened and says so.

    GAME is an id, a number in `underkeep games`, or the beginning of a name. What is tried next rolls fresh dice.
    """
    from underkeep.table.session import Session
    from underkeep.table.summary import summary

    with Session.resume(game, {}) as session:
        entry = session.undo(to)
        echo(f"{session.id}: {session.game.name}")
        for line in session.lines(entry.seat, entry.seq - 1):
            echo(f"{line.seq}  {line.text}")
        echo(summary(session.state).text)
