"""Lines about the things that belong to the look of a place: to look at them, search, use or burn them; and treasure by
its number among what lies there."""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import dressings, survey
from underkeep.procedures.options import Options
from underkeep.table.speech.wording import stem, tokens
from underkeep.world.dungeon import Dressing
from underkeep.world.state import State

_EXAMINE = r"examine|inspect|study|check|look (?:at|in|into|inside|over|on)|read|touch|feel|view|x"
_SEARCH = r"(?:search|rummage|dig)(?: through| in| under| behind)?|look (?:under|behind|through)"
_USE = (
    r"use|ring|pull|push|turn|play|sit(?: down)?(?: on| in)?|strike|beat|blow|spin|drink(?: from)?|throw|rub|swing|"
    r"open(?: up)?|(?:pry|prise|lever|force|crack|break) open|lift(?: up)?|raise|move|shift|tip over|turn over|"
    r"lie(?: down)?(?: on| in)?|try|work|operate|stroke|call into|shout into|roll|toss|shake|bang(?: on)?|sound|"
    r"play (?:with|at)|gamble with|pray (?:at|before|to)|kneel (?:at|before)|wind(?: up)?|crank"
)
_BURN = r"burn(?: down| up)?|set fire to|set|ignite|torch|kindle|light"
_DEEDS = [(re.compile(rf"^(?:{words}) (.+)$"), deed) for words, deed in (
    (_SEARCH, "search"), (_EXAMINE, "examine"), (_BURN, "burn"), (_USE, "use"),
)]  # fmt: skip

_HOARD = re.compile(r"^(?:take|get|grab|loot|pick up) (?:the )?treasure (\d{1,2})$")


def touched(state: State, options: Options, said: str) -> Action | None:
    """What a line does with a thing that the party sees here; None if it names none, or more than one."""
    if state.party is None or state.party.at is None or state.dungeon is None or state.fight or state.encounter:
        return None
    if match := _HOARD.match(said):
        known = survey.known_hoards(state)
        return a.TakeHoard(known[int(match[1]) - 1].id) if 1 <= int(match[1]) <= len(known) else None
    for pattern, deed in _DEEDS:
        match = pattern.match(said)
        thing = _named(state, match[1].removesuffix(" on fire").removesuffix(" afire")) if match else None
        if thing is not None:
            return deed_with(options, deed, thing)
    return None


def _named(state: State, words: str) -> Dressing | None:
    """The thing whose name has all these words, or else whose look has."""
    wanted = {stem(word) for word in tokens(words)}
    known = survey.known_dressings(state)
    for told in (dressings.name_of, lambda d: dressings.kind_of(d).see):
        found = [d for d in known if wanted and wanted <= {stem(word) for word in tokens(told(d))}]
        if len(found) == 1:
            return found[0]
    return None


def deed_with(options: Options, deed: str, thing: Dressing) -> Action:
    """What a deed of that sort with a thing is here: to use it where it can be used, else to look at it."""
    kind = dressings.kind_of(thing)
    uncovers = deed == "use" and not kind.use and kind.search and dressings.SEARCHED not in thing.done
    if (deed == "search" or uncovers) and thing.square is not None:
        search = a.Search(thing.square)
        return search if any(search in moves for moves in options.moves) else a.Examine(thing.id)
    if deed == "burn":
        return a.Burn(thing.id)
    return a.Handle(thing.id) if deed == "use" and kind.use else a.Examine(thing.id)
