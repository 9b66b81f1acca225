"""The signs of a printed map: doors, stairs, numbers, marks, and the legend that explains them."""

from __future__ import annotations

from math import cos, pi, radians, sin

from underkeep.world.dungeon import Door
from underkeep.world.grid import Square
from underkeep.world.measures import Measures

SIZE = 22
INK = "#1d2733"
FONT = "Georgia, 'Times New Roman', serif"
TILE = 64
STROKES = 4


def _hatching() -> str:
    """A tile of little bundles of strokes, each at another angle."""
    lines = []
    cell = TILE / STROKES
    for row in range(STROKES):
        for column in range(STROKES):
            angle = radians((row * 67 + column * 113 + row * column * 29) % 180)
            x, y = (column + 0.5) * cell, (row + 0.5) * cell
            along, aside = (cos(angle) * cell * 0.62, sin(angle) * cell * 0.62), (-sin(angle) * 4.4, cos(angle) * 4.4)
            for i in (-1, 0, 1):
                a, b = x + aside[0] * i, y + aside[1] * i
                lines.append(f"M{a - along[0]:.1f} {b - along[1]:.1f}L{a + along[0]:.1f} {b + along[1]:.1f}")
    return "".join(lines)


DEFINITIONS = f"""<style>
text {{ font-family: {FONT}; fill: {INK}; }}
.title {{ font-size: 26px; font-weight: bold; }} .note {{ font-size: 13px; font-style: italic; }}
.level {{ font-size: 18px; font-weight: bold; }} .legend {{ font-size: 12px; }}
.number, .small, .secret {{ text-anchor: middle; stroke: #fff; stroke-width: 3px; paint-order: stroke; }}
.number {{ font-size: 14px; font-weight: bold; }} .small {{ font-size: 9px; }}
.secret {{ font-size: 15px; font-weight: bold; stroke-width: 4px; }}
.line {{ fill: none; stroke: {INK}; }} .wall {{ fill: none; stroke: {INK}; stroke-width: 2.2; }}
.ink {{ fill: {INK}; }} .leaf {{ stroke: {INK}; stroke-width: 1.4; }} .sign {{ fill: #fff; stroke: {INK}; }}
</style><defs>
<pattern id="hatch" width="{TILE}" height="{TILE}" patternUnits="userSpaceOnUse">
<path d="{_hatching()}" class="line" stroke-width="0.9"/></pattern>
<pattern id="grid" width="{SIZE}" height="{SIZE}" patternUnits="userSpaceOnUse">
<path d="M{SIZE} 0H0V{SIZE}" fill="none" stroke="#9fb3c4" stroke-width="0.7"/></pattern></defs>
"""
WALL = f'<path d="M0 {-SIZE / 2:g}V{SIZE / 2:g}" class="wall"/>'
LEGEND_WIDTH = 560
LEGEND_ROW = 34
LEGEND_WAYS = (("stairs", "stairs or slope"), ("spiral stairs", "spiral stairs"), ("shaft", "shaft or ladder"))


def _centre(square: Square) -> tuple[float, float]:
    return (square[0] + 0.5) * SIZE, (square[1] + 0.5) * SIZE


def _at(square: Square, sign: str) -> str:
    """A sign drawn about the middle of a square."""
    x, y = _centre(square)
    return f'<g transform="translate({x:g} {y:g})">{sign}</g>'


def pillar(square: Square) -> str:
    return _at(square, f'<circle r="{SIZE * 0.3:g}" class="ink"/>')


def door(door: Door, is_referee: bool) -> str:
    """A rectangle across the wall line; a bar for stuck, a filled one for locked, an S for secret."""
    if door.kind == "opening":
        return ""
    (ax, ay), (bx, by) = (_centre(square) for square in door.squares)
    turned = ay != by
    if not door.found:
        sign = WALL + (_secret(turned) if is_referee else "")
    elif door.kind == "portcullis":
        sign = "".join(f'<circle cy="{SIZE * i / 5:g}" r="1.7" class="ink"/>' for i in (-2, -1, 0, 1, 2))
    elif door.kind == "secret door":
        sign = WALL + _secret(turned)
    else:
        sign = WALL + _leaf(door.bar if is_referee or door.tried else "")
    rotation = " rotate(90)" if turned else ""
    return f'<g transform="translate({(ax + bx) / 2:g} {(ay + by) / 2:g}){rotation}">{sign}</g>'


def _secret(turned: bool) -> str:
    upright = ' transform="rotate(-90)"' if turned else ""
    return f'<text y="5" class="secret"{upright}>S</text>'


