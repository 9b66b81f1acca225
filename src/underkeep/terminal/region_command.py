"""`underkeep region`: the country in which a game of a seed is played, as a map, a key or JSON; and the map of
those who play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from underkeep.errors import UnderkeepError
from underkeep.terminal.seeds import fresh_seed, seed_option

if TYPE_CHECKING:
    from underkeep.procedures.ruleset import Ruleset
    from underkeep.world.chart import Chart
    from underkeep.world.state import State


@click.command(
    epilog="""\b
Examples:
  underkeep region ose --seed 7
  underkeep region knave --seed 7 --svg region.svg --key region.md
  underkeep region ose --seed 7 --miles 72 --json
  underkeep region ose --seed 7 --players --svg handout.svg
  underkeep region crypt-of-kel --players --svg handout.svg"""
)
@click.argument("game")
@click.option("--miles", default=None, help="How many miles across are worked out in small hexes, if the book asks it.")
@click.option("--svg", type=click.Path(path_type=Path), default=None, help="Write the map to this file, to print.")
@click.option("--key", "key_file", type=click.Path(path_type=Path), default=None, help="Write the key to this file.")
@click.option("--players", is_flag=True, help="Only what the players have seen: on the first morning, or in your game.")
@seed_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def region(
    game: str,
    miles: str | None,
    svg: Path | None,
    key_file: Path | None,
    players: bool,
    seed: int | None,
    as_json: bool,
) -> None:
    """Make a region of hexes: that in which the game of this seed is played.

    GAME is a game system. With --players it may be one of your own games (an id, a number in `underkeep games`, or the
    beginning of a name): its map then has what the party has seen so far.
    """
    from underkeep.systems import load, names

    if svg is not None and key_file is not None and svg.resolve() == key_file.resolve():
        raise UnderkeepError("The map and the key need two files.")
    if players and key_file is not None:
        raise UnderkeepError("The key is the referee's: --players has none.")
    if players and game not in names():
        _of_a_game(game, svg, as_json, is_made_anew=miles is not None or seed is not None)
        return
    rules = load(game)
    if rules.region is None or rules.key is None:
        raise UnderkeepError(f"{rules.title} has no regions.")
    seed = fresh_seed() if seed is None else seed
    state = _made(rules, seed, miles)
    if players:
        _tell_players(state, rules.title, svg, as_json)
    else:
        _tell_referee(rules, state, seed, svg, key_file, as_json)


def _made(rules: Ruleset, seed: int, miles: str | None) -> State:
    from underkeep.table.new_game import Plan, new_game

    asked = f"{rules.id}:wilderness-design.start-small"
    return new_game(rules, seed, Plan(rulings={} if miles is None else {asked: miles})).state


def _of_a_game(game: str, svg: Path | None, as_json: bool, is_made_anew: bool) -> None:
    from underkeep.table.session import Session

    if is_made_anew:
        raise UnderkeepError("A game that is played has its region already: leave --seed and --miles out.")
    with Session.resume(game, {}) as session:
        _tell_players(session.state, session.rules.title, svg, as_json)


def _tell_players(state: State, note: str, svg: Path | None, as_json: bool) -> None:
    from underkeep.generate.region_svg import players_map
    from underkeep.generate.region_text import drawn
    from underkeep.terminal.dungeon_command import write
    from underkeep.world.chart import charted

    chart = charted(state)
    if chart is None:
        raise UnderkeepError("That game has no region.")
    if svg is not None:
        write(svg, players_map(chart, note))
        told = f"{len(chart.hexes)} hexes that the players have seen: wrote {svg}."
    if as_json:
        _print(chart)
    else:
        click.echo("\n".join(drawn(chart)) if svg is None else told)


def _print(chart: Chart) -> None:
    from msgspec import to_builtins

    from underkeep.terminal.console import print_json

    print_json(to_builtins(chart))


def _tell_referee(
    rules: Ruleset, state: State, seed: int, svg: Path | None, key_file: Path | None, as_json: bool
) -> None:
    from msgspec import to_builtins

    from underkeep.generate.region_key import region_key
    from underkeep.generate.region_svg import referees_map
    from underkeep.generate.region_text import drawn
    from underkeep.terminal.console import print_json
    from underkeep.terminal.dungeon_command import write
    from underkeep.world.chart import whole

    made = state.region
    assert made is not None and rules.key is not None
    note = f"{rules.title}, seed {seed}"
    if svg is not None:
        write(svg, referees_map(made, note))
    text = region_key(made, rules.key.monster, note)
    if key_file is not None:
        write(key_file, text)
    if as_json:
        print_json({"system": rules.id, "seed": seed, **to_builtins(made)})
    elif svg is None and key_file is None:
        click.echo("\n".join(drawn(whole(made))))
        click.echo()
        click.echo(text)
        click.echo(f"Seed {seed}. Add --svg region.svg --key region.md for files to print.")
    else:
        name, files = next(iter(made.places.values())).name, [str(path) for path in (svg, key_file) if path]
        click.echo(f"The country round {name} (seed {seed}): wrote {' and '.join(files)}.")
