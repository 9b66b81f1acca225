"""Where the party was when each line was told, and which lines somebody told of a place: the memory of one seat."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.table.narrate import Line
from underkeep.world.party import PartyWent
from underkeep.world.settlement import RumourHeard
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


def news(log: Sequence[Line]) -> list[str]:
    """What others have told of places: news of those who were met, and rumours."""
    some = (line for line in log if any(isinstance(x.event, NewsTold | RumourHeard) for x in (line, *line.parts)))
    return list(dict.fromkeys(line.text for line in some))
