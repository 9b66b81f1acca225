"""`underkeep replay`: a game's record, told again."""

from __future__ import annotations

import sys
from itertools import groupby
from typing import TYPE_CHECKING

import click

from underkeep.terminal.complaints import echo

if TYPE_CHECKING:
    from underkeep.table.narrate import Line
    from underkeep.table.session import Session


@click.command(
    epilog="""\b
Examples:
  underkeep replay crypt-of-kel
  underkeep replay 1 --from 40 --to 60 --why
  underkeep replay 1 --seat referee --step"""
)
@click.argument("game")
@click.option("--from", "first", type=click.IntRange(0), default=0, help="The first entry to tell.")
@click.option("--to", "last", type=click.IntRange(0), default=None, help="The last entry to tell.")
@click.option("--seat", default=None, help="Whose story; the referee's tells the secrets too. Default: a player's.")
@click.option("--why", is_flag=True, help="Add the rule ids, faces and modifiers to each line.")
@click.option("--step", is_flag=True, help="Wait for Enter after each entry.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def replay(game: str, first: int, last: int | None, seat: str | None, why: bool, step: bool, as_json: bool) -> None:
    """Tell a game again from its record, entry by entry, as one seat heard it.

    GAME is an id, a number in `underkeep games`, or the beginning of a name.
    """
    from underkeep.errors import UnderkeepError
    from underkeep.table.session import Session
    from underkeep.terminal.console import print_json

    with Session.resume(game, {}) as session:
        if first > session.seq:
            raise UnderkeepError(f"There is no entry {first}; the last is {session.seq}.")
        if last is not None and last < first:
            raise UnderkeepError(f"Nothing lies between entry {first} and entry {last}.")
        lines = session.lines(seat_of(session, seat), first - 1, last)
    if as_json:
        rows = [{"entry": x.seq, "event": x.index, "text": x.text, "rule": x.rule, "why": x.why} for x in lines]
        print_json(rows)
    else:
        _tell(lines, why, step and sys.stdin.isatty())


def seat_of(session: Session, wanted: str | None) -> str:
    """The seat asked for, or the first that a person has."""
    from underkeep.errors import UnderkeepError
    from underkeep.kernel.prompt import REFEREE

    seats = list(dict.fromkeys([*session.state.seats, REFEREE]))
    if wanted is not None and wanted not in seats:
        raise UnderkeepError(f"There is no such seat; there are {', '.join(seats)}.")
    return wanted or next((seat for seat in seats if seat not in session.game.minds), REFEREE)


def _tell(lines: list[Line], why: bool, step: bool) -> None:
    width = len(str(lines[-1].seq)) if lines else 1
    for seq, told in groupby(lines, key=lambda line: line.seq):
        for number, line in enumerate(told):
            place = "" if number else str(seq)
            echo(f"{place:>{width}}  {line.text}{f'  ({line.why})' if why and line.why else ''}")
        if step and seq != lines[-1].seq:
            try:
                click.prompt("", prompt_suffix="", default="", show_default=False, err=True)
            except click.Abort:  # end of input, or enough of it
                click.echo()
                return
