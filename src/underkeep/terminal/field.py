"""A fight's field as text: a letter a creature, upper case for one side, with a legend."""

from __future__ import annotations

from rich.text import Text

from underkeep.terminal.console import SIDE_STYLES
from underkeep.world.creature import Creature
from underkeep.world.grid import block
from underkeep.world.state import State

MARGIN = 2


def draw_field(state: State) -> Text:
    """The part of the grid where anybody is; the fallen are marked x."""
    assert state.grid is not None
    there = sorted((c for c in state.creatures.values() if c.at is not None), key=lambda c: c.status == "up")
    placed = {square: c for c in there if c.at is not None for square in block(c.at, c.size)}
    if not placed:
        return Text("The field is empty.")
    xs, ys = [x for x, _ in placed], [y for _, y in placed]
    columns = range(max(0, min(xs) - MARGIN), min(state.grid.width, max(xs) + MARGIN + 1))
    rows = range(max(0, min(ys) - 1), min(state.grid.height, max(ys) + 2))
    walls = set(state.grid.walls)
    text = Text()
    for y in rows:
        for x in columns:
            creature = placed.get((x, y))
            if creature is None:
                text.append("# " if (x, y) in walls else "· ", "dim")
            else:
                text.append(f"{_letter(creature)} ", SIDE_STYLES.get(creature.side, "white"))
        text.append("\n")
    return text


def _letter(creature: Creature) -> str:
    if creature.status == "up":
        letter = creature.kind[0]
        return letter.upper() if creature.side == "a" else letter.lower()
    return "x" if creature.status == "dead" else "~"
