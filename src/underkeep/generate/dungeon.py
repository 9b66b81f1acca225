"""Dungeons: several levels of rooms, caverns and passages on squares, joined by doors and stairs.

The map only. What lives and lies in it is the business of the game that is played.
"""

from __future__ import annotations

from itertools import pairwise

from underkeep.errors import UnderkeepError
from underkeep.generate.choice import Chooser
from underkeep.generate.doors import Bar, hang_doors
from underkeep.generate.entrance import dig_entrance, places_for_stairs
from underkeep.generate.layout import lay_out
from underkeep.generate.numbering import Draft, named_once, number
from underkeep.generate.paper import Paper
from underkeep.generate.passages import join
from underkeep.generate.settings import Setting, name_dungeon, setting_of, settings
from underkeep.kernel.dice import Dice
from underkeep.kernel.opaque import opaque_id
from underkeep.world.dungeon import Door, Dungeon, Spot, Stairs
from underkeep.world.grid import Square

MOST_LEVELS = 20
FEWEST_ROOMS, MOST_ROOMS = 3, 40
SECOND_STAIRS = 60
"""Chance in a hundred that a level has a second way down."""
ATTEMPTS = 12


def _unbarred(sort: str) -> None:
    return None


def make_dungeon(
    dice: Dice,
    bar: Bar = _unbarred,
    *,
    levels: int = 3,
    rooms: int | None = None,
    setting: str | None = None,
    name: str | None = None,
    salt: str = "",
) -> Dungeon:
    """A bare dungeon. `rooms` are those of each level (10 to 16 if not given); the dice choose what is left open.

    `bar` is what the game makes of a stuck or a locked door; `salt` is that of the game's ids.
    """
    if not 1 <= levels <= MOST_LEVELS:
        raise UnderkeepError(f"A dungeon has 1 to {MOST_LEVELS} levels, not {levels}.")
    if rooms is not None and not FEWEST_ROOMS <= rooms <= MOST_ROOMS:
        raise UnderkeepError(f"A level has {FEWEST_ROOMS} to {MOST_ROOMS} rooms, not {rooms}.")
    choose = Chooser(dice)
    kind = setting or choose.one_of(list(settings()), "setting")
    style = setting_of(kind)
    name = name or name_dungeon(choose, style)
    papers = [_draw(choose, style, rooms or 8 + sum(choose.faces(2, 4, "rooms"))) for _ in range(levels)]
    entrance = dig_entrance(choose, papers[0])
    ways = _ways_down(choose, papers, entrance)
    drafts: list[Draft] = []
    doors: dict[str, Door] = {}
    for i, paper in enumerate(papers):
        arrivals = [entrance] if i == 0 else [down for _, down in ways[i - 1]]
        drafts.append(number(choose, style, paper, i + 1, arrivals[0], salt))
        leaving = [up for up, _ in ways[i]] if i < len(ways) else []
        doors |= hang_doors(choose, style, drafts[-1], arrivals + leaving, bar, salt)
    areas = named_once(style, {id: area for draft in drafts for id, area in draft.areas.items()})
    return Dungeon(
        name,
        kind,
        tuple(draft.level for draft in drafts),
        _spot(drafts[0], entrance),
        areas,
        doors,
        _stairs(choose, style, drafts, ways, salt),
    )


def _draw(choose: Chooser, setting: Setting, rooms: int) -> Paper:
    """Paper with joined rooms. A drawing that does not work out is thrown away, and the next gets more room."""
    for attempt in range(ATTEMPTS):
        paper = lay_out(choose, setting, rooms, attempt)
        if paper is not None and join(choose, setting, paper):
            return paper
    raise UnderkeepError(f"No map of {rooms} rooms came of these dice; try another seed.")


def _ways_down(choose: Chooser, papers: list[Paper], entrance: Square) -> list[list[tuple[Square, Square]]]:
    """For each level but the last, the squares of its stairs and where they come out below."""
    ways: list[list[tuple[Square, Square]]] = []
    arrival, taken = entrance, {entrance}
    for above, below in pairwise(papers):
        count = 2 if choose.chance(SECOND_STAIRS, "second stairs") else 1
        pairs: list[tuple[Square, Square]] = []
        landed: set[Square] = set()
        for _ in range(count):
            up = _far_place(choose, above, arrival, taken)
            if up is None:
                break
            taken.add(up)
            down = _place_under(below, up, landed)
            landed.add(down)
            pairs.append((up, down))
        ways.append(pairs)
        arrival, taken = pairs[0][1], landed
    return ways


def _far_place(choose: Chooser, paper: Paper, arrival: Square, taken: set[Square]) -> Square | None:
    """A square for stairs in a room without any, among the half farther from the arrival."""
    used = {paper.cells[paper.at(square)] for square in taken}
    free = sorted(
        (
            (steps, square)
            for steps, square in places_for_stairs(paper, arrival)
            if paper.cells[paper.at(square)] not in used
        ),
        key=lambda place: (-place[0], place[1]),
    )
    return choose.one_of(free[: max(1, len(free) // 2)], "stairs")[1] if free else None


def _place_under(paper: Paper, above: Square, landed: set[Square]) -> Square:
    """The nearest good square below; a second stair comes out in another room."""
    used = {paper.cells[paper.at(square)] for square in landed}
    places = [s for _, s in places_for_stairs(paper, paper.square(paper.rooms[1][0]))]
    free = [s for s in places if paper.cells[paper.at(s)] not in used]
    return min(free, key=lambda s: (abs(s[0] - above[0]) + abs(s[1] - above[1]), s))


def _spot(draft: Draft, square: Square) -> Spot:
    return Spot(draft.level.number, square, draft.owners()[square])


def _stairs(
    choose: Chooser, setting: Setting, drafts: list[Draft], ways: list[list[tuple[Square, Square]]], salt: str
) -> dict[str, Stairs]:
    found = {}
    for i, pairs in enumerate(ways):
        for up, down in pairs:
            id = opaque_id(salt, "stairs", i + 1, up)
            kind = choose.one_of(setting.ways_down, "way down")
            found[id] = Stairs(id, _spot(drafts[i], up), _spot(drafts[i + 1], down), kind)
    return found
