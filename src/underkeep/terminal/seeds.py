"""The --seed option, and a seed when none is given."""

from __future__ import annotations

import secrets

import click

MOST_SEED = 2**63 - 1

seed_option = click.option(
    "--seed", type=click.IntRange(0, MOST_SEED), default=None, help="The same seed gives the same dice."
)


def fresh_seed() -> int:
    """A seed nobody chose, small enough to be typed again."""
    return secrets.randbelow(1_000_000_000)
