"""Questions that people ask in a town, and the places that they would go to, where the words for trade would
mislead: what
there is to spend, who would join, what an archer costs, whether the shops are open."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.kernel.event import Action
from underkeep.procedures.chapter import TOWN
from underkeep.procedures.delve_actions import Buy
from underkeep.procedures.town_services import Visit
from underkeep.table.speech import topics
from underkeep.table.speech.asking_words import is_question
from underkeep.table.speech.describe import describe
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.meanings import Meaning, Reader, Say, Show, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.town_people import ways_in
from underkeep.table.speech.wording import first_part, parts, stem

Read = Callable[[str], Meaning | None]
_SPEND, _JOINS, _HOURS, _WHO = (pattern("asked_in_town", name) for name in ("spend", "joins", "hours", "who"))
_HIRED, _ABLE, _ABOUT, _NEW = (pattern("asked_in_town", name) for name in ("hired", "able", "about", "new"))
_GOES = pattern("asked_in_town", "goes")
NO_HOURS = "The shops and all that a town has are open whenever the party is there; no hours are kept."


def asked_in_town(reader: Reader, said: str, read: Read) -> Meaning | None:
    """The answer to such a line; None of any other."""
    town = reader.state.settlement
    if place_of(reader) != TOWN or town is None or reader.state.prompts:
        return None
    said = said.rstrip("? ")
    if (goes := _GOES.fullmatch(said)) is not None:
        return _not_visited(reader, goes["place"])
    if not (is_asked(said) or is_question(said) or said.startswith("tell")):
        return None
    if _SPEND.fullmatch(said):
        return Show("purse")
    if _HOURS.search(said):
        return Say(NO_HOURS)
    name = re.escape(" ".join(parts(town.name)))
    if _WHO.fullmatch(said) or re.fullmatch(_ABOUT.pattern.replace("NAME", name), " ".join(parts(said))):
        return Show("situation")
    return _of_hire(reader, said) or _of_ours(reader, said) or _of_a_new_one(said, read)


def _not_visited(reader: Reader, place: str) -> Show | None:
    """What is told of a place of this town that nobody of the party can visit now."""
    known = topics.known(reader.rules)
    told = topics.named(reader.rules, reader.state, parts(place))
    service = next((known[name].service for name, _ in told if name in known and known[name].service), "")
    here = [one.partition(" (")[0] for one in (reader.state.settlement.services if reader.state.settlement else ())]
    is_open = any(isinstance(x, Visit) and x.service == service for x in reader.options.listed)
    is_open = is_open or any(describe(reader.rules, reader.state, x).startswith("buy ") for x in _sold(reader))
    return Show("topic", service) if service in here and not is_open else None


def _sold(reader: Reader) -> list[Action]:
    """What a service of the town is paid for without a visit."""
    return [x for x in reader.options.listed if not isinstance(x, Buy | Visit)]


def _of_hire(reader: Reader, said: str) -> Meaning | None:
    """What it costs to hire somebody of a kind, as the choices have it; or who would come along at all."""
    if _JOINS.search(said):
        town = reader.state.settlement
        return Show("situation") if town is not None and town.applicants else Say(ways_in(reader, is_hired=True))
    if _MAY_HAVE.match(said):
        own = next((first_part(c.name) for c in ours(reader) if first_part(c.name) in parts(said)), "")
        return Show("scores", f"cha of {own}" if own else "cha")
    found = _HIRED.fullmatch(said)
    if found is None:
        return None
    seekers = reader.state.settlement.applicants if reader.state.settlement is not None else ()
    words = parts(found["kind"])
    if not words or words[-1] in [first_part(x.name) for x in seekers]:
        return None
    kind = stem(words[-1])
    labels = [told_with_its_price(reader, x) for x in reader.options.listed]
    fitting = [one for one in dict.fromkeys(labels) if one.startswith("hire ") and kind in map(stem, parts(one))]
    if not fitting and (told := topics.named(reader.rules, reader.state, words[-1:])):
        return Show("topic", told[0][0]) if told[0][0] in _FOR_PAY else None
    return Say(f"{'; '.join(one[:1].upper() + one[1:] for one in fitting[:_MOST])}.") if fitting else None


def told_with_its_price(reader: Reader, action: Action) -> str:
    """What is to be done, and what it takes."""
    deed = reader.rules.book.deed(action, TOWN)
    takes = deed.takes(reader.state, action) if deed is not None else ""
    told = describe(reader.rules, reader.state, action)
    return f"{told} ({takes})" if takes else told


_FOR_PAY = ("hireling", "expert", "retainer", "mercenary", "specialist")
_MOST = 4
_MAY_HAVE = re.compile(r"how many (?:retainers|henchmen|hirelings) (?:may|can|could|does|do|is|are)\b")


def _of_ours(reader: Reader, said: str) -> Show | None:
    """What one of the party is good for stands on the sheet."""
    found = _ABLE.fullmatch(said)
    own = [first_part(c.name) for c in ours(reader)]
    return Show("sheet", found["who"]) if found is not None and found["who"] in own else None


def _of_a_new_one(said: str, read: Read) -> Meaning | None:
    """What a new bow costs is what a bow costs."""
    found = _NEW.fullmatch(said)
    return read(f"how much is a {found['what']}?") if found is not None else None
