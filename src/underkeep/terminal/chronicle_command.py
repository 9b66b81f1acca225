"""`underkeep chronicle`: a game as a story."""

from __future__ import annotations

import os
from pathlib import Path

import click

from underkeep.terminal.complaints import echo


@click.command(
    epilog="""\b
Examples:
  underkeep chronicle crypt-of-kel
  underkeep chronicle 1 --seat player --out story.md"""
)
@click.argument("game")
@click.option("--seat", default=None, help="Whose story; the referee's tells the secrets too. Default: a player's.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write it to this file.")
def chronicle(game: str, seat: str | None, out: Path | None) -> None:
    """Write a game down as a story in Markdown, as one seat lived it.

    GAME is an id, a number in `underkeep games`, or the beginning of a name.
    """
    from underkeep.errors import UnderkeepError
    from underkeep.table.session import Session
    from underkeep.terminal.replay_command import seat_of

    with Session.resume(game, {}) as session:
        story = session.chronicle(seat_of(session, seat))
    if out is None:
        echo(story.rstrip("\n"))
        return
    try:
        with open(out, "w", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(story)
    except OSError as error:
        raise UnderkeepError(f"{out} cannot be written: {error.strerror or error}.") from error
