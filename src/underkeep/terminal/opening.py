"""How a game begins: quick, with every choice of creation open, or where it was left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from underkeep.terminal.asking import Leave, ask
from underkeep.terminal.seeds import secret_seed

if TYPE_CHECKING:
    from underkeep.minds.mind import Mind
    from underkeep.procedures.ruleset import Recruit, Ruleset
    from underkeep.table.game import Game
    from underkeep.table.new_game import Plan
    from underkeep.table.session import Session

DEFAULT_SIZE = 6


def minds(rules: Ruleset, *seats: str) -> dict[str, Mind]:
    """Who plays the seats that nobody sits in: the referee's, and these."""
    from underkeep.kernel.prompt import REFEREE
    from underkeep.minds.tactician import Tactician

    return dict.fromkeys((REFEREE, *seats), Tactician(rules))


def begin(rules: Ruleset, seed: int, plan: Plan, is_refereed: bool = False, key: str = "") -> Session:
    """A new game by this plan, kept in the user's folder before anything of it is shown. Its dice have the seed's key,
    unless another is given."""
    from underkeep.table.beginning import Delve, noted
    from underkeep.table.session import Session

    beginning = Delve(plan)
    made = beginning.made(rules, seed)
    start, dungeon = made.state.before_all(), made.state.dungeon
    told = (dungeon.name if dungeon is not None else rules.title, made.events, noted(beginning))
    return Session.create(rules, start, seed, minds(rules), *told, is_refereed=is_refereed, key=key)


def begin_lesson(rules: Ruleset, seed: int, key: str = "") -> Session:
    """A first delve with a guide, kept like any game."""
    from underkeep.table.beginning import FirstDelve, noted
    from underkeep.table.lesson import NAME, SETTING
    from underkeep.table.session import Session

    made = FirstDelve().made(rules, seed)
    start, settings = made.state.before_all(), {SETTING: "yes", **noted(FirstDelve())}
    return Session.create(rules, start, seed, minds(rules), NAME, made.events, settings, key=key)


def draw_up(
    rules: Ruleset,
    match: str,
    seed: int | None,
    both: bool = False,
    distance: float | None = None,
    options: Sequence[str] = (),
    is_refereed: bool = False,
    settings: Mapping[str, str] | None = None,
) -> Session:
    """A fight between two sides, kept like any game, at its first decision. Nobody sits in the second side's seat,
    unless both are played."""
    from underkeep.lab.muster import SIDES
    from underkeep.table.beginning import Match, noted
    from underkeep.table.game import MOST_NAME, fresh_key
    from underkeep.table.session import Session

    chosen, key = (secret_seed(), fresh_key()) if seed is None else (seed, "")
    beginning = Match(match, distance, tuple(options), is_refereed)
    made = beginning.made(rules, chosen)
    empty = minds(rules, *(() if both else SIDES[1:]))
    name, start = " ".join(match.split())[:MOST_NAME], made.state.before_all()
    told = (made.events, {**(settings or {}), **noted(beginning)})
    return begun(Session.create(rules, start, chosen, empty, name, *told, is_refereed=is_refereed, key=key))


def begin_fight_lesson(rules: Ruleset, seed: int | None) -> Session:
    """A first fight with a guide, kept like any game."""
    from underkeep.table.fight_lesson import SETTING, lesson_of

    taught = lesson_of(rules)
    return draw_up(rules, taught.match, seed, distance=taught.distance, settings={SETTING: "yes"})


def minds_of(game: Game) -> dict[str, Mind]:
    """The same for a game that was kept: its record names the seats that nobody sits in."""
    from underkeep.systems import load

    return minds(load(game.system), *game.minds)


def resume(which: str, is_refereed: bool = False) -> Session:
    """A game by its id, its number or its name; the one played last without any."""
    from underkeep.table.session import Session

    if which:
        return begun(Session.resume(which, minds_of, is_refereed=is_refereed))
    return begun(Session.latest(minds_of, is_refereed=is_refereed))


def begun(session: Session) -> Session:
    """The same; a fight that was drawn up and no more begins."""
    from underkeep.kernel.prompt import REFEREE
    from underkeep.procedures.actions import BeginFight

    state = session.state
    if state.party is None and state.fight is None and state.winner is None and not state.prompts:
        session.submit(REFEREE, BeginFight())
    return session


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
