"""`underkeep referee`: the referee's chair at a game that others play, in a terminal of its own."""

from __future__ import annotations

import click


@click.command(
    epilog="""\b
Examples:
  underkeep play ose --refereed       (the players' terminal)
  underkeep referee 1                 (the referee's: a number, id or name of `underkeep games`)
  underkeep referee pale-fane --plain
\b
At the table:
  ruling morale.ruled always "flee"
  decree hp of Aldric 5 because the gods smile
  place 3 orcs in area 7
  key 7"""
)
@click.argument("game")
@click.option("--plain", is_flag=True, help="Line by line, without a full screen.")
def referee(game: str, plain: bool) -> None:
    """Referee a game that is played in another terminal: rulings, the whole map and key, decrees, notes.

    GAME is an id, a number in `underkeep games`, or the beginning of a name.
    """
    from underkeep.kernel.prompt import REFEREE
    from underkeep.table.chair import Chair
    from underkeep.table.session import Session
    from underkeep.terminal.opening import minds_of
    from underkeep.terminal.play_command import open_table
    from underkeep.world.referee import RefereeSeated

    with Session.resume(game, minds_of, is_refereed=True) as session:
        session.decree(RefereeSeated(True), "")
        open_table(Chair(session, REFEREE, referees=True), plain, is_shared=True)
