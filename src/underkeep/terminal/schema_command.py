"""`underkeep schema`: what a game's facts, actions and state look like as JSON, for programs that read them."""

from __future__ import annotations

import json
import sys

import click

DIALECT = "https://json-schema.org/draft/2020-12/schema"


@click.command(
    epilog="""\b
Examples:
  underkeep schema ose
  underkeep schema knave --json > knave.schema.json"""
)
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="On one line.")
def schema(game: str, as_json: bool) -> None:
    """Print the JSON Schema of a game's events, actions and state.

    The keys `event`, `action` and `state` hold one schema each; all three refer to the shapes in `$defs`.
    """
    from underkeep.systems import load

    rules = load(game)
    document = {"$schema": DIALECT, "title": rules.title, **rules.codec.schema()}
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=None if as_json else 2) + "\n")
