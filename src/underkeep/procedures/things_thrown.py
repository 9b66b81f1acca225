"""What a wish takes for granted: that somebody still stands whom it is aimed at, and that a thing is there to throw."""

from __future__ import annotations

import re

from underkeep.procedures import dressings, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.sorts_of_deed import words
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, fewer, part
from underkeep.world.state import State

_THROWN = re.compile(
    r"\b(?:throw|hurl|fling|lob|toss|chuck|pour|spill)s? (?P<thing>.+?) (?:at|on|onto|over|into|in|against|upon|to)\b"
)
_LIES_ABOUT = {
    *("stone", "rock", "rubble", "pebble", "debris", "bone", "dirt", "sand", "dust", "mud", "earth", "gravel"),
    *("brick", "water", "snow"),
}
"""What can be picked up anywhere."""
_SMALL = {
    *("a", "an", "the", "my", "our", "his", "her", "their", "some", "handful", "of", "all", "two", "three", "few"),
    *("bunch", "burning", "lit", "heavy", "big"),
}


def why_not(state: State, actor: Creature, what: str) -> Refusal | None:
    """Nobody throws what is not there, or does anything more to the dead."""
    fallen = _fallen(state, actor, what)
    if fallen is not None:
        return Refusal(f"{fallen.name} is {fallen.status}.")
    thing = _thing(what)
    if not thing or thing <= _LIES_ABOUT or _names_somebody(state, thing) or thrown(actor, what) is not None:
        return None
    if thing & _LIES_ABOUT or _stands_here(state, thing) or _burns(state, actor, thing):
        return None
    named = _THROWN.search(what.lower())
    return Refusal(f"{actor.name} has no {_bare(named['thing']) if named is not None else 'such thing'} at hand.")


def thrown(actor: Creature, what: str) -> Item | None:
    """The thing of one's own that the words throw away."""
    thing = _thing(what)
    return next((item for item in actor.items if thing & {_stem(w) for w in words(item.name)}), None) if thing else None


def use_up(do: Resolution, actor: str, what: str, rule: tuple[str, ...]) -> None:
    """What was thrown is gone, whether it hit or not."""
    creature = do.state.creatures[actor]
    item = thrown(creature, what)
    if item is not None:
        do.emit(ItemsChanged(actor, fewer(creature.items, item.id), "lost", part(item, 1), rule=rule))


def _bare(text: str) -> str:
    return " ".join(word for word in text.split() if word not in _SMALL)


def _thing(what: str) -> set[str]:
    """The words of the thing that is to be thrown."""
    found = _THROWN.search(what.lower())
    return {_stem(word) for word in words(found["thing"]) if word not in _SMALL} if found is not None else set()


def _stem(word: str) -> str:
    return word.removesuffix("s") if len(word) > 3 else word


def _names_somebody(state: State, thing: set[str]) -> bool:
    """Whether not a thing but somebody is to be thrown."""
    who = {_stem(word) for c in state.creatures.values() for word in words(c.name)}
    return bool(thing & (who | {"him", "her", "it", "them", "myself", "himself", "herself", "one"}))


def _stands_here(state: State, thing: set[str]) -> bool:
    if state.is_outdoors or state.party is None or state.party.at is None or state.dungeon is None:
        return False
    return any(thing & {_stem(w) for w in words(dressings.name_of(d))} for d in survey.known_dressings(state))


def _burns(state: State, actor: Creature, thing: set[str]) -> bool:
    lights = [light for light in state.lights if light.bearer == actor.id]
    return any(thing & {_stem(w) for w in words(light.name)} for light in lights)


def _fallen(state: State, actor: Creature, what: str) -> Creature | None:
    """Somebody of those who fought or were met, no longer on his feet, whom the words name and nobody else."""
    said = set(re.findall(r"[a-z0-9]+", what.lower()))
    met = state.encounter.monsters if state.encounter is not None else ()
    there = [c for c in state.creatures.values() if (c.at is not None or c.id in met) and c.side != actor.side]
    named = [c for c in there if set(words(c.name)) <= said | {_stem(w) for w in said}]
    numbered = [c for c in named if set(re.findall(r"\d+", c.name)) & said]
    named = numbered or named
    return next(iter(named), None) if named and all(c.status in ("dead", "down", "fled") for c in named) else None
