"""Who of the party talks to those who are met: whoever did before, or has the tongue that a line names."""

from __future__ import annotations

import re

from msgspec.structs import replace

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.meanings import Do, Meaning, Reader, ours
from underkeep.table.speech.wording import first_part, parts
from underkeep.world.creature import Creature


def by_who_talks(reader: Reader, said: str, meant: Meaning) -> Meaning:
    """Whoever has talked to these goes on talking, unless somebody else is named."""
    met, usual = reader.state.encounter, reader.usual.get("Parley", "")
    if not isinstance(meant, Do) or not isinstance(meant.action, a.Parley) or met is None or not met.tries or not usual:
        return meant
    other = replace(meant.action, actor=usual)
    is_named = any(first_part(c.name) in parts(said) for c in ours(reader))
    return meant if is_named or other not in reader.options.listed else Do(other, meant.note)


_TONGUE = re.compile(
    r"\b(?:in|speak(?:s|ing)?) (?:the |their |his |her )?(?:(?:tongue|language) of (?:the )?)?"
    r"(?P<tongue>[a-z]+?)(?:ish|s)?(?: tongue| language)?$"
)


def in_the_tongue(reader: Reader, said: str, meant: Meaning) -> Meaning:
    """By somebody who has the tongue that a line names, unless somebody is named; that nobody has it."""
    found = _TONGUE.search(said)
    is_named = any(first_part(c.name) in parts(said) for c in ours(reader))
    if found is None or is_named or not isinstance(meant, Do) or not isinstance(meant.action, a.Parley):
        return meant
    able = [c.id for c in ours(reader) if _speaks(reader, c, found["tongue"])]
    some = [x for id in able if (x := replace(meant.action, actor=id)) in reader.options.listed]
    return Do(reader.rules.fittest(reader.state, list(some)), meant.note) if some else meant


_STEM = 3
"""As much of a name as elves and Elvish have in common."""


def _speaks(reader: Reader, who: Creature, tongue: str) -> bool:
    """Whether somebody's sheet has a language of that name."""
    told = [
        value
        for _, rows in reader.rules.card(reader.state, who).sections
        for key, value in rows
        if "speak" in key.lower()
    ]
    stem = tongue[:_STEM]
    return any(word.startswith(stem) for value in told for word in parts(value))
