"""How a game begins: quick, with every choice of creation open, or where it was left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from underkeep.errors import UnderkeepError
from underkeep.terminal.asking import ask

if TYPE_CHECKING:
    from underkeep.minds.mind import Mind
    from underkeep.procedures.ruleset import Recruit, Ruleset
    from underkeep.table.new_game import Plan
    from underkeep.table.session import Session

DEFAULT_SIZE = 6
MOST_VALUES = 12


def minds() -> dict[str, Mind]:
    """Who plays the seats that nobody sits in."""
    from underkeep.kernel.prompt import REFEREE
    from underkeep.minds.soldier import Soldier

    return {REFEREE: Soldier()}


def begin(rules: Ruleset, seed: int, plan: Plan, saved: bool = True) -> Session:
    """A new game by this plan, kept in the user's folder before anything of it is shown."""
    from underkeep.table.new_game import new_game
    from underkeep.table.session import Session
    from underkeep.world.state import State

    made = new_game(rules, seed, plan)
    state = made.state
    start = State(state.system, state.seats, state.switches, state.human_referee)
    if not saved:
        return Session(rules, state, seed, minds())
    name = state.dungeon.name if state.dungeon is not None else rules.title
    return Session.create(rules, start, seed, minds(), name, made.events)


def resume(which: str) -> Session:
    """A game by its id, its number or its name; the one played last without any."""
    from underkeep.table.session import Session

    return Session.resume(which, minds()) if which else Session.latest(minds())


def latest_line() -> str:
    """The game played last in one line, or nothing if there is none to go on with."""
    from underkeep.table.games import all_games

    for found in all_games():
        if found.game is not None and found.summary is not None and not found.summary.over:
            return f"{found.game.name} ({found.game.system}): {found.summary.text}"
    return ""


def latest_id() -> str:
    from underkeep.table.games import all_games

    return next((x.id for x in all_games() if x.game is not None and x.summary is not None and not x.summary.over), "")


def members_by_choice(rules: Ruleset, size: int | None) -> list[Recruit]:
    """Each character of the party in turn; an empty answer leaves a step to the dice."""
    count = size if size is not None else _number("How many characters", DEFAULT_SIZE, 20)
    click.echo("For each step type your choice, or nothing to let the dice decide; . leaves all further steps to them.")
    return [_member(rules, number, count) for number in range(1, count + 1)]


def _number(question: str, default: int, most: int) -> int:
    while True:
        answer = ask(question, str(default))
        if answer.isdecimal() and 1 <= int(answer[:4]) <= most:
            return int(answer)
        click.echo(f"A number from 1 to {most}, please.")


def _member(rules: Ruleset, number: int, count: int) -> Recruit:
    """One character; what the rules refuse is said, and the character begun again."""
    from underkeep.lab.portrait import make
    from underkeep.terminal.seeds import fresh_seed

    while True:
        click.echo(f"Character {number} of {count}")
        recruit = _described(rules)
        try:
            make(rules, recruit, fresh_seed(), ())
            return recruit
        except UnderkeepError as error:
            click.echo(str(error))


def _described(rules: Ruleset) -> Recruit:
    from underkeep.procedures.ruleset import Recruit

    kinds = [name for name, sort in rules.roster().items() if sort == "character"]
    kind = _one_of("Class", kinds) if len(kinds) > 1 else kinds[0]
    name = ask("Name")
    if name == "." or kind == ".":
        return Recruit("" if kind == "." else kind, name="" if name == "." else name[:60])
    chosen: dict[str, str] = {}
    for what, values in rules.choices().items():
        answer = _one_of(what.capitalize(), values)
        if answer == ".":
            break
        if answer:
            chosen[what] = answer
    return Recruit(kind, name=name[:60], choices=chosen)


def _one_of(what: str, values: list[str] | tuple[str, ...]) -> str:
    """One of the values by its name or its beginning, free text where there are none, or nothing."""
    shown = ", ".join(values[:MOST_VALUES]) + (", ... (? lists all)" if len(values) > MOST_VALUES else "")
    while True:
        answer = ask(f"{what} ({shown})" if values else f"{what} (any text)")
        if answer in ("", ".") or not values:
            return answer
        fitting = [v for v in values if v.lower() == answer.lower()]
        fitting = fitting or [v for v in values if v.lower().startswith(answer.lower())]
        if len(fitting) == 1:
            return fitting[0]
        click.echo(", ".join(fitting or values))
