"""Out of town to a place by its name: `travel to Lantern Hill`, `head for the Deeps`. Of several ways the first."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.meanings import Ask, Do, Reader
from underkeep.world.region import ways_on

_TO = re.compile(
    r"(?:we |let us |i )?(?P<going>go|travel|head|journey|march|ride|walk|make|leave|move|sail)(?: on| out| off)? "
    r"(?:to|for|towards?) (?:the )?(?P<where>[\w' -]+?)"
    r"(?: (?:by|on|along|over|across) (?:the |a )?(?P<by>road|trail|sea|boat|ship|coast|water|river|country|land))?"
)
_ELSEWHERE = re.compile(
    r"\b(?:go|travel|head|journey|march|ride|walk|leave|move|set (?:out|off))(?: on| out| off)? (?:to|for|towards?) "
    r"(?:another|an other|the next|the nearest|the closest|the other|some other|a different|a) (?:town|city|village)\b"
)
"""Towns that are meant without a name."""
_LITTLE = {"the", "of", "a", "town", "city", "village"}


def bound_for(reader: Reader, said: str) -> Do | None:
    """What a line of somebody in town sets out for; None if it names no place that there is a way to."""
    found, state = _TO.fullmatch(said), reader.state
    if found is None or a.SetOut() not in reader.options.listed:
        return None
    wanted = _words(found["where"])
    if not wanted:
        return None
    if state.dungeon is not None and wanted <= _words(state.dungeon.name):
        return Do(a.SetOut())
    ways = [way for way in ways_on(state) if state.region is not None and wanted <= _words(_goal(reader, way.ends[1]))]
    by = _BY.get("sail" if found["going"] == "sail" else found["by"] or "", "")
    ways = [way for way in ways if by in way.route.id] or ways
    return Do(a.SetOut(ways[0].route.id)) if ways else None


_BY = {"road": "road", "trail": "road", "country": "open", "land": "open"} | dict.fromkeys(
    ("sea", "boat", "ship", "coast", "water", "river", "sail"), "water"
)
"""The sort of way, as a route's id has it, by the words for it."""


def elsewhere(reader: Reader, said: str) -> Ask | None:
    """The ways to other towns, where somebody in town wants to be in another, whichever it is."""
    found, state = _ELSEWHERE.search(said), reader.state
    if found is None or a.SetOut() not in reader.options.listed or state.region is None:
        return None
    places = state.region.places
    ways = sorted((w for w in ways_on(state) if places[w.ends[1]].sort == "town"), key=lambda way: way.route.length)
    return Ask("Where to?", tuple(a.SetOut(way.route.id) for way in ways)) if ways else None


def _goal(reader: Reader, place: str) -> str:
    assert reader.state.region is not None
    return reader.state.region.places[place].name


def _words(name: str) -> set[str]:
    return {word for word in re.findall(r"[\w']+", name.lower()) if word not in _LITTLE}
