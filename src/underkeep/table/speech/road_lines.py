"""Lines on the road: on, back, into what lies ahead, and what is asked of the way; light, water and a night's rest.

Who names the place that the way leads to goes on, who names the one it came from turns back; no other is reached from
here.
"""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import ROAD
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.setting_out import SMALL, is_the_dungeon, stems_of
from underkeep.table.speech.wording import first_part, parts, stem
from underkeep.world.journey import Journey

_NAMES = ("on", "goes", "back", "enters", "asks", "camps", "lights", "water")
_ON, _GOES, _BACK, _ENTERS, _ASKS, _CAMPS, _LIGHTS, _WATER = (pattern("road_lines", name) for name in _NAMES)
_HOME = {"home", "town", "village", "city"}
NIGHT = (
    "The night's camp is made of itself when the day's march is done; march on goes on until then. A whole day of rest "
    "in camp begins in the morning."
)
LIGHT = (
    "Nobody needs a light on the road: the march is by day, and whoever goes into a dungeon lights one at its mouth."
)


def on_the_road(reader: Reader, said: str) -> Meaning | None:
    """What such a line means; None of any other."""
    journey = reader.state.journey
    if place_of(reader) != ROAD or journey is None or reader.state.prompts or reader.state.fight is not None:
        return None
    said = said.rstrip("? ")
    if _ASKS.fullmatch(said):
        return Show("look")
    if _WATER.fullmatch(said):
        return Say(_of_water(reader))
    if _LIGHTS.fullmatch(said):
        return Say(LIGHT)
    if _CAMPS.fullmatch(said):
        return Do(a.MakeCamp()) if a.MakeCamp() in reader.options.listed else Say(NIGHT)
    if _ON.fullmatch(said):
        return Do(a.MarchOn())
    if _BACK.fullmatch(said):
        return Do(a.TurnBack())
    if _ENTERS.fullmatch(said):
        return Do(a.MarchOn(), NOT_YET.format(_goal(reader, journey)))
    found = _GOES.fullmatch(said)
    if found is None or set(parts(said)) & (_RANKS | {first_part(c.name) for c in ours(reader)}):
        return None
    return _to(reader, journey, found["where"], _TRAVELS.match(said) is not None)


_RANKS = {"front", "rear", "middle", "order", "line", "formation"}
_TRAVELS = re.compile(
    r"(?:\w+ )*?(?:go|travel|head|march|journey|walk|ride|return|set out)(?: \w+)? (?:to|for|into|towards?) "
)


NOT_YET = "The way to {} goes on first."


def _goal(reader: Reader, journey: Journey) -> str:
    """The name of what the journey leads to."""
    state = reader.state
    there = [state.region.places[x].name for x in (journey.town_ahead,) if state.region is not None and x]
    if there:
        return there[0]
    if journey.leads_to_town:
        return state.settlement.name if state.settlement is not None else "the town"
    return state.dungeon.name if state.dungeon is not None else "the dungeon"


def _start(reader: Reader, journey: Journey) -> str:
    """The name of where it came from."""
    state = reader.state
    if journey.homeward:
        return state.dungeon.name if state.dungeon is not None else "the dungeon"
    if journey.near and state.region is not None:
        return state.region.places[journey.near].name
    return state.settlement.name if state.settlement is not None else "the town"


def _to(reader: Reader, journey: Journey, where: str, is_told: bool) -> Meaning | None:
    """On or back to what the words name."""
    named = stems_of(where)
    if not named:
        return None
    goal, start = _goal(reader, journey), _start(reader, journey)
    is_town, is_dungeon = bool(named & _HOME), is_the_dungeon(reader, named)
    is_homeward = journey.homeward and journey.leads_to_town
    to_goal = named <= _words(goal) or (is_town if is_homeward else is_dungeon and not journey.leads_to_town)
    to_start = named <= _words(start) or (is_dungeon if journey.homeward else is_town)
    if to_goal:
        return Do(a.MarchOn())
    if to_start:
        return Do(a.TurnBack())
    if not is_told:
        return None
    return Say(f"This way leads to {goal}; march on goes there, and turn back to {start}. Others begin there.")


def _words(name: str) -> set[str]:
    return {stem(word) for word in parts(name)} - SMALL


def _of_water(reader: Reader) -> str:
    """What there is to drink, as the game reckons it."""
    road = reader.rules.road
    told = road.supplies(reader.state) if road is not None else ()
    return " ".join((NO_SEARCH, *told))


NO_SEARCH = (
    "On the march nobody looks for water: where the party camps for the night it finds some, but in dry country."
)
