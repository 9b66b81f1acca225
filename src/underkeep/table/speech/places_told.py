"""Places underground by their names: where one is that the party was in or was told of, the way to it, and which way
to explore. Of a place that nobody has been in there is no more than was told, and no way to it that is known."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.table import course, naming
from underkeep.table.speech.going import walking
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say
from underkeep.table.speech.mentions import HEAP, THING, WAY, mentions
from underkeep.table.speech.ways_past import NO_WAY, out
from underkeep.table.speech.wording import COMPASS, parts, tokens
from underkeep.table.view import ways

Read = Callable[[str], Meaning | None]
MOST_TOLD = 2
_SIDES = "|".join(word for word in COMPASS if len(word) > 1)
_EXPLORES = re.compile(
    rf"(?:(?:let us|we) )?(?:explore|scout|venture)(?: on| out| further| farther| ahead)*"
    rf"(?: to| towards?| in)?(?: the)? (?P<side>{_SIDES})(?:wards?)?(?: side| part| end)?"
)
_ASKS = re.compile(
    r"(?:where (?:is|was|are|lies|would)|which way (?:is|to|lies|leads to)|how far (?:is|to)"
    r"|what (?:is|do we know (?:of|about)|was told (?:of|about)|did they (?:say|tell(?: us)?) (?:of|about))"
    r"|how (?:do|can|could) (?:we|i) (?:get|come|go) to|tell (?:me|us) (?:of|about)|what about"
    r"|who lives in|what lies in)"
    r"(?: the| this| that)? (?P<name>[\w' -]+?)(?: (?:from here|be|lie|again|they (?:spoke|told) .*))?"
)
_GOES = re.compile(
    r"(?:(?:let us|we) )?(?:go|walk|head|march|run|travel|move|return|make|hurry|sneak|get)"
    r"(?: on| back| over| off| out)*"
    rf"(?: (?:{_SIDES}))?(?: (?:to|into|towards?|for))+(?: the| this| that)? "
    r"(?P<name>[\w' -]+?)(?P<which> (?:where|with|that|which|they|we|of which)\b.*)?"
)


def of_places(reader: Reader, said: str, read: Read) -> Meaning | None:
    """What a line about a place by its name means, or about exploring on one side; None of any other."""
    said = said.rstrip("? ")
    if (found := _EXPLORES.fullmatch(said)) is not None:
        return _explored(reader, said, COMPASS[found["side"]])
    asks = _ASKS.fullmatch(said)
    goes = _GOES.fullmatch(said) if asks is None else None
    found = asks or goes
    if found is None or any(m.role in (WAY, THING, HEAP) for m in mentions(reader, parts(found["name"]))):
        return None
    been, is_here = _been_in(reader, found["name"]), _is_here(reader, found["name"])
    if goes is not None:
        if been and goes["which"]:
            return read(f"go to the {goes['name']}")
        return None if been or is_here else _untrodden(reader, goes["name"])
    if is_here and not been:
        return Say(f"The party is in it: {course.area_name(reader.state, survey.here(reader.state)[2].id)}.")
    return _known(reader, been) if been else _told(reader, found["name"])


def _explored(reader: Reader, said: str, side: str) -> Meaning | None:
    """There is nothing to explore on a side on which no way leads on and no ground lies that can be walked."""
    found = walking(reader.rules, reader.state, reader.options, said)
    known = {way.id: way.bearing for way in ways(reader.state)}
    at = survey.here(reader.state)[1].square
    for action in found:
        way = getattr(action, "way", "") or getattr(action, "door", "")
        there = known.get(way, "") if way else ""
        if isinstance(action, a.Walk):
            there = naming.direction(at, action.to)
        if side == there:
            return Do(action) if len(found) == 1 else None
    return Say(f"{NO_WAY} {out(reader)}".strip())


def _named(reader: Reader, name: str) -> list[str]:
    """The areas that the party has been in and that have this name."""
    state, wanted = reader.state, tokens(name)
    assert state.dungeon is not None
    return [id for id in course.areas(state) if wanted and tokens(state.dungeon.areas[id].name) == wanted]


def _been_in(reader: Reader, name: str) -> list[str]:
    """Those of them where the party is not now."""
    here = survey.here(reader.state)[2].id
    return [id for id in _named(reader, name) if id != here]


def _is_here(reader: Reader, name: str) -> bool:
    return survey.here(reader.state)[2].id in _named(reader, name)


def _known(reader: Reader, areas: list[str]) -> Say:
    """Where areas lie that the party has been in, and how to come there."""
    state = reader.state
    routes = {id: course.route(state, course.area(state, id)) for id in areas}
    told = []
    for id, legs in routes.items():
        name = course.area_name(state, id)
        way = next((w.name for w in ways(state) if legs and w.id == legs[0].way), "")
        doors = "" if not legs or len(legs) == 1 else f", {len(legs)} ways from here"
        name = f"{name[:1].upper()}{name[1:]}"
        told.append(f"{name} lies beyond the {way}{doors}." if way else f"{name}: no way there is known.")
    number = course.areas(state).index(areas[0]) + 1
    return Say(f"{' '.join(told)} To walk there, say: go to area {number}.")


def _lines(reader: Reader, name: str) -> list[str]:
    """The last lines in which somebody told of a place of this name, written as a name."""
    words = [word for word in name.split() if word not in ("the", "a", "an")]
    if not words:
        return []
    spelt = re.compile(r"\b" + r"['\u2019s]* ".join(re.escape(word) for word in words) + r"\b", re.IGNORECASE)
    lines = [line for line in reader.heard() if _IN.search(line)]
    found = [line for line in lines if (hit := spelt.search(line)) and hit[0][:1].isupper()]
    return list(dict.fromkeys(found))[-MOST_TOLD:]


_IN = re.compile(r"\b(?:in|into|to|of|through|inside|behind|from|beyond) the [A-Z]")
"""Where a line tells of a place, and not of somebody by the name."""


def _told(reader: Reader, name: str) -> Say | None:
    """What was told of a place that the party has not been in."""
    lines = _lines(reader, name)
    return Say(f"The party has not been there. What was told of it: {' '.join(lines)}") if lines else None


def _untrodden(reader: Reader, name: str) -> Say | None:
    """No way is known to a place of which the party has but heard."""
    lines = _lines(reader, name)
    if not lines:
        return None
    told = f"What was told of it: {' '.join(lines)}"
    return Say(f"The party has not been there and knows no way to it yet. {told} {out(reader)}".strip())
