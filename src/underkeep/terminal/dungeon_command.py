"""`underkeep dungeon`: a map and its key, on the screen or as files to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from underkeep.errors import UnderkeepError
from underkeep.terminal.seeds import fresh_seed, seed_option

if TYPE_CHECKING:
    from rich.console import Console

    from underkeep.procedures.ruleset import Ruleset
    from underkeep.world.dungeon import Dungeon

STYLES = {
    "rock": "dim", "floor": "dim", "door": "yellow", "secret": "magenta", "stairs": "cyan", "entrance": "bold green",
    "number": "bold",
}  # fmt: skip


@click.command(
    epilog="""\b
Examples:
  underkeep dungeon ose --seed 7 --levels 3
  underkeep dungeon ose --setting crypt --rooms 20
  underkeep dungeon ose --seed 7 --svg map.svg --key key.md
  underkeep dungeon ose --seed 7 --players --svg handout.svg"""
)
@click.argument("game")
@click.option("--levels", type=int, default=3, show_default=True, help="How many levels.")
@click.option("--rooms", type=int, default=None, help="Rooms on each level; 10 to 16 if not given.")
@click.option("--setting", default=None, help="crypt, caverns, settlement, mine, temple or tower; rolled if not given.")
@click.option("--name", default=None, help="What the place is called.")
@click.option("--svg", type=click.Path(path_type=Path), default=None, help="Write the map to this file, to print.")
@click.option("--key", "key_file", type=click.Path(path_type=Path), default=None, help="Write the key to this file.")
@click.option("--players", is_flag=True, help="Draw the --svg map without what only the referee may know.")
@seed_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def dungeon(
    game: str,
    levels: int,
    rooms: int | None,
    setting: str | None,
    name: str | None,
    svg: Path | None,
    key_file: Path | None,
    players: bool,
    seed: int | None,
    as_json: bool,
) -> None:
    """Make a dungeon: its map and, by the game's tables, what is in it."""
    from underkeep.generate.key import key, notes_of
    from underkeep.generate.svg import svg_map
    from underkeep.systems import load
    from underkeep.terminal.console import console

    if svg is not None and key_file is not None and svg.resolve() == key_file.resolve():
        raise UnderkeepError("The map and the key need two files.")
    if players and (svg is None or key_file is not None or as_json):
        raise UnderkeepError("--players draws a map for the players: add --svg FILE, and neither --key nor --json.")
    rules = load(game)
    seed = fresh_seed() if seed is None else seed
    made = _make(rules, seed, levels, rooms, setting, name)
    note = f"{rules.title}, seed {seed}"
    if svg is not None:
        write(svg, svg_map(made, rules.measures, is_referee=not players, note=rules.title if players else note))
    text = key(made, rules.measures, notes_of(rules), note)
    if key_file is not None:
        write(key_file, text)
    if as_json:
        _print_json(made, seed)
    elif svg is None and key_file is None:
        _print(console(), made, text, seed)
    else:
        said = made.name if players else f"{made.name} (seed {seed})"
        click.echo(f"{said}: wrote {' and '.join(str(path) for path in (svg, key_file) if path)}.")


def _make(rules: Ruleset, seed: int, levels: int, rooms: int | None, setting: str | None, name: str | None) -> Dungeon:
    from underkeep.generate.site import make_site
    from underkeep.kernel.dice import Seeded
    from underkeep.kernel.opaque import salt_of
    from underkeep.kernel.prompt import REFEREE
    from underkeep.procedures.resolution import Resolution
    from underkeep.world.state import State

    do = Resolution(State(rules.id, {REFEREE: ()}, salt=salt_of(seed)), Seeded(seed, "stock"), rules)
    return make_site(do, rules, levels, setting, seed, rooms=rooms, name=name)


def write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnderkeepError(f"Cannot write {path}: {error.strerror or error}.") from error


def _print_json(made: Dungeon, seed: int) -> None:
    import msgspec

    from underkeep.terminal.console import print_json

    found: dict[str, Any] = msgspec.to_builtins(made)
    print_json({"seed": seed, **found})


def _print(out: Console, made: Dungeon, text: str, seed: int) -> None:
    from rich.text import Text

    from underkeep.generate.text_map import LEGEND, cells

    for level in made.levels:
        out.print(f"[bold]Level {level.number}[/]")
        for row in cells(made, level.number):
            if all(cell.kind == "unknown" for cell in row):
                continue
            line = Text(no_wrap=True, overflow="ignore")
            for cell in row:
                line.append(cell.text, STYLES.get(cell.kind, ""))
            line.rstrip()
            out.print(line, crop=False, soft_wrap=True)
        out.print()
    out.print("  ".join(f"[bold]{sign}[/] {what}" for sign, what in LEGEND if sign not in "'?"), soft_wrap=True)
    out.print()
    out.print(Text(text.rstrip()), soft_wrap=True)
    out.print(f"[dim]Seed {seed}. Add --svg map.svg --key key.md for files to print.[/]")
