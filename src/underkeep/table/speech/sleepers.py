"""`Everyone attacks, leave the sleepers for later`: the order against those alone who are awake, by their names."""

from __future__ import annotations

import re

from underkeep.table.speech.meanings import Reader, ours

_SPARES = re.compile(
    r"(?:,|;|,? (?:and|but))? (?:leav(?:e|es|ing)|spar(?:e|es|ing)|skip(?:s|ping)?|ignor(?:e|es|ing)|not"
    r"|except|but not)"
    r" (?:for )?(?:the |those )?(?:sleepers?|sleeping (?:ones?|\w+)|ones? (?:who|that) (?:are|is) asleep"
    r"|(?:who|that) sleep"
    r"|asleep)(?: for later| for last| alone| be| until later)*"
)
_AWAKE = re.compile(
    r" (?:the |those |any |all )?(?:of (?:the|those|them) )?(?:\w+ )?(?:(?:who|that|which) (?:are|is) (?:still )?"
    r"(?:awake|not asleep|not sleeping)|awake (?:ones?|\w+)|still awake)(?: first| only| alone)?$"
)
_BLOW = re.compile(r"\b(?:attacks?|fights?|strikes?|hits?|shoots?|charges?|kills?)\b")


def spared(reader: Reader, said: str) -> str:
    """The line with the names of those who are awake, if it speaks of sleepers or of them."""
    is_of_awake = _AWAKE.search(said) is not None
    fewer = _AWAKE.sub("", _SPARES.sub("", said))
    own = ours(reader)
    if fewer == said or not own or not _BLOW.search(said):
        return said
    foes = [c for c in reader.state.enemies_of(own[0]) if c.at is not None and c.is_up]
    awake = [c for c in foes if not any("asleep" in one.name or "sleep" in one.name for one in c.conditions)]
    if len(awake) == len(foes) or not awake:
        return fewer
    names = " and ".join(c.name.lower() for c in awake)
    told = _BLOW.search(fewer)
    bare = told is not None and (is_of_awake or fewer[told.end() :].strip() in ("", "them", "the foes", "the enemies"))
    return f"{fewer[: told.end()]} {names}" if bare and told is not None else fewer
