"""Areas that bear one name: `the gallery` is the one that is meant, or the party is asked which, where each lies."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from underkeep.procedures import survey
from underkeep.table import course, naming
from underkeep.table.speech.wording import COMPASS, tokens
from underkeep.world.grid import distance
from underkeep.world.state import State

_SIDES = {word: side for word, side in COMPASS.items() if len(word) > 1} | {
    f"{side}ern": side for side in COMPASS.values()
}
_FIRST, _LAST = ("first",), ("last", "previous")
_NEAREST = ("nearest", "closest", "next")
_AT = ("on", "at", "in", "to", "the", "lying", "which", "that", "one", "side", "other", "another")
_LEVEL = re.compile(r" (?:on|of|at) (?:the |this )?level(?: (?P<number>\d)\b| (?P<where>above|below)(?: this| us)?)?$")
MOST = 6
SEVERAL = "Several places bear that name: "


def named(state: State, name: str) -> list[str]:
    """The areas that the party has been in and that a name fits, be it with a side (`the northern gallery`) or with
    `first`; none if it names none."""
    dungeon, at, _ = survey.here(state)
    level = _LEVEL.search(name)
    wanted = tokens(_LEVEL.sub("", name))
    on = int(level["number"] or at.level + (level["where"] == "below") - (level["where"] == "above")) if level else 0
    areas = [id for id in course.areas(state) if not on or dungeon.areas[id].level == on]
    known = _called(state, areas, wanted)
    if known or not wanted:
        return known
    small = (*_FIRST, *_LAST, *_NEAREST, *_AT)
    bare = [word for word in wanted if word not in small and word not in _SIDES]
    known = _called(state, areas, bare) if bare else []
    if sides := {_SIDES[word] for word in wanted if word in _SIDES}:
        return [id for id in known if _side(state, id) in sides]
    here = survey.here(state)[2].id
    if set(wanted) & set(_FIRST):
        return known[:1]
    if set(wanted) & set(_LAST):
        return [id for id in known if id != here][-1:]
    if set(wanted) & set(_NEAREST):
        return (
            [next(id for id in course.within_reach(state) if id in known and id != here)] if _far(known, here) else []
        )
    return [id for id in known if id != here] if "other" in wanted or "another" in wanted else []


def _far(known: Sequence[str], here: str) -> bool:
    return any(id != here for id in known)


def _called(state: State, areas: Sequence[str], wanted: Sequence[str]) -> list[str]:
    assert state.dungeon is not None
    return [id for id in areas if wanted and list(wanted) == tokens(state.dungeon.areas[id].name)]


def meant(state: State, known: Sequence[str], came_from: Callable[[], str]) -> str:
    """Of several areas of one name the one where the party was last; the nearest if no other is near; else none."""
    here = survey.here(state)[2].id
    others = [id for id in known if id != here]
    before = came_from()
    if before in others:
        return before
    reached = {id: len(course.route(state, course.area(state, id)) or ()) for id in others}
    within = [id for id in others if reached[id]]
    return within[0] if len(within) == 1 else ""


def which(state: State, known: Sequence[str]) -> str:
    """The question which of these is meant, with where each of them lies; empty if none can be reached."""
    here = survey.here(state)[2].id
    told = []
    for id in [x for x in course.within_reach(state) if x in known and x != here][:MOST]:
        legs = course.route(state, course.area(state, id))
        if legs:
            far = "" if len(legs) == 1 else f", {len(legs)} areas from here"
            side = f", to the {_side(state, id)}" if _side(state, id) else ""
            told.append(f"{course.area_name(state, id)}{side}, by the {course.way_name(state, legs[0].way)}{far}")
    if not told:
        return ""
    number = told[0].split()[1]
    return f'{SEVERAL}{"; ".join(told)}. Say which by its number: "go to area {number}".'


def _side(state: State, id: str) -> str:
    """On which side of the party an area lies; nothing if it is on another level."""
    dungeon, at, _ = survey.here(state)
    place = dungeon.areas[id]
    if place.level != at.level or not place.squares:
        return ""
    near = min(place.squares, key=lambda square: (distance(at.square, square), square))
    return naming.direction(at.square, near)
