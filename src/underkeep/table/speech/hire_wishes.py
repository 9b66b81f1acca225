"""Who is wanted, in anybody's words: `we need a fighter`, `look in the tavern for a torchbearer`, `hire some guards`,
`is anybody for hire?`; and what a night in town and those in pay will cost.

Those who look for work are offered by name; where nobody does, the ways to find somebody are. A question hires nobody.
"""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.chapter import TOWN
from underkeep.procedures.town import until_morning
from underkeep.table.speech import topics
from underkeep.table.speech.describe import describe
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.meanings import Ask, Browse, Do, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.patterns import pattern, words
from underkeep.table.speech.town_pages import paid
from underkeep.table.speech.town_people import NEWCOMERS, ways_in
from underkeep.table.speech.wording import first_part, parts, stem
from underkeep.world.clock import DAY
from underkeep.world.settlement import Applicant

_NAMES = ("wanted", "in_tavern", "asked", "how", "wages", "nights")
_WANTED, _IN_TAVERN, _ASKED, _HOW, _WAGES, _NIGHTS = (pattern("hire_wishes", name) for name in _NAMES)
_BARE, _PAID = pattern("hire_wishes", "bare"), pattern("hire_wishes", "paid")
_UNSKILLED, _COMMON = words("hire_wishes", "unskilled"), {"hireling", "human"}
_ANYBODY, _ARMED = words("hire_wishes", "anybody"), words("hire_wishes", "armed")
_PRICE = re.compile(r"\b(?:for|at) (?P<count>\d+) ?[a-z]*")


def hire_wishes(reader: Reader, said: str) -> Meaning | None:
    """What such a line does or asks; None of any other."""
    if place_of(reader) != TOWN or reader.state.prompts or reader.state.settlement is None:
        return None
    said = said.rstrip("? ")
    if _WAGES.fullmatch(said) or _NIGHTS.fullmatch(said):
        return Say(costs_of_a_day(reader, _WAGES.fullmatch(said) is not None))
    if _HOW.fullmatch(said):
        topic = next((name for name in ("retainer", "hireling") if name in topics.known(reader.rules)), "")
        return Show("topic", topic) if topic else None
    if _PAID.fullmatch(said) and (names := _hired_named(reader, said)):
        return Show("paid", " ".join(names))
    if _names_a_seeker(reader, said):
        return None
    if _ASKED.fullmatch(said):
        return Say(_offers_told(reader))
    if _NOTICE.fullmatch(said):
        return next(
            (Ask("Is this meant?", (x,)) for x in _ways(reader, "notice") if _says(reader, x, _BY_NOTICE)), None
        ) or Say(f"Notices are put up nowhere here. {_offers_told(reader)}")
    if _BARE.fullmatch(said):
        return _sought(reader, "people", said)
    found = _WANTED.fullmatch(said) or _IN_TAVERN.fullmatch(said)
    if found is None or is_asked(said) or _BY_THE_MONTH.search(said):
        return None
    return _sought(reader, found["kind"], said)


_BY_NOTICE = "look for retainers by notice"
_NOTICE = re.compile(
    r"(?:[\w']+,? ){0,8}?(?:puts?|posts?|hangs?|sticks?|nails?|places?|leaves?|writes?)"
    r" (?:up |out |on )?(?:an? |the |our )?(?:notices?|adverts?|advertisements?|posters?|ads?)(?: .*)?"
    r"|advertise(?: .*)?"
)
_BY_THE_MONTH = re.compile(r"\b(?:months?|soldiers)\b|\b\d+ (?:archers|footmen|crossbowmen|bowmen)\b")


def _names_a_seeker(reader: Reader, said: str) -> bool:
    town = reader.state.settlement
    names = {first_part(x.name) for x in (town.applicants if town is not None else ())}
    return bool(names & set(parts(said)))


def _hired_named(reader: Reader, said: str) -> list[str]:
    """Those in the party's pay whom a line names."""
    town, said_words = reader.rules.town, parts(said)
    hired = [c for c in ours(reader) if town is not None and town.serves(reader.state, c)]
    return [first_part(c.name) for c in hired if first_part(c.name) in said_words]


def costs_of_a_day(reader: Reader, is_of_wages: bool = False) -> str:
    """What a day in town will cost, and the terms of those in pay."""
    state, town = reader.state, reader.rules.town
    if town is None:
        return ""
    hired = [c for c in ours(reader) if town.serves(state, c)]
    terms = paid(reader.rules, state, hired) if is_of_wages else []
    if is_of_wages and not hired:
        return "Nobody is in the party's pay."
    day, night = town.dues(state, 1, state.now + DAY), town.dues(state, 1, state.now + until_morning(state))
    told = [f"For a day in town: {' '.join(day)}"] if day else ["For a day in town nothing is to be paid."]
    told += ["No wages fall due by then."] if is_of_wages and "ages" not in "".join(day) else []
    told += [f"Until the morning: {' '.join(night)}"] if night != day and night else []
    return " ".join((*terms, *told))


