"""Plain wishes of a party that has met somebody: food that nobody has, those who would come along and for whom there is
no room, the road that is gone on with, a warning by numbers, what is taken from sleepers."""

from __future__ import annotations

import re

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.table.speech.asked_of_doings import to_be_asked
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, ours
from underkeep.table.speech.mentions import FOE, mentions
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.stranger_deeds import searched_or_joined
from underkeep.table.speech.strangers_seen import seen_of
from underkeep.table.speech.talking import talking
from underkeep.table.speech.things_near_them import before_their_eyes
from underkeep.table.speech.wording import first_part, parts, stem

_FEEDS, _WANTS, _ALONG, _ROAD, _OUTNUMBERS, _HALF, _ROBS = (
    pattern("meeting_wishes", name) for name in ("feeds", "wants", "along", "road", "outnumbers", "half", "robs")
)
_LOWERED = re.compile(
    r"(?:every(?:body|one),? |all,? |we |\w+,? )?(?:keeps?|holds?|leaves?) (?:(?:your|our|the|their|his|her) )?"
    r"(?:weapons?|swords?|blades?|arms|bows?) (?:lowered|down|low|sheathed|away)"
)
LOWERED = "So it is: nobody of the party strikes unless told to."
NO_FOOD = "Nobody of the party has any food to give."
NO_OTHER = "{} has no food. Is it to be given all the same, by somebody who has?"
ROBBED = "They give up nothing but to a threat or to blows. Which is it to be?"
HALF = "That is half of what they may want."
SENT_HOME = "That is a threat."
GONE_BY = "The party keeps away from them and goes on with its journey. Is that meant?"


def of_plain_wishes(reader: Reader, said: str) -> Meaning | None:
    """What such a wish comes to; None of any other line."""
    return (
        before_their_eyes(reader, said)
        or _of_food(reader, said)
        or _robbed(reader, said)
        or _half_of_it(reader, said)
        or _of_wants(reader, said)
        or (Say(LOWERED) if _LOWERED.fullmatch(said) else None)
        or _traded(reader, said)
        or _beyond(reader, said)
        or _along(reader, said)
        or _on_the_road(reader, said)
        or _outnumbered(reader, said)
    )


def _of_food(reader: Reader, said: str) -> Meaning | None:
    """That nobody has food, or not whoever is told to give it."""
    found = _FEEDS.fullmatch(said)
    if found is None:
        return None
    words = parts(said)
    if any(first_part(c.name) in words[1:] for c in ours(reader)):
        return None if _has_food(reader) else Say(NO_FOOD)
    offers = [x for x in talking(reader.state, reader.options, "offer food") if x in reader.options.listed]
    if not offers:
        return None if _has_food(reader) else Say(NO_FOOD)
    who = next((c for c in ours(reader) if first_part(c.name) == words[0].rstrip(",")), None)
    if who is None or any(getattr(x, "actor", "") == who.id for x in offers):
        return None
    if any({stem(w) for w in parts(i.name)} & group("food") for i in who.items):
        return None
    return Ask(NO_OTHER.format(who.name), (reader.rules.fittest(reader.state, offers),))


def _robbed(reader: Reader, said: str) -> Meaning | None:
    """To take from them what they have: by a threat or by blows."""
    threats: list[Action] = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == "threat"]
    blows = [x for x in (a.Engage(),) if x in reader.options.listed]
    met = reader.state.encounter
    if _ROBS.fullmatch(said) is None or not (threats or blows):
        return None
    if met is not None and met.attitude == "asleep":
        return searched_or_joined(reader, "go through their packs")
    return Ask(ROBBED, (*([reader.rules.fittest(reader.state, threats)] if threats else []), *blows))


def _has_food(reader: Reader) -> bool:
    return any({stem(w) for w in parts(i.name)} & group("food") for c in ours(reader) for i in c.items)


