"""Offers to those who look for work, by whoever is to make them, and looking for somebody in the tavern: `have Tansy
ask Cerys, with 3 gp a day and half a share`, `offer Cerys the usual terms`, `hire Jorun and Gisela, Emmot does the
talking`, `see if anyone at the tavern wants to join us`.
"""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.chapter import TOWN
from underkeep.table.several import InOrder
from underkeep.table.speech.chatter import whole_words
from underkeep.table.speech.describe import describe
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.not_understood import names_told
from underkeep.table.speech.rephrasing import imperative
from underkeep.table.speech.wording import first_part, parts, plain
from underkeep.world.settlement import Applicant

_COINS = re.compile(r"\b(?P<count>\d{1,4}) ?(?:gp|gold|coins?|c|gold pieces)\b")
_TALKS = re.compile(
    r",? (?:and |but |with )?(?:let )?(?P<who>[a-z]+) (?:does|do|doing|should do) the (?:talking|asking|haggling)$"
)
_TERMS = {"terms", "join", "joins", "along", "work", "share", "instead", "wage", "wages", "asks", "wants", "hire"}
_TAVERN = {"tavern", "taverns", "inn", "pub", "taproom", "alehouse"}
NOBODY_LOOKS = "look for retainers in the tavern"


def terms_offered(reader: Reader, line: str) -> Meaning | None:
    """The offers or the search that such a line means; None of any other."""
    town = reader.state.settlement
    if "%" in line or reader.state.prompts or reader.referees or place_of(reader) != TOWN or town is None:
        return None
    typed = whole_words(plain(line), *names_told(reader)).rstrip(" .!?")
    named = [x for x in town.applicants if first_part(x.name) in parts(typed)]
    if not named:
        return _looked_for(reader, typed, line)
    return None if line.rstrip().endswith("?") else _offered(reader, typed, named)


def _offered(reader: Reader, typed: str, named: list[Applicant]) -> Meaning | None:
    """The offer to each of those who are named, by whoever is to make it, else by who can make it best."""
    words = parts(typed)
    verbs = {imperative(word) for word in words}
    own = {first_part(c.name): c for c in ours(reader)}
    talks, coins = _TALKS.search(typed), _COINS.search(typed)
    is_offer = bool(verbs & group("offers work") and (_TERMS & set(words) or coins))
    if (talks is None and (not is_offer or "hire" in verbs)) or set(words) & _OTHER:
        return None
    by = talks["who"] if talks is not None and talks["who"] in own else next((w for w in words if w in own), "")
    offers: list[Action] = []
    for seeker in named:
        terms = (int(coins["count"]), *seeker.asks[1:]) if coins is not None and seeker.asks else seeker.asks
        wishes = [a.Hire(c.id, seeker.id, terms) for c in ([own[by]] if by else own.values())]
        refused = [play.why_not(reader.rules, reader.state, reader.seat, x) for x in wishes]
        able: list[Action] = [x for x, against in zip(wishes, refused, strict=True) if against is None]
        if not able:
            told = next(against.sentence for against in refused if against is not None)
            return Say(f"{told} {WHO_PAYS}" if by and "pay" in told else told)
        offers.append(reader.rules.fittest(reader.state, able))
    return Do(offers[0], THE_OFFER if talks is not None else "") if len(offers) == 1 else Undertake(InOrder(offers))


WHO_PAYS = "Whoever makes an offer pays it: coins can be handed over first, or another makes it."
THE_OFFER = "The offer is made."
_OTHER = {
    "better",
    "raise",
    "raised",
    "higher",
    "more",
    "double",
    "buy",
    "give",
    "rumours",
    "rumour",
    "news",
    "about",
    "know",
    "knows",
    "dungeon",
    "tell",
    "where",
    "what",
}


def _looked_for(reader: Reader, typed: str, line: str) -> Meaning | None:
    """Looking in the tavern for somebody who would come along."""
    words = set(parts(typed))
    if not words & _TAVERN or not words & group("sought for work") or words & _OTHER:
        return None
    if not {imperative(word) for word in words} & group("seeks") or not words & group("to come along"):
        return None
    found = [x for x in reader.options.listed if _is_search(reader, x)]
    if not found:
        return None
    own = {first_part(c.name): c.id for c in ours(reader)}
    asked = [x for x in found if getattr(x, "actor", "") in [own[w] for w in words if w in own]]
    best = reader.rules.fittest(reader.state, asked or found)
    is_asked = re.match(r"(?:can|could|may|should|shall) (?:we|i)\b", typed) is not None and line.rstrip().endswith("?")
    return Ask(FOR_YOU, (best,)) if is_asked else Do(best, SOME_HOURS)


SOME_HOURS = "That takes some hours."
FOR_YOU = "That takes some hours. Is it to be done?"


def _is_search(reader: Reader, action: Action) -> bool:
    return describe(reader.rules, reader.state, action).startswith(NOBODY_LOOKS)
