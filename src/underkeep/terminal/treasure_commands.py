"""`underkeep hoard` and `underkeep item`: treasure by its table, and magic by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from underkeep.errors import UnderkeepError
from underkeep.terminal.seeds import fresh_seed, seed_option

if TYPE_CHECKING:
    from underkeep.procedures.ruleset import Ruleset
    from underkeep.procedures.treasury import Treasury


def _treasury(game: str) -> tuple[Ruleset, Treasury]:
    from underkeep.systems import load

    rules = load(game)
    if rules.book.treasury is None:
        raise UnderkeepError(f"{rules.title} has no treasure tables.")
    return rules, rules.book.treasury


@click.command(
    epilog="""\b
Examples:
  underkeep hoard ose C --seed 7
  underkeep hoard ose --json """
)
@click.argument("game")
@click.argument("name", default="")
@seed_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def hoard(game: str, name: str, seed: int | None, as_json: bool) -> None:
    """Roll a treasure of a table; without a name, list the tables with what each is worth on average."""
    from underkeep.kernel.dice import ByPurpose
    from underkeep.kernel.english import plural
    from underkeep.procedures.resolution import Resolution
    from underkeep.terminal.console import console, print_json
    from underkeep.world.state import State

    rules, treasury = _treasury(game)
    tables = treasury.hoards()
    if not name:
        means = {known: treasury.mean_gp(known) for known in tables}
        if as_json:
            print_json({known: {"mean_gp": float(mean), "printed_gp": p} for known, (mean, p) in means.items()})
            return
        for known, (mean, printed) in means.items():
            console().print(f"{known}  {tables[known]}: {float(mean):,.2f} gp on average, printed as {printed:,.0f}")
        return
    wanted = next((known for known in tables if known.casefold() == name.casefold()), None)
    if wanted is None:
        raise UnderkeepError(f'There is no treasure "{name[:40]}"; there are {", ".join(tables)}.')
    seed = fresh_seed() if seed is None else seed
    do = Resolution(State(rules.id, {}), ByPurpose(seed, f"hoard {wanted}"), rules)
    items = treasury.roll_hoard(do, wanted)
    if as_json:
        told = [{"name": i.name, "count": i.count, "kind": i.kind, "worth": treasury.worth(i)} for i in items]
        print_json({"system": rules.id, "hoard": wanted, "seed": seed, "items": told})
        return
    out = console()
    for item in items:
        worth = treasury.worth(item)
        name = item.name if item.count == 1 else plural(item.name)
        out.print(f"{item.count:>6,} {name}{f' ({worth})' if worth else ''}", highlight=False)
    if not items:
        out.print("Nothing.")
    mean, printed = treasury.mean_gp(wanted)
    out.print(f"[dim]{rules.title}, type {wanted}, seed {seed}; {float(mean):,.2f} gp on average[/]")


@click.command(
    epilog="""\b
Examples:
  underkeep item ose "ring of fire resistance"
  underkeep item ose --json """
)
@click.argument("game")
@click.argument("name", default="")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def item(game: str, name: str, as_json: bool) -> None:
    """Show what a magic item does; without a name, list all there are."""
    from underkeep.procedures import content
    from underkeep.terminal.console import console, print_json

    rules, treasury = _treasury(game)
    names = treasury.items()
    out = console()
    if not name:
        if as_json:
            print_json({id: {"name": n, "rows": [list(row) for row in treasury.item(id)]} for id, n in names.items()})
            return
        for id, known in names.items():
            out.print(f"{known} [dim]({id})[/]", highlight=False)
        return
    ids = {content.key(known): id for id, known in names.items()} | {id: id for id in names}
    id = content.look_up(name, ids, rules.title, "potion of healing or wand of cold")
    if as_json:
        print_json({"id": id, "name": names[id], "rows": [list(row) for row in treasury.item(id)]})
        return
    out.print(f"[bold]{names[id]}[/]")
    for label, text in treasury.item(id):
        out.print(f"  {label}: {text}", highlight=False)
