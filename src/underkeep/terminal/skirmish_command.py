"""`underkeep skirmish`: a person plays a fight, one side of it or both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from underkeep.terminal.seeds import seed_option

if TYPE_CHECKING:
    from underkeep.procedures.ruleset import Ruleset


@click.command(
    epilog="""\b
Examples:
  underkeep skirmish rampage "4 warrior v 6 orc"
  underkeep skirmish rampage --lesson
  underkeep skirmish robs "2 fighter/2 + ranger v 4 goblin" --both
  underkeep skirmish ose "fighter/3[plate,two-handed sword] v 2 ogre" --seed 7 --plain
  underkeep skirmish rampage "4 fighter v 6 goblin" --option indoors --referee
  underkeep play --continue"""
)
@click.argument("game")
@click.argument("match", required=False)
@click.option("--both", is_flag=True, help="Both sides are yours, each in its turn; else minds play the second.")
@click.option("--distance", type=float, default=None, help="Between the front ranks, in the game's unit; six squares.")
@click.option("--option", "options", multiple=True, help="Turn an optional rule on (name) or off (no-name).")
@seed_option
@click.option("--referee", is_flag=True, help="Referee as well: judgements are yours, and undo is allowed.")
@click.option("--lesson", is_flag=True, help="A first fight with a guide, where the game has one.")
@click.option("--plain", is_flag=True, help="Line by line, without a full screen.")
@click.option("--list", "show_list", is_flag=True, help="List every class and monster of the game, and stop.")
def skirmish(
    game: str,
    match: str | None,
    both: bool,
    distance: float | None,
    options: tuple[str, ...],
    seed: int | None,
    referee: bool,
    lesson: bool,
    plain: bool,
    show_list: bool,
) -> None:
    """Fight it out yourself: "4 warrior v 6 orc", with levels (fighter/3) and gear (fighter[plate,sword]).

    The first side is yours. The fight is kept like any game: `underkeep play --continue` goes on with it, `underkeep
    replay` tells it again.
    """
    from underkeep.systems import load
    from underkeep.terminal.arena_command import list_roster
    from underkeep.terminal.opening import begin_fight_lesson, draw_up
    from underkeep.terminal.play_command import pledged, sit_down

    rules = load(game)
    if show_list:
        list_roster(rules, False)
        return
    if lesson:
        sit_down(pledged(begin_fight_lesson(rules, seed)), plain)
        return
    if match is None:
        raise click.UsageError(f'Name a match-up, such as "{example(rules)}"; --list shows who there is.')
    sit_down(pledged(draw_up(rules, match, seed, both, distance, options, referee)), plain, referee)


def example(rules: Ruleset) -> str:
    """A match-up that every game has: some of its first class against some of its monsters."""
    roster = rules.roster()
    hero = "fighter" if "fighter" in roster else next(name for name, sort in roster.items() if sort == "character")
    foe = "goblin" if "goblin" in roster else next(name for name, sort in roster.items() if sort == "monster")
    return f"4 {hero} v 6 {foe}"
