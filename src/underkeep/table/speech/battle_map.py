"""The ground of a fight in letters: who stands where, for those who read lines and for the panes."""

from __future__ import annotations

from underkeep.table import naming
from underkeep.table.view import View
from underkeep.world.grid import Square, block

MARGIN = 2


def letters_of(view: View) -> dict[str, str]:
    """A letter for each creature: capitals for the party's, small ones for the others; no letter twice."""
    taken: set[str] = {"x"}
    found: dict[str, str] = {}
    named = [(c.id, c.name, True) for c in view.ours] + [(o.id, o.name, False) for o in view.others]
    for id, name, own in named:
        alphabet = [x for x in name if x.isalpha()] + list("abcdefghijklmnopqrstuvwyz")
        wanted = [x.upper() if own else x.lower() for x in alphabet]
        found[id] = next((x for x in wanted if x not in taken), "*")
        taken.add(found[id])
    return found


def drawn(view: View) -> list[str]:
    """The part of the field where anybody is, its squares named along the edges, and whose the letters are."""
    letters, marks = letters_of(view), _marks(view)
    if view.grid is None or not marks:
        return ["Nobody is on the field."]
    xs, ys = [x for x, _ in marks], [y for _, y in marks]
    columns = range(max(0, min(xs) - MARGIN), min(view.grid.width, max(xs) + MARGIN + 1))
    rows = range(max(0, min(ys) - 1), min(view.grid.height, max(ys) + 2))
    walls = set(view.grid.walls)
    lines = [" ".join(["   ", *(naming.column_name(x)[-1:] for x in columns)])]
    for y in rows:
        signs = (marks.get((x, y)) or ("#" if (x, y) in walls else ".") for x in columns)
        lines.append(f"{y + 1:>3} {' '.join(signs)}")
    up = [c for c in (*view.ours, *view.others) if c.at is not None and c.status == "up"]
    return [*lines, ", ".join(f"{letters[c.id]} {c.name}" for c in up) + "."]


def _marks(view: View) -> dict[Square, str]:
    """The letter at each square; those who lie there are marked x where nobody stands."""
    letters = letters_of(view)
    there = sorted((*view.ours, *view.others), key=lambda c: c.status == "up")
    marks = {c.id: letters[c.id] if c.status == "up" else "x" for c in there}
    return {square: marks[c.id] for c in there if c.at is not None for square in block(c.at, c.size)}
