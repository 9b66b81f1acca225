"""A region as a drawing to print: hexes with the signs of their country, rivers on their sides, roads and places.

The referee's map has everything; the players' has the hexes that they have seen, and what they know to be there.
"""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from math import cos, pi, sin

from underkeep.generate.signs import DEFINITIONS, INK, compass
from underkeep.world.hexes import Hex, corners, middle_of
from underkeep.world.region import SPAN, Place, Region

SIZE = 46
"""How far the middles of two rows are apart."""
RADIUS = SIZE / (2 * sin(pi / 3))
MARGIN, TITLE, LEGEND = 36, 64, 150
PAPER, WATER, ROAD = "#fffdf8", "#5b8fb3", "#8a5a2b"
_TINTS = {
    "sea": "#dcebf3", "forest": "#e3eedb", "jungle": "#d7e8cf", "hills": "#f1ead8", "mountains": "#e7e2dc",
    "swamp": "#e2ebe4", "desert": "#f8efd3", "barren": "#efe7de", "settled": "#f6f1d0",
}  # fmt: skip
_LANDS = {"human": "#b58900", "other": "#6a4c93", "monsters": "#a23b3b"}


def svg_region(region: Region, seen: Collection[Hex] | None = None, note: str = "") -> str:
    """For the referee everything, or what the players have `seen` of it."""
    width, height = region.size
    drawn = [(x, y) for y in range(height) for x in range(width) if seen is None or (x, y) in seen]
    points = [_xy(at) for at in drawn]
    left, top = min(x for x, _ in points) - SIZE, min(y for _, y in points) - SIZE
    wide = max(560, max(x for x, _ in points) - left + SIZE)
    tall = max(y for _, y in points) - top + SIZE
    parts = [_hex(region, at) for at in drawn]
    parts += [_side(side) for side in region.rivers if any(at in drawn for at in side)]
    parts += _frames(drawn) if seen is None else []
    parts += _roads(region, set(drawn))
    if seen is None:
        parts += _lands(region)
    shown = [p for p in region.places.values() if p.at in drawn and (seen is None or not p.secret)]
    parts += [_place(place, number) for number, place in enumerate(shown, 1)]
    rows = _legend(region, shown, seen is None)
    full_width, full_height = wide + 2 * MARGIN, tall + 2 * MARGIN + TITLE + 20 * len(rows) + 30
    listed = "".join(
        f'<text x="{MARGIN}" y="{MARGIN + TITLE + tall + 24 + 20 * i:g}" class="legend">{row}</text>'
        for i, row in enumerate(rows)
    )
    base = next(iter(region.places.values())).name
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{full_width:g}" height="{full_height:g}" '
        f'viewBox="0 0 {full_width:g} {full_height:g}">{DEFINITIONS}'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>'
        f'<text x="{MARGIN}" y="{MARGIN + 22}" class="title">The country round {escape(base)}</text>'
        f'<text x="{MARGIN}" y="{MARGIN + 44}" class="note">{escape(note)}</text>'
        f'<g transform="translate({full_width - MARGIN - 20:g} {MARGIN + 36})">{compass()}</g>'
        f'<g transform="translate({MARGIN - left:g} {MARGIN + TITLE - top:g})">{"".join(parts)}</g>{listed}</svg>\n'
    )


def _xy(at: Hex) -> tuple[float, float]:
    east, north = middle_of(at)
    return round(east * SIZE, 1), round(-north * SIZE, 1)


def _ring(at: Hex) -> str:
    x, y = _xy(at)
    return " ".join(f"{x + RADIUS * cos(pi / 3 * i):.1f},{y + RADIUS * sin(pi / 3 * i):.1f}" for i in range(6))


def _hex(region: Region, at: Hex) -> str:
    terrain = region.terrain(at)
    tint = _TINTS.get(terrain, "#fbf8ea")
    worked_out = bool(region.hexes[at[1]][at[0]])
    rim = f'stroke="{INK}" stroke-width="{0.8 if worked_out else 0.25}"'
    return f'<polygon points="{_ring(at)}" fill="{tint}" {rim}/>{_sign(terrain, *_xy(at))}'


def _sign(terrain: str, x: float, y: float) -> str:
    """A few strokes for a sort of country, as old maps have them."""
    strokes = {
        "mountains": "M-11 8L-3 -8L2 2L6 -5L12 8",
        "hills": "M-11 5Q-6 -5 -1 5M1 6Q6 -4 11 6",
        "forest": "M-8 6V1M-12 1L-8 -8L-4 1ZM5 7V2M1 2L5 -7L9 2Z",
        "jungle": "M-7 7V-2M-12 -1Q-7 -8 -2 -1M5 7V-3M0 -2Q5 -9 10 -2",
        "swamp": "M-10 5H10M-6 5V-2M-8 0L-6 -3L-4 0M4 5V-2M2 0L4 -3L6 0",
        "desert": "M-9 4h.1M-3 -3h.1M3 4h.1M8 -2h.1M-6 -6h.1M6 7h.1",
        "barren": "M-9 5L-6 1L-2 5M2 4L6 -1L10 4",
        "grasslands": "M-7 4L-8 -1M-6 4V-2M-5 4L-4 -1M5 5L4 0M6 5V-1M7 5L8 0",
        "sea": "M-10 0Q-7 -4 -4 0T2 0T8 0",
        "settled": "M-9 -4H9M-9 1H9M-9 6H9",
    }.get(terrain, "")
    colour = WATER if terrain == "sea" else "#77736a"
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


def _roads(region: Region, drawn: Collection[Hex]) -> list[str]:
    found = []
    for way in region.ways:
        if way.route.way == "open":
            continue
        points = [_xy(at) for at in way.path if at in drawn]
        if len(points) > 1:
            line = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
            dash, colour = ("1 6", WATER) if way.route.way == "water" else ("7 4", ROAD)
            found.append(
                f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="2.2" stroke-dasharray="{dash}" '
                'stroke-linejoin="round" stroke-linecap="round"/>'
            )
    return found


def _lands(region: Region) -> list[str]:
    found = []
    for realm in region.realms:
        for at in realm.hexes:
            found.append(f'<polygon points="{_ring(at)}" fill="{_LANDS[realm.sort]}" fill-opacity="0.13"/>')
        xs, ys = zip(*(_xy(at) for at in realm.hexes), strict=True)
        x, y = sum(xs) / len(xs), sum(ys) / len(ys) + 16
        found.append(f'<text x="{x:.0f}" y="{y:.0f}" class="small">{escape(realm.name)}</text>')
    return found


def _place(place: Place, number: int) -> str:
    x, y = _xy(place.at)
    sign = {
        "town": '<path d="M-7 5V-3L0 -9L7 -3V5Z" class="sign"/>',
        "dungeon": '<path d="M-6 6V-1A6 6 0 0 1 6 -1V6Z" class="ink"/>',
        "lair": '<path d="M-5 -5L5 5M5 -5L-5 5" class="line" stroke-width="2"/>',
    }[place.sort]
    label = f'<text x="12" y="-6" class="number">{number}</text>'
    return f'<g transform="translate({x:g} {y:g})">{sign}{label}</g>'


def _legend(region: Region, shown: list[Place], is_referee: bool) -> list[str]:
    rows = [f"One hex is {region.miles} miles wide. Brown dashes: roads. Blue: rivers, on the sides of hexes."]
    if is_referee:
        rows.append(f"Dotted lines: the large map of {region.miles * SPAN} miles to a hex. Tinted: who lives there.")
    return rows + [f"{number} {escape(place.name)} ({place.sort})" for number, place in enumerate(shown, 1)]
