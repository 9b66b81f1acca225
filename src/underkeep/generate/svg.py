"""The map as a drawing to print: white floor with a fine grid, hatched rock, the signs of old maps, and a legend.

The referee's map shows secret doors, stuck and locked ones, traps and treasure, and the numbers of the key; the
players' shows what is reached without finding anything hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from underkeep.generate import signs
from underkeep.generate.handout import for_players
from underkeep.generate.outline import outline, pillars_of
from underkeep.generate.signs import SIZE
from underkeep.generate.text_map import middle
from underkeep.world.dungeon import Area, Dungeon
from underkeep.world.grid import Square
from underkeep.world.measures import Measures

MARGIN = 36
TITLE = 64
LEVEL_TITLE = 34
LEGEND = 74
LEAST_WIDTH = 620


def svg_map(
    dungeon: Dungeon,
    measures: Measures,
    levels: Sequence[int] | None = None,
    is_referee: bool = True,
    note: str = "",
) -> str:
    """One drawing of the levels asked for, or of all, one below the other. `note` stands under the title."""
    if not is_referee:
        dungeon = for_players(dungeon)
    drawn = {area.level for area in dungeon.areas.values()}
    chosen = [dungeon.level(number) for number in levels or range(1, len(dungeon.levels) + 1) if number in drawn]
    boxes = {level.number: _box(dungeon, level.number) for level in chosen}
    width = max(LEAST_WIDTH, *((right - left + 2) * SIZE for left, _, right, _ in boxes.values())) + 2 * MARGIN
    parts = [_title(dungeon, note)]
    top = MARGIN + TITLE
    for number, (left, highest, right, lowest) in boxes.items():
        parts.append(f'<text x="{MARGIN}" y="{top + 20}" class="level">Level {number}</text>')
        top += LEVEL_TITLE + SIZE
        x, y = (width - (right - left) * SIZE) / 2 - left * SIZE, top - highest * SIZE
        parts.append(f'<g transform="translate({x:g} {y:g})">{_level(dungeon, number, is_referee)}</g>')
        top += (lowest - highest + 1) * SIZE
    parts.append(f'<g transform="translate({MARGIN} {top + 16:g})">{signs.legend(measures, is_referee)}</g>')
    height = top + LEGEND + MARGIN
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    parts.append(f'<g transform="translate({width - MARGIN - 20:g} {MARGIN + 36})">{signs.compass()}</g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{signs.DEFINITIONS}'
        f'<rect width="100%" height="100%" fill="#fffdf8"/>{"".join(parts)}</svg>\n'
    )


def _box(dungeon: Dungeon, number: int) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is drawn."""
    squares = [square for area in dungeon.areas.values() if area.level == number for square in area.squares]
    xs, ys = [x for x, _ in squares], [y for _, y in squares]
    return min(xs), min(ys), max(xs) + 1, max(ys) + 1


def _title(dungeon: Dungeon, note: str) -> str:
    text = f'<text x="{MARGIN}" y="{MARGIN + 22}" class="title">{escape(dungeon.name)}</text>'
    return text + f'<text x="{MARGIN}" y="{MARGIN + 44}" class="note">{escape(note)}</text>' if note else text


def _level(dungeon: Dungeon, number: int, is_referee: bool) -> str:
    areas = [area for area in dungeon.areas.values() if area.level == number]
    pillars = pillars_of(areas)
    path = outline(areas, pillars, SIZE)
    left, highest, right, lowest = _box(dungeon, number)
    box = f'x="{left * SIZE}" y="{highest * SIZE}" width="{(right - left) * SIZE}" height="{(lowest - highest) * SIZE}"'
    parts = [
        f'<path d="{path}" fill="none" stroke="url(#hatch)" stroke-width="{SIZE * 1.15:g}" stroke-linejoin="round"/>',
        f'<path d="{path}" fill="#fff" fill-rule="evenodd"/>',
        f'<clipPath id="floor-{number}"><path d="{path}" clip-rule="evenodd"/></clipPath>',
        f'<rect {box} fill="url(#grid)" clip-path="url(#floor-{number})"/>',
        f'<path d="{path}" class="wall" stroke-linejoin="round"/>',
    ]
    parts += [signs.pillar(square) for square in sorted(pillars)]
    parts += [signs.door(door, is_referee) for door in dungeon.doors.values() if door.level == number]
    taken = {square for door in dungeon.doors.values() if door.level == number for square in door.squares}
    parts += _ways(dungeon, number, taken)
    if is_referee:
        placed = [(t.area, t.square) for t in dungeon.traps.values()]
        placed += [(hoard.area, hoard.square) for hoard in dungeon.hoards.values()]
        taken |= {square for area, square in placed if square and dungeon.areas[area].level == number}
    for area in areas:
        parts += _labels(dungeon, area, taken, is_referee)
    return "".join(parts)


def _ways(dungeon: Dungeon, number: int, taken: set[Square]) -> list[str]:
    parts = []
    for stairs in dungeon.stairs.values():
        for spot, to in ((stairs.up, stairs.down), (stairs.down, stairs.up)):
            if spot.level == number:
                taken.add(spot.square)
                parts.append(signs.way(spot.square, stairs.kind, to.level > number, stairs.id[-1]))
    if dungeon.entrance.level == number:
        taken.add(dungeon.entrance.square)
        parts.append(signs.entrance(dungeon.entrance.square))
    return parts


def _labels(dungeon: Dungeon, area: Area, taken: set[Square], is_referee: bool) -> list[str]:
    """For the referee the number of a room, and a mark for each trap and treasure; a gap in the numbers would tell the
    players of a room that they have not found."""
    if not is_referee:
        return []
    parts = []
    if area.number:
        square = middle(area.squares, taken)
        taken.add(square)
        parts.append(signs.number(square, area.number))
    traps = [(trap.square, signs.trap) for trap in dungeon.traps.values() if trap.area == area.id]
    hoards = [(hoard.square, signs.treasure) for hoard in dungeon.hoards.values() if hoard.area == area.id]
    for place, sign in traps + hoards:
        square = place or middle(area.squares, taken)
        taken.add(square)
        parts.append(sign(square))
    return parts
