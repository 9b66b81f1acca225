"""Questions asked line by line, before a table is open."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from underkeep.procedures.ruleset import Ruleset


class Leave(Exception):
    """The person is done, or there is no more input."""


def ask(question: str, default: str = "") -> str:
    """The answer, or the default for an empty one. The end of input leaves."""
    return answered(f"{question} [{default}]: " if default else f"{question}: ") or default


def answered(prompt: str) -> str:
    """The line that is typed behind a prompt; one from a pipe is shown. The end of input leaves."""
    click.echo(prompt, nl=False)
    try:
        line = input()
    except EOFError:
        click.echo()
        raise Leave from None
    if not sys.stdin.isatty():
        click.echo(line)
    return line.strip()[:500]


def is_yes(question: str) -> bool:
    return ask(f"{question} (y/n)", "n").lower().startswith("y")


def pick(question: str, labels: Sequence[str], default: int = 1) -> int:
    """The index of one of several, chosen by its number."""
    from underkeep.terminal.console import filled

    for number, label in enumerate(labels, 1):
        click.echo(filled(f"{number}  {label}", indent="  "))
    while True:
        answer = ask(question, str(default))
        if answer.lower() in ("q", "quit", "leave"):
            raise Leave
        if answer.isdecimal() and 1 <= int(answer[:9]) <= len(labels):
            return int(answer) - 1
        if (chosen := _named(answer, labels)) is not None:
            return chosen
        click.echo(f"Please choose 1 to {len(labels)}.")


def _named(answer: str, labels: Sequence[str]) -> int | None:
    """The one choice whose name an answer begins with, or has in it: `by the book please`."""
    said = " ".join(re.findall(r"\w+", answer.lower().replace("please", "")))
    names = [" ".join(re.findall(r"\w+", re.split(r"[:;(,.]", label)[0].lower())) for label in labels]
    fitting = [n for n, name in enumerate(names) if said and (said == name or said in name or (name and name in said))]
    return fitting[0] if len(fitting) == 1 else None


def choose_game() -> Ruleset:
    """One of the games there are."""
    from underkeep.terminal.console import filled
    from underkeep.terminal.front_door import all_games, described

    games = all_games()
    click.secho("Underkeep", bold=True)
    for number, rules in enumerate(games, 1):
        click.echo(filled(f"{number}  {described(rules)}", indent="  "))
    while True:
        answer = ask("Which game", "1").lower()
        for number, rules in enumerate(games, 1):
            if answer in (str(number), rules.id, rules.title.lower()):
                return rules
        click.echo(f"Please choose 1 to {len(games)}.")
