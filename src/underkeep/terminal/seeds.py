"""The --seed option, and a seed when none is given."""

from __future__ import annotations

import secrets

import click

MOST_SEED = 2**128 - 1

seed_option = click.option(
    "--seed", type=click.IntRange(0, MOST_SEED), default=None, help="The same seed gives the same dice."
)


def fresh_seed() -> int:
    """A seed nobody chose, small enough to be typed again."""
    return secrets.randbelow(1_000_000_000)


def secret_seed() -> int:
    """The seed of a game that somebody plays: nobody can find it by trying all."""
    return secrets.randbelow(MOST_SEED + 1)
