"""A thing or the dead that a line would have searched: what is not here costs no turn, and the dead have been gone
through."""

from __future__ import annotations

import re
from functools import cache

from underkeep.procedures import delve_actions as a
from underkeep.procedures import dressings, survey
from underkeep.table import naming
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Show
from underkeep.table.speech.supposing import NOT_SEEN
from underkeep.table.speech.wording import parts, stem
from underkeep.table.view import ways
from underkeep.world.creature import Creature
from underkeep.world.state import State

_SEEKS = re.compile(
    r"(?:\w+,? )?(?:search|rummage|look|check|examine|inspect|feel|dig|loot|rob|strip|frisk)(?:s|es)?"
    r"(?: (?:in|inside|under|beneath|behind|through|on|at|over))*(?: (?:the|that|this|those|an?|all|our))*"
    r" (?P<thing>[a-z][a-z ]*?)(?: (?:carefully|again|thoroughly|now|well|for|before|without)\b.*|, .*)?"
)
_ROBS = re.compile(r"(?:\w+,? )?(?:loot|rob|strip)s?\b")
_DEAD = {"body", "bod", "corpse", "dead", "remain", "carcass", "cadaver", "fallen", "slain", "kill", "victim"}
_OF_THE_PLACE = {
    *("door", "wall", "floor", "ceiling", "room", "corner", "passage", "area", "place", "stone", "ground", "stair"),
    *("trap", "secret", "treasure", "chamber", "hall", "corridor", "cave", "square", "exit", "gate", "roof", "dust"),
    *("side", "middle", "edge", "bottom", "top", "dark", "darkness", "shadow", "air", "way", "head", "end", "centre"),
    *("debris", "thing", "man", "day", "time", "foot", "hand", "water", "opening", "tunnel", "hole", "mess", "heap"),
}


def sought(reader: Reader, said: str, meant: Meaning) -> Meaning:
    """What a line to search means, if what it would search is a thing of no place hereabouts, or one of the dead."""
    state = reader.state
    if state.party is None or state.party.at is None or state.fight is not None or state.encounter is not None:
        return meant
    found = _SEEKS.fullmatch(said)
    if (
        found is not None
        and not state.prompts
        and not _ROBS.match(said)
        and (told := _of_the_slain(reader, found, meant))
    ):
        return told
    searches = meant == Show("look") or (isinstance(meant, Do) and isinstance(meant.action, a.Search))
    if found is None or state.prompts or not (searches or meant == Say(NOT_SEEN)):
        return meant
    words = {stem(word) for word in parts(found["thing"])}
    place = parts(_WHEREFOR.split(found["thing"], maxsplit=1)[0])
    if (meant == Show("look") and _LOOKS_ABOUT & words) or _is_this_place(state, place):
        return meant
    dead = lying_dead(state, words)
    if dead:
        heaps = [x for x in reader.options.listed if isinstance(x, a.TakeHoard) and not (x.item or x.to)]
        if len(heaps) == 1 and _ROBS.match(said):
            return Do(heaps[0])
        lies = " on them; what they had lies here, as treasure" if heaps else ""
        return Say(f"{_told(state, dead)} nothing more to be taken{lies}.")
    last = {stem(parts(found["thing"])[-1])} & _seen_of_things()
    named = (words & _things() | last) - _OF_THE_PLACE
    return Say(NOT_SEEN) if searches and named and not words & _here(state) else meant


_WHEREFOR = re.compile(r" (?:for|in|to|and|with) ")
_ROOMS = {"room", "chamber", "hall", "corridor", "passage", "cave", "cavern", "area", "place"}


def _is_this_place(state: State, words: list[str]) -> bool:
    """Whether words are for the place itself, be it by its name: `this lamp room`."""
    name = parts(survey.here(state)[2].name)
    return bool(words) and (
        words[-1] in _ROOMS or words == name or (words[-1:] == name[-1:] and set(words) <= set(name))
    )


