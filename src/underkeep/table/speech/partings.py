"""How a party takes leave of those whom it met: with a word, so that they part in peace and it stays where it is; by a
way, if one is named; and what it offers them, or asks of them, against others."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say
from underkeep.table.speech.ways_past import by_a_way

_THANKS = (
    r"(?:(?:many )?thanks|thank you|(?:we |i )?thanks? (?:them|you|him|her|it|the \w+))(?: (?:kindly|friends?"
    r"|all|very much))?(?: (?:for|that) [^,.;!]+?)?"
)
_BYE = (
    r"(?:(?:say|says|bid|bids|wave|waves|wish)(?: them| him| her| it| you)?(?: a)? )?(?:good ?bye|farewell"
    r"|fare (?:you )?well|bye"
    r"|so long|safe travels|until (?:next time|we meet again)|good day to you)"
    r"(?: (?:then|now|friends?|all|to (?:them|him|her|it|you|the \w+(?: \w+)?)))?"
    r"|(?:we )?takes? (?:our|their) leave(?: of (?:them|him|her|it|the \w+(?: \w+)?))?"
    r"|(?:we |let us )?part(?: ways| company)?(?: with (?:them|him|her|it|the \w+(?: \w+)?))?(?: (?:in peace"
    r"|as friends|on good terms))?"
    r"|(?:we |let us )?leave (?:them|him|her|it|the \w+(?: \w+)?) in peace"
)
_AND = r"(?:[,.;!]+ ?|,? (?:and|then|and then) )"
_LEAVE = re.compile(rf"(?:{_THANKS}{_AND})?(?:{_BYE})(?:{_AND}(?P<rest>.+))?")
_THANKED = re.compile(rf"{_THANKS}{_AND}(?P<rest>.+)")
_ON_OUR_WAY = re.compile(
    r"(?:(?:we|let us|now|then|and) ){0,3}(?:(?:will|shall|must|should|had better) )?(?:be |are )?"
    r"(?:go|goes|going|move|moving|carry|carrying|head|press|continue|walk|travel|be|get|off|leave|depart|stay|remain)"
    r"(?: (?:on|off|along|now|onwards?|here|where we are|going|our (?:own )?way|ways|on our (?:own )?way"
    r"|about our business)){0,3}"
)
_THANKS_ALONE = re.compile(rf"(?:\w+,? )?{_THANKS}")
THANKED = "They hear the thanks, and no rule makes more of it."
PARTING = "That asks them to let the party be, in peace."
OF_BEASTS = "They know no speech, and no word is taken for a farewell. Which is it to be?"
OF_SLEEPERS = "They sleep, and hear no farewell. Which is it to be?"
NO_SPEECH = (
    "They know no speech, so nothing can be agreed with them: offer food, wait and see, back off or attack are left."
)
_LED_IN = r"(?:(?:sorry|well|right|ok|okay|so|it was|nice|a pleasure)\b[^,.;!]{0,40}[,.;!]+ ?)?"
_KIND = re.compile(
    r"(?:and )?(?:good luck|be well|take care|all the best|thanks?|safe travels|no hard feelings|may|friends?"
    r"|bye)\b.{0,40}"
)
"""What a farewell is wished with."""
_SERVICE = re.compile(
    r"(?:(?:if|what if|suppose) )?(?:we|i)\b.*\b(?:kill|slay|fight|deal with|get rid of|drive (?:off|out|away)"
    r"|clear out|hunt"
    r"|chase (?:off|away)|rid you of)\b.*\b(?:for you|your (?:enem\w+|foes?|neighbours?)|at your side|with you"
    r"|will you pay"
    r"|would you pay|do you pay|pay us)\b.*"
)
_AGAINST = re.compile(
    r"(?:your (?:enem\w+|foes?) (?:are|is) (?:our|my)\w*|(?:we|you) (?:have|share) (?:the same"
    r"|common) (?:enem\w+|foes?)"
    r"|we could (?:use|do with) your help\b.*|(?:help|join|aid) us (?:against|with|fight|to fight|in fighting"
    r"|kill|to kill)\b.*"
    r"|(?:come|go|march|fight) (?:along |together )?(?:with|beside) us (?:against|to fight|and fight|to kill)\b.*"
    r"|come along\b.*\bfight\b.*\bwith us|fight (?:with|beside|alongside) us\b.*|let us fight (?:them |it )?together)"
)
_OUT = re.compile(
    r"(?:(?:we|let us|everybody|everyone|now|please) ){0,2}(?:(?:leave|exit|quit|get out of|walk out of"
    r"|go out of)(?: of)? (?:the |this )"
    r"(?:dungeon|place|cave|caves|ruin|tomb)|(?:go|head|walk|return|hurry|get)(?: back)? home|home|(?:go "
    r"|head |return )?back to town"
    r"|(?:walk|get) out of here)(?: (?:for|to|and) .+)?"
)
NOT_HERE = (
    "The way out of the dungeon is not here, and the party has met somebody. First be rid of them: take "
    "leave, back off or "
    "run; then say it again."
)


def parted(reader: Reader, said: str) -> Meaning | None:
    """What a farewell, or an offer to fight for them or with them, comes to; None of any other line."""
    said = said.strip(" .!")
    if _SERVICE.fullmatch(said) or _AGAINST.fullmatch(said):
        return _word(reader, "alliance") or _word(reader, "talk") or Say(NO_SPEECH)
    party, listed = reader.state.party, reader.options.listed
    is_below = party is not None and party.at is not None
    if is_below and _OUT.fullmatch(said) and a.LeaveDungeon() not in listed:
        return Say(NOT_HERE)
    if _THANKS_ALONE.fullmatch(said):
        return Say(THANKED)
    found = _LEAVE.fullmatch(re.sub(f"^{_LED_IN}", "", said))
    thanked = _THANKED.fullmatch(said) if found is None else None
    if found is None and (thanked is None or not _ON_OUR_WAY.fullmatch(thanked["rest"])):
        return _by_the_way(reader, thanked["rest"]) if thanked is not None else None
    rest = found["rest"] if found is not None else ""
    if rest and not _ON_OUR_WAY.fullmatch(rest) and not _KIND.fullmatch(rest):
        return _by_the_way(reader, rest)
    met = reader.state.encounter
    sleeps = met is not None and met.attitude == "asleep"
    leave = _word(reader, "passage") if not sleeps else None
    if leave is not None:
        return Do(leave.action, PARTING)
    ways = tuple(x for x in (a.StandBy(), a.Evade(walk=True)) if x in listed)
    return Ask(OF_SLEEPERS if sleeps else OF_BEASTS, ways) if ways else None


def _by_the_way(reader: Reader, rest: str) -> Meaning | None:
    """To go by the way that is named, as those go who part in peace."""
    meant = by_a_way(reader, re.sub(r"^(?:we|let us) ", "", rest))
    action = meant.action if isinstance(meant, Do) else None
    if isinstance(action, a.Evade) and action.walk and a.Go(action.way) in reader.options.listed:
        return Do(a.Go(action.way))
    return meant


def _word(reader: Reader, aim: str) -> Do | None:
    """Such a word to them, by whoever says it best."""
    listed = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == aim]
    return Do(reader.rules.fittest(reader.state, list(listed))) if listed else None
