"""What the user is told when something is wrong: one sentence on standard error."""

from __future__ import annotations

import json

import click


def complain(sentence: str, as_json: bool) -> None:
    """The command was not carried out."""
    click.echo(json.dumps({"error": _printable(sentence)}) if as_json else f"Error: {_printable(sentence)}", err=True)


def warn(sentence: str) -> None:
    """The command goes on without something."""
    click.echo(f"Warning: {_printable(sentence)}", err=True)


def echo(text: str) -> None:
    """A line, or several, with words that came from a file."""
    click.echo(shown(text))


def shown(text: str) -> str:
    """The same, but none of its control characters reaches a terminal."""
    return text if text.isprintable() else "\n".join(map(_printable, text.expandtabs(2).split("\n")))


def _printable(sentence: str) -> str:
    """What the user typed may be quoted in the sentence, but its control characters must not reach a terminal."""
    return "".join(c if c.isprintable() else "\ufffd" for c in " ".join(sentence.splitlines()))
