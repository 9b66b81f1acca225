"""`underkeep region`: the country in which a game of a seed is played, as a map, a key or JSON."""

from __future__ import annotations

from pathlib import Path

import click

from underkeep.errors import UnderkeepError
from underkeep.terminal.seeds import fresh_seed, seed_option


@click.command(
    epilog="""\b
Examples:
  underkeep region ose --seed 7
  underkeep region ose --seed 7 --svg region.svg --key region.md
  underkeep region ose --seed 7 --players --svg handout.svg
  underkeep region ose --seed 7 --miles 72 --json"""
)
@click.argument("game")
@click.option("--miles", default=None, help="How many miles across are worked out in small hexes: 24, 72 or 120.")
@click.option("--svg", type=click.Path(path_type=Path), default=None, help="Write the map to this file, to print.")
@click.option("--key", "key_file", type=click.Path(path_type=Path), default=None, help="Write the key to this file.")
@click.option("--players", is_flag=True, help="Draw the --svg map as far as the players know it on the first morning.")
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
    """Make a region of hexes: that in which the game of this seed is played."""
    from msgspec import to_builtins

    from underkeep.generate.region_key import region_key
    from underkeep.generate.region_svg import svg_region
    from underkeep.generate.region_text import drawn
    from underkeep.systems import load
    from underkeep.table.new_game import Plan, new_game
    from underkeep.terminal.console import print_json
    from underkeep.terminal.dungeon_command import write

    if svg is not None and key_file is not None and svg.resolve() == key_file.resolve():
        raise UnderkeepError("The map and the key need two files.")
    rules = load(game)
    if rules.region is None or rules.key is None:
        raise UnderkeepError(f"{rules.title} has no regions.")
    seed = fresh_seed() if seed is None else seed
    rulings = {} if miles is None else {f"{rules.id}:wilderness-design.start-small": miles}
    state = new_game(rules, seed, Plan(rulings=rulings)).state
    made = state.region
    assert made is not None and state.party is not None
    note = f"{rules.title}, seed {seed}"
    if svg is not None:
        write(svg, svg_region(made, state.party.hexes if players else None, rules.title if players else note))
    text = region_key(made, rules.key.monster, note)
    if key_file is not None:
        write(key_file, text)
    if as_json:
        print_json({"system": rules.id, "seed": seed, **to_builtins(made)})
    elif svg is None and key_file is None:
        click.echo("\n".join(drawn(made)))
        click.echo()
        click.echo(text)
        click.echo(f"Seed {seed}. Add --svg region.svg --key region.md for files to print.")
    else:
        name, files = next(iter(made.places.values())).name, [str(path) for path in (svg, key_file) if path]
        click.echo(f"The country round {name} (seed {seed}): wrote {' and '.join(files)}.")
