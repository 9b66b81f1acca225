"""`underkeep table`: the tables of a rulebook, to read or to roll on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from underkeep.errors import UnderkeepError
from underkeep.terminal.seeds import fresh_seed, seed_option

if TYPE_CHECKING:
    from underkeep.rulebook import ledger

MOST_ROLLS = 1000


@click.command(
    epilog="""\b
Examples:
  underkeep table ose
  underkeep table ose reaction --roll
  underkeep table knave carousing --roll --times 3 --seed 7
  underkeep table rampage near-death --json"""
)
@click.argument("game")
@click.argument("name", default="")
@click.option("--roll", "rolls", is_flag=True, help="Roll on it.")
@click.option("--times", type=click.IntRange(1, MOST_ROLLS), default=1, help="How often to roll.")
@seed_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def table(game: str, name: str, rolls: bool, times: int, seed: int | None, as_json: bool) -> None:
    """Show a table of the game's rulebook, or roll on it; without a name, list them all."""
    from underkeep.rulebook.ledger import load
    from underkeep.terminal.rules_command import show_entry

    book = load(game)
    if not name:
        _list(book, as_json)
        return
    found = _named(book, name)
    if rolls:
        _roll(book, found, times, seed, as_json)
    else:
        show_entry(book, found, as_json)


def _list(book: ledger.Ledger, as_json: bool) -> None:
    from underkeep.rulebook import rolled_tables
    from underkeep.terminal.console import console, print_json

    rolled = {id: rolled_tables.dice(one) for id, one in book.tables.items()}
    if as_json:
        print_json([{"id": id, "dice": expr.text if expr else None} for id, expr in rolled.items()])
        return
    out = console()
    for id, expr in rolled.items():
        out.print(f"{id}  [dim]{expr.text if expr else ''}[/]".rstrip())


def _named(book: ledger.Ledger, name: str) -> ledger.Table:
    """By its id or a part of it; of several the ids are told."""
    wanted = name.lower().removeprefix(f"{book.system}:").replace(" ", "-")
    if wanted in book.tables:
        return book.tables[wanted]
    near = [id for id in book.tables if wanted in id]
    if len(near) == 1:
        return book.tables[near[0]]
    shown = "".join(c for c in name if c.isprintable())[:60]
    if near:
        raise UnderkeepError(f"'{shown}' may be {', '.join(near[:8])}.")
    raise UnderkeepError(f"There is no table called '{shown}'; list them with: underkeep table {book.system}")


def _roll(book: ledger.Ledger, found: ledger.Table, times: int, seed: int | None, as_json: bool) -> None:
    from underkeep.kernel.dice import Seeded
    from underkeep.kernel.roll import render
    from underkeep.kernel.roll import roll as throw
    from underkeep.rulebook import rolled_tables
    from underkeep.terminal.console import print_json

    expr = rolled_tables.dice(found)
    if expr is None:
        raise UnderkeepError(f"Nobody rolls on {found.id}; leave out --roll to read it.")
    thrown = Seeded(fresh_seed() if seed is None else seed, "table")
    results = [throw(expr, thrown, found.id) for _ in range(times)]
    rows = [rolled_tables.row(found, result.total) for result in results]
    if as_json:
        both = zip(results, rows, strict=True)
        print_json(
            {"id": book.full_id(found), "rolls": [{"roll": msgspec.to_builtins(r), "row": row} for r, row in both]}
        )
        return
    for result, row in zip(results, rows, strict=True):
        click.echo(render(result))
        for column, cell in list(row.items())[1:]:
            if not column.endswith("_max"):
                click.echo(f"  {column.replace('_', ' ')}: {cell}")
