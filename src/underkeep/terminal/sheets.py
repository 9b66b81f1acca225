"""Drawing a character sheet and the steps that made it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
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

TWO_COLUMNS = 100
VALUE_WIDTH = 40
Section = tuple[str, tuple[tuple[str, str], ...]]


def print_card(out: Console, card: Card) -> None:
    """The sheet as a panel of titled sections, in two columns where there is room."""
    sections = [(title, rows) for title, rows in card.sections if rows]
    grid = Table.grid(padding=(0, 4, 0, 0))
    columns = _columns(sections) if out.width >= TWO_COLUMNS else [sections]
    widest = VALUE_WIDTH if len(columns) > 1 else None
    grid.add_row(*(Group(*(_section(title, rows, widest) for title, rows in column)) for column in columns))
    body = Group(Text(card.subtitle, style="italic"), Text(""), grid)
    out.print(Panel(body, title=Text(card.title, style="bold"), expand=False, padding=(1, 2, 0, 2)))


def _columns(sections: list[Section]) -> list[list[Section]]:
    """The sections in two columns of about the same height, in order."""
    heights = [len(rows) + 2 for _, rows in sections]
    best = min(range(len(sections) + 1), key=lambda cut: max(sum(heights[:cut]), sum(heights[cut:])))
    return [sections[:best], sections[best:]]


def _section(title: str, rows: tuple[tuple[str, str], ...], widest: int | None) -> Group:
    table = Table(show_header=False, box=None, padding=(0, 1, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(max_width=widest)
    for label, value in rows:
        table.add_row(label, Text(value))
    return Group(Text(title, style="bold"), table, Text(""))


def print_steps(out: Console, events: Iterable[Event]) -> None:
    """Each step of creation: what was rolled or chosen, and the rules that say so."""
    table = Table(title="How it was made", title_justify="left", show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_column(style="bold", max_width=18)
    table.add_column(overflow="fold")
    for event in events:
        if isinstance(event, CreationStepTaken):
            outcome = ", ".join(f"{k} {v}" for k, v in event.values.items())
            rolled = f" ({explain(event.roll)})" if event.roll else ""
            rules = Text(", ".join(event.rule), style="dim")
            table.add_row(
                event.step.replace("-", " "), Text("\n").join([Text(outcome + rolled), rules][: 2 if rules else 1])
            )
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
