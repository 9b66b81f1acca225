"""`underkeep repair`: what is whole of a damaged game is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from underkeep.table.repair import Repaired


@click.command(epilog="Examples:\n\n  underkeep repair crypt-of-kel\n\n  underkeep repair 1 --json")
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def repair(game: str, as_json: bool) -> None:
    """Save what is whole of a damaged game, from its file and its backups, and say what is not.

    GAME is an id, a number in `underkeep games`, or the beginning of a name. The damaged file is set aside; the game
    goes on after its last whole entry.
    """
    from underkeep.table.repair import repair as repaired
    from underkeep.terminal.console import print_json

    done = repaired(game)
    if as_json:
        aside = str(done.aside) if done.aside is not None else None
        print_json(
            {"id": done.id, "kept": done.kept, "lost": done.told - done.kept, "wrong": done.wrong, "aside": aside}
        )
    else:
        for line in _told(done):
            click.echo(line)


def _told(done: Repaired) -> list[str]:
    if done.aside is None:
        return [f"{done.id} is whole: {done.kept} entries. Nothing was changed."]
    lost = done.told - done.kept
    return [
        done.wrong,
        f"{done.id}: {done.kept} of {done.told} entries are whole and kept; {_lost(done) if lost else 'none is lost'}.",
        f"The damaged file is kept as {done.aside}.",
    ]


def _lost(done: Repaired) -> str:
    first, last = done.kept, done.told - 1
    return f"entry {first} is lost" if first == last else f"entries {first} to {last} are lost"
