"""A region as a drawing to print: hexes with the signs of their country, rivers on their sides, roads and places.

The referee's map has everything; the players' has the hexes that they have seen, and what they know to be there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from math import cos, dist, pi, sin

from underkeep.generate.signs import DEFINITIONS, INK, compass
from underkeep.world.chart import Chart, Spot, whole
from underkeep.world.hexes import Edge, Hex, corners, middle_of
from underkeep.world.region import SPAN, Region

SIZE = 46
"""How far the middles of two rows are apart."""
RADIUS = SIZE / (2 * sin(pi / 3))
MARGIN, TITLE = 36, 64
PAPER, WATER, ROAD = "#fffdf8", "#5b8fb3", "#8a5a2b"
_TINTS = {
    "sea": "#dcebf3", "forest": "#e3eedb", "jungle": "#d7e8cf", "hill": "#f1ead8", "mountain": "#e7e2dc",
    "swamp": "#e2ebe4", "desert": "#f8efd3", "barren": "#efe7de", "settled": "#f6f1d0",
}  # fmt: skip
_SIGNS = {
    "mountain": "M-11 8L-3 -8L2 2L6 -5L12 8",
    "hill": "M-11 5Q-6 -5 -1 5M1 6Q6 -4 11 6",
    "forest": "M-8 6V1M-12 1L-8 -8L-4 1ZM5 7V2M1 2L5 -7L9 2Z",
    "jungle": "M-7 7V-2M-12 -1Q-7 -8 -2 -1M5 7V-3M0 -2Q5 -9 10 -2",
    "swamp": "M-10 5H10M-6 5V-2M-8 0L-6 -3L-4 0M4 5V-2M2 0L4 -3L6 0",
    "desert": "M-9 4h.1M-3 -3h.1M3 4h.1M8 -2h.1M-6 -6h.1M6 7h.1",
    "barren": "M-9 5L-6 1L-2 5M2 4L6 -1L10 4",
    "grass": "M-7 4L-8 -1M-6 4V-2M-5 4L-4 -1M5 5L4 0M6 5V-1M7 5L8 0",
    "sea": "M-10 0Q-7 -4 -4 0T2 0T8 0",
    "settled": "M-9 -4H9M-9 1H9M-9 6H9",
}
_ALSO = {
    "mountains": "mountain", "hills": "hill", "grasslands": "grass", "badlands": "barren", "marsh": "swamp",
    "forest and mountain": "mountain",
}  # fmt: skip
"""What other games call such country."""
_LANDS = {"human": "#b58900", "other": "#6a4c93", "monsters": "#a23b3b"}


def referees_map(region: Region, note: str = "") -> str:
    """All of it, with who lives where and the hexes of the large map."""
    chart = whole(region)
    worked_out = {at for at, _ in chart.hexes if region.hexes[at[1]][at[0]]}
    under, over = _tints(region), [*_frames({at for at, _ in chart.hexes}), *_names(region)]
    base = next(iter(region.places.values())).name
    rows = [f"Dotted lines: the large map of {region.miles * SPAN} miles to a hex. Tinted: who lives there."]
    return _page(chart, f"The country round {base}", note, worked_out, under, over, rows)


def players_map(chart: Chart, note: str = "") -> str:
    """What a party has on its map, and nothing else."""
    town = next((spot.name for spot in chart.spots if spot.sort == "town"), "")
    title = f"The country round {town}" if town else "The country"
    note = f"{note}{', ' if note else ''}as far as it is known"
    known = {at for at, _ in chart.hexes}
    here = [f'<circle cx="{x:g}" cy="{y:g}" r="13" class="line" stroke-width="1.6"/>' for x, y in _at(chart.here)]
    rows = ["The ring: where the party is."] if here else []
    return _page(chart, title, note, known, [], here, rows)


def _page(
    chart: Chart,
    title: str,
    note: str,
    worked_out: Collection[Hex],
    under: Sequence[str],
    over: Sequence[str],
    told: Sequence[str],
) -> str:
    points = [_xy(at) for at in (*(at for at, _ in chart.hexes), *((chart.here,) if chart.here else ()))] or [(0, 0)]
    left, top = min(x for x, _ in points) - SIZE, min(y for _, y in points) - SIZE
    wide = max(560, max(x for x, _ in points) - left + SIZE)
    tall = max(y for _, y in points) - top + SIZE
    taken = {spot.at for spot in chart.spots}
    parts = [_hex(at, terrain, at in worked_out, at in taken) for at, terrain in chart.hexes]
    parts += [*under, *map(_side, chart.rivers)]
    known = {at for at, _ in chart.hexes}
    parts += _ways(chart.lanes, known, "1 6", WATER) + _ways(chart.roads, known, "7 4", ROAD)
    parts += [_place(spot, number) for number, spot in enumerate(chart.spots, 1)]
    parts += over
    rows = [*_legend(chart), *told]
    rows += [f"{number} {escape(spot.name)} ({spot.sort})" for number, spot in enumerate(chart.spots, 1)]
    full_width, full_height = wide + 2 * MARGIN, tall + 2 * MARGIN + TITLE + 20 * len(rows) + 30
    listed = "".join(
        f'<text x="{MARGIN}" y="{MARGIN + TITLE + tall + 24 + 20 * i:g}" class="legend">{row}</text>'
        for i, row in enumerate(rows)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{full_width:g}" height="{full_height:g}" '
        f'viewBox="0 0 {full_width:g} {full_height:g}">{DEFINITIONS}'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>'
        f'<text x="{MARGIN}" y="{MARGIN + 22}" class="title">{escape(title)}</text>'
        f'<text x="{MARGIN}" y="{MARGIN + 44}" class="note">{escape(note)}</text>'
        f'<g transform="translate({full_width - MARGIN - 20:g} {MARGIN + 36})">{compass()}</g>'
        f'<g transform="translate({MARGIN - left:g} {MARGIN + TITLE - top:g})">{"".join(parts)}</g>{listed}</svg>\n'
    )


def _at(here: Hex | None) -> list[tuple[float, float]]:
    return [_xy(here)] if here is not None else []


def _xy(at: Hex) -> tuple[float, float]:
    east, north = middle_of(at)
    return round(east * SIZE, 1), round(-north * SIZE, 1)


def _ring(at: Hex) -> str:
    x, y = _xy(at)
    return " ".join(f"{x + RADIUS * cos(pi / 3 * i):.1f},{y + RADIUS * sin(pi / 3 * i):.1f}" for i in range(6))


def _hex(at: Hex, terrain: str, is_worked_out: bool, is_taken: bool) -> str:
    """With a sign of its country, where no place stands."""
    sort = _ALSO.get(terrain, terrain)
    rim = f'stroke="{INK}" stroke-width="{0.8 if is_worked_out else 0.25}"'
    ground = f'<polygon points="{_ring(at)}" fill="{_TINTS.get(sort, "#fbf8ea")}" {rim}/>'
    return ground if is_taken else ground + _sign(sort, *_xy(at))


def _sign(sort: str, x: float, y: float) -> str:
    """A few strokes for a sort of country, as old maps have them."""
    strokes, colour = _SIGNS.get(sort, ""), WATER if sort == "sea" else "#77736a"
    if not strokes:
        return ""
    place = f'transform="translate({x:g} {y:g})"'
    return f'<path {place} d="{strokes}" fill="none" stroke="{colour}" stroke-width="1.1" stroke-linecap="round"/>'


def _side(side: tuple[Hex, Hex]) -> str:
    ends = [c for c in corners(side[0]) if side[1] in c]
    (ax, ay), (bx, by) = (_corner(c) for c in ends)
    return f'<path d="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}" stroke="{WATER}" stroke-width="4" stroke-linecap="round"/>'


def _corner(at: tuple[Hex, Hex, Hex]) -> tuple[float, float]:
    points = [_xy(h) for h in at]
    return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3


def _frames(drawn: Collection[Hex]) -> list[str]:
    """The hexes of the large map, dotted: the sides between small ones that lie in different large ones."""
    found = []
    for at in drawn:
        for other in ((at[0] + 1, at[1]), (at[0], at[1] + 1)):
            if other in drawn and (at[0] // SPAN, at[1] // SPAN) != (other[0] // SPAN, other[1] // SPAN):
                ends = [c for c in corners(at) if other in c]
                if len(ends) == 2:
                    (ax, ay), (bx, by) = (_corner(c) for c in ends)
                    line = f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}"
                    found.append(f'<path d="{line}" stroke="{INK}" stroke-width="1.8" stroke-dasharray="2 3"/>')
    return found


def _ways(legs: Collection[Edge], known: Collection[Hex], dash: str, colour: str) -> list[str]:
    """From hex to hex; where nobody knows how they go on they end at the border."""
    if not legs:
        return []
    ends = [(_end(one, other, known), _end(other, one, known)) for one, other in legs]
    line = "".join(f"M{ax:g} {ay:g}L{bx:g} {by:g}" for (ax, ay), (bx, by) in ends)
    return [
        f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="2.2" stroke-dasharray="{dash}" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    ]


def _end(at: Hex, other: Hex, known: Collection[Hex]) -> tuple[float, float]:
    (ax, ay), (bx, by) = _xy(at), _xy(other)
    return (ax, ay) if at in known else (round((ax + bx) / 2, 1), round((ay + by) / 2, 1))


def _tints(region: Region) -> list[str]:
    return [
        f'<polygon points="{_ring(at)}" fill="{_LANDS[realm.sort]}" fill-opacity="0.13"/>'
        for realm in region.realms
        for at in realm.hexes
    ]


def _names(region: Region) -> list[str]:
    """Of each land, about its middle, beside the places in it."""
    found = []
    for realm in region.realms:
        xs, ys = zip(*(_xy(at) for at in realm.hexes), strict=True)
        middle = sum(xs) / len(xs), sum(ys) / len(ys)
        free = [_xy(at) for at in realm.hexes if not region.places_at(at)]
        x, y = min(free, key=lambda at: dist(at, middle), default=(middle[0], middle[1] + 13))
        y += 3
        found.append(f'<text x="{x:.0f}" y="{y:.0f}" class="small">{escape(realm.name)}</text>')
    return found


def _place(spot: Spot, number: int) -> str:
    x, y = _xy(spot.at)
    sign = {
        "town": '<path d="M-7 5V-3L0 -9L7 -3V5Z" class="sign"/>',
        "dungeon": '<path d="M-6 6V-1A6 6 0 0 1 6 -1V6Z" class="ink"/>',
        "lair": '<path d="M-5 -5L5 5M5 -5L-5 5" class="line" stroke-width="2"/>',
    }[spot.sort]
    label = f'<text x="12" y="-6" class="number">{number}</text>'
    return f'<g transform="translate({x:g} {y:g})">{sign}{label}</g>'


def _legend(chart: Chart) -> list[str]:
    told = [f"One hex is {chart.hex_width} miles wide."]
    told += ["Brown dashes: roads."] if chart.roads else []
    told += ["Blue dots: ways by water."] if chart.lanes else []
    told += ["Blue: rivers, on the sides of hexes."] if chart.rivers else []
    return [" ".join(told)]
