"""`it`, `him` and the like for what the last act was about: the door that was tried, the thing that was looked at, the
foe that was struck. Who or what is no longer there is not meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import dressings, survey
from underkeep.table import naming
from underkeep.table.speech.wording import parts
from underkeep.world.state import State

_IT = re.compile(r"\b(?:it|that|this)$|\b(?:it|that one|this one)\b(?! (?:is|was|has|will|looks|seems))")
_WHOM = re.compile(
    r"\b(?:him|it|that one|the same one"
    r"|her(?= (?:again|hard|now|too|with|and|first|from|in|on|at|until|before|while)\b|$))\b"
)
_IN = re.compile(
    r"(?:(?:ok|okay|now|and|then|right|so)[, ]+)*(?:(?:we|i|let us|lets|everybody|everyone|all|the party)(?: all)?,? )*"
    r"(?:(?:enter|(?:go|goes|get|head|walk|step|move|rush|storm|(?P<how>sneak)s?|creep|slip)(?: on| right| straight"
    r"| quietly| carefully| slowly)*,? (?:in|inside|through))|in|inside|in we go)"
    r"(?: there| it| now| together| quietly| carefully| slowly)*"
)
"""To go in, without a word of what: through the door that was tried or listened at last."""
_SHORT = 6
"""Longer lines mostly say themselves what they are about."""


_ONESELF = re.compile(r" (?:on|at|upon) (?:him|her|my|them|one)(?:self|selves)\b")


def oneself(names: Sequence[str], said: str) -> str:
    """The line with the name that it begins with in the place of `herself`; without it, if it begins with none."""
    head = said.split(" ")[0].rstrip(",:")
    return _ONESELF.sub(f" on {head}" if head in names else "", said)


def referred(state: State, last: Action | None, said: str) -> str:
    """The line with the name of what the last act was about in the place of a short word for it."""
    if last is None or state.prompts or len(said.split()) > _SHORT:
        return said
    if state.fight is not None:
        foe = state.creatures.get(getattr(last, "target", ""))
        is_there = foe is not None and foe.is_up and foe.at is not None
        return _WHOM.sub(" ".join(parts(foe.name)), said, count=1) if is_there and foe is not None else said
    name = thing(state, last)
    if name and _is_at_door(last) and (goes := _IN.fullmatch(said)) is not None:
        return f"{goes['how'] or 'go'} through the {name}"
    return _IT.sub(f"the {name}", said, count=1) if name and not re.search(rf"\b{re.escape(name)}\b", said) else said


_ONE_MET = (
    (re.compile(r"\b(?:does) (?:he|she|it)\b"), "do they"),
    (re.compile(r"\b(?:is) (?:he|she|it)\b"), "are they"),
    (re.compile(r"\b(?:was) (?:he|she|it)\b"), "were they"),
    (re.compile(r"\b(?:has) (?:he|she|it)\b"), "have they"),
    (re.compile(r"\b(?:what|who|where)(?:'s| is| s) (?:he|she|it)\b"), "what are they"),
    (re.compile(r"\b(?:he|she|it)(?:'s| is)\b"), "they are"),
    (re.compile(r"\b(?:he|she|it) has\b"), "they have"),
    (re.compile(r"\b(?:he|she|it)\b"), "they"),
    (re.compile(r"\b(?:his|its|her(?= [a-z]))\b"), "their"),
    (re.compile(r"\b(?:him|her)\b"), "them"),
)


def those_met(names: Sequence[str], line: str) -> str:
    """A question about one who is met or fought, as it would be asked about several; the same if it names one of the
    party (`names`)."""
    said = line.lower()
    if set(parts(said)) & set(names) or not re.search(
        r"\b(?:he|she|him|his|her)\b|^(?:is|does|has|can|will) it\b", said
    ):
        return line
    for form, several in _ONE_MET:
        said = form.sub(several, said)
    return said


def _is_at_door(last: Action) -> bool:
    """Whether an act was about a door, and did not lead through it."""
    return bool(getattr(last, "door", ""))


def thing(state: State, last: Action) -> str:
    """What an act underground was about, by its name; nothing if the party is not there."""
    if state.party is None or state.party.at is None or state.dungeon is None or state.encounter is not None:
        return ""
    door = state.dungeon.doors.get(getattr(last, "door", "") or getattr(last, "way", ""))
    if door is not None:
        return naming.door_name(state, door) if door in survey.known_doors(state) else ""
    known = {dressing.id: dressing for dressing in survey.known_dressings(state)}
    if (seen := known.get(getattr(last, "dressing", ""))) is not None:
        return dressings.name_of(seen).lower()
    heaps = [hoard.id for hoard in survey.known_hoards(state)]
    return "treasure" if getattr(last, "hoard", "") in heaps else ""
