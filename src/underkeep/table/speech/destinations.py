"""Out of town to a place by its name: `travel to Lantern Hill`, `head for the Deeps`. Of several ways the first."""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.table.course import Course
from underkeep.table.speech.describe import describe
from underkeep.table.speech.errand_words import walk
from underkeep.table.speech.meanings import Ask, Do, Reader, Say, Undertake
from underkeep.table.speech.wording import parts
from underkeep.world.journey import Journey
from underkeep.world.region import ways_on

_TO = re.compile(
    r"(?:we |let us |i )?(?P<going>go|travel|head|journey|march|ride|walk|make|leave|move|sail)(?: on| out| off)? "
    r"(?:to|for|towards?) (?:the )?(?P<where>[\w' -]+?)"
    r"(?: (?:by|on|along|over|across) (?:the |a )?(?P<by>road|trail|sea|boat|ship|coast|water|river|country|land))?"
)
_BACK_TO = re.compile(
    r"(?:we |let us |i )?(?:go|travel|head|march|walk|make|leave|move|return|set (?:out|off)|back)(?: on| out| off)?"
    r"(?: back)?(?: (?:to|for|towards?))? (?:the )?(?P<where>[\w' -]+)"
)
_ELSEWHERE = re.compile(
    r"\b(?:go|travel|head|journey|march|ride|walk|leave|move|set (?:out|off))(?: on| out| off)? (?:to|for|towards?) "
    r"(?:another|an other|the next|the nearest|the closest|the other|some other|a different|a) (?:town|city|village)\b"
)
"""Towns that are meant without a name."""
_OUT_AND = re.compile(
    r"^(?:(?:we|i|let us) )?(?:want to |would like to )?(?:leave|exit|get out(?: of)?|go out(?: of)?)"
    r"(?: (?:the |this )?(?:dungeon|place|tower|mine|here))?(?: and| then|,)+ (?:then )?"
    r"(?=go|travel|head|march|walk|make|set)"
)
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
_HOME = {"home", "town", "village", "city"}


def to_the_site(reader: Reader, said: str) -> str:
    """A line about going, with the dungeon for its name or a part of that: `go back to the Rusted City`."""
    dungeon = reader.state.dungeon
    own = [word for word in parts(dungeon.name) if word not in _SMALL] if dungeon is not None else []
    found = _TO_A_PLACE.fullmatch(said)
    named = [word for word in parts(found["where"]) if word not in _SMALL] if found is not None else []
    if found is None or not named or not set(named) <= set(own):
        return said
    return f"{found['go']} the dungeon"


_SMALL = ("the", "of", "a", "in", "old")
_TO_A_PLACE = re.compile(
    r"(?P<go>(?:(?:we|let us) )?(?:go|head|return|travel|march|walk|ride|journey|set (?:out|off)|leave)"
    r"(?: back| off| out)?(?: to| for| towards?| into)) (?P<where>.+)"
)


def homewards(reader: Reader, said: str) -> Do | Undertake | None:
    """What a line underground or on the road to a town by its name, or to town, does; None if it names none."""
    found, state = _BACK_TO.fullmatch(_OUT_AND.sub("", said)), reader.state
    if found is None or state.party is None or state.prompts:
        return None
    wanted = set(re.findall(r"[\w']+", found["where"].lower())) - {"the", "of", "a"}
    if state.journey is not None:
        return _on_the_road(reader, state.journey, wanted)
    ways = [x for x in reader.options.listed if isinstance(x, a.LeaveDungeon)]
    town = state.settlement.name if state.settlement is not None else ""
    if wanted & _words(town) and state.party.at is not None:
        out = walk(state, "leave", str)
        return Do(out) if isinstance(out, Action) else Undertake(out) if isinstance(out, Course) else None
    named = [x for x in ways if wanted <= _words(describe(reader.rules, state, x).rpartition(" to ")[2])]
    return Do(named[0]) if named and wanted - _HOME else None


def _on_the_road(reader: Reader, journey: Journey, wanted: set[str]) -> Do | None:
    """On or back, by where the journey goes and where it came from."""
    state = reader.state
    town = state.settlement.name if state.settlement is not None else ""
    is_home = bool(wanted & (_HOME | _words(town)))
    if not is_home or journey.near or journey.far:
        return None
    way: Action = a.MarchOn() if journey.homeward else a.TurnBack()
    return Do(way) if way in reader.options.listed else None


_BACKS_OFF = re.compile(
    r"(?:(?:we|i|let us|everybody|everyone|all|slowly|quietly|carefully) )*"
    r"backs? (?:off|away)(?: (?:slowly|quietly|now))*"
)
NOBODY_TO_LEAVE = "Nobody is there to back off from."


def backed_off(reader: Reader, said: str) -> Say | None:
    """`Back off` on the road or in town, where nobody is met: it turns nobody round."""
    party = reader.state.party
    is_below = party is not None and party.at is not None
    return Say(NOBODY_TO_LEAVE) if not is_below and _BACKS_OFF.fullmatch(said) else None


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
