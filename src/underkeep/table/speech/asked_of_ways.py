"""Questions about ways that the party does not see from where it stands: where it goes down, how far it is back, what
is behind a thing that stands here."""

from __future__ import annotations

from collections.abc import Callable

from underkeep.kernel.event import Action
from underkeep.procedures import survey
from underkeep.table import course, naming
from underkeep.table.speech.describe import describe
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import parts
from underkeep.table.view import ways

Read = Callable[[str], Meaning | None]
_STAIRS, _FAR, _BEHIND, _OVER = (pattern("asked_of_ways", name) for name in ("stairs", "far", "behind", "over"))
UNKNOWN = "No way {to} is known yet: explore looks for more."


def of_ways(reader: Reader, said: str, read: Read) -> Meaning | None:
    """The answer to such a question; None of any other line."""
    said = said.rstrip("? ")
    if (found := _STAIRS.fullmatch(said)) is not None:
        return _stairs(reader, found["up"] or found["down"] or "")
    if _FAR.fullmatch(said):
        return read("how far is it to the entrance")
    return _behind(reader, said)


def _stairs(reader: Reader, told: str) -> Say:
    """The nearest way to another level that the party has seen, and what was told of one."""
    to = "up" if told.startswith("up") else "down" if told.startswith("down") else ""
    here = [way.name for way in ways(reader.state) if not way.bearing and (not to or to in parts(way.name))]
    if here:
        return Say(f"Here: the {naming.listing(here)}.")
    goal = course.nearest_stairs(reader.state, to)
    words = {"up": "a way up", "down": "a way down"}.get(to, "way")
    heard = [line for line in reader.news() if words in line.lower() or (to == "down" and "gets deeper" in line)]
    news = f" What was told: {' '.join(heard[-2:])}" if heard else ""
    if goal is None:
        return Say(f"{UNKNOWN.format(to=to or 'to another level')}{news}")
    where = course.area_name(reader.state, goal.area)
    return Say(f"There are {goal.name} in {where}: go to the stairs walks there.{news}")


def _behind(reader: Reader, said: str) -> Meaning | None:
    """What is behind or under a thing shows to whoever handles it; to go over it is to handle it."""
    asks, goes = _BEHIND.fullmatch(said), _OVER.fullmatch(said)
    found = asks or goes
    if found is None:
        return None
    words = set(parts(found["what"]))
    for thing in survey.known_features(reader.state):
        if not words & set(parts(naming.feature_name(reader.state, thing))):
            continue
        deeds = _deeds(reader, thing.id, naming.feature_name(reader.state, thing).lower())
        if not deeds:
            return None
        best = reader.rules.fittest(reader.state, deeds)
        if goes is not None:
            return Do(best) if len({type(x) for x in deeds}) == 1 else Ask("Which is it to be?", tuple(deeds))
        return Say(f"Nobody has seen. More of it shows to whoever tries: {describe(reader.rules, reader.state, best)}.")
    return None


def _deeds(reader: Reader, id: str, name: str) -> list[Action]:
    """What can be done with a thing that stands here."""
    listed = reader.options.listed
    named = [x for x in listed if getattr(x, "feature", "") == id]
    return named or [x for x in listed if name in describe(reader.rules, reader.state, x)]
