"""`underkeep arena`: one narrated fight, or the figures of many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from underkeep.terminal.seeds import fresh_seed, seed_option

if TYPE_CHECKING:
    from rich.console import Console

    from underkeep.lab.arena import Bout
    from underkeep.procedures.ruleset import Ruleset

MOST_RUNS = 1_000_000


@click.command(
    epilog="""\b
Examples:
  underkeep arena ose "4 fighter v 6 goblin" --seed 7
  underkeep arena rampage "3 fighter/2 v 8 orc" --why
  underkeep arena ose "fighter/3[plate,two-handed sword] v 2 ogre" --runs 1000
  underkeep arena knave "2 knave v 3 bandit" --runs 500 --json
  underkeep arena ose --list"""
)
@click.argument("game")
@click.argument("match", required=False)
@click.option("--list", "show_list", is_flag=True, help="List every class and monster of the game, and stop.")
@click.option(
    "--runs", type=click.IntRange(1, MOST_RUNS), default=1, help="How many fights; more than one are counted."
)
@click.option("--why", is_flag=True, help="Add the rule ids, faces and modifiers to each line.")
@click.option("--map/--no-map", "with_map", default=True, help="Draw the field at the start and the end.")
@click.option(
    "--minds",
    "mind",
    type=click.Choice(["tactical", "soldier"]),
    default="tactical",
    help="Who decides: the tactical mind, or a soldier who closes and strikes.",
)
@click.option("--jobs", type=click.IntRange(1, 256), default=None, help="On how many processors; on all by default.")
@click.option("--distance", type=float, default=None, help="Between the front ranks, in the game's unit; six squares.")
@click.option("--option", "options", multiple=True, help="Turn an optional rule on (name) or off (no-name).")
@seed_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def arena(
    game: str,
    match: str | None,
    show_list: bool,
    runs: int,
    why: bool,
    with_map: bool,
    mind: str,
    jobs: int | None,
    distance: float | None,
    options: tuple[str, ...],
    seed: int | None,
    as_json: bool,
) -> None:
    """Let two sides fight: "4 fighter v 6 goblin", with levels (fighter/3) and gear (fighter[plate,sword])."""
    from underkeep.lab.arena import Tally, bout
    from underkeep.lab.jobs import Fights, processors
    from underkeep.lab.jobs import fought as all_fought
    from underkeep.lab.muster import SIDES, gap_of, halves_of, parse_sides
    from underkeep.minds.mind import Mind
    from underkeep.minds.soldier import Soldier
    from underkeep.procedures.switches import switches_on
    from underkeep.systems import load
    from underkeep.terminal.console import console, counting, print_json

    rules = load(game)
    if show_list:
        list_roster(rules, as_json)
        return
    if match is None:
        raise click.UsageError('Name a match-up, such as "4 fighter v 6 goblin"; --list shows who there is.')
    sides = parse_sides(rules, match)
    switches_on(rules, options)
    seed = fresh_seed() if seed is None else seed
    gap = gap_of(rules, distance)
    minds: dict[str, Mind] = dict.fromkeys(SIDES, Soldier()) if mind == "soldier" else {}
    if runs == 1:
        fought = bout(rules, sides, seed, 0, options, gap, minds)
        tally = Tally()
        tally.add(fought)
        if as_json:
            print_json({**tally.summary(), "seed": seed, "log": _log(rules, fought)})
        else:
            _narrate(console(), rules, fought, why, with_map, seed)
        return
    fights = Fights(rules.id, match, seed, runs, tuple(options), gap, mind == "soldier")
    with counting("fighting", runs, halves_of(match)[0]) as heard:
        tally = all_fought(fights, jobs or processors(), heard)
    if as_json:
        print_json({**tally.summary(), "seed": seed})
    else:
        _figures(console(), rules, match, tally.summary(), seed)


def list_roster(rules: Ruleset, as_json: bool) -> None:
    """Who may be named in a match-up."""
    from underkeep.terminal.console import filled, print_json

    names = {sort: [n for n, of in rules.roster().items() if of == sort] for sort in ("character", "monster")}
    if as_json:
        print_json(names)
        return
    click.echo(filled(f"Classes: {', '.join(names['character'])}."))
    click.echo(filled(f"Monsters: {', '.join(names['monster'])}."))


def _log(rules: Ruleset, fought: Bout) -> list[dict[str, Any]]:
    from underkeep.table.narrate import told

    names = {c.id: c.name for c in fought.after.creatures.values()}
    lines = told(rules, fought.before, fought.events, lambda id: names[id])
    return [{"text": line.text, "rule": list(line.rule), "why": line.why} for line in lines]


def _narrate(out: Console, rules: Ruleset, fought: Bout, why: bool, with_map: bool, seed: int) -> None:
    from rich.markup import escape

    from underkeep.table.narrate import told
    from underkeep.terminal.console import SIDE_STYLES
    from underkeep.terminal.field import draw_field

    state = fought.after
    styles = {c.id: (escape(c.name), SIDE_STYLES.get(c.side, "white")) for c in state.creatures.values()}
    if with_map:
        out.print(draw_field(fought.before))
    for line in told(rules, fought.before, fought.events, lambda id: "[{1}]{0}[/]".format(*styles[id])):
        out.print(line.text + (f"  [dim]{escape(line.why)}[/]" if why and line.why else ""), soft_wrap=True)
    if with_map:
        out.print(draw_field(state))
    rounds = "1 round" if fought.rounds == 1 else f"{fought.rounds} rounds"
    out.print(f"[dim]{rounds}, seed {seed}.{'' if why else ' Add --why for the rules and dice.'}[/]")


def _figures(out: Console, rules: Ruleset, match: str, found: dict[str, Any], seed: int) -> None:
    from rich.table import Table
    from rich.text import Text

    from underkeep.lab.muster import halves_of

    table = Table(title=Text(f"{match}, {found['runs']} fights of {rules.title}"), title_justify="left")
    for heading in ("side", "wins", "rate", "95% interval", "deaths a fight"):
        table.add_column(heading, justify="left" if heading == "side" else "right")
    for side, name in zip("ab", halves_of(match), strict=True):
        row = found[side]
        span = f"{row['low']:.1%} to {row['high']:.1%}"
        table.add_row(Text(name), str(row["wins"]), f"{row['rate']:.1%}", span, f"{row['deaths']:.2f}")
    out.print(table)
    out.print(f"Draws {found['draws']}, {found['rounds']:.1f} rounds a fight, seed {seed}.")
