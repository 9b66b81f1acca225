"""`underkeep monster`: a creature as it is listed, or one made from a description of it."""

from __future__ import annotations

import click

from underkeep.errors import UnderkeepError
from underkeep.terminal.seeds import fresh_seed, seed_option

MAKE = "make"
"""The choice of the creation steps by which a game makes a creature from words."""


@click.command(
    epilog="""\b
Examples:
  underkeep monster ose goblin
  underkeep monster robs --make "huge, Great strength, thick hide, poisonous bite"
  underkeep monster robs --make "Scale 3, four-legged, Good agility, horns" --name "Stone boar" """
)
@click.argument("game")
@click.argument("kind", default="")
@click.option("--make", "described", default="", help="Describe it in phrases, with commas, where the game reads such.")
@click.option("--name", default="", help="What it is called.")
@click.option("--steps/--no-steps", default=True, help="Show how it came about, with the rule ids.")
@seed_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def monster(game: str, kind: str, described: str, name: str, steps: bool, seed: int | None, as_json: bool) -> None:
    """Show a creature of the game's listings, or make one from words."""
    from underkeep.lab.muster import known_name
    from underkeep.lab.portrait import make
    from underkeep.procedures.ruleset import Recruit
    from underkeep.systems import load
    from underkeep.terminal.console import console, print_json
    from underkeep.terminal.sheets import print_card, print_steps, sheet_json

    rules = load(game)
    if bool(kind) == bool(described):
        raise UnderkeepError("Name one creature of the game, or describe one with --make.")
    if described and MAKE not in rules.choices():
        raise UnderkeepError(f"{rules.title} makes no creatures from words; name one that is listed.")
    if len(name) > 60 or not (name == "" or name.isprintable()):
        raise UnderkeepError("A name has at most 60 printable characters.")
    found = known_name(rules, kind, "monster") if kind else ""
    if found and rules.roster()[found] != "monster":
        raise UnderkeepError(f"{found} is a class; `underkeep character` makes such.")
    seed = fresh_seed() if seed is None else seed
    made = make(rules, Recruit(found, name=name, choices={MAKE: described} if described else {}), seed)
    if as_json:
        print_json({"system": rules.id, "seed": seed, **sheet_json(rules, made)})
        return
    out = console()
    print_card(out, rules.card(made.state, made.creature))
    if steps:
        print_steps(out, made.events)
    out.print(f"[dim]{rules.title}, seed {seed}[/]")
