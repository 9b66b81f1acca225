"""`underkeep roll`: dice, with every face shown."""

from __future__ import annotations

import click
import msgspec

from underkeep.terminal.seeds import fresh_seed, seed_option

MOST_ROLLS = 100_000


@click.command(
    epilog="""\b
Examples:
  underkeep roll 4d6kh3
  underkeep roll "1d8[sword] + 2[strength]" --times 5 --seed 7
  underkeep roll "2d6 x 10" --json"""
)
@click.argument("notation")
@click.option("--times", type=click.IntRange(1, MOST_ROLLS), default=1, help="How often to roll.")
@seed_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def roll(notation: str, times: int, seed: int | None, as_json: bool) -> None:
    """Roll dice and show each face, kept or dropped, and the total.

    Notation: 3d6, d%, d6HL (high die minus low), 4d6kh3 and kl/dh/dl to keep or drop, 6d6! exploding, 4d6r1 reroll
    once, + - * //, parentheses, x10 multipliers, [labels].
    """
    from underkeep.kernel.dice import Seeded
    from underkeep.kernel.notation import parse
    from underkeep.kernel.roll import render
    from underkeep.kernel.roll import roll as throw
    from underkeep.terminal.console import print_json

    expr = parse(notation)
    dice = Seeded(fresh_seed() if seed is None else seed, "roll")
    results = [throw(expr, dice, "roll") for _ in range(times)]
    if as_json:
        print_json({"notation": expr.text, "rolls": [msgspec.to_builtins(r) for r in results]})
        return
    for result in results:
        click.echo(render(result))
    if times > 1:
        click.echo(f"Sum {sum(r.total for r in results)}, mean {sum(r.total for r in results) / times:.2f}.")
