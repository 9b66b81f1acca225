"""Out of town in anybody's words: `let's go to Ulvane's Pillar`, `go in`, `travel to the ruins`, `tomorrow we go back`.

A place is meant by its name, a part of that, or what a dungeon is called; whoever names one that no way leads to is
told the ways there are. What is for tomorrow waits until the party has slept.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import TOWN
from underkeep.table.speech.describe import describe
from underkeep.table.speech.destinations import bound_for, elsewhere
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.patterns import pattern, words
from underkeep.table.speech.wording import parts, stem
from underkeep.world.region import ways_on

Read = Callable[[str], Meaning | None]
_GOES, _ENTERS, _SLEEPS, _TRAVELS = (pattern("setting_out", name) for name in ("goes", "enters", "sleeps", "travels"))
_TOMORROW, _ON_THE_MORROW = pattern("setting_out", "tomorrow"), pattern("setting_out", "on_the_morrow")
DUNGEONS = words("setting_out", "dungeons")
SMALL = frozenset(("the", "of", "a", "an", "to", "in", "old", "that", "our", "there", "this"))
THEN = "What comes then is for then: {}."


def setting_out(reader: Reader, said: str, read: Read) -> Meaning | None:
    """What a line of somebody in town sets out for, today or tomorrow; None of any other."""
    if place_of(reader) != TOWN or reader.state.prompts or a.SetOut() not in reader.options.listed:
        return None
    said = said.rstrip("? ")
    if _SLEEPS.fullmatch(said):
        return Do(a.RestDays(0))
    if (later := _tomorrow(reader, said, read)) is not None:
        return later
    if _ENTERS.fullmatch(said) and said not in _IN_ONE_WORD:
        return Do(a.SetOut())
    if (known := elsewhere(reader, said) or bound_for(reader, said)) is not None:
        return known
    found = _GOES.fullmatch(said)
    if found is None or _BY_A_WAY.search(found["where"]):
        return None
    return _to(reader, found["where"], _TRAVELS.match(found["going"]) is not None)


_BY_A_WAY = re.compile(r"\b(?:by|along|across|over|through|round|with|on)\b")


_IN_ONE_WORD = ("leave", "depart", "return", "go back")
"""What may as well mean to leave the game."""


def is_the_dungeon(reader: Reader, named: set[str]) -> bool:
    """Whether the words are the dungeon's name, a part of it, or what any dungeon is called."""
    dungeon = reader.state.dungeon
    own = {stem(word) for word in parts(dungeon.name)} if dungeon is not None else set()
    return (bool(named) and named <= own - SMALL) or (bool(named & DUNGEONS) and named <= (DUNGEONS | own))


def stems_of(where: str) -> set[str]:
    """The words of a place that say which it is."""
    return {stem(word) for word in parts(where)} - SMALL


def _to(reader: Reader, where: str, is_far: bool) -> Meaning | None:
    """The way to what the words name."""
    state, named = reader.state, stems_of(where)
    town = state.settlement
    here = {stem(word) for one in (town.services if town is not None else ()) for word in parts(one)}
    if not named or named <= here:
        return None
    if is_the_dungeon(reader, named):
        return Do(a.SetOut())
    places = state.region.places if state.region is not None else {}
    goals = [(way, places[way.ends[1]].name) for way in ways_on(state) if way.ends[1] in places]
    ways = [a.SetOut(way.route.id) for way, goal in goals if named <= stems_of(goal)]
    if ways:
        return Do(ways[0])
    if town is not None and named <= stems_of(town.name):
        return Say(f"The party is in {town.name}.")
    if not is_far:
        return None
    told = [describe(reader.rules, state, x) for x in reader.options.listed if isinstance(x, a.SetOut)]
    return Say(f"No way to {where.removeprefix('the ')} is known here. The ways there are: {'; '.join(told)}.")


def _tomorrow(reader: Reader, said: str, read: Read) -> Meaning | None:
    """A night's sleep first; what the line is about is told to be for then."""
    rest = _ON_THE_MORROW.sub("", _TOMORROW.sub("", said)).strip(" ,")
    if rest == said or is_asked(said):
        return None
    if not rest or _SLEEPS.fullmatch(rest):
        return Do(a.RestDays(0))
    meant = Do(a.SetOut()) if _ENTERS.fullmatch(rest) else setting_out(reader, rest, read) or read(rest)
    deed = rest
    if isinstance(meant, Do):
        if isinstance(meant.action, a.RestDays):
            return Do(a.RestDays(0))
        deed = describe(reader.rules, reader.state, meant.action)
    elif not isinstance(meant, Ask | Undertake):
        return None
    return Do(a.RestDays(0), THEN.format(deed))