def _offers_told(reader: Reader) -> str:
    """Who looks for work and at what pay, or how somebody is found."""
    town = reader.state.settlement
    if town is None or not town.applicants:
        return ways_in(reader, is_hired=True).replace("Nobody like that is", "Nobody is")
    offers = [describe(reader.rules, reader.state, x) for x in _hires(reader, town.applicants, ())]
    told = "; ".join(re.sub(r" with \w+$", "", one) for one in offers)
    return f"Looking for work: {told}." if told else " ".join(_refusals(reader, town.applicants))


def _hires(reader: Reader, some: tuple[Applicant, ...], price: tuple[int, ...]) -> list[Action]:
    """The offer to each of those who look for work, by whoever can make it best."""
    found: list[Action] = []
    for who in some:
        terms = (*price, *who.asks[len(price) :])
        wishes: list[Action] = [a.Hire(c.id, who.id, terms) for c in ours(reader)]
        able = [x for x in wishes if play.why_not(reader.rules, reader.state, reader.seat, x) is None]
        found += [reader.rules.fittest(reader.state, able)] if able else []
    return found


def _refusals(reader: Reader, some: tuple[Applicant, ...]) -> list[str]:
    """Why nobody of the party can hire them."""
    against = [
        play.why_not(reader.rules, reader.state, reader.seat, a.Hire(c.id, who.id, who.asks))
        for who in some
        for c in ours(reader)[:1]
    ]
    return list(dict.fromkeys(x.sentence for x in against if x is not None))


def _sought(reader: Reader, kind: str, said: str) -> Meaning:
    """Those who fit, by name; else the ways to find somebody."""
    town = reader.state.settlement
    assert town is not None
    wanted = {stem(word) for word in parts(kind)}
    is_anybody = bool(wanted & _ANYBODY)
    wanted |= _COMMON if wanted & _UNSKILLED else set()
    fitting = tuple(x for x in town.applicants if {stem(word) for word in parts(x.kind)} & wanted)
    some = fitting or town.applicants
    found = _PRICE.search(said)
    price = (int(found["count"]),) if found is not None else ()
    hires = _hires(reader, some, price) or _hires(reader, some, ())
    ways = [*_newcomers(reader, said), *_ways(reader, said)]
    is_known = bool(fitting) or is_anybody
    if hires:
        told = "" if is_known else "Nobody of just that kind is looking for work; these are. "
        return Ask(f"{told}Who is to be hired?", (*hires, *ways))
    soldiers = next((type(x).__name__ for x in reader.options.listed if _says(reader, x, "hire soldiers")), "")
    if wanted & {"soldier", "mercenary", "mercenarie"} and soldiers:
        return Browse(soldiers)
    if not ways:
        against = _refusals(reader, some)
        return Say(" ".join((*against, ways_in(reader, is_hired=True))))
    besides = f" {SOLDIERS}" if wanted & _ARMED and soldiers else ""
    if len(ways) == 1 and "tavern" in parts(said) and _says(reader, ways[0], "look for retainers in the tavern"):
        return Do(ways[0], besides.strip())
    return Ask(f"Nobody like that is looking for work now.{besides} How is somebody to be found?", tuple(ways))


SOLDIERS = "Soldiers are hired by the month, and go into no dungeon: hire soldiers."


def _newcomers(reader: Reader, said: str) -> list[Action]:
    """New characters in the place of the dead, if somebody new is wanted and there is such a place."""
    if "new" not in parts(said):
        return []
    return [x for x in reader.options.listed if type(x).__name__ in NEWCOMERS]


def _says(reader: Reader, action: Action, words: str) -> bool:
    return describe(reader.rules, reader.state, action).startswith(words)


def _ways(reader: Reader, said: str) -> list[Action]:
    """The ways to find somebody: one of each sort, by whoever is fittest for it; only in the tavern if that is said."""
    found: list[Action] = []
    for way in ("look for retainers in the tavern", "look for retainers by notice"):
        if "tavern" in parts(said) and "tavern" not in way:
            continue
        some = [x for x in reader.options.listed if _says(reader, x, way)]
        found += [reader.rules.fittest(reader.state, some)] if some else []
    return found or (_ways(reader, said.replace("tavern", "")) if "tavern" in parts(said) else [])
