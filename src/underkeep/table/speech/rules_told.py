"""What the game's rulebook says on something that is asked: `how does healing work`, `how long does a torch burn`."""

from __future__ import annotations

from underkeep.errors import UnderkeepError
from underkeep.rulebook import ledger
from underkeep.rulebook.ledger import Rule
from underkeep.rulebook.search import search
from underkeep.table.speech.wording import parts, stem
from underkeep.table.why import for_players

RULING = "ruling"
MOST = 4
_OF_THE_BEST = 0.5
SOME, SURE = 8.0, 25.0
"""How well an entry has to fit words that are asked about, and words of a question that may be about anything."""
UNTOLD = "The rulebook says nothing of that in these words."


def ruling(system: str, words: str, least: float = SOME) -> list[str]:
    """The rules that are about these words, the nearest first."""
    try:
        book = ledger.load(system)
    except UnderkeepError:
        return [UNTOLD]
    hits, is_sure = search([words], [book], 12), least >= SURE
    least = max(least, hits[0].score * _OF_THE_BEST) if hits else least
    if is_sure:
        asked = {stem(word) for word in parts(words)}
        hits = [hit for hit in hits if asked & {stem(word) for word in parts(hit.entry.id)}]
    told = [for_players(hit.summary) for hit in hits if isinstance(hit.entry, Rule) and hit.score >= least]
    return list(filter(None, told))[:MOST] or [UNTOLD]
