"""Lines by which a party that has met somebody leaves by a way that it names: `slip out by the east door`, `back
north`, `down the ladder`. A way that is free is taken; one that is shut is not opened before strangers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play, survey
from underkeep.table import naming
from underkeep.table.speech.describe import them
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say
from underkeep.table.speech.mentions import ways_named
from underkeep.table.speech.wording import COMPASS, parts
from underkeep.table.view import WaySeen, ways

_AT_A_RUN = re.compile(
    r"\b(?:runs?|flees?|bolts?|sprints?|dash(?:es)?|escapes?|scrams?|legs? it|run for it|race|rush)\b"
)
_STARTS = re.compile(
    r"(?:(?:everybody|everyone|all|we|us|the party|quickly|now|let us|quick),? )*"
    r"(?:out|down|up|back|through|off|away|north|south|east|west)\b"
)
_FALLS_BACK = re.compile(r"\b(?:draw|pull|fall|get|move|step)s? (?:back|away|off|out)\b")
_DOORWORK = re.compile(
    r"\b(?:locks?|locked|unlock|listens?|trap(?:s|ped)?|force|forces|kick|kicks|break|breaks|search|searches|light"
    r"|pick|picks|shoulder|guards?|blocks?|watch|watches|look|looks|point|points|attack|charge|shoot|throws?|hides?"
    r"|wait|waits|stays?|keeps? watch|talk|offer|gives?|drop|drops|examines?|reads?|holds?|stands?|ready|readies"
    r"|prepares?|position|doors? (?:is|are))\b"
)
_FREE = ("open", "open way")
FIRST = "Wait and see first, or be rid of them in another way."


def by_a_way(reader: Reader, said: str) -> Meaning | None:
    """What a line means that goes out by a way of this place; None if it names none, or does something else there."""
    state = reader.state
    if state.party is None or state.party.at is None or is_asked(said):
        return None
    words = parts(said)
    if not (
        _STARTS.match(said) or _FALLS_BACK.search(said) or any(alike(word, _GOES) for word in words)
    ) or _DOORWORK.search(said):
        return None
    if _OUTSIDE.search(said) and a.LeaveDungeon() in reader.options.listed:
        return Do(a.LeaveDungeon())
    some = _meant(reader, words)
    if some is None or _is_of_a_thing(reader, words):
        return None
    if not some:
        return Say(f"There is no such way here. {out(reader)}")
    return _taken(reader, some, said)


def _is_of_a_thing(reader: Reader, words: Sequence[str]) -> bool:
    """Whether a line names something that stands here and is no way out, and no side: a portal that shimmers."""
    here = {word for x in survey.known_features(reader.state) for word in parts(naming.feature_name(reader.state, x))}
    own = {word for way in ways(reader.state) for word in parts(way.name)}
    return bool((here - own) & set(words)) and not any(word in COMPASS for word in words)


_OUTSIDE = re.compile(
    r"\boutside\b|^out$|\bout into the (?:open|air|daylight|sun|night)\b"
    r"|\b(?:out of|leaves?|exits?|flees?|escapes?(?: from)?) (?:the |this )?"
    r"(?:dungeon|catacombs?|tomb|mine|caves?|tower|crypt|ruins?)\b"
    r"|\bout (?:by|through|at) the (?:entrance|way (?:out|in|we came in))\b"
)
"""Out of the dungeon altogether, where the way out is at hand."""
_GOES = group("go") | group("leave") | group("back") | group("run") | group("sneak") | group("slip")


def _meant(reader: Reader, words: Sequence[str]) -> list[WaySeen] | None:
    """The ways that the words may mean; none of them if there is no such; None if they speak of none at all."""
    known = ways(reader.state)
    if found := _up_or_down(known, words):
        return found
    sides = {COMPASS[word] for word in words if word in COMPASS and len(word) > 1}
    names = {mention.name for mention in ways_named(reader, words)}
    named = [way for way in known if way.name in names]
    if sides:
        there = [way for way in known if way.bearing in sides]
        return [way for way in there if way in named] or there
    if named:
        return named
    is_way = any(alike(word, group("door") - {"hatch"}) for word in words)
    doors = [way for way in known if way.state in _FREE]
    return doors if is_way and len(doors) == 1 else None


def _up_or_down(known: Sequence[WaySeen], words: Sequence[str]) -> list[WaySeen]:
    """The ladder, the shaft or the stairs that the words name."""
    steep = [way for way in known if not way.bearing]
    kinds = [way for way in steep if set(words) & set(parts(way.name)) - {"up", "down"}]
    kinds = kinds or [way for way in steep if any(alike(word, group("stairs")) for word in words)]
    turned = {"up": "up", "upstairs": "up", "down": "down", "downstairs": "down"}
    wanted = {turned[word] for word in words if word in turned}
    if not kinds and words[-1] in ("upstairs", "downstairs", "up", "down") and len(words) < _FEW:
        kinds = steep
    return [way for way in kinds if not wanted or wanted & set(parts(way.name))] or kinds


_FEW = 4


def _taken(reader: Reader, some: Sequence[WaySeen], said: str) -> Meaning:
    """To go by the one that is free; of several it is asked by which."""
    listed = reader.options.listed
    goes: list[Action] = [_leaving(reader, way.id, said) for way in some if a.Go(way.id) in listed]
    if not goes:
        if (thrown_open := _thrown_open(reader, some, said)) is not None:
            return thrown_open
        way = some[0]
        state = "stuck" if way.state in _FREE else way.state
        return Say(f"The {way.name} is {state}, and to open it takes time, with {them(reader.state)} so near. {FIRST}")
    return Do(goes[0]) if len(goes) == 1 else Ask("Which way?", tuple(goes))


def _thrown_open(reader: Reader, some: Sequence[WaySeen], said: str) -> Meaning | None:
    """To run or to back off by a door that is shut, but known to open; None where nobody gets through so."""
    for way in some:
        both = (a.Evade(walk=True, way=way.id), a.Evade(way=way.id))
        able = tuple(x for x in both if play.why_not(reader.rules, reader.state, reader.seat, x) is None)
        wished = both[1] if _AT_A_RUN.search(said) else both[0] if _AWAY.search(said) else None
        if wished in able and wished is not None:
            return Do(wished)
        if able:
            return Ask(f"The {way.name} is shut, and is thrown open only by who leaves them. Which is it?", able)
    return None


def _leaving(reader: Reader, way: str, said: str) -> Action:
    """To run or to back off by a way, if the words say so and it leads anywhere; else to go by it."""
    runs, backs = a.Evade(way=way), a.Evade(walk=True, way=way)
    wished = runs if _AT_A_RUN.search(said) else backs if _AWAY.search(said) else None
    is_legal = wished is not None and play.why_not(reader.rules, reader.state, reader.seat, wished) is None
    return wished if wished is not None and is_legal else a.Go(way)


_AWAY = re.compile(
    r"\b(?:away|back|backs|off|out|outside|leaves?|retreats?|withdraws?|slips?|edges?|sneaks?|creeps?|slinks?|tiptoes?"
    r"|sidles?)\b"
)


NO_WAY = "There is no such way here."
_NO_DOOR = "The party knows of no such door here."


def with_ways(reader: Reader, meant: Meaning) -> Meaning:
    """Who is told that there is no such way is told which there are."""
    party = reader.state.party
    is_below = party is not None and party.at is not None and reader.state.dungeon is not None
    is_bare = isinstance(meant, Say) and meant.text in (NO_WAY, _NO_DOOR) and is_below
    return Say(f"{meant.text} {out(reader)}".strip(), meant.rule) if isinstance(meant, Say) and is_bare else meant


def out(reader: Reader) -> str:
    known = [f"the {way.name}" for way in ways(reader.state)]
    if a.LeaveDungeon() in reader.options.listed:
        known.append("the entrance (leave the dungeon)")
    return f"The way{'s' if len(known) > 1 else ''} out: {naming.listing(known)}." if known else ""
