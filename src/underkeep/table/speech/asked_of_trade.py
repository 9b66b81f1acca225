"""Questions of trade in a town: what there is to sell and what it brings, what of a sort is sold, what a service sells,
what soldiers cost, who somebody is and what such a one is good for, and how long healing takes."""

from __future__ import annotations

import re

from underkeep.procedures.chapter import TOWN
from underkeep.procedures.delve_actions import Hire
from underkeep.table.naming import listing, words
from underkeep.table.speech import topics
from underkeep.table.speech.asked_in_town import told_with_its_price
from underkeep.table.speech.asked_of_us import HURT
from underkeep.table.speech.belongings import is_of_sort
from underkeep.table.speech.chatter import whole_words
from underkeep.table.speech.describe import wares
from underkeep.table.speech.lexicon import alike
from underkeep.table.speech.meanings import Reader, Show, ours
from underkeep.table.speech.mentions import SERVICE, mentions, place_of
from underkeep.table.speech.not_understood import names_told
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.plain_answers import said
from underkeep.table.speech.wording import first_part, parts, plain

_SELLS, _BRINGS, _SORT_SOLD, _AT_A_SERVICE, _SOLDIERS, _WHO_IS, _HEALS = (
    pattern("asked_of_trade", name)
    for name in ("sells", "brings", "sort_sold", "at_a_service", "soldiers", "who_is", "heals")
)

_HEALING, _COST = pattern("healing_words", "asks"), re.compile(r"\b(?:costs?|charges?|how much|prices?)\b")


def asked_of_trade(reader: Reader, line: str) -> Show | None:
    """The answer to such a question; None to any other line."""
    if reader.state.prompts or reader.referees or place_of(reader) != TOWN or reader.rules.town is None:
        return None
    typed = whole_words(plain(line), *names_told(reader)).rstrip("?!., ")
    if _SELLS.fullmatch(typed):
        return Show("earn")
    if _HEALS.match(typed) and "healing" in topics.known(reader.rules):
        rest = topics.of_the_game(reader.rules, ["healing"])
        return Show("several", "\n".join((f"party|{HURT}", *([f"topic|{rest}"] if rest else []), "topic|healing")))
    if _HEALING.search(typed) and _COST.search(typed) and "healing" in topics.known(reader.rules):
        return Show("topic", "healing")
    if (found := _SORT_SOLD.fullmatch(typed)) is not None:
        return _sold(reader, found["sort"].rstrip("s"))
    if (found := _BRINGS.fullmatch(typed)) is not None:
        return _brings(reader, found["sort"].rstrip("s"))
    if _AT_A_SERVICE.match(typed):
        named = [m.name for m in mentions(reader, parts(typed)) if m.role == SERVICE]
        topic = next((x for x in named if x in topics.known(reader.rules)), "")
        return Show("topic", topic) if topic else None
    if _SOLDIERS.search(typed):
        return _soldiers(reader)
    found = _WHO_IS.fullmatch(typed)
    return _who_is(reader, next(x for x in found.groups() if x), bool(found[1])) if found is not None else None


def _sold(reader: Reader, sort: str) -> Show:
    """The wares of a sort, or that there are none."""
    some = [w for w in wares(reader.rules, reader.state).values() if alike(sort, frozenset(parts(w.sort)))]
    return Show("prices", sort) if some else said(f"No {sort}{'s' if sort == 'weapon' else ''} {_ARE[sort]} sold here.")


_ARE = {"weapon": "are", "armour": "is"}


def _brings(reader: Reader, sort: str) -> Show:
    """What the town pays for the things of a sort that the party has; what is not in hand or worn first."""
    town = reader.rules.town
    folder = "weapons" if sort == "weapon" else "armour"
    things = [(c, i) for c in ours(reader) for i in c.items if is_of_sort(reader.rules, i, folder)]
    spare = [(c, i) for c, i in things if i.place not in ("hand", "worn")]
    told = []
    for owner, item in spare or things:
        price = town.price_of(reader.state, item) if town is not None else 0
        what = f"{owner.name}'s {item.name.lower()}"
        told.append(f"{what} {town.money(price)}" if price and town is not None else f"{what} nothing")
    if not told:
        return said(f"Nobody of the party has {'a weapon' if sort == 'weapon' else 'armour'}.")
    head = "The town pays" if spare else "None is spare: all are in hand or worn. The town would pay"
    return said(f"{head}: {listing(list(dict.fromkeys(told)))}.")


def _soldiers(reader: Reader) -> Show | None:
    """What soldiers cost who are hired by the month, and what the purses hold."""
    kinds = {type(x).__name__: x for x in reader.options.listed if not isinstance(x, Hire)}
    labels = [told_with_its_price(reader, x) for x in reader.options.listed if type(x) in map(type, kinds.values())]
    some = dict.fromkeys(_WHO.sub("", one) for one in labels if one.startswith("hire soldiers"))
    if not some:
        return Show("topic", "mercenary") if "mercenary" in topics.known(reader.rules) else None
    lines = [f"said|{one[:1].upper()}{one[1:]}." for one in list(some)[:_MOST]]
    return Show("several", "\n".join((*lines, "purse|")))


_MOST = 6
_WHO = re.compile(r" with \w+(?= \(|$)")


def _who_is(reader: Reader, name: str, is_named: bool) -> Show | None:
    """Who somebody of the party is: how such a one stands, what is paid, what such people are good for."""
    who = next((c for c in ours(reader) if first_part(c.name) == name), None)
    if who is None:
        return None
    joined = next((x for x in reversed(reader.heard()) if re.search(rf"\b{who.name}\b.* joins? the party", x)), "")
    pages = [f"party|{name}", *([f"said|{joined}"] if joined else [])]
    town = reader.rules.town
    kind = words(who.kind).lower()
    if town is not None and town.serves(reader.state, who):
        known = topics.known(reader.rules)
        topic = next((x for x in (kind, "retainer") if x in known), "")
        pages += [f"paid|{name}", *([f"topic|{topic}"] if topic else [])]
        return Show("several", "\n".join(pages))
    return Show("several", "\n".join(pages)) if is_named else Show("sheet", name)
