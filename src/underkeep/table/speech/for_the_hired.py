"""Those in the party's pay meant together: `a cheap shield for each of the hirelings`, `buy the retainers a rope each`,
`hire the two cheap ones`.

A line that buys for them is read with their names; of those who look for work the cheapest are taken by their price.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.chapter import TOWN
from underkeep.table.naming import listing
from underkeep.table.several import InOrder
from underkeep.table.speech.describe import describe
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.handling import count_of
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.trading import kinds_named
from underkeep.table.speech.wording import first_part
from underkeep.world.settlement import Applicant

Read = Callable[[str], Meaning | None]
_HIRED = (
    r"(?:each of |both |both of |all |all of |every |each )?(?:(?:the|our|my|these|those) )?"
    r"(?:two |three |four |new |hired )?"
    r"(?:hirelings?|retainers?|henchmen|hired hands|hired men|porters|torch ?bearers|helpers|companions|mercenaries)"
)
_FOR_THEM = re.compile(
    rf"(?:(?:please|we|i|let us|can we) )?(?:(?:buy|get|purchase|order) )?(?P<what>[a-z0-9][a-z0-9 '-]*?)"
    rf"(?: each)? for {_HIRED}"
    r"(?: each)?(?:,? please)?"
)
_THEM_FIRST = re.compile(
    rf"(?:(?:please|we|i|let us|can we) )?(?:buy|get|purchase|order) {_HIRED} (?P<what>[a-z0-9][a-z0-9 '-]*?)(?: each)?"
)
_CHEAP = re.compile(r"\b(?:cheap|plain|simple|good|decent) ")
_CHEAPEST = re.compile(
    r"(?:(?:please|we|i|let us|can we) )?(?:hire|take on|employ|recruit|engage|take)s? (?:the |only the |just the )?"
    r"(?P<count>two|three|four|both|all|\d)? ?(?:of the )?(?P<sort>cheap|cheaper|cheapest)"
    r"(?: (?P<late>two|three|four|\d))?(?: (?:(?P<several>ones|hirelings|people|men|hands|guys|fellows)|one|of them"
    r"|hireling|man|hand))?(?: please)?"
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "both": 2}
NO_ONE = "Nobody is in the party's pay, so there is nobody to buy it for."


def for_the_hired(reader: Reader, said: str, read: Read) -> Meaning | None:
    """What such a line buys, or whom it hires; None of any other."""
    if place_of(reader) != TOWN or reader.state.prompts or reader.rules.town is None or is_asked(said):
        return None
    if (found := _CHEAPEST.fullmatch(said)) is not None:
        return _cheapest(reader, found)
    found = _FOR_THEM.fullmatch(said) or _THEM_FIRST.fullmatch(said)
    if found is None or not kinds_named(reader, _bare(found["what"])):
        return None
    town = reader.rules.town
    hired = [first_part(c.name) for c in ours(reader) if town.serves(reader.state, c)]
    if not hired:
        return Say(NO_ONE)
    return read(f"buy {_CHEAP.sub('', found['what'])} for {listing(hired)}".lower())


def _bare(what: str) -> str:
    return count_of(_CHEAP.sub("", what))[1]


def _cheapest(reader: Reader, found: re.Match[str]) -> Meaning | None:
    """So many of those who look for work, the cheapest first; who asks as little as the last of them is asked about."""
    settlement = reader.state.settlement
    seekers = sorted(settlement.applicants if settlement is not None else (), key=lambda x: x.asks)
    if not seekers:
        return None
    word = found["count"] or found["late"] or ""
    least = [x for x in seekers if x.asks == seekers[0].asks]
    is_one = not word and found["several"] is None
    count = _NUMBERS.get(word) or (int(word) if word.isdecimal() else 1 if is_one else len(least))
    if count > len(seekers):
        return Ask("There are not so many. Who is to be hired?", tuple(_all_hires(reader, seekers)))
    some = seekers[:count]
    is_plain = seekers[len(some)].asks != some[-1].asks if len(some) < len(seekers) else some == least
    hires = [hire for x in some if (hire := _hire(reader, x)) is not None]
    if not hires:
        return _refused(reader, some)
    if len(hires) == 1:
        return Do(hires[0]) if is_plain else Ask("Which do you mean?", tuple(_all_hires(reader, seekers)))
    if not is_plain:
        return Ask("Several ask the same. Which do you mean?", tuple(_all_hires(reader, seekers)))
    told = [re.sub(r" with \w+$", "", describe(reader.rules, reader.state, x)) for x in hires]
    return Undertake(InOrder(hires), note=f"The cheapest: {listing(told)}.")


def _refused(reader: Reader, some: list[Applicant]) -> Say | None:
    """Why nobody can hire them."""
    wishes = [a.Hire(c.id, x.id, x.asks) for x in some for c in ours(reader)[:1]]
    against = [play.why_not(reader.rules, reader.state, reader.seat, x) for x in wishes]
    return next((Say(x.sentence, x.rule) for x in against if x is not None), None)


def _all_hires(reader: Reader, some: list[Applicant]) -> list[Action]:
    return [hire for x in some if (hire := _hire(reader, x)) is not None]


def _hire(reader: Reader, who: Applicant) -> Action | None:
    """The offer of what they ask, by whoever can make it best."""
    wishes: list[Action] = [a.Hire(c.id, who.id, who.asks) for c in ours(reader)]
    able = [x for x in wishes if play.why_not(reader.rules, reader.state, reader.seat, x) is None]
    return reader.rules.fittest(reader.state, able) if able else None
