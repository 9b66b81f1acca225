"""`underkeep export` and `underkeep import`: a game as text, to keep or to give away."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from underkeep.table.record import Imported


@click.command(epilog="Examples:\n\n  underkeep export crypt-of-kel kel.txt\n\n  underkeep export 1 --referee")
@click.argument("game")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--referee", is_flag=True, help="As the referee: it may tell the secrets of a game that is not over.")
@click.option("--force", is_flag=True, help="Replace the file if there is one.")
def export(game: str, file: Path | None, referee: bool, force: bool) -> None:
    """Write a game's whole record as text: a JSON line for each entry, chained by hashes.

    GAME is an id, a number in `underkeep games`, or the beginning of a name. Without FILE it goes to standard output.

    The record holds the seed, the key of the dice and all that is hidden: of a game that is not over, it is for the
    referee.
    """
    from underkeep.errors import UnderkeepError
    from underkeep.table.games import find, id_of_file, is_over
    from underkeep.table.record import export_game

    path = find(game)
    id = id_of_file(path)
    if not referee and not is_over(path):
        raise UnderkeepError(
            f"The record of {id} tells its dice and all that is hidden, and the game is not over; add --referee to"
            " write it all the same, or see `underkeep chronicle` for the story as a player knows it."
        )
    lines = export_game(id)
    if file is None or str(file) == "-":
        sys.stdout.flush()
        for line in lines:
            sys.stdout.buffer.write(line)
        click.echo(f"Wrote {id}.", err=True)
        return
    if file.exists() and not force:
        raise UnderkeepError(f"{file} is there already; add --force to replace it.")
    try:
        _write(file, lines)
    except OSError as error:
        raise UnderkeepError(f"{file} could not be written: {error.strerror}.") from error
    click.echo(f"Wrote {id} to {file}.")


def _write(file: Path, lines: Iterable[bytes]) -> None:
    """All of it, or the file stays as it was. It tells the referee's secrets, so it is for its owner alone."""
    draft = file.with_name(f".{file.name}-{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as out:
            out.writelines(lines)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


@click.command("import", epilog="Examples:\n\n  underkeep import kel.txt\n\n  underkeep import - < kel.txt")
@click.argument("file", type=click.Path(path_type=Path))
def import_(file: Path) -> None:
    """Make a game of a record written by `underkeep export`, after proving it whole. It gets an id of its own.

    Every entry is judged again by the rules; a game that does not follow by them is kept as not verified.
    """
    from underkeep.errors import UnderkeepError
    from underkeep.table.games import id_of_file
    from underkeep.table.record import import_game

    try:
        with contextlib.nullcontext(sys.stdin.buffer) if str(file) == "-" else file.open("rb") as source:
            found = import_game(source)
    except OSError as error:
        raise UnderkeepError(f"{file} could not be read: {error.strerror}.") from error
    click.echo(f"{id_of_file(found.path)}: {found.game.name}, {found.entries} entries.")
    click.echo(_trust(found))


def _trust(found: Imported) -> str:
    if not found.doubt:
        return "Every entry was judged again by the rules and the game's dice: all the same."
    return f"Not verified: {found.doubt}. The list of games says so from now on."
