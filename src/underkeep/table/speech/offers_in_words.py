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
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.talking import talking
from underkeep.table.speech.wording import parts
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
    found = _to_each(reader, said) or _and_away(reader, said, parse) or _of_both(reader, said)
    return found or _to_have(reader, said, parse) or _all_of_it(reader, said)


_IN_SHORT = re.compile(r"\b(\d+) ?(c|gp|sp|cp|pp|ep)\b")


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
    return Do(offer, FOR_THAT if found["rest"] else "")


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
