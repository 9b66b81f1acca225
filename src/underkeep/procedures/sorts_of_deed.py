"""What sort of deed somebody means by words that no rule has: read from a table, not decided here."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from msgspec import Struct

from underkeep.procedures import content

Feat = Literal[
    "trivial", "impossible", "strength", "agility", "stamina", "wits", "senses", "presence", "reflex", "chance"
]
Effect = Literal[
    "harm foes",
    "harm self",
    "prone foes",
    "prone self",
    "blind foes",
    "hold foes",
    "daze foes",
    "hide self",
    "push foes",
    "disarm foes",
    "take foes",
    "free friend",
    "drop self",
    "open door",
    "shut door",
    "break door",
    "douse light",
    "kindle light",
    "time lost",
    "sweeten attitude",
    "sour attitude",
]
"""What may come of a deed: what happens, and to whom or what."""


class SortOfDeed(Struct, frozen=True, forbid_unknown_fields=True):
    """`verbs` and `things` are the words that mean it, `feat` what it takes, and the rest what likely comes of it;
    `nothing` is said where it works and that changes nothing, `tends` of what is to mend wounds.
    """

    verbs: str
    feat: Feat
    things: str = ""
    success: tuple[Effect, ...] = ()
    failure: tuple[Effect, ...] = ()
    aimed: bool = False
    nothing: str = "Nothing else changes by it."
    tends: bool = False


ODD = SortOfDeed("", "chance")
"""What stands in no table."""


@cache
def sorts() -> dict[str, SortOfDeed]:
    return content.load("underkeep.procedures", "deeds", SortOfDeed)


def words(what: str) -> list[str]:
    return re.findall("[a-z]+", what.lower())


def sort_of(what: str) -> SortOfDeed:
    """The sort that the first telling word names; one that also names its thing goes before the rest."""
    said = words(what)
    for needs_thing in (True, False):
        for word in said:
            for sort in sorts().values():
                fits = word in sort.verbs.split() and bool(sort.things) == needs_thing
                if fits and (not needs_thing or set(said) & set(sort.things.split())):
                    return sort
    return ODD


_AFTER_VERBS = ("the", "a", "an", "my", "our", "his", "her", "some", "at", "on", "to", "into", "over", "under", "it")
"""Words that mostly stand behind what somebody does."""
_PLAIN_VERBS = ("turn", "use", "open", "search", "tie", "cut", "go")


@cache
def _sorted_verbs() -> frozenset[str]:
    return frozenset(word for sort in sorts().values() for word in sort.verbs.split())


def is_deed(what: str) -> bool:
    """Whether a line begins with a word for something that is done."""
    said = words(what)
    if not said or said[0] in _sorted_verbs():
        return bool(said)
    return (len(said) > 1 and said[0] in _PLAIN_VERBS) or (len(said) > 2 and said[1] in _AFTER_VERBS)
