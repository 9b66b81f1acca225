"""`underkeep encounter`: whom a party would meet by chance on a level of a dungeon, or in a terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from msgspec import to_builtins

from underkeep.terminal.seeds import fresh_seed, seed_option

if TYPE_CHECKING:
    from underkeep.table import chance_meeting


@click.command(
    epilog="""\b
Examples:
  underkeep encounter ose --level 3
  underkeep encounter ose --level 3 --seed 7 --json
  underkeep encounter ose --level 3 --table
  underkeep encounter ose --terrain swamp"""
)
@click.argument("game")
@click.option("--level", default=1, help="The level of the dungeon.")
@click.option("--terrain", default=None, help="The country it is in, instead of a dungeon: swamp, sea, mountains.")
@click.option("--table", "whole", is_flag=True, help="Show the whole table instead of rolling on it.")
@seed_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def encounter(game: str, level: int, terrain: str | None, whole: bool, seed: int | None, as_json: bool) -> None:
    """Roll on the table of a dungeon level, or of a terrain, and make those who are met."""
    from underkeep.systems import load
    from underkeep.table import chance_meeting as by_chance
    from underkeep.terminal.console import console, print_json

    rules = load(game)
    seed = fresh_seed() if seed is None else seed
    if whole:
        rows = by_chance.rows(rules, level, seed) if terrain is None else by_chance.terrain_rows(rules, terrain)
        where = {"level": level} if terrain is None else {"terrain": terrain}
        if as_json:
            print_json({"system": rules.id, **where, "rows": to_builtins(rows)})
            return
        for row in rows:
            console().print(f"{row.roll:>4}  {row.number:<8} {' or '.join(row.kinds)}", highlight=False)
        return
    met = by_chance.meet(rules, level, seed) if terrain is None else by_chance.meet_in(rules, terrain, seed)
    if as_json:
        print_json({"system": rules.id, "seed": seed, **_told(met)})
        return
    out = console()
    out.print(f"{len(met.creatures)} {met.kind}, {rules.measures.told(met.distance)} away", highlight=False)
    for creature in met.creatures:
        life = rules.life(creature)[1]
        carried = ", ".join(item.name.lower() for item in creature.items if item.place != "pack")
        out.print(f"  {creature.name}: {creature.kind}, {life} hp{f'; {carried}' if carried else ''}", highlight=False)
    surprised = "somebody is surprised" if met.surprised else "nobody is surprised"
    out.print(f"{surprised}{f'; they are {met.attitude}' if met.attitude else ''}", highlight=False)
    out.print(f"[dim]{rules.title}, {terrain or f'level {level}'}, seed {seed}[/]")


def _told(met: chance_meeting.ChanceMeeting) -> dict[str, object]:
    return {
        **({"terrain": met.terrain} if met.terrain else {"level": met.level}),
        "roll": met.row.roll,
        "kind": met.kind,
        "number": len(met.creatures),
        "distance": met.distance,
        "surprised": met.surprised,
        "attitude": met.attitude,
        "creatures": to_builtins(met.creatures, enc_hook=str),
    }
