"""`underkeep play`: the table. A delve where the game can delve, and a menu of the other parts."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.terminal.asking import Leave, choose_game
from underkeep.terminal.judging import judged, said
from underkeep.terminal.seeds import secret_seed, seed_option

if TYPE_CHECKING:
    from underkeep.procedures.ruleset import Recruit, Ruleset
    from underkeep.table.chair import Chair
    from underkeep.table.new_game import Plan
    from underkeep.table.session import Session


@click.command(
    epilog="""\b
Examples:
  underkeep play
  underkeep play ose --new --seed 7 --party 4
  underkeep play ose --new --member magic-user/9 --member cleric/8 --member "fighter/9[plate,sword]"
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
@click.option(
    "--member", "who", multiple=True, metavar="WHO", help="One of them, such as cleric/5; give it again for more."
)
@click.option("--levels", type=click.IntRange(1, 20), default=3, help="How deep the dungeon is.")
@click.option("--setting", default=None, help="What kind of dungeon: crypt, caverns, temple and the like.")
@click.option("--option", "options", multiple=True, help="Turn an optional rule on (name) or off (no-name).")
@click.option("--preset", default=None, help="How hard: by-the-book, gentle, grim, as the game declares them.")
@click.option("--tutorial", is_flag=True, help="A first delve of ten minutes, with a guide.")
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
    who: tuple[str, ...],
    levels: int,
    setting: str | None,
    options: tuple[str, ...],
    preset: str | None,
    tutorial: bool,
    referee: bool,
    refereed: bool,
    rulings: tuple[str, ...],
    plain: bool,
    menu: bool,
) -> None:
    """Open the table: a party, a town and a dungeon, or the menu of the other parts.

    Works in a terminal and with lines from a pipe; the end of input saves and leaves.
    """
    from underkeep.terminal.opening import resume

    try:
        if which is not None and (new or by_steps):
            raise UnderkeepError("--continue goes on with a saved game; --new and --step-by-step begin one.")
        if referee and refereed:
            raise UnderkeepError("--referee is for one who does both; --refereed says that somebody else referees.")
        if which is not None and rulings:
            raise UnderkeepError("--ruling is for a new game; at the table say: ruling ID always CHOICE.")
        if who and (which is not None or by_steps):
            raise UnderkeepError("--member says who is in a new game; --continue and --step-by-step ask for nobody.")
        if which is not None:
            sit_down(resume(which, referee or refereed), plain, referee)
            return
        wanted = _Wanted(size, who, levels, setting, options, seed, referee, refereed, preset)
        _enter(game, wanted, new, by_steps, menu, tutorial, rulings, plain)
    except Leave:
        click.echo("Farewell.")


@dataclass
class _Wanted:
    """What was asked for on the command line."""

    size: int | None
    who: tuple[str, ...]
    levels: int
    setting: str | None
    options: tuple[str, ...]
    seed: int | None
    referee: bool
    refereed: bool
    preset: str | None
    rulings: dict[str, str] = field(default_factory=dict)

    def plan(self, rules: Ruleset, seed: int, by_steps: bool) -> Plan:
        from underkeep.table.new_game import Plan
        from underkeep.table.presets import BY_THE_BOOK
        from underkeep.table.presets import preset as preset_named
        from underkeep.terminal.opening import DEFAULT_SIZE, members_by_choice

        chosen = preset_named(rules, self.preset or BY_THE_BOOK)
        on, rulings = (*chosen.switches, *self.options), {**chosen.rulings, **self.rulings}
        named = tuple(_member(rules, words) for words in self.who)
        size = self.size or len(named) or DEFAULT_SIZE
        plan = Plan(size, named, 1, self.levels, self.setting, on, self.referee, rulings, chosen.companions)
        if by_steps:
            members = members_by_choice(rules, seed, self.size, plan)
            plan = replace(plan, size=len(members), members=members)
        return replace(plan, rulings=judged(rules, seed, plan)) if self.referee else plan


def _member(rules: Ruleset, words: str) -> Recruit:
    """A character of a class and level, with gear; no monster."""
    from underkeep.lab.muster import known_name, parse_recruit

    recruit = parse_recruit(rules, words)
    if rules.roster()[recruit.kind] != "character":
        known_name(rules, f"{recruit.kind}, a monster", "character")
    return recruit


