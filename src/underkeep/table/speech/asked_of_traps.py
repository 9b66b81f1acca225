"""Whether something is trapped, when somebody asks: what the party knows of traps there, and how more could be known.
To ask costs nothing; what is not known shows when somebody looks for it."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.table import naming
from underkeep.table.speech.describe import describe
from underkeep.table.speech.meanings import Reader, Say, ours
from underkeep.table.speech.wording import first_part, parts

_TRAPS = re.compile(r"\b(?:(?:booby )?traps?|(?:booby )?trapped|rigged|tripwires?|pitfalls?)\b")
_OTHERWISE = re.compile(
    r"\b(?:trapdoors?|trap doors?|how|why|who|whom|which|what|where|was|were|did|had|odds|chances?|good at|best|better"
    r"|disarm\w*|remove|avoid|jump|set off|spring|trigger)\b"
)
_TO_LOOK = re.compile(
    r"\b(?:search|check|look|hunt|feel|probe|test|sweep|examine|inspect|find|detect|listen|spot)(?:s|es|ing)?\b"
)
MOST_WAYS = 2
NONE_KNOWN = "Nobody knows of a trap here."


def of_traps(reader: Reader, said: str) -> Say | None:
    """The answer to `is the chest trapped?`; None of any other question, and of one that asks somebody to look."""
    if not _TRAPS.search(said) or _OTHERWISE.search(said) or _is_wish(reader, said):
        return None
    there = naming.traps_here(reader.state)
    known = [f"the {naming.trap_name(reader.rules.measures, reader.state, t)} ({t.state})" for t in there]
    told = f"Known here: {naming.listing(known)}." if known else NONE_KNOWN
    return Say(f"{told} {_how_to_know(reader)}")


def _is_wish(reader: Reader, said: str) -> bool:
    """Whether somebody is to look for them: `can Vesper check the door for traps?`"""
    names = {first_part(c.name) for c in ours(reader)}
    bids = re.match(r"(?:can|could|may|shall|should|will|would|let)\b", said) is not None
    return _TO_LOOK.search(said) is not None and (bids or bool(names & set(parts(said))))


def _how_to_know(reader: Reader) -> str:
    """In which ways somebody could find out now, each by a line that can be typed."""
    listed = reader.options.listed
    looks = [x for x in listed if isinstance(x, a.InspectHoard)]
    best = [reader.rules.fittest(reader.state, [x for x in looks if x.hoard == h]) for h in {x.hoard: 0 for x in looks}]
    ways = [*(describe(reader.rules, reader.state, x) for x in best[:MOST_WAYS]), "search for traps"]
    quoted = " or ".join(f'"{way}"' for way in ways)
    return f"What is hidden shows when somebody takes the time for it: {quoted}."
