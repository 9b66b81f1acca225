"""The menu of a game's parts: make a character, fight or let two sides fight, odds, the rulebook."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from underkeep.errors import UnderkeepError
from underkeep.terminal.asking import Leave, ask, choose_game, is_yes
from underkeep.terminal.console import filled

if TYPE_CHECKING:
    from underkeep.procedures.ruleset import Ruleset


def open_menu(rules: Ruleset, seed: int | None) -> None:
    """One choice after another, until the person leaves."""
    while True:
        rules = _one_choice(rules, seed)


def _one_choice(rules: Ruleset, seed: int | None) -> Ruleset:
    """One choice from the menu; the game that goes on."""
    choices: dict[str, tuple[str, Callable[[], object]]] = {
        "1": ("Make a character", lambda: _character(rules, seed)),
        "s": ("Make a character step by step", lambda: _step_by_step(rules, seed)),
        "f": ("Skirmish: fight it out yourself", lambda: _skirmish(rules, seed)),
        "2": ("Arena: let two sides fight", lambda: _arena(rules, seed)),
        "3": ("Odds of an attack", lambda: _odds(rules)),
        "4": ("Rulebook: search and read", lambda: _rulebook(rules)),
        "5": ("Another game", choose_game),
        "q": ("Leave", _leave),
    }
    click.echo()
    click.secho(rules.title, bold=True)
    for key, (label, _) in choices.items():
        click.echo(f"  {key}  {label}")
    chosen = choices.get(ask("Your choice", "1").lower())
    if chosen is None:
        click.echo(f"Please choose one of {', '.join(choices)}.")
        return rules
    found = _guarded(chosen[1])
    return rules if chosen[1] is not choose_game or found is None else found  # type: ignore[return-value]


def _guarded(doing: Callable[[], object]) -> object:
    """What it gives; an error for the user is said, and the menu goes on."""
    try:
        return doing()
    except UnderkeepError as error:
        click.secho(f"{error}", fg="red")
    except click.ClickException as error:
        click.secho(error.format_message(), fg="red")
    return None


def _leave() -> None:
    raise Leave


def _character(rules: Ruleset, seed: int | None) -> None:
    from underkeep.terminal.character_command import character

    kinds = [name for name, sort in rules.roster().items() if sort == "character"]
    kind = ask(f"Class ({', '.join(kinds)}, or any)", "any") if len(kinds) > 1 else "any"
    arguments = [rules.id, *([] if kind == "any" else ["--class", kind])]
    _run(character, arguments, seed)


def _step_by_step(rules: Ruleset, seed: int | None) -> None:
    from underkeep.terminal.character_command import character

    _run(character, [rules.id, "--step-by-step", "--no-steps"], seed)


def _match(rules: Ruleset) -> str:
    """Who fights whom."""
    from underkeep.terminal.skirmish_command import example

    foes = [name for name, sort in rules.roster().items() if sort == "monster"]
    click.echo(filled(f"Monsters: {', '.join(foes)}."))
    return ask("Match-up", example(rules))


def _skirmish(rules: Ruleset, seed: int | None) -> None:
    from underkeep.terminal.skirmish_command import skirmish

    match = _match(rules)
    _run(skirmish, [rules.id, match, *(["--both"] if is_yes("Play both sides") else [])], seed)


def _arena(rules: Ruleset, seed: int | None) -> None:
    from underkeep.terminal.arena_command import arena

    match = _match(rules)
    runs = ask("How many fights", "1")
    _run(arena, [rules.id, match, "--runs", runs, *(["--why"] if is_yes("Show the reasons") else [])], seed)


def _odds(rules: Ruleset) -> None:
    from underkeep.terminal.odds_command import odds

    roster = rules.roster()
    hero = "fighter" if "fighter" in roster else next(name for name, sort in roster.items() if sort == "character")
    by = ask("Who attacks", hero)
    on = ask("Whom", "goblin" if "goblin" in roster else next(n for n, sort in roster.items() if sort == "monster"))
    _run(odds, [rules.id, "attack", "--by", by, "--on", on], None)


def _rulebook(rules: Ruleset) -> None:
    from underkeep.terminal.rules_command import rules as rulebook

    words = ask("Words to look for, or a rule id", "initiative")
    if ":" in words or ("." in words and " " not in words):
        _run(rulebook, ["show", words if ":" in words else f"{rules.id}:{words}"], None)
    else:
        _run(rulebook, ["search", *words.split(), "--system", rules.id], None)


def _run(command: click.Command, arguments: list[str], seed: int | None) -> None:
    seeded = [*arguments, *([] if seed is None else ["--seed", str(seed)])]
    command.main(seeded, standalone_mode=False)
