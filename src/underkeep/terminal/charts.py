"""Bars in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

MOST_ROWS = 60
UNSEEN = 0.000005
"""Where there are many rows, the ends whose chances would read 0.000% are left out."""
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def bars(rows: Sequence[tuple[str, float]], width: int) -> Text:
    """A labelled bar for each row, the longest filling the width; many rows are gathered into ranges."""
    rows = _gathered(rows)
    label = max(len(name) for name, _ in rows)
    room = max(10, min(width, 100) - label - 11)
    most = max(chance for _, chance in rows) or 1.0
    lines = []
    for name, chance in rows:
        full, part = divmod(round(room * 8 * chance / most), 8)
        bar = "█" * full + (_EIGHTHS[part] if part else "")
        lines.append(Text.assemble(f"{name:>{label}} ", (f"{bar:<{room}}", "green"), f" {chance:7.3%}"))
    return Text("\n").join(lines)


def _gathered(rows: Sequence[tuple[str, float]]) -> Sequence[tuple[str, float]]:
    if len(rows) <= MOST_ROWS:
        return rows
    seen = [number for number, (_, chance) in enumerate(rows) if chance >= UNSEEN]
    rows = rows[seen[0] : seen[-1] + 1] if seen else rows
    size = -(-len(rows) // MOST_ROWS)
    groups = [rows[i : i + size] for i in range(0, len(rows), size)]
    return [(f"{g[0][0]}..{g[-1][0]}" if len(g) > 1 else g[0][0], sum(c for _, c in g)) for g in groups]
