"""`underkeep spell`: what a spell does, read off the game's own content."""

from __future__ import annotations

import click


@click.command(
    epilog="""\b
Examples:
  underkeep spell ose "raise dead"
  underkeep spell knave fog
  underkeep spell ose --json "remove curse"
  underkeep spell rampage"""
)
@click.argument("game")
@click.argument("name", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def spell(game: str, name: tuple[str, ...], as_json: bool) -> None:
    """Show what a spell does: where it is cast, at whom, and its measures. Without a name all are listed."""
    import msgspec

    from underkeep.errors import UnderkeepError, did_you_mean
    from underkeep.systems import load
    from underkeep.table.speech.spells_told import described, named
    from underkeep.terminal.console import filled, print_json

    rules, wanted = load(game), " ".join(name)
    known = rules.spells()
    found = named(rules, wanted) if wanted else list(known)
    if not found:
        hint = did_you_mean(wanted, tuple(known), f"`underkeep spell {rules.id}` lists them.")
        raise UnderkeepError(f'{rules.title} has no spell "{wanted[:60]}"; {hint}')
    if as_json:
        told = {spell: msgspec.to_builtins(known[spell], enc_hook=str) for spell in found}
        print_json({"system": rules.id, "spells": told})
    elif wanted:
        for line in described(rules, wanted):
            click.echo(line)
    else:
        click.echo(filled(f"{', '.join(sorted(found))}."))
