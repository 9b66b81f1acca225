"""How a game begins: quick, with every choice of creation open, or where it was left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from underkeep.terminal.asking import Leave, ask

if TYPE_CHECKING:
    from underkeep.minds.mind import Mind
    from underkeep.procedures.ruleset import Recruit, Ruleset
    from underkeep.table.new_game import Plan
    from underkeep.table.session import Session

DEFAULT_SIZE = 6


def minds() -> dict[str, Mind]:
    """Who plays the seats that nobody sits in."""
    from underkeep.kernel.prompt import REFEREE
    from underkeep.minds.soldier import Soldier

    return {REFEREE: Soldier()}


def begin(rules: Ruleset, seed: int, plan: Plan, is_refereed: bool = False, key: str = "") -> Session:
    """A new game by this plan, kept in the user's folder before anything of it is shown. Its dice have the seed's key,
    unless another is given."""
    from underkeep.table.new_game import new_game
    from underkeep.table.session import Session

    made = new_game(rules, seed, plan)
    state = made.state
    start = state.before_all()
    name = state.dungeon.name if state.dungeon is not None else rules.title
    return Session.create(rules, start, seed, minds(), name, made.events, is_refereed=is_refereed, key=key)


def resume(which: str, is_refereed: bool = False) -> Session:
    """A game by its id, its number or its name; the one played last without any."""
    from underkeep.table.session import Session

    if which:
        return Session.resume(which, minds(), is_refereed=is_refereed)
    return Session.latest(minds(), is_refereed=is_refereed)


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


def members_by_choice(rules: Ruleset, seed: int, size: int | None, plan: Plan) -> list[Recruit]:
    """Each character of the party in turn, made as the game of this seed will make it."""
    from underkeep.table.creation import next_member
    from underkeep.terminal.creating import HINT, Interview

    count = size if size is not None else _number("How many characters", DEFAULT_SIZE, 20)
    members: list[Recruit] = []
    interview = Interview(rules)
    click.echo(HINT)
    for number in range(1, count + 1):
        click.secho(f"Character {number} of {count}", bold=True)
        members.append(interview.made(next_member(rules, seed, plan, members)))
    return members


def _number(question: str, default: int, most: int) -> int:
    while True:
        try:
            answer = ask(question, str(default))
        except Leave:
            return default
        if answer.isdecimal() and 1 <= int(answer[:4]) <= most:
            return int(answer)
        click.echo(f"A number from 1 to {most}, please.")