def _enter(
    game: str | None,
    wanted: _Wanted,
    new: bool,
    by_steps: bool,
    menu: bool,
    tutorial: bool,
    rulings: tuple[str, ...],
    plain: bool,
) -> None:
    """Ask what was not said on the command line, and open the table or the menu."""
    from underkeep.terminal import front_door
    from underkeep.terminal.menu import open_menu
    from underkeep.terminal.opening import begin_fight_lesson, latest_id, resume

    is_said = new or by_steps or wanted.seed is not None
    how = front_door.FIRST_DELVE if tutorial else front_door.PARTS if menu else ""
    rules = _rules(game, menu, is_said or tutorial)
    if rules is None:
        how, rules = front_door.first_menu()
    if rules is not None and rules.dungeon is None and how != front_door.FIRST_DELVE:
        if not menu:
            click.echo(f"{rules.title} has no delves yet; these are its other parts.")
        how = front_door.PARTS
    if not how and rules is not None:
        at_once = front_door.BY_STEPS if by_steps else front_door.AT_ONCE
        how = at_once if is_said else front_door.how_to_begin(rules, with_last=bool(game) or _is_alone())
    if how == front_door.GO_ON:
        sit_down(resume(latest_id(), wanted.referee or wanted.refereed), plain, wanted.referee)
    elif rules is not None and how == front_door.FIRST_FIGHT:
        sit_down(pledged(begin_fight_lesson(rules, wanted.seed)), plain)
    elif rules is not None and how == front_door.PARTS:
        open_menu(rules, wanted.seed)
    elif rules is not None:
        wanted.rulings = said(rules.id, rulings)
        if not is_said and wanted.preset is None and how != front_door.FIRST_DELVE:
            wanted.preset = front_door.which_preset(rules)
        sit_down(pledged(_begun(rules, wanted, how)), plain, wanted.referee)


def _rules(game: str | None, menu: bool, is_said: bool) -> Ruleset | None:
    """The game named; where a beginning is asked for at once, the first that can delve; else the person chooses."""
    from underkeep.systems import load
    from underkeep.terminal.front_door import all_games

    if game:
        return load(game)
    if menu:
        return choose_game()
    able = [rules for rules in all_games() if rules.dungeon is not None] if is_said else []
    return able[0] if able else choose_game() if is_said else None


def _is_alone() -> bool:
    """Whether there is but one game, so that nobody was asked which."""
    from underkeep.systems import names

    return len(names()) == 1


def _begun(rules: Ruleset, wanted: _Wanted, how: str) -> Session:
    """A new game, as the person says."""
    from underkeep.table.game import fresh_key
    from underkeep.terminal.front_door import BY_STEPS, FIRST_DELVE
    from underkeep.terminal.opening import begin, begin_lesson

    seed, key = (secret_seed(), fresh_key()) if wanted.seed is None else (wanted.seed, "")
    if how == FIRST_DELVE:
        return begin_lesson(rules, seed, key)
    is_refereed = wanted.referee or wanted.refereed
    return begin(rules, seed, wanted.plan(rules, seed, how == BY_STEPS), is_refereed, key)


def pledged(session: Session) -> Session:
    """The same new game, once the players were told to which dice it is bound."""
    click.echo(f"The dice are pledged: {session.game.commitment}")
    return session


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
    from underkeep.kernel.prompt import REFEREE
    from underkeep.terminal.mishaps import at_the_table

    with at_the_table(chair, "referee" if chair.seat == REFEREE else "play --continue"):
        _open_table(chair, plain, is_shared)


def _open_table(chair: Chair, plain: bool, is_shared: bool) -> None:
    from underkeep.terminal.plain import Plain, farewell

    if plain or not is_screen():
        from underkeep.terminal.console import at_width
        from underkeep.terminal.lines import Lines

        echo = not sys.stdin.isatty()
        pause = Lines().wait if is_shared else None
        Plain(chair, input, lambda text: click.echo(at_width(text), nl=False), echo, pause).run()
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
