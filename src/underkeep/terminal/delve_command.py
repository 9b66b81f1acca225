"""`underkeep delve`: a party that plays itself, once with its story, or many times with its figures."""

from __future__ import annotations

from collections import Counter
from statistics import mean
from typing import TYPE_CHECKING, Any

import click

from underkeep.terminal.seeds import fresh_seed, seed_option

if TYPE_CHECKING:
    from underkeep.lab.campaign import Campaign
    from underkeep.lab.delve import Delve
    from underkeep.procedures.ruleset import Ruleset

MOST_RUNS = 100_000
MOST_DAYS = 1000


@click.command(
    epilog="""\b
Examples:
  underkeep delve ose --seed 7
  underkeep delve ose --party reckless --size 8 --runs 200
  underkeep delve ose --levels 2 --runs 50 --json
  underkeep delve ose --campaign 30 --level 4 --preset gentle"""
)
@click.argument("game")
@click.option(
    "--party", "temper", type=click.Choice(["cautious", "reckless"]), default="cautious", help="How it plays."
)
@click.option("--size", type=click.IntRange(1, 20), default=6, help="How many set out.")
@click.option("--level", type=click.IntRange(1, 14), default=1, help="The level of each.")
@click.option("--levels", type=click.IntRange(1, 20), default=3, help="How many levels the dungeon has.")
@click.option("--setting", default=None, help="The dungeon's setting, such as crypt.")
@click.option("--option", "options", multiple=True, help="Turn an optional rule on (name) or off (no-name).")
@click.option("--preset", "preset_name", default=None, help="by-the-book, gentle, grim: as the game declares them.")
@click.option(
    "--runs", type=click.IntRange(1, MOST_RUNS), default=1, help="How many delves; more than one are counted."
)
@click.option(
    "--campaign",
    "days",
    type=click.IntRange(1, MOST_DAYS),
    default=None,
    help="Not one delve, but so many days: delves, travels, voyages and days in town.",
)
@click.option("--why", is_flag=True, help="Add the rule ids, faces and modifiers to each line.")
@seed_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def delve(
    game: str,
    temper: str,
    size: int,
    level: int,
    levels: int,
    setting: str | None,
    options: tuple[str, ...],
    preset_name: str | None,
    runs: int,
    days: int | None,
    why: bool,
    seed: int | None,
    as_json: bool,
) -> None:
    """Let a party play itself, from the town into the dungeon and back, or not.

    It is the game that is played, driven by a mind through the legal actions.
    """
    from underkeep.lab import campaign as campaigns
    from underkeep.lab import delve as one_visit
    from underkeep.minds.explorer import TEMPERS
    from underkeep.systems import load
    from underkeep.table.new_game import Plan
    from underkeep.table.presets import BY_THE_BOOK, preset
    from underkeep.terminal.console import print_json, progress

    rules = load(game)
    seed = fresh_seed() if seed is None else seed
    chosen = preset(rules, preset_name or BY_THE_BOOK)
    on = (*chosen.switches, *options)
    plan = Plan(size, (), level, levels, setting, on, companions=chosen.companions, rulings=chosen.rulings)
    if runs == 1:
        found: Delve | Campaign
        if days is None:
            found = one_visit.delve(rules, seed, plan, TEMPERS[temper])
            row = one_visit.figures(rules, found)
        else:
            found = campaigns.campaign(rules, seed, plan, days, TEMPERS[temper])
            row = campaigns.figures(rules, found)
        if as_json:
            print_json({"runs": 1, "seed": seed, **row})
        else:
            _tell(rules, found, row, why, seed)
        return
    with progress("delving", runs) as step:
        if days is None:
            rows = one_visit.delves(rules, seed, runs, plan, TEMPERS[temper], step)
        else:
            rows = campaigns.campaigns(rules, seed, runs, plan, days, TEMPERS[temper], step)
    summary = _summary(rows)
    if as_json:
        print_json({"runs": runs, "seed": seed, **summary})
    else:
        _show(rules, summary, runs, seed, "delve" if days is None else "campaign")


def _summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """How the delves ended, and the mean of every figure."""
    keys = dict.fromkeys(key for row in rows for key in row if key != "outcome")
    means = {key: mean(row.get(key, 0) for row in rows) for key in keys}
    return {"outcomes": dict(Counter(row["outcome"] for row in rows)), **means}


def _show(rules: Ruleset, summary: dict[str, Any], runs: int, seed: int, what: str) -> None:
    from rich.table import Table

    from underkeep.terminal.console import console

    out = console()
    table = Table(title=f"{runs} {what}s of {rules.title}", title_justify="left", show_header=False)
    for how, count in summary["outcomes"].items():
        table.add_row(how, f"{count} ({count / runs:.0%})")
    for key, value in summary.items():
        if key != "outcomes":
            table.add_row(f"{key} a {what}", f"{value:.1f}")
    out.print(table)
    out.print(f"[dim]seed {seed}[/]")


def _tell(rules: Ruleset, found: Delve | Campaign, row: dict[str, Any], why: bool, seed: int) -> None:
    from rich.markup import escape

    from underkeep.table.narrate import told
    from underkeep.terminal.console import console

    out = console()
    names = {c.id: c.name for c in found.end.creatures.values()}
    for line in told(rules, found.start, found.events, lambda id: names.get(id, id)):
        reason = f"  [dim]{escape(line.why)}[/]" if why and line.why else ""
        out.print(escape(line.text) + reason, soft_wrap=True)
    facts = ", ".join(f"{key} {value}" for key, value in row.items())
    out.print(f"[dim]{facts}; seed {seed}.[/]")