def _leaf(bar: str) -> str:
    wide, high = SIZE * 0.32, SIZE * 0.56
    fill = "#fff" if bar in ("", "stuck") else INK
    size = f'x="{-wide / 2:g}" y="{-high / 2:g}" width="{wide:g}" height="{high:g}"'
    line = f'<path d="M0 {-high / 2:g}V{high / 2:g}" class="leaf"/>' if bar == "stuck" else ""
    return f'<rect {size} fill="{fill}" class="leaf"/>{line}'


def way(square: Square, kind: str, is_down: bool, letter: str = "") -> str:
    """Stairs as treads, spiral ones as a wheel, ladders and shafts as a crossed square; with the way they go."""
    if "spiral" in kind:
        sign = _wheel(SIZE * 0.38)
    elif kind in ("ladder", "shaft"):
        sign = _crossed_square(SIZE * 0.36)
    else:
        sign = _treads(SIZE * 0.38, is_down)
    words = f"{'down' if is_down else 'up'} {letter}" if letter else ""
    return _at(square, f'{sign}<text y="{SIZE * 0.5 + 6:g}" class="small">{words}</text>')


def _wheel(half: float) -> str:
    spokes = "".join(f"M0 0L{cos(i * pi / 4) * half:.1f} {sin(i * pi / 4) * half:.1f}" for i in range(8))
    return f'<circle r="{half:g}" class="sign"/><path d="{spokes}" class="line" stroke-width="0.9"/>'


def _crossed_square(half: float) -> str:
    box = f"M{-half:g} {-half:g}H{half:g}V{half:g}H{-half:g}Z"
    cross = f"M{-half:g} {-half:g}L{half:g} {half:g}M{half:g} {-half:g}L{-half:g} {half:g}"
    return f'<path d="{box}{cross}" class="sign" stroke-width="1.1"/>'


def _treads(half: float, is_down: bool) -> str:
    """Treads that grow shorter the way down."""
    lengths = [half * (i + 1) / 7 for i in range(7)]
    treads = zip(range(7), reversed(lengths) if is_down else lengths, strict=True)
    lines = "".join(f"M{half * (i / 3 - 1):.1f} {-length:.1f}V{length:.1f}" for i, length in treads)
    return f'<path d="{lines}" class="line" stroke-width="1.2"/>'


def entrance(square: Square) -> str:
    """An archway."""
    half = SIZE * 0.34
    return _at(square, f'<path d="M{-half:g} {half:g}V0A{half:g} {half:g} 0 0 1 {half:g} 0V{half:g}Z" class="ink"/>')


def number(square: Square, value: int) -> str:
    return _at(square, f'<text y="5" class="number">{value}</text>')


def trap(square: Square) -> str:
    return _at(square, '<path d="M0 -6L6 5H-6Z" fill="#b3261e"/>')


def treasure(square: Square) -> str:
    return _at(square, '<path d="M0 -6L5.5 0L0 6L-5.5 0Z" class="line" style="fill: #e0b040"/>')


def compass() -> str:
    """An arrow to the north, about 40 high."""
    return '<path d="M0 -20L7 14L0 8L-7 14Z" class="ink"/><text y="-25" class="number">N</text>'


def legend(measures: Measures, is_referee: bool) -> str:
    """What each sign means, and the scale."""
    here = (0, 0)
    entries = [(_at(here, WALL + _leaf("")), "door")]
    if is_referee:
        entries.append((_at(here, WALL + _leaf("stuck")), "stuck door"))
        entries.append((_at(here, WALL + _leaf("locked")), "locked door"))
        entries.append((_at(here, WALL + _secret(False)), "secret door"))
    entries += [(way(here, kind, True), what) for kind, what in LEGEND_WAYS]
    entries.append((entrance(here), "way in"))
    if is_referee:
        entries += [(trap(here), "trap"), (treasure(here), "treasure")]
    parts, x, y = [], 0.0, 0
    for sign, words in entries:
        if x > LEGEND_WIDTH:
            x, y = 0.0, y + LEGEND_ROW
        text = f'<text x="{SIZE + 8}" y="{SIZE / 2 + 4:g}" class="legend">{words}</text>'
        parts.append(f'<g transform="translate({x:g} {y})">{sign}{text}</g>')
        x += SIZE + 26 + 5.6 * len(words)
    scale = f"M0 {y + 44}V{y + 50}H{SIZE}V{y + 44}"
    words = f"1 square = {measures.told(measures.map_square)}"
    text = f'<text x="{SIZE + 8}" y="{y + 52}" class="legend">{words}</text>'
    return f'{"".join(parts)}<path d="{scale}" class="line"/>{text}'
