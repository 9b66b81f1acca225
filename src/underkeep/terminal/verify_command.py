"""`underkeep verify`: every face of a game, rolled again from the key that was pledged when it began."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from underkeep.table.adjudication import Verdict
    from underkeep.table.game import Game

NOT_PROVED = 1


@click.command(epilog="Examples:\n\n  underkeep verify crypt-of-kel\n\n  underkeep verify 1 --open")
@click.argument("game")
@click.option(
    "--open", "opens", is_flag=True, help="Open a game that is not over: its dice can be foretold from now on."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def verify(game: str, opens: bool, as_json: bool) -> None:
    """Prove the dice of a game: its key is the one that was pledged, and every face fell as the key says.

    GAME is an id, a number in `underkeep games`, or the beginning of a name. While a game goes on its key is a
    secret and only the pledge is shown. The exit code is 1 if an entry does not follow by the rules and the dice.
    """
    from underkeep.table.adjudication import adjudicated
    from underkeep.table.history import History
    from underkeep.table.session import Session
    from underkeep.table.summary import summary
    from underkeep.terminal.console import print_json

    with Session.resume(game, {}) as session:
        record, rules = session.game, session.rules
        history: History = session.history
        is_open = opens or bool(summary(session.state).over)
    if not is_open:
        told = {"pledge": record.commitment, "open": False}
        if as_json:
            print_json(told)
        else:
            click.echo(
                f"The dice are pledged: {record.commitment}\nThe game is not over, so their key is secret still."
            )
            click.echo("--open tells it and proves every face; from then on whoever knows it can foretell the dice.")
        return
    verdict = adjudicated(rules, record, history)
    if as_json:
        print_json(_row(record, verdict))
    else:
        for line in _told(record, verdict):
            click.echo(line)
    if not verdict.is_clean:
        raise SystemExit(NOT_PROVED)


def _row(game: Game, verdict: Verdict) -> dict[str, object]:
    doubts = [{"entry": doubt.seq, "why": doubt.why} for doubt in verdict.doubts]
    told = {"pledge": game.commitment, "open": True, "key": game.key, "seed": game.seed, "beginning": verdict.begins}
    return {**told, "entries": verdict.entries, "faces": verdict.faces, "doubts": doubts}


def _told(game: Game, verdict: Verdict) -> list[str]:
    from underkeep.table.game import commitment

    begins = {
        True: f"The beginning is what seed {game.seed} makes.",
        False: f"The beginning is NOT what seed {game.seed} makes by these rules.",
        None: "How the game was begun is not kept with it, so its beginning is taken on trust.",
    }
    faces = f"{verdict.entries} entries, {verdict.faces} faces rolled again"
    return [
        f"Pledged when the game began: {game.commitment}",
        f"The key of the dice:         {game.key}",
        f"The hash of the key:         {commitment(game.key)} (the same)",
        begins[verdict.begins],
        *(f"Entry {doubt.seq} {doubt.why}." for doubt in verdict.doubts),
        f"{faces}: {'not all as the key and the rules have it' if verdict.doubts else 'all the same'}.",
    ]