def _of_the_slain(reader: Reader, found: re.Match[str], meant: Meaning) -> Say | None:
    """What those have who lie dead here, where a line searches them and means to take something, or is refused that."""
    words = {stem(word) for word in parts(found["thing"])}
    is_taking = isinstance(meant, Do) and isinstance(meant.action, a.TakeHoard)
    if not words & _DEAD or not (is_taking or isinstance(meant, Say)):
        return None
    dead, kin = lying_dead(reader.state, words), words - _DEAD - _ANYBODY
    kin |= {stem(word) for sort in group("kin") if kin & group(f"kin {sort}") for word in group(f"kin {sort}")}
    named = [c for c in dead if not kin or {stem(word) for word in parts(c.name)} & kin]
    ours = reader.state.party.members if reader.state.party is not None else ()
    unknown = [c for c in dead if c.id not in ours and not names_a_monster(reader.rules, c.name)]
    named = named or (unknown if names_a_monster(reader.rules, found["thing"]) else [])
    heaps = [heap for heap in survey.known_hoards(reader.state) if heap.items]
    things = naming.listing([naming.some(item) for heap in heaps for item in heap.items])
    if not named and not kin:
        return None
    if not named:
        return Say(f"Nobody of that kind lies dead here.{f' On the ground: {things}.' if things else ''}")
    kinds: dict[str, list[Creature]] = {}
    for one in named:
        kinds.setdefault(naming.without_number(one.name), []).append(one)
    crowd = naming.listing([_crowd(reader.state, some) for some in kinds.values()])
    lie = "lie" if len(named) > 1 else "lies"
    rest = (
        f"On the ground: {things}"
        if things
        else f"There is nothing on {'them' if len(named) > 1 else 'it'} to be taken"
    )
    return Say(f"{crowd[:1].upper()}{crowd[1:]} {lie} dead here. {rest}.")


_ANYBODY = {"foe", "enemy", "monster", "creature", "other", "one", "man", "men", "people"}


def _crowd(state: State, some: list[Creature]) -> str:
    """The dead of one kind, one's own by their names."""
    ours = state.party.members if state.party is not None else ()
    return naming.listing([c.name for c in some]) if some[0].id in ours else naming.the_crowd(some)


_LOOKS_ABOUT = {"around", "about", "here", "everything", "again", "it", "them", "way", "map", "party", "other", "us"}


def _told(state: State, dead: list[Creature]) -> str:
    ours = state.party.members if state.party is not None else ()
    of_us = [c.name for c in dead if c.id in ours]
    crowd = naming.listing(of_us) if len(of_us) == len(dead) else naming.the_crowd(dead)
    return f"{crowd[:1].upper()}{crowd[1:]} {'have' if len(dead) > 1 else 'has'}"


def lying_dead(state: State, words: set[str]) -> list[Creature]:
    """Those who lie dead here whom the words name; all of them if the words speak of the dead alone."""
    party = state.party
    assert party is not None and party.at is not None and state.dungeon is not None
    met = [id for group in state.dungeon.groups_in(party.at.area) for id in group.members]
    lying = [c for id in (*met, *party.members) if (c := state.creatures[id]).status == "dead"]
    named = [c for c in lying if {stem(word) for word in parts(c.name) if not word.isdecimal()} & words]
    return named or (lying if words & _DEAD else [])


@cache
def _things() -> frozenset[str]:
    """What things are called that may belong to the look of a place."""
    kinds = {id for shelf in (*dressings.things().values(), *dressings.traces().values()) for id in shelf}
    return frozenset({stem(id.rpartition("-")[2]) for id in kinds} | _FURNITURE)


@cache
def _seen_of_things() -> frozenset[str]:
    """The nouns by which such things are described: the last word before another thing is told of them."""
    shelves = (*dressings.things().values(), *dressings.traces().values())
    told = (kind.see for shelf in shelves for kind in shelf.values())
    heads = (
        re.split(r",| (?:of|with|in|on|over|under|from|at|by|and|that|as|for|where|without) ", see) for see in told
    )
    return frozenset(stem(parts(head)[-1]) for some in heads for head in some if parts(head))


_FURNITURE = frozenset({
    *("painting", "picture", "coffin", "statue", "tapestry", "bed", "table", "desk", "chair", "shelf", "bookcase"),
    *("chest", "barrel", "crate", "altar"),
})  # fmt: skip


def _here(state: State) -> set[str]:
    """The words for all that the party sees where it stands."""
    told = [f"{dressings.name_of(thing)} {dressings.kind_of(thing).see}" for thing in survey.known_dressings(state)]
    told += [feature.kind for feature in survey.known_features(state)]
    told += [item.name for heap in survey.known_hoards(state) for item in heap.items]
    told += [way.name for way in ways(state)]
    return {stem(word) for line in told for word in parts(line)}
