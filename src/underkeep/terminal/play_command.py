"""`underkeep play`: a menu that leads to every part, per game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from underkeep.errors import UnderkeepError
from underkeep.terminal.seeds import seed_option

if TYPE_CHECKING:
    from underkeep.procedures.ruleset import Ruleset


class Leave(Exception):
    """The person is done, or there is no more input."""


@click.command(epilog="Examples:\n\n  underkeep play\n\n  underkeep play ose --seed 7")
@click.argument("game", required=False)
@seed_option
def play(game: str | None, seed: int | None) -> None:
    """Open the table: choose a game, make a character, let two sides fight, read the rules.

    Works in a terminal and with lines from a pipe; the end of input leaves.
    """
    from underkeep.systems import load

    try:
        rules = load(game) if game else _choose_game()
        while True:
            rules = _turn(rules, seed)
    except Leave:
        click.echo("Farewell.")


def _turn(rules: Ruleset, seed: int | None) -> Ruleset:
    """One choice from the menu; the game that goes on."""
    choices: dict[str, tuple[str, Callable[[], object]]] = {
        "1": ("Make a character", lambda: _character(rules, seed)),
        "2": ("Arena: let two sides fight", lambda: _arena(rules, seed)),
        "3": ("Odds of an attack", lambda: _odds(rules)),
        "4": ("Rulebook: search and read", lambda: _rulebook(rules)),
        "5": ("Another game", _choose_game),
        "q": ("Leave", _leave),
    }
    click.echo()
    click.secho(rules.title, bold=True)
    for key, (label, _) in choices.items():
        click.echo(f"  {key}  {label}")
    chosen = choices.get(_ask("Your choice", "1").lower())
    if chosen is None:
        click.echo(f"Please choose one of {', '.join(choices)}.")
        return rules
    found = _guarded(chosen[1])
    return rules if chosen[1] is not _choose_game or found is None else found  # type: ignore[return-value]


def _guarded(doing: Callable[[], object]) -> object:
    """What it gives; an error for the user is said, and the menu goes on."""
    try:
        return doing()
    except UnderkeepError as error:
        click.secho(f"{error}", fg="red")
    except click.ClickException as error:
        click.secho(error.format_message(), fg="red")
    return None


def _ask(question: str, default: str) -> str:
    click.echo(f"{question} [{default}]: ", nl=False)
    try:
        line = input()
    except EOFError:
        click.echo()
        raise Leave from None
    return line.strip()[:500] or default


def _leave() -> None:
    raise Leave


def _choose_game() -> Ruleset:
    from underkeep.systems import load, names

    games = [load(name) for name in names()]
    click.secho("Underkeep", bold=True)
    for number, rules in enumerate(games, 1):
        click.echo(f"  {number}  {rules.title}")
    while True:
        answer = _ask("Which game", "1").lower()
        for number, rules in enumerate(games, 1):
            if answer in (str(number), rules.id, rules.title.lower()):
                return rules
        click.echo(f"Please choose 1 to {len(games)}.")


def _character(rules: Ruleset, seed: int | None) -> None:
    from underkeep.terminal.character_command import character

    kinds = [name for name, sort in rules.roster().items() if sort == "character"]
    kind = _ask(f"Class ({', '.join(kinds)}, or any)", "any") if len(kinds) > 1 else "any"
    arguments = [rules.id, *([] if kind == "any" else ["--class", kind])]
    _run(character, arguments, seed)


def _arena(rules: Ruleset, seed: int | None) -> None:
    from underkeep.terminal.arena_command import arena

    kinds = list(rules.roster().items())
    hero = "fighter" if "fighter" in rules.roster() else next(name for name, sort in kinds if sort == "character")
    foes = [name for name, sort in kinds if sort == "monster"]
    click.echo(f"Monsters: {', '.join(foes)}.")
    match = _ask("Match-up", f"4 {hero} v 6 {'goblin' if 'goblin' in foes else foes[0]}")
    runs = _ask("How many fights", "1")
    _run(arena, [rules.id, match, "--runs", runs, *(["--why"] if _yes("Show the reasons") else [])], seed)


def _odds(rules: Ruleset) -> None:
    from underkeep.terminal.odds_command import odds

    roster = rules.roster()
    hero = "fighter" if "fighter" in roster else next(name for name, sort in roster.items() if sort == "character")
    by = _ask("Who attacks", hero)
    on = _ask("Whom", "goblin" if "goblin" in roster else next(n for n, sort in roster.items() if sort == "monster"))
    _run(odds, [rules.id, "attack", "--by", by, "--on", on], None)


def _rulebook(rules: Ruleset) -> None:
    from underkeep.terminal.rules_command import rules as rulebook

    words = _ask("Words to look for, or a rule id", "initiative")
    if ":" in words or ("." in words and " " not in words):
        _run(rulebook, ["show", words if ":" in words else f"{rules.id}:{words}"], None)
    else:
        _run(rulebook, ["search", *words.split(), "--system", rules.id], None)


def _yes(question: str) -> bool:
    return _ask(f"{question} (y/n)", "n").lower().startswith("y")


def _run(command: click.Command, arguments: list[str], seed: int | None) -> None:
    seeded = [*arguments, *([] if seed is None else ["--seed", str(seed)])]
    command.main(seeded, standalone_mode=False)
