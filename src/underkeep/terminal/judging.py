"""What a referee judges before the world is made: a short list, each with its default."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from underkeep.errors import UnderkeepError
from underkeep.terminal.asking import answered
from underkeep.terminal.console import filled

if TYPE_CHECKING:
    from underkeep.kernel.prompt import Prompt
    from underkeep.procedures.ruleset import Ruleset
    from underkeep.table.new_game import Plan

HINT = "Type a number and your choice, a number alone for what the rule says, or Enter to begin."
BEGIN = ("", "begin", "go on")
MOST_SHOWN = 3


def said(system: str, rulings: Iterable[str]) -> dict[str, str]:
    """`ID=choice` from the command line, by the full ids of judgement rules."""
    from underkeep.rulebook.ledger import Rule, find

    found: dict[str, str] = {}
    for one in rulings:
        id, equals, choice = one.partition("=")
        full_id = id.strip() if ":" in id else f"{system}:{id.strip()}"
        if not equals or not choice.strip():
            raise UnderkeepError(f'"{one[:60]}" is no ruling; say it as --ruling ID=CHOICE.')
        _, rule = find(full_id)
        if not isinstance(rule, Rule) or rule.kind != "judgement":
            raise UnderkeepError(f"{full_id} is no judgement of the referee's.")
        found[full_id] = choice.strip()
    return found


def judged(rules: Ruleset, seed: int, plan: Plan) -> dict[str, str]:
    """The rulings of a plan, with those that the person makes before the world is made. What is answered may bring up
    or settle other questions, so the list is made anew."""
    from msgspec.structs import replace

    from underkeep.table.new_game import questions

    rulings = dict(plan.rulings)
    shown: list[str] = []
    while asked := questions(rules, seed, replace(plan, rulings=rulings)):
        if not shown:
            click.echo("Before the world is made, the referee judges; what is not said goes by the book:")
        if [p.question for p in asked] != shown:
            shown = [p.question for p in asked]
            _show(asked, rulings)
        answer = answered("> ")
        if answer in BEGIN:
            break
        _take(asked, rulings, answer)
    return rulings


def _show(asked: list[Prompt], rulings: dict[str, str]) -> None:
    from underkeep.table.judgements import title

    for number, prompt in enumerate(asked, 1):
        taken = rulings.get(prompt.question, prompt.default)
        others = [c for c in prompt.choices if c != taken]
        more = f" and {len(others) - MOST_SHOWN} more" if len(others) > MOST_SHOWN else ""
        click.echo(f"{number}. {title(prompt.question)}: {taken} (or {', '.join(others[:MOST_SHOWN])}{more})")
    click.echo(HINT)


def _take(asked: list[Prompt], rulings: dict[str, str], answer: str) -> None:
    from underkeep.table.judgements import title
    from underkeep.table.why import rule_text

    match = re.fullmatch(r"(\d{1,3})[.:=]?\s*(.*)", answer)
    if match is None or not 1 <= int(match[1]) <= len(asked):
        click.echo(f"Please give a number from 1 to {len(asked)} and a choice, or Enter.")
        return
    prompt, choice = asked[int(match[1]) - 1], match[2].strip().strip('"')
    if not choice:
        click.echo(filled(f"{prompt.question}: {rule_text(prompt.question)}"))
        click.echo(filled(f"  Choices: {', '.join(prompt.choices)}. By the book: {prompt.default}."))
    elif choice not in prompt.choices:
        click.echo(filled(f"The choices are {', '.join(prompt.choices)}."))
    else:
        rulings[prompt.question] = choice
        click.echo(f"{title(prompt.question)}: {choice}")
