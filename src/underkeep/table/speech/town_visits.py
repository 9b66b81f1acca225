"""Lines of a town about its services: who is visited to ask about something, whether there is such a place, and what is
said where there is none: those that there are."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.procedures.chapter import TOWN
from underkeep.table.speech import topics
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.matching import meaning
from underkeep.table.speech.meanings import Meaning, Reader, Show, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import first_part, parts

Read = Callable[[str], Meaning | None]
_GOES = pattern("town_visits", "goes")
_ASKS = pattern("town_visits", "asks")
_OTHERS = pattern("town_visits", "others")
_PLACES = pattern("town_visits", "places")

_IDENTIFIES = re.compile(
    r"^(?:can|could|is there|who (?:can|could)|where can|does|do|will|would)\b"
    r".*\b(?:identify|appraise|examine for magic)\b"
)
_TO_ONE = re.compile(
    r"(?:let us |(?P<who>\w+),? )?(?:go(?:es)?|heads?|walks?|pops?|strolls?) (?:over |back )?(?:to|into|in) "
    r"(?:the )?(?P<place>(?!inn\b|tavern\b)[a-z ]+)"
)
_LEARNS = re.compile(
    r"(?:(?:we|i|let us) )?(?:learn|find out|hear|asks? around) (?:more |something |anything |all )?(?:about|of) "
)
_ABOUT = re.compile(r"\b(?:about|whether|if|what|advice|news|information)\b")
_THOSE = {"smuggler", "smugglers", "fence", "scholar", "library"}


def of_services(reader: Reader, said: str, read: Read) -> Meaning | None:
    """What a line does with one of the services of a town, or what it asks about one; None of any other line."""
    town = reader.state.settlement
    if place_of(reader) != TOWN or town is None or reader.state.prompts:
        return None
    if _IDENTIFIES.search(said) and is_asked(said):
        return Show("services", "sage")
    if _LEARNS.match(said):
        return read("hear rumours")
    if (found := _TO_ONE.fullmatch(said)) is not None and found["place"] in town.services:
        who = next((first_part(c.name) for c in ours(reader) if first_part(c.name) == found["who"]), "")
        if who or not found["who"] or found["who"] in ("we", "i"):
            return read(f"visit the {found['place']} with {who}" if who else f"visit the {found['place']}")
    if _OTHERS.search(said) or meaning(reader.rules, reader.state, reader.options.listed, said):
        return None
    place = _PLACES.search(said)
    words = parts(said)
    goes, asks = _GOES.search(said) is not None and not is_asked(said), _ASKS.match(said) is not None
    if not (goes or asks):
        return None
    told = topics.named(reader.rules, reader.state, words)
    trade = next((name for name, _ in told if name.startswith("trade ")), "")
    if trade and (goes or (asks and place is not None)):
        return Show("topic", trade)
    if place is None or trade:
        return None
    here = [service.partition(" (")[0] for service in town.services]
    known = topics.known(reader.rules)
    service = next((known[name].service for name, _ in told if name in known and known[name].service), "")
    service = place["place"] if place["place"] in here else service
    if service not in here:
        return Show("services", place["place"])
    if asks:
        return Show("services", service)
    if service == "healing" and place["place"] != service:
        return Show("topic", service) if not _ABOUT.search(said) else None
    if not (_ABOUT.search(said) or place["place"] in _THOSE):
        return None
    who = next((first_part(c.name) for c in ours(reader) if first_part(c.name) in words), "")
    return read(f"visit {service} with {who}" if who else f"visit {service}") or Show("topic", service)
