"""Drawing a character sheet and the steps that made it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
from rich.columns import Columns
from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from underkeep.kernel.event import Event
from underkeep.procedures.ruleset import Card, Ruleset
from underkeep.table.narrate import explain
from underkeep.world.creature import CreationStepTaken

if TYPE_CHECKING:
    from underkeep.lab.portrait import Portrait


def print_card(out: Console, card: Card) -> None:
    """The sheet as a panel of titled sections, side by side where there is room."""
    sections = [_section(title, rows) for title, rows in card.sections if rows]
    body = Group(Text(card.subtitle, style="italic"), Text(""), Columns(sections, padding=(0, 3)))
    out.print(Panel(body, title=f"[bold]{card.title}[/]", expand=out.width <= 100, padding=(1, 2)))


def _section(title: str, rows: tuple[tuple[str, str], ...]) -> Table:
    table = Table(
        title=title, title_justify="left", title_style="bold", show_header=False, box=None, padding=(0, 1, 0, 0)
    )
    table.add_column(style="dim")
    table.add_column(max_width=44)
    for label, value in rows:
        table.add_row(label, Text(value))
    table.add_row("", "")
    return table


def print_steps(out: Console, events: Iterable[Event]) -> None:
    """Each step of creation: what was rolled or chosen, and the rules that say so."""
    table = Table(title="How it was made", title_justify="left", box=None, padding=(0, 2, 0, 0))
    table.add_column("Step", style="bold", no_wrap=True)
    table.add_column("Outcome")
    table.add_column("Rules", style="dim")
    for event in events:
        if isinstance(event, CreationStepTaken):
            outcome = ", ".join(f"{k} {v}" for k, v in event.values.items())
            rolled = f" ({explain(event.roll)})" if event.roll else ""
            table.add_row(event.step, Text(outcome + rolled), Text(", ".join(event.rule)))
    out.print(table)


def print_choices(out: Console, rules: Ruleset) -> None:
    """What a creation may fix, and the optional rules."""
    for what, values in rules.choices().items():
        out.print(Text.assemble((what, "bold"), "  ", ", ".join(values) or "any text"))
    if rules.switches:
        out.print("\n[bold]Optional rules[/] (--option NAME, or no-NAME)")
    for switch in rules.switches.values():
        out.print(Text.assemble((switch.id, "bold"), " (on)" if switch.default else "", "  ", switch.text))


def sheet_json(rules: Ruleset, made: Portrait) -> dict[str, Any]:
    """The creature, its printed sheet, and the steps."""
    card = rules.card(made.state, made.creature)
    steps = [e for e in made.events if isinstance(e, CreationStepTaken)]
    return {
        "name": made.creature.name,
        "creature": msgspec.to_builtins(made.creature),
        "sheet": {title: dict(rows) for title, rows in card.sections},
        "steps": [msgspec.to_builtins(step) for step in steps],
    }
