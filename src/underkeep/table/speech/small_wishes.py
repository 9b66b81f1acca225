"""Wishes that are no deeds of their own: waterskins that are to be filled in town, a pole to prod ahead with."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import DUNGEON, TOWN
from underkeep.table.speech.handling import fits
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, ours
from underkeep.table.speech.mentions import place_of

_FILLS = re.compile(
    r"(?:(?:we|i|let us|everybody|everyone|all|\w+) )??(?:re-?)?(?:fills?|tops?)(?: up)?"
    r"(?: (?:all|our|the|my|his|her|their|an?|some|one))* (?:water ?skins?|skins?|canteens?|water ?bottles?|water)\b.*"
    r"|(?:we |let us |\w+ )?(?:fills? up|stocks? up) (?:on|with) water\b.*"
)
_PRODS = re.compile(
    r"\b(?:prod|tap|probe?|pok|test|feel|sweep)(?:s|e|es|ing|ping|ding|king)?\b.*\b(?:poles?|stick|staff)\b"
    r"|\bpoles?\b.*\b(?:prod|tap|probe?|pok|test|feel)(?:s|e|es|ing|ping)?\b"
)
_AHEAD = re.compile(r"\b(?:ahead|in front|forwards?|through|doors?|doorway|openings?)\b")
"""What is prodded is not where the party stands."""
_WALKS = re.compile(
    r"\b(?:walks?|go|goes|march|move|head|advance|proceed|continue|carry on|press on|enter|ahead as|while)\b"
)
FULL = "In town every waterskin is full already: they are filled when the party comes."
SLOWLY = (
    "With the pole one prods a square in each turn, as with any search, and what lies there may show: prod with the "
    "pole. Nobody has moved; to walk on without, say so."
)


def small_wish(reader: Reader, said: str) -> Meaning | None:
    """What such a line does, or what is said to it; None of any other."""
    place = place_of(reader)
    if place == TOWN and _FILLS.fullmatch(said):
        road = reader.rules.road
        return Say(" ".join((FULL, *(road.supplies(reader.state) if road is not None else ()))))
    if place == DUNGEON and _FILLS.fullmatch(said) and "skin" in said and not _has_a_skin(reader):
        drinks = tuple(x for x in reader.options.listed if isinstance(x, a.DrawWater))[:1]
        return Ask(f"{NO_SKIN} Is somebody to drink?", drinks) if drinks else Say(NO_SKIN)
    if place == DUNGEON and _PRODS.search(said) and (_WALKS.search(said) or not _AHEAD.search(said)):
        return _prodded(reader, said)
    return None


NO_SKIN = "Nobody in the party has a waterskin to fill."


def _has_a_skin(reader: Reader) -> bool:
    return any(fits("waterskin", item.name) for c in ours(reader) for item in c.items)


def _prodded(reader: Reader, said: str) -> Do | Say | None:
    """Prodding is a search where the party stands; nobody walks on meanwhile. Without a pole it is left to others."""
    bearer = next((c for c in ours(reader) if any(fits("pole", i.name) for i in c.items)), None)
    if bearer is None:
        return None
    if _WALKS.search(said):
        return Say(SLOWLY)
    party = reader.state.party
    assert party is not None and party.at is not None
    here = a.Search(party.at.square)
    return Do(here) if here in reader.options else None
