"""Plain questions and sales of a town that have a plain answer: the tavern and the inn, what the road and the wilds
hold, the armour of the party, and wares that are spare."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.chapter import TOWN
from underkeep.table.speech.describe import describe
from underkeep.table.speech.handling import fits
from underkeep.table.speech.meanings import Ask, Browse, Do, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import first_part, parts

Read = Callable[[str], Meaning | None]
_TAVERN, _DANGERS, _ARMOUR, _SPARE, _BACK, _FOR, _NOT_WORN = (
    pattern("town_plainly", name) for name in ("tavern", "dangers", "armour", "spare", "back", "for", "not_worn")
)
DANGERS = "Nobody of the party knows what is met there. People may: hear rumours asks around; set out lists the ways."
_SELLS = re.compile(r"(?:\w+,? )?sells?\b")
SOLD_BACK = "What is sold fetches half its price. Is it to be sold?"


def town_plainly(reader: Reader, typed: str, read: Read) -> Meaning | None:
    """The meaning of such a line; None of any other."""
    if place_of(reader) != TOWN or reader.state.prompts:
        return None
    said = typed.rstrip("? ")
    if _TAVERN.search(said) and (tavern := _of_the_tavern(reader)):
        return Say(tavern)
    if _DANGERS.search(said):
        return Say(DANGERS)
    if _ARMOUR.fullmatch(said):
        return Show("armour")
    if _SPARE.fullmatch(said):
        return Browse("Sell")
    if (found := _NOT_WORN.fullmatch(said)) is not None:
        return _packed(reader, found)
    for form in (_BACK, _FOR) if _SELLS.match(said) else (_FOR,):
        fewer = form.sub("", said)
        meant = read(fewer) if fewer != said else None
        if form is _BACK and isinstance(meant, Do) and isinstance(meant.action, a.Sell):
            return Ask(SOLD_BACK, (meant.action,))
        if meant is not None:
            return meant
    return None


def _packed(reader: Reader, found: re.Match[str]) -> Meaning:
    """The sale of something that its owner does not wear or hold: it is packed."""
    owners = [c for c in ours(reader) if first_part(c.name) in (found["who"], found["whose"], found["wearer"])] or ours(
        reader
    )
    sales = [
        a.Sell(c.id, item.id, item.count)
        for c in owners
        for item in c.items
        if item.place == "pack" and fits(found["what"], item.name)
    ]
    sales = [x for x in sales if play.why_not(reader.rules, reader.state, reader.seat, x) is None]
    if not sales:
        whose = owners[0].name if len(owners) == 1 else "Nobody"
        return Say(f"{whose} has {'no' if len(owners) == 1 else 'any'} {found['what']} but what is worn or held.")
    return Do(sales[0]) if len(sales) == 1 else Ask("Which do you mean?", tuple(sales))


def _of_the_tavern(reader: Reader) -> str:
    """What is to be had in the tavern and the inn, by the choices."""
    told = [describe(reader.rules, reader.state, x) for x in reader.options.listed]
    deeds = [
        next((re.sub(r" with \w+$", "", one) for one in told if word in one), "")
        for word in ("tavern", "rumour", "lodgings", "inn ")
    ]
    town = reader.state.settlement
    seekers = ", ".join(x.name for x in town.applicants) if town is not None else ""
    there = f"Looking for work: {seekers}. " if seekers else ""
    offered = ", ".join(dict.fromkeys(one for one in deeds if one and "notice" not in parts(one)))
    if not (deeds[0] or deeds[1]):
        return ""
    return (
        f"There is a tavern with an inn, open at all hours. {there}Who else is there shows to whoever goes: {offered}."
    )
