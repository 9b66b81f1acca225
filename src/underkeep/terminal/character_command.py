"""`underkeep character`: a character made by the book, as a sheet, with the steps that made it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from underkeep.errors import UnderkeepError
from underkeep.terminal.seeds import fresh_seed, seed_option

if TYPE_CHECKING:
    from underkeep.procedures.ruleset import Recruit, Ruleset


@click.command(
    epilog="""\b
Examples:
  underkeep character ose --class fighter --level 3 --seed 7
  underkeep character knave --seed 7 --steps
  underkeep character ose --step-by-step
  underkeep character ose --choose alignment=Lawful --name Ysolde
  underkeep character robs --choices"""
)
@click.argument("game")
@click.option("--class", "kind", default=None, help="The class, where the game has them.")
@click.option("--level", type=click.IntRange(1, 99), default=1, help="The level.")
@click.option("--name", default="", help="The name.")
@click.option("--gear", default=None, help="Gear by name, with commas; replaces what would be bought.")
@click.option("--choose", multiple=True, metavar="WHAT=VALUE", help="Fix a choice of the creation steps.")
@click.option("--choices", "show_choices", is_flag=True, help="List what can be chosen, and stop.")
@click.option("--step-by-step", "by_steps", is_flag=True, help="Be asked for each choice that is still open.")
@click.option("--option", "options", multiple=True, help="Turn an optional rule on (name) or off (no-name).")
@click.option("--steps/--no-steps", default=True, help="Show the steps with their rule ids.")
@seed_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def character(
    game: str,
    kind: str | None,
    level: int,
    name: str,
    gear: str | None,
    choose: tuple[str, ...],
    show_choices: bool,
    by_steps: bool,
    options: tuple[str, ...],
    steps: bool,
    seed: int | None,
    as_json: bool,
) -> None:
    """Make a character by the book: each step rolled by the seed, or fixed by --choose."""
    from underkeep.lab.portrait import make
    from underkeep.systems import load
    from underkeep.terminal.console import console, print_json
    from underkeep.terminal.sheets import print_card, print_choices, print_steps, sheet_json

    rules = load(game)
    if show_choices:
        print_choices(console(), rules)
        return
    seed = fresh_seed() if seed is None else seed
    who = _recruit(rules, kind, level, name, gear, choose)
    if by_steps and as_json:
        raise UnderkeepError("--step-by-step asks questions, so it cannot print JSON.")
    if by_steps:
        who = _by_steps(rules, who, seed, options)
    made = make(rules, who, seed, options)
    if as_json:
        print_json({"system": rules.id, "seed": seed, **sheet_json(rules, made)})
        return
    out = console()
    if not by_steps:
        print_card(out, rules.card(made.state, made.creature))
    if steps:
        print_steps(out, made.events)
    out.print(f"[dim]{rules.title}, seed {seed}[/]")


def _by_steps(rules: Ruleset, who: Recruit, seed: int, options: tuple[str, ...]) -> Recruit:
    from msgspec.structs import replace

    from underkeep.lab.portrait import sit, sitting
    from underkeep.table.creation import Workbench
    from underkeep.terminal.asking import Leave
    from underkeep.terminal.creating import HINT, Interview

    click.echo(HINT)
    begin = partial(sitting, rules, seed, options)
    bench = Workbench(replace(who, stream="character"), begin, lambda do, who: sit(do, who, seed))
    try:
        return Interview(rules).made(bench)
    except Leave:
        click.echo("Farewell.")
        raise click.exceptions.Exit(0) from None


def _recruit(
    rules: Ruleset, kind: str | None, level: int, name: str, gear: str | None, choose: tuple[str, ...]
) -> Recruit:
    from underkeep.lab.muster import known_name
    from underkeep.procedures.ruleset import Recruit

    choices = {}
    for word in choose:
        what, sign, value = word.partition("=")
        if not sign:
            raise UnderkeepError(f'"{word[:60]}" is not a choice; write it like alignment=Lawful.')
        choices[what.strip()] = value.strip()
    items = None if gear is None else tuple(g.strip() for g in gear.split(",") if g.strip())
    if len(name) > 60 or not (name == "" or name.isprintable()):
        raise UnderkeepError("A name has at most 60 printable characters.")
    chosen = known_name(rules, kind, "character") if kind else ""
    if chosen and rules.roster()[chosen] != "character":
        raise UnderkeepError(f"{chosen} is a monster, not a class.")
    named = choices.get("class", chosen).lower()
    if chosen in rules.choices().get("class", ()) and named != chosen:
        raise UnderkeepError(f'--class says {chosen}, --choose says "{named[:60]}"; name one class.')
    return Recruit(chosen, level, items, name, choices)
