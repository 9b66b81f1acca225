"""Where the party was when each line was told, and which lines somebody told of a place: the memory of one seat."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table import course
from underkeep.table.narrate import Line
from underkeep.world.party import PartyWent
from underkeep.world.settlement import RumourHeard
from underkeep.world.state import State
from underkeep.world.talk import NewsTold


def told_where(log: Sequence[Line]) -> list[tuple[str, str]]:
    """Each line with the area in which the party was then; none outside a dungeon."""
    area, found = "", list[tuple[str, str]]()
    for line in log:
        for told in (line, *line.parts):
            if isinstance(told.event, PartyWent):
                area = told.event.at.area if told.event.at is not None else ""
        found.append((area, line.text))
    return found


def news(log: Sequence[Line], state: State) -> list[str]:
    """What others have told of places: news of those who were met, and rumours. What they told of as so far `of here`
    is told as seen from where that was, if the party is elsewhere now."""
    found = []
    for line, (area, text) in zip(log, told_where(log), strict=True):
        if any(isinstance(x.event, NewsTold | RumourHeard) for x in (line, *line.parts)):
            found.append(_from_there(state, area, text))
    return list(dict.fromkeys(found))


def _from_there(state: State, area: str, text: str) -> str:
    at = state.party.at if state.party is not None else None
    known = state.dungeon is not None and area in state.dungeon.areas
    if not known or (at is not None and at.area == area):
        return text
    return _OF_HERE.sub(f"of {course.area_name(state, area)}", text)


_OF_HERE = re.compile(r"\bof here\b")
