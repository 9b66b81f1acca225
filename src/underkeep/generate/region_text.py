"""A region in letters: one sign for the country of each hex, others for places; odd columns stand half a row lower."""

from __future__ import annotations

from collections.abc import Collection

from underkeep.world.chart import Chart
from underkeep.world.hexes import Hex

SPOTS = {"town": "#", "dungeon": "*", "lair": "x"}
HERE = "@"
UNKNOWN = " "
_COUNTRY = {
    "sea": "~", "mountain": "^", "mountains": "^", "hill": "n", "hills": "n", "grass": '"', "grasslands": '"',
    "clear": ".", "settled": "=",
}  # fmt: skip
"""Signs that say what they mean; other country has a letter of its word."""


def drawn(chart: Chart) -> list[str]:
    """The map, with a line that says what its signs mean."""
    known = chart.terrain()
    shown = {*known, *((chart.here,) if chart.here is not None else ())}
    if not shown:
        return ["No country is known."]
    signs = signs_of(set(known.values()))
    spots = {spot.at: SPOTS[spot.sort] for spot in reversed(chart.spots)}
    marks = {at: signs[terrain] for at, terrain in known.items()} | spots
    if chart.here is not None:
        marks[chart.here] = HERE
    meant = {**signs, **SPOTS}
    used = {*marks.values()}
    legend = [f"{sign} {word}" for word, sign in meant.items() if sign in used]
    legend += [f"{HERE} the party"] if HERE in used else []
    return [*_rows(marks), f"{', '.join(legend)}. A hex is {chart.hex_width} miles wide; north is up."]


def _rows(marks: dict[Hex, str]) -> list[str]:
    columns, lines = [x for x, _ in marks], [y for _, y in marks]
    rows: list[str] = []
    for y in range(min(lines), max(lines) + 1):
        for odd in (0, 1):
            cells = [
                marks.get((x, y), UNKNOWN) if x % 2 == odd else UNKNOWN for x in range(min(columns), max(columns) + 1)
            ]
            rows.append(" ".join(cells).rstrip())
    while rows and not rows[-1]:
        rows.pop()
    while rows and not rows[0]:
        rows.pop(0)
    return rows


def signs_of(terrains: Collection[str]) -> dict[str, str]:
    """A sign for each word: the usual one, or its first letter that no other has. Signs never mean two things."""
    found = {word: _COUNTRY[word] for word in sorted(terrains) if word in _COUNTRY}
    for word in sorted(terrains):
        if word not in found:
            taken = {*found.values(), *SPOTS.values(), *_COUNTRY.values()}
            found[word] = next(c for c in (*word, *word.upper()) if c.isalpha() and c not in taken)
    return found
