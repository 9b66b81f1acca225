"""Which ways the party has not taken yet and where the dark goes on, when somebody asks: what `explore` goes by."""

from __future__ import annotations

from underkeep.minds import known_ways
from underkeep.table import course, naming
from underkeep.table.speech.going import edge
from underkeep.table.speech.meanings import Meaning, Reader, Say
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import COMPASS

_ASKS, _DOORS = pattern("unexplored", "asks"), pattern("unexplored", "doors")
MOST = 6
ALL_SEEN = "The party has been beyond every way that it knows of here, and seen all that is open."


def unexplored(reader: Reader, said: str) -> Meaning | None:
    """The answer to `where have we not been`; None of any other line."""
    if _ASKS.fullmatch(said.rstrip("? ")) is None:
        return None
    told = left(reader, is_of_doors=_DOORS.search(said) is not None)
    if not told:
        return Say(ALL_SEEN)
    more = f" And {len(told) - MOST} more." if len(told) > MOST else ""
    return Say(f"Not been yet: {'; '.join(told[:MOST])}.{more} Explore goes to the nearest.")


def left(reader: Reader, is_of_doors: bool = False) -> list[str]:
    """What is left of this dungeon as far as the party knows, the nearest first."""
    state = reader.state
    at = state.party.at if state.party is not None else None
    found: list[str] = []
    for area in course.within_reach(state):
        where = "from here" if at is not None and area == at.area else f"from {course.area_name(state, area)}"
        fresh = [way for way in known_ways.ways(state, area) if not way.beyond]
        names = [f"the {_name(reader, w.id, area)}{_fast(reader, w.id)}" for w in fresh]
        names += ["what lies in the dark"] if edge(state, area) is not None and not is_of_doors else []
        found += [f"{where} {naming.listing(names)}"] if names else []
    return found


def _name(reader: Reader, way: str, area: str) -> str:
    """A way by its side of the area that it leads out of."""
    dungeon = reader.state.dungeon
    assert dungeon is not None
    if (stairs := dungeon.stairs.get(way)) is not None:
        return f"{naming.words(stairs.kind)} {'down' if stairs.up.area == area else 'up'}"
    name, door = course.way_name(reader.state, way), dungeon.doors.get(way)
    if door is None or any(word in COMPASS for word in name.split()):
        return name
    return f"{naming.direction(door.side(area), door.side(door.beyond(area)))} {name}"


def _fast(reader: Reader, way: str) -> str:
    return " (which would not open)" if course.is_fast(reader.state, way) else ""
