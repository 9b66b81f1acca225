"""What is asked before a table opens: go on, which game, how it begins, and by which preset."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from underkeep.terminal.asking import pick
from underkeep.terminal.complaints import warn

if TYPE_CHECKING:
    from underkeep.procedures.ruleset import Ruleset

_Choice = tuple[str, str, "Ruleset | None"]
GO_ON, FIRST_DELVE, AT_ONCE, BY_STEPS, PARTS = "go on", "first delve", "at once", "by steps", "parts"
FIRST_FIGHT = "first fight"


def first_menu() -> tuple[str, Ruleset | None]:
    """What a person who names no game wants to do, and with which game; where only one is installed, it is that."""
    from underkeep.table.presets import opening
    from underkeep.terminal.opening import latest_line

    games = all_games()
    if len(games) == 1:
        return "", games[0]
    last = latest_line()
    taught = next((rules for rules in games if _teaches(rules)), None)
    lesson: list[_Choice] = []
    if taught is not None:
        lesson.append((f"A first delve of ten minutes, with a guide ({taught.title})", FIRST_DELVE, taught))
    for rules in games:
        if opening(rules).fight_lesson is not None:
            lesson.append((f"A first fight, with a guide ({rules.title})", FIRST_FIGHT, rules))
    choices: list[_Choice] = [(f"Go on: {last}", GO_ON, None)] if last else []
    choices += lesson if not last else []
    choices += [(described(rules), "", rules) for rules in games]
    choices += lesson if last else []
    click.secho("Underkeep", bold=True)
    chosen = pick("Your choice, or q to leave", [label for label, _, _ in choices])
    return choices[chosen][1], choices[chosen][2]


def all_games() -> list[Ruleset]:
    """All that are installed: those that can delve first, each in the place that it gives itself."""
    from underkeep.systems import every
    from underkeep.table.presets import opening

    return sorted(every(warn), key=lambda rules: (rules.dungeon is None, opening(rules).place, rules.id))


def _teaches(rules: Ruleset) -> bool:
    from underkeep.table.presets import opening

    return rules.dungeon is not None and opening(rules).lesson is not None


def described(rules: Ruleset) -> str:
    """A game with what it is like, and how far it goes."""
    from underkeep.table.presets import opening

    like = opening(rules).like
    reach = "Delves, fights, characters." if rules.dungeon is not None else "Fights and characters; no delves yet."
    return f"{rules.title}. {like} {reach}".replace("  ", " ")


def how_to_begin(rules: Ruleset, with_last: bool) -> str:
    """How a game begins that can delve; the last one may be gone on with."""
    from underkeep.table.presets import opening
    from underkeep.terminal.opening import latest_line

    last = latest_line() if with_last else ""
    choices = [(f"Go on: {last}", GO_ON)] if last else []
    if opening(rules).fight_lesson is not None:
        choices.append((f"A first fight of {rules.title}, with a guide", FIRST_FIGHT))
    choices += [
        (f"A new game of {rules.title}: party, town and dungeon at once", AT_ONCE),
        ("A new game, each character step by step", BY_STEPS),
        ("Character, skirmish, arena, odds, rulebook", PARTS),
    ]
    if with_last:
        click.secho("Underkeep", bold=True)
    return choices[pick("Your choice", [label for label, _ in choices])][1]


def which_preset(rules: Ruleset) -> str:
    """The name of a preset; not asked where there is but one."""
    from underkeep.table.presets import presets

    known = presets(rules)
    if len(known) == 1:
        return next(iter(known))
    labels = [f"{name.capitalize()}: {found.text}" for name, found in known.items()]
    return list(known)[pick("How hard", labels)]
