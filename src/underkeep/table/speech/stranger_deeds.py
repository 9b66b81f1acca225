"""What the party does among those whom it has met, beside talk and blows: it goes through their things, it joins their
game or their meal."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.speech import frames
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.meanings import Ask, Meaning, Reader, Say
from underkeep.world.state import State


class FirstBlow(InWords):
    """To come to blows, and then the blow that was told: by whoever it was told, as soon as that one may."""

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        return before.fight is not None and after.fight is None


_SEARCHES = re.compile(
    r"(?:(?P<who>\w+),? )?(?:(?:quietly|silently|carefully) )?(?:go(?:es)? through|search(?:es)?|rifles?(?: through)?"
    r"|loots?|robs?"
    r"|rummages?(?: in| through)?|picks?|steals?|pickpockets?|lifts?|pinch(?:es)?|nicks?|swipes?|snatch(?:es)?"
    r"|relieves?) .*"
    r"\b(?:their|them|his|her|its|packs?|bags?|pockets?|purses?|sleepers?|belongings|gear|stuff)\b.*"
)
_JOINS = re.compile(
    r"(?:(?P<who>\w+),? )?(?:(?:asks? to|would like to|offers? to|wants? to|let us|we) )*(?:joins?(?: in)?|plays?"
    r"|gambles?|dances?"
    r"|sits? down|sings?|drinks?|dines?|bets?|throws? dice|rolls? dice)\b"
    r"(?! us)(?:.*\b(?:their|them|they|with|dice|cards?|game|fire|meal|song|table|party|dance|feast)\b.*)"
)
_NOT_TO_US = re.compile(r"\b(?:us|our|tells?|asks? them|ask (?:him|her|if|whether))\b")
JOINED = "No rule is known for that; it would begin with a friendly word. Is that meant, or shall it be tried?"
TAKEN = "To go through the things of those who are there may be tried. Whoever is caught at it is no friend any more."


_SENDS_AWAY = re.compile(
    r"(?:(?P<who>\w+),? )?(?:asks?|tells?|orders?|warns?|commands?) (?:them|him|her|it|the \w+)(?: to)? (?:please )?"
    r"(?:leave|go away|get out|get lost|clear off|clear out|move on|back off|go home|scram|begone)\b(?! us).*"
)
SENT = "No word alone sends them away. Which is it to be?"


def sent_away(reader: Reader, said: str) -> Ask | None:
    """`Ask them to leave`: a threat, a wish to be let by, or to go oneself."""
    if not _SENDS_AWAY.fullmatch(said):
        return None
    listed = reader.options.listed
    words = [x for x in listed if isinstance(x, a.Parley) and x.aim in ("threat", "passage")]
    ways = [
        reader.rules.fittest(reader.state, some)
        for aim in ("threat", "passage")
        if (some := [x for x in words if x.aim == aim])
    ]
    ways += [x for x in listed if isinstance(x, a.Evade) and x.walk][:1]
    return Ask(SENT, tuple(ways)) if ways else None


def searched_or_joined(reader: Reader, said: str) -> Meaning | None:
    """Their packs gone through, or their company kept; None of any other line."""
    if _SEARCHES.fullmatch(said):
        meant = frames.offered(reader, said)
        return Ask(TAKEN, meant.choices) if isinstance(meant, Ask) else meant
    talks = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == "talk"]
    if _JOINS.fullmatch(said) and not _NOT_TO_US.search(said):
        meant = frames.offered(reader, said)
        tried = meant.choices if isinstance(meant, Ask) else ()
        talk = (reader.rules.fittest(reader.state, list(talks)),) if talks else ()
        return Ask(JOINED, (*talk, *tried)) if talk or tried else Say(meant.text) if isinstance(meant, Say) else None
    return None
