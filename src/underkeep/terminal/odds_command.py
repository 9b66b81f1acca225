"""`underkeep odds`: exact chances of a notation, of one notation against another, or of an attack."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from underkeep.errors import UnderkeepError
from underkeep.terminal.seeds import seed_option

MOST_EXACT = 100_000
"""So many chances of a hundred bits are written down as fractions; more take longer than anybody waits."""


@click.command(
    epilog="""\b
Examples:
  underkeep odds 4d6kh3
  underkeep odds d20+5 --against d20+3
  underkeep odds ose attack --by "fighter/1[sword]" --on orc
  underkeep odds knave attack --by knave --on goblin --json"""
)
@click.argument("what", nargs=-1, required=True)
@click.option("--against", default=None, help="Another notation to compare with.")
@click.option("--by", default=None, help='The attacker, such as "fighter/3[plate,sword]".')
@click.option("--on", "target", default=None, help="The target, such as orc.")
@click.option(
    "--range", "distance", type=float, default=None, help="How far apart, in the game's unit; a square unless given."
)
@click.option("--option", "options", multiple=True, help="Turn an optional rule on (name) or off (no-name).")
@seed_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def odds(
    what: tuple[str, ...],
    against: str | None,
    by: str | None,
    target: str | None,
    distance: float | None,
    options: tuple[str, ...],
    seed: int | None,
    as_json: bool,
) -> None:
    """The exact chances of a dice notation, or of an attack by the rules of a game.

    An attack is resolved by the rule that is played, run down every branch of its dice. Characters have average
    abilities unless --seed is given to roll them.
    """
    from underkeep.systems import names

    if len(what) == 2 and what[1].lower() == "attack":
        _refuse("--against compares dice notations, not attacks.", against)
        _attack(what[0], by, target, distance, options, seed, as_json)
    elif len(what) == 1 and what[0].lower() not in ("attack", *names()):
        _refuse("--by, --on, --range and --option belong to an attack.", by, target, distance, options)
        _versus(what[0], against, as_json) if against is not None else _notation(what[0], as_json)
    else:
        raise UnderkeepError('Give one dice notation, or a game and "attack" with --by and --on.')


def _refuse(sentence: str, *given: object) -> None:
    """An option that would change nothing is a mistake, and is better said."""
    if any(value not in (None, ()) for value in given):
        raise UnderkeepError(sentence)


def _notation(text: str, as_json: bool) -> None:
    from rich.markup import escape

    from underkeep.kernel.chance import distribution
    from underkeep.terminal.charts import bars
    from underkeep.terminal.console import console, print_json

    dist = distribution(text)
    mean, deviation = float(dist.mean()), dist.deviation()
    if as_json:
        if len(dist) * (1 + dist.denominator.bit_length() / 100) > MOST_EXACT:
            raise UnderkeepError(f'The exact chances of "{text[:60]}" are too many to write down.')
        print_json({"mean": mean, "deviation": deviation, **_outcomes("outcomes", dist.items())})
        return
    out = console()
    out.print(f"{escape(text)}: mean {mean:.3f}, deviation {deviation:.3f}")
    weights, total = dist.weights, dist.denominator
    out.print(bars([(str(value), weights[value] / total) for value in dist], out.width))


def _versus(text: str, against: str, as_json: bool) -> None:
    from rich.markup import escape

    from underkeep.kernel.chance import compare
    from underkeep.terminal.charts import bars
    from underkeep.terminal.console import console, print_json

    result = compare(text, against)
    if as_json:
        print_json({**{k: float(v) for k, v in result._asdict().items()}, "exact": [str(f) for f in result]})
        return
    out = console()
    out.print(f"{escape(text)} against {escape(against)}")
    out.print(bars([(name, float(chance)) for name, chance in result._asdict().items()], out.width))


def _attack(
    game: str,
    by: str | None,
    on: str | None,
    distance: float | None,
    options: tuple[str, ...],
    seed: int | None,
    as_json: bool,
) -> None:
    from underkeep.lab.muster import gap_of, parse_recruit
    from underkeep.lab.odds import attack_odds
    from underkeep.systems import load
    from underkeep.terminal.charts import bars
    from underkeep.terminal.console import console, print_json

    rules = load(game)
    if not by or not on:
        raise UnderkeepError(f'Say who attacks whom: underkeep odds {game} attack --by "..." --on "...".')
    dist = attack_odds(rules, parse_recruit(rules, by), parse_recruit(rules, on), distance, options, seed)
    hit = dist.chance(lambda outcome: outcome[0])
    damage = dist.map(lambda outcome: outcome[1])
    if as_json:
        print_json({"hit": float(hit), "hit_exact": str(hit), **_outcomes("damage", damage.items())})
        return
    out = console()
    reach = rules.measures.told(rules.measures.of_squares(gap_of(rules, distance, 1)))
    out.print(f"{by} attacks {on} at {reach} by the rules of {rules.title}.", markup=False)
    out.print(f"Hits {float(hit):.1%} of the time ({hit}); mean damage {float(damage.mean()):.2f}, misses counted.")
    out.print(bars([(f"{amount} damage", float(chance)) for amount, chance in damage.items()], out.width))


def _outcomes(name: str, items: list[tuple[int, Fraction]]) -> dict[str, Any]:
    """Value and chance as floats, and beside them the exact fractions as strings."""
    return {
        name: [[value, float(chance)] for value, chance in items],
        f"{name}_exact": [[value, str(chance)] for value, chance in items],
    }