def _half_of_it(reader: Reader, said: str) -> Do | None:
    """Half of what they ask, by whoever is named or has it."""
    found = _HALF.fullmatch(said)
    if found is None:
        return None
    coins = [x for x in reader.options.listed if isinstance(x, a.Offer) and x.count > 1]
    named = {c.id for c in ours(reader) if first_part(c.name) == (found["who"] or "")}
    own: list[Action] = [x for x in coins if x.actor in named] or list(coins)
    best = reader.rules.fittest(reader.state, own) if own else None
    return Do(replace(best, count=best.count // 2), HALF) if isinstance(best, a.Offer) else None


def _of_wants(reader: Reader, said: str) -> Meaning | None:
    """What they want, as far as they said it; else whether it is to be asked."""
    listed: list[Action] = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == "toll"]
    if _WANTS.fullmatch(said) is None or not listed:
        return None
    return to_be_asked(reader, reader.rules.fittest(reader.state, listed))


def _along(reader: Reader, said: str) -> Meaning | None:
    """Why those cannot come along who would."""
    kind = next((x for x in reader.rules.codec.action_types if x.__name__ == "TakeAlong"), None)
    if kind is None or _ALONG.fullmatch(said) is None or kind() in reader.options.listed:
        return None
    against = play.why_not(reader.rules, reader.state, reader.seat, kind())
    hires = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == "hire"]
    if against is None or hires:
        return None
    return Say(f"{seen_of(reader)} {against.sentence}".strip(), against.rule)


def _on_the_road(reader: Reader, said: str) -> Meaning | None:
    """To leave those alone who are met on the road, and to go on."""
    party = reader.state.party
    if party is None or party.at is not None or _ROAD.fullmatch(said) is None:
        return None
    if _IN_HASTE & set(parts(said)) and a.Evade() in reader.options.listed:
        return Do(a.Evade())
    ways = [x for x in (a.Evade(walk=True), a.Evade(), a.StandBy()) if x in reader.options.listed]
    return Do(ways[0]) if ways[:1] == [a.Evade(walk=True)] else Ask(GONE_BY, tuple(ways)) if ways else None


_IN_HASTE = {"fast", "quickly", "quick", "speed", "hurry", "faster", "fastest", "life", "lives"}


def _beyond(reader: Reader, said: str) -> Meaning | None:
    """What lies further on, which those may know who live here."""
    words = parts(said)
    listed: list[Action] = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == "news"]
    is_asked = words[:1] == ["what"] and words[1:2] and words[1] in ("lies", "is", "waits", "lives")
    if not is_asked or not {"beyond", "ahead", "further"} & set(words[2:4]) or not listed:
        return None
    return to_be_asked(reader, reader.rules.fittest(reader.state, listed))


def _traded(reader: Reader, said: str) -> Meaning | None:
    """Whether they sell or buy: a question of that is put to them, or may be."""
    words = parts(said)
    listed: list[Action] = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == "trade"]
    if listed and words[:1] and words[0] in _SWAPS and "for" in words:
        return Do(reader.rules.fittest(reader.state, listed))
    asks = words[:1] and words[0] in _MAY_ONE
    if not asks or not listed or not set(words) & _TRADES or not ({"we", "i", "us"} & set(words)):
        return None
    at_them = {"you", "him", "her", "them", "it", "they"} & set(words)
    is_of_them = bool(at_them) or any(m.role == FOE for m in mentions(reader, words))
    best = reader.rules.fittest(reader.state, listed)
    if not is_of_them:
        return None
    return Do(best) if "you" in at_them else to_be_asked(reader, best)


_MAY_ONE = {"can", "could", "may", "might", "would", "will", "do", "does", "should", "shall", "is", "are"}
_SWAPS = {"trade", "swap", "exchange", "barter"}
_TRADES = {"buy", "sell", "purchase", "trade", "barter", "sells", "selling", "swap"}


def _outnumbered(reader: Reader, said: str) -> Do | None:
    """`There are eight of us, go home` as the threat that it is."""
    listed: list[Action] = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == "threat"]
    if _OUTNUMBERS.fullmatch(said) is None or not listed:
        return None
    named = {c.id for c in ours(reader) if first_part(c.name) in parts(said)}
    own = [x for x in listed if getattr(x, "actor", "") in named]
    return Do(reader.rules.fittest(reader.state, own or listed), SENT_HOME)
