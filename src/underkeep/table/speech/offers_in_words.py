"""Offers of a sum for each of those who are met, of several things, or of something before the party goes: `give each
of them a gold piece`, `give them 5 gold and a ration`, `throw it some food and back off`."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.procedures import delve_actions as a
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.several import InOrder
from underkeep.table.speech.arms_at_hand import named_first
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.rephrasing import imperative
from underkeep.table.speech.sayings import said_to_them
from underkeep.table.speech.talking import talking
from underkeep.table.speech.wording import first_part, parts
from underkeep.world.state import State

Parse = Callable[[Reader, str], Meaning]
_EACH, _EACH_LAST, _BOTH, _AND_AWAY, _TO_HAVE = (
    pattern("offers_in_words", name) for name in ("each", "each_last", "both", "and_away", "to_have")
)
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}
LEFT = "Not done, since it came otherwise: {}."


class OneByOne(InWords):
    """An offer and what is to follow it, as long as it does not come to blows."""

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        stops = bool(after.prompts) or after.fight is not None or bool(after.over)
        if stops and self.left():
            self.over = LEFT.format(self.left())
        return stops


def of_offers(reader: Reader, said: str, parse: Parse) -> Meaning | None:
    """What such an offer comes to; None of any other line."""
    if not any(isinstance(x, a.Offer) for x in reader.options.listed):
        return None
    said = _IN_SHORT.sub(lambda x: f"{x[1]} {'coins' if x[2] == 'c' else x[2]}", said)
    said = _by_its_purse(reader, said)
    found = _to_each(reader, said) or _and_away(reader, said, parse) or _of_both(reader, said)
    return found or _to_have(reader, said, parse) or _all_of_it(reader, said)


_PURSE = re.compile(
    r" (?:from|out of) (?P<who>\w+?)(?:'?s (?:\w+ )?(?:purse|pouch|money|gold|coins))?(?= for | to | and |$)"
)


def _by_its_purse(reader: Reader, said: str) -> str:
    """`Offer them 20 gold from Ursel` as an offer of hers."""
    found = _PURSE.search(said)
    if found is None or named_first(reader, found["who"]) is None or named_first(reader, said.split()[0]) is not None:
        return said
    return f"{found['who']} {said[: found.start()]}{said[found.end() :]}"


_IN_SHORT = re.compile(r"\b(\d+) ?(c|gp|sp|cp|pp|ep)\b")


def by_who_has(reader: Reader, meant: Meaning) -> Meaning:
    """The same; of an offer by somebody who has nothing of it, whether another who has is to give it."""
    offer = meant.action if isinstance(meant, Do) else None
    if not isinstance(offer, a.Offer) or reader.state.encounter is None or offer.actor not in reader.state.creatures:
        return meant
    giver = reader.state.creatures[offer.actor]
    count = f" {offer.count}" if offer.count > 1 else ""
    others = [x for x in talking(reader.state, reader.options, f"offer{count} gold") if isinstance(x, a.Offer)]
    able = [x for x in others if x.item and x.actor != giver.id and reader.state.creatures[x.actor].item(x.item)]
    if giver.item(offer.item) is not None or (offer.item and not able) or not able:
        return meant
    best = reader.rules.fittest(reader.state, list(able))
    name = reader.state.creatures[getattr(best, "actor", giver.id)].name
    return Ask(f"{giver.name} has no coins to give. Shall {name} give them?", (best,))


def _to_each(reader: Reader, said: str) -> Meaning | None:
    found = _EACH.fullmatch(said) or _EACH_LAST.fullmatch(said)
    met = reader.state.encounter
    if found is None or met is None:
        return None
    number = found["n"] or "1"
    count = (int(number) if number.isdecimal() else _NUMBERS.get(number, 1)) * len(met.monsters)
    offer = _offer(reader, f"{count} {found['what']}", found["who"] or "")
    if offer is None:
        return None
    return Do(offer, f"That is {count} in all{'' if offer.count >= count else f'; {offer.count} at once is the most'}.")


def _offer(reader: Reader, what: str, who: str) -> a.Offer | None:
    """The offer of so much of a thing, by whoever is named or has enough."""
    found = [x for x in talking(reader.state, reader.options, f"offer {what}") if isinstance(x, a.Offer) and x.item]
    named = named_first(reader, who)
    own = [x for x in found if named is not None and x.actor == named.id] or found
    most = max((x.count for x in own), default=0)
    able = [x for x in own if x.count == most]
    best = reader.rules.fittest(reader.state, able) if able else None
    return best if isinstance(best, a.Offer) else None


_ALL = re.compile(
    r"(?:(?:let us|we|i|\w+),? )?(?:gives?|offers?|hands?(?: over)?|pays?|throws?|bribes?) "
    r"(?:(?:them|him|her|it|the [\w' -]+?) (?:with )?)?(?:all|everything)(?: of)?(?: (?:our|my|the|his|her))?"
    r" ?(?:gold|money|coins?|silver|treasure|we have)?"
)
ALL_OF_ONE = "That is all that one of the party has; the others give of their own."


def _all_of_it(reader: Reader, said: str) -> Do | None:
    """All the coins of whoever has the most of them."""
    if _ALL.fullmatch(said) is None:
        return None
    kinds = {x.item for x in talking(reader.state, reader.options, "offer gold") if isinstance(x, a.Offer)}
    held = [(i.count, c.id, i.id) for c in ours(reader) for i in c.items if i.id in kinds]
    count, actor, item = max(held, default=(0, "", ""))
    return Do(a.Offer(actor, item, count), ALL_OF_ONE) if count else None


def _to_have(reader: Reader, said: str, parse: Parse) -> Meaning | None:
    """Something that is held out for something, or with a word: `gold to show us the way`."""
    found = _TO_HAVE.fullmatch(said)
    offer = _offer(reader, _SOME.sub("", found["what"]), found["who"] or "") if found is not None else None
    if found is None or offer is None:
        return None
    if found["then"]:
        return Undertake(OneByOne(Do(offer), [found["then"]], parse))
    if found["rest"] and _AIMED.match(found["rest"]):
        return Do(offer)
    if found["rest"] and (asks := _asked_for(reader, found["rest"])):
        return Undertake(OneByOne(Do(offer), [asks], parse))
    return Do(offer, FOR_THAT if found["rest"] else "")


def _asked_for(reader: Reader, rest: str) -> str:
    """A question for what an offer is made for, if that is something to know or somebody's company."""
    known = _TELLS_US.sub("", rest)
    if {"passage", "pass", "through", "past", "by", "alone", "peace", "leave"} & set(parts(rest)):
        return ""
    is_deed = imperative(first_part(rest)) in group("verbs")
    said = f"ask them {known if known != rest else f'to {rest}' if is_deed else f'for {rest}'}"
    meant = said_to_them(reader, said)
    is_word = isinstance(meant, Do) and isinstance(meant.action, a.Parley) and meant.action.aim in _WORTH_IT
    return said if is_word else ""


