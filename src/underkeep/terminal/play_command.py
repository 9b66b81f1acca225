"""`underkeep play`: the table. A delve where the game can delve, and a menu of the other parts."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.terminal.asking import Leave, choose_game, pick
from underkeep.terminal.complaints import warn
from underkeep.terminal.judging import judged, said
from underkeep.terminal.seeds import secret_seed, seed_option

if TYPE_CHECKING:
    from underkeep.procedures.ruleset import Ruleset
    from underkeep.table.chair import Chair
    from underkeep.table.new_game import Plan
    from underkeep.table.session import Session


@click.command(
    epilog="""\b
Examples:
  underkeep play
  underkeep play ose --new --seed 7 --party 4
  underkeep play --continue
  underkeep play ose --new --referee --ruling town.size=village
  underkeep play ose --new --refereed
  underkeep play ose --menu"""
)
@click.argument("game", required=False)
@click.option("--continue", "which", is_flag=False, flag_value="", metavar="[ID]", help="Go on with a saved game.")
@click.option("--new", "new", is_flag=True, help="Begin a new game at once, without questions.")
@click.option("--step-by-step", "by_steps", is_flag=True, help="Begin a new game with every choice of creation open.")
@seed_option
@click.option("--party", "size", type=click.IntRange(1, 20), default=None, help="How many characters.")
@click.option("--levels", type=click.IntRange(1, 20), default=3, help="How deep the dungeon is.")
@click.option("--setting", default=None, help="What kind of dungeon: crypt, caverns, temple and the like.")
@click.option("--option", "options", multiple=True, help="Turn an optional rule on (name) or off (no-name).")
@click.option("--referee", is_flag=True, help="Referee as well: judgements are yours, and undo is allowed.")
@click.option("--refereed", is_flag=True, help="Somebody else referees, with `underkeep referee` in another terminal.")
@click.option("--ruling", "rulings", multiple=True, metavar="ID=CHOICE", help="How a judgement rule is settled.")
@click.option("--plain", is_flag=True, help="Line by line, without a full screen.")
@click.option("--menu", "menu", is_flag=True, help="Character, skirmish, arena, odds and rulebook instead of a delve.")
def play(
    game: str | None,
    which: str | None,
    new: bool,
    by_steps: bool,
    seed: int | None,
    size: int | None,
    levels: int,
    setting: str | None,
    options: tuple[str, ...],
    referee: bool,
    refereed: bool,
    rulings: tuple[str, ...],
    plain: bool,
    menu: bool,
) -> None:
    """Open the table: a party, a town and a dungeon, or the menu of the other parts.

    Works in a terminal and with lines from a pipe; the end of input saves and leaves.
    """
    from underkeep.terminal.menu import open_menu
    from underkeep.terminal.opening import resume

    try:
        if which is not None and (new or by_steps):
            raise UnderkeepError("--continue goes on with a saved game; --new and --step-by-step begin one.")
        if referee and refereed:
            raise UnderkeepError("--referee is for one who does both; --refereed says that somebody else referees.")
        if which is not None and rulings:
            raise UnderkeepError("--ruling is for a new game; at the table say: ruling ID always CHOICE.")
        if which is not None:
            sit_down(resume(which, referee or refereed), plain, referee)
            return
        rules = _rules(game, menu)
        session = None
        if not menu and rules.dungeon is not None:
            wanted = _Wanted(size, levels, setting, options, seed, referee, refereed, said(rules.id, rulings))
            session = _begun(rules, wanted, new or seed is not None, by_steps)
        if session is not None:
            sit_down(session, plain, referee)
        else:
            if rules.dungeon is None and not menu:
                click.echo(f"{rules.title} has no delves yet; these are its other parts.")
            open_menu(rules, seed)
    except Leave:
        click.echo("Farewell.")


@dataclass
class _Wanted:
    """What was asked for on the command line."""

    size: int | None
    levels: int
    setting: str | None
    options: tuple[str, ...]
    seed: int | None
    referee: bool
    refereed: bool
    rulings: dict[str, str]

    def plan(self, rules: Ruleset, seed: int, by_steps: bool) -> Plan:
        from underkeep.table.new_game import Plan
        from underkeep.terminal.opening import DEFAULT_SIZE, members_by_choice

        plan = Plan(
            self.size or DEFAULT_SIZE, (), 1, self.levels, self.setting, self.options, self.referee, self.rulings
        )
        if by_steps:
            members = members_by_choice(rules, seed, self.size, plan)
            plan = replace(plan, size=len(members), members=members)
        return replace(plan, rulings=judged(rules, seed, plan)) if self.referee else plan


def _rules(game: str | None, menu: bool) -> Ruleset:
    """The game named; else, for a delve, the first that can; else the person chooses."""
    from underkeep.systems import every, load

    if game:
        return load(game)
    if not menu:
        able = [rules for rules in every(warn) if rules.dungeon is not None]
        if able:
            return min(able, key=lambda rules: rules.id != "ose")
    return choose_game()


def _begun(rules: Ruleset, wanted: _Wanted, at_once: bool, by_steps: bool) -> Session | None:
    """A new game or the last one, as the person says; None for the menu."""
    from underkeep.table.game import fresh_key
    from underkeep.terminal.opening import begin, latest_id, latest_line, resume

    if not at_once and not by_steps:
        last = latest_line()
        labels = ([f"Go on: {last}"] if last else []) + [
            f"A new game of {rules.title}: party, town and dungeon at once",
            "A new game, each character step by step",
            "Character, skirmish, arena, odds, rulebook",
        ]
        click.secho("Underkeep", bold=True)
        chosen = pick("Your choice", labels) + (0 if last else 1)
        if chosen == 0:
            return resume(latest_id(), wanted.referee or wanted.refereed)
        if chosen == 3:
            return None
        by_steps = chosen == 2
    seed, key = (secret_seed(), fresh_key()) if wanted.seed is None else (wanted.seed, "")
    is_refereed = wanted.referee or wanted.refereed
    return begin(rules, seed, wanted.plan(rules, seed, by_steps), is_refereed, key)


def sit_down(session: Session, plain: bool = False, referees: bool = False) -> None:
    """Open the table for a person who plays, and perhaps referees as well."""
    from underkeep.table.chair import Chair
    from underkeep.table.new_game import PLAYER
    from underkeep.world.referee import RefereeSeated

    with session:
        if session.is_refereed and not session.state.human_referee:
            session.decree(RefereeSeated(True), "")
        free = [seat for seat in session.state.seats if seat not in session.minds]
        chair = Chair(session, free[0] if free else PLAYER, beside=free[1:], referees=referees)
        open_table(chair, plain, session.is_refereed and not referees)


def open_table(chair: Chair, plain: bool, is_shared: bool) -> None:
    """The table on the whole screen or line by line, until the person leaves; at the end how to go on. One that
    `is_shared` with another terminal looks again and again what happened there."""
    from underkeep.terminal.plain import Plain, farewell

    if plain or not is_screen():
        from underkeep.terminal.lines import Lines

        echo = not sys.stdin.isatty()
        pause = Lines().wait if is_shared else None
        Plain(chair, input, lambda text: click.echo(text, nl=False), echo, pause, is_asking=not echo).run()
        return
    try:
        from underkeep.terminal.table_app import run
    except ModuleNotFoundError as error:
        raise UnderkeepError("The full screen needs textual: pip install 'underkeep[play]', or --plain.") from error
    run(chair, is_shared)
    for line in farewell(chair):
        click.echo(line)


def is_screen() -> bool:
    """Whether there is a terminal that can show more than lines."""
    dumb = os.environ.get("TERM", "") in ("", "dumb") and os.name != "nt"
    return sys.stdin.isatty() and sys.stdout.isatty() and not dumb and not os.environ.get("CI")
