"""What the party does among those whom it has met, beside talk and blows: it goes through their things, it joins their
game or their meal."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.table.speech import frames
from underkeep.table.speech.meanings import Ask, Meaning, Reader, Say

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


_READY = re.compile(
    r"(?:(?:let us|we|everybody|everyone|all|now) )*(?:form(?: up)?|line up|get ready|prepare|ready ourselves"
    r"|make ready|take up)"
    r"(?: (?:a |our |the |in |into |your )*(?:battle |fighting )?(?:line|order|formation|positions?|ranks))?"
    r"(?: (?:for|in case of|to) (?:a |the )?(?:battle|fight|combat|trouble|attack|war))?(?: just in case)?"
    r"|(?:(?:let us|we|everybody|everyone|all|now|stay|stand|be|keep|get|have|hold) )*(?:(?:stand|keep|stay|be) )?"
    r"(?:(?:on (?:our |your )?)?guard|on alert|alert|ready|vigilant|watchful|keep watch)"
    r"|(?:(?:let us|we|everybody|everyone|all|now|quietly) )*(?:ready|draw|prepare|raise|hold|have|get|keep)s?"
    r" (?:(?:our|your|the|all) )?(?:weapons?|arms|swords|blades|bows|shields?)(?: (?:ready|at the ready|out|up))?"
    r"|(?:our |your )?weapons? (?:ready|at the ready|out|drawn|up)"
)
_PAST = re.compile(
    r"(?:(?P<who>\w+),? )?(?:(?:let us|we) )?"
    r"(?:sneaks?|slips?|creeps?|tiptoes?|steals?|squeezes?|walks?|goes|go|gets?|circles?|skirts?|edges?|moves?)"
    r"(?: quietly| silently| carefully| right)? (?:past|by|around|round) (?:them|him|her|it|the \w+(?: \w+)?)"
)
PAST = "Nobody gets past those who are there by stealth alone. Which is it to be: to be let by, or to go another way?"


def _got_ready(reader: Reader, said: str) -> Ask | None:
    """A party that makes ready has its arms in hand: it waits, and strikes nobody yet."""
    ready = [x for x in (a.StandBy(), a.Engage()) if x in reader.options.listed]
    is_meant = _READY.fullmatch(said) is not None and (len(said.split()) > 1 or said == "guard")
    return Ask(READY, tuple(ready)) if is_meant and ready else None


READY = "The party stands ready, with its arms in hand. Is it to wait and see, or to attack?"


def _passed_by(reader: Reader, said: str) -> Ask | None:
    if not _PAST.fullmatch(said):
        return None
    listed = reader.options.listed
    asks = [x for x in listed if isinstance(x, a.Parley) and x.aim == "passage"]
    ways = [reader.rules.fittest(reader.state, list(asks))] if asks else []
    ways += [x for x in listed if isinstance(x, a.Evade) and x.walk and not x.way][:1]
    return Ask(PAST, tuple(ways)) if ways else None


def searched_or_joined(reader: Reader, said: str) -> Meaning | None:
    """Their packs gone through, or their company kept; None of any other line."""
    if (asked := _got_ready(reader, said) or _passed_by(reader, said)) is not None:
        return asked
    by_a_rule = any("Pocket" in type(x).__name__ or "Steal" in type(x).__name__ for x in reader.options.listed)
    if _SEARCHES.fullmatch(said) and not by_a_rule:
        meant = frames.offered(reader, said)
        return Ask(TAKEN, meant.choices) if isinstance(meant, Ask) else meant
    talks = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == "talk"]
    if _JOINS.fullmatch(said) and not _NOT_TO_US.search(said):
        meant = frames.offered(reader, said)
        tried = meant.choices if isinstance(meant, Ask) else ()
        talk = (reader.rules.fittest(reader.state, list(talks)),) if talks else ()
        return Ask(JOINED, (*talk, *tried)) if talk or tried else Say(meant.text) if isinstance(meant, Say) else None
    return None