_TELLS_US = re.compile(r"^(?:(?:they|he|she|it) )?(?:will )?(?:tell|show|let) (?:us |me )?(?:know )?")
_AIMED = re.compile(r"(?:the|one|this|that) (?:left|right|side|floor|ground|north|south|east|west|corner|back|other)\b")
"""Where a thing is thrown."""
_WORTH_IT = ("news", "treasure", "dangers", "dwellers", "ways", "doing", "hire")


_SOME = re.compile(r"\b(?:some|a few|a little|our|a handful of|a couple of|a|an) ")
FOR_THAT = "What it is for they hear with it."


def _of_both(reader: Reader, said: str) -> Meaning | None:
    """Two things, one after the other."""
    found = _BOTH.fullmatch(said)
    if found is None:
        return None
    who = found["who"] or ""
    first, second = _offer(reader, found["one"], who), _offer(reader, found["other"], who)
    if first is None or second is None or first.item == second.item:
        return None
    return Undertake(InOrder((first, second)))


def _and_away(reader: Reader, said: str, parse: Parse) -> Meaning | None:
    """Something to eat or to keep, and then away."""
    found = _AND_AWAY.fullmatch(said)
    if found is None or not set(parts(found["what"])) & (group("food") | group("coins") | _SOMETHING):
        return None
    meant = parse(reader, found["offer"])
    if not isinstance(meant, Do) or not isinstance(meant.action, a.Offer):
        return meant if isinstance(meant, Say) else None
    return Undertake(OneByOne(meant, [found["rest"] or "go back the way we came"], parse))


_SOMETHING = {"food", "ration", "rations", "meat", "something", "coin", "coins", "gold", "silver", "money"}
