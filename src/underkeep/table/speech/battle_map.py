"""The ground of a fight in letters: who stands where, for those who read lines and for the panes."""

from __future__ import annotations

from underkeep.table import naming
from underkeep.table.view import View
from underkeep.world.grid import Square, block

MARGIN = 2
ARROWS = "↑↗→↘↓↙←↖"
THREATENED = ":"


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
    walls, arrows = set(view.grid.walls), arrows_of(view)
    lines = [" ".join(["   ", *(naming.column_name(x)[-1:] for x in columns)])]
    for y in rows:
        signs = (marks.get((x, y)) or ("#" if (x, y) in walls else _ground(view, (x, y))) for x in columns)
        behind = (arrows.get((x, y), " ") for x in columns)
        lines.append(f"{y + 1:>3} {''.join(sign + way for sign, way in zip(signs, behind, strict=True))}".rstrip())
    up = [c for c in (*view.ours, *view.others) if c.at is not None and c.status == "up"]
    unknown = ["# is rock, or ground that nobody has seen yet."] if view.delve is not None else []
    return [*lines, ", ".join(f"{letters[c.id]} {c.name}" for c in up) + ".", *unknown, *_told(view, letters)]


def _ground(view: View, square: Square) -> str:
    return THREATENED if square in view.threatened else "."


def arrows_of(view: View) -> dict[Square, str]:
    """The way each figure faces, by the square at its right edge."""
    found = {}
    for c in (*view.ours, *view.others):
        figure = view.figures.get(c.id)
        if c.at is not None and figure is not None and figure.facing is not None:
            found[c.at[0] + c.size - 1, c.at[1]] = ARROWS[figure.facing % len(ARROWS)]
    return found


def _told(view: View, letters: dict[str, str]) -> list[str]:
    """How each of one's own stands, and what the signs mean."""
    if not view.figures:
        return []
    own = [c for c in view.ours if view.figures.get(c.id) and view.figures[c.id].notes]
    lines = [f"{letters[c.id]} {c.name}: {'; '.join(view.figures[c.id].notes)}." for c in own]
    meant = "An arrow shows which way one faces"
    zones = f"; {THREATENED} is where the enemy controls the ground and stops a move" if view.threatened else ""
    return [*lines, f"{meant}{zones}."]


def _marks(view: View) -> dict[Square, str]:
    """The letter at each square; those who lie there are marked x where nobody stands."""
    letters = letters_of(view)
    there = sorted((*view.ours, *view.others), key=lambda c: c.status == "up")
    marks = {c.id: letters[c.id] if c.status == "up" else "x" for c in there}
    return {square: marks[c.id] for c in there if c.at is not None for square in block(c.at, c.size)}
