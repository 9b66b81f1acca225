"""Wares in words that the shops do not use: `restock arrows and torches`, `rations for everyone for two more days`,
`what armour is there?`, `who sells potions?`, `two flasks of oil, one each for Hob and Wat`, `Cob needs a weapon`.

Each is put into the plain words of a purchase or of a question about prices; a sort of wares that is wanted is shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.procedures.chapter import TOWN
from underkeep.table.speech.describe import describe, wares
from underkeep.table.speech.meanings import Browse, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.patterns import pattern, text
from underkeep.table.speech.trading import kinds_named
from underkeep.table.speech.wording import first_part, parts, stem

Read = Callable[[str], Meaning | None]
_NAMES = ("restocks", "for_days", "sorts", "sold_here", "needs_sort", "beasts", "arms_one")
_RESTOCKS, _FOR_DAYS, _SORTS, _SOLD_HERE, _NEEDS, _BEASTS, _ARMS = (pattern("wares_wished", name) for name in _NAMES)
_BEASTS_OF_BURDEN = ("mule", "draft horse", "riding horse", "war horse", "camel")
_ONE_EACH = text("wares_wished", "one_each")
_SORT = {"armor": "armour", "arm": "weapon", "blade": "sword", "missile": "missile", "ammo": "ammunition"}
_STONES = re.compile(
    r".*\b(?:stones|bullets|pebbles)\b.*\bslings?\b.*|.*\bslings?\b.*\b(?:stones|bullets|pebbles|ammunition)\b.*"
    r"|(?:\w+ )*?(?:buy|get|restock)s? (?:some |\d+ |more )*(?:sling )?(?:stones|bullets|pebbles)"
)
_COUNT_LAST = re.compile(
    r"(?P<buys>(?:\w+,? )*?(?:buys?|gets?|purchases?)) (?:some |the |an? )?(?P<thing>[a-z][a-z -]*?),? "
    r"(?P<count>\d+)(?: (?:flasks?|vials?|bottles?|pieces?|doses?|of (?:them|those|it)|sets?))?(?P<whom> for \w+)?"
)
_MAGIC = re.compile(
    r"\b(?:buys?|purchases?|gets?)\b.*(?:[a-z]{3,} \+ ?\d|\+ ?\d [a-z]{3,}"
    r"|\bmagic(?:al)? (?:sword|weapon|armour|item|ring|wand|shield)s?\b)"
)
NO_MAGIC = "No shop sells magic things: such are found. What the shops have shows: buy."
NO_STONES = "Slings need nothing that is bought: stones lie about everywhere. Bows need arrows."
WITH_WHAT = "Say what is to be bought: buy a club for {}; prices weapons and prices armour list what there is."


def wares_wished(reader: Reader, said: str, read: Read) -> Meaning | None:
    """What such a line means; None of any other."""
    if place_of(reader) != TOWN or reader.state.prompts or reader.rules.town is None:
        return None
    said = said.rstrip("? ")
    names = "|".join(re.escape(first_part(c.name)) for c in ours(reader)) or "-"
    if (found := _RESTOCKS.fullmatch(said)) is not None:
        what = (found["what"] or "").strip()
        what = re.sub(r"\b(?:food|provisions|rations)\b", _plain_food(reader), what)
        return read(f"buy {what}{found['whom'] or ''}") or _unsold(reader, what) if what else Browse("Buy")
    if (found := _FOR_DAYS.fullmatch(said)) is not None:
        days = 7 * int(found["weeks"] or 1) if found["unit"].startswith("week") else int(found["days"] or 1)
        return read(f"buy {days} rations{found['whom'] or ''}")
    if (found := _SORTS.fullmatch(said)) is not None:
        sort = stem(found["sort"] or found["other"] or "")
        return Show("prices", _SORT.get(sort, sort))
    if (found := _SOLD_HERE.fullmatch(said)) is not None:
        what = found["what"] or found["ware"]
        against = _unsold(reader, what)
        return Show("said", against.text) if against is not None else Show("prices", what)
    if (found := _ARMS.fullmatch(said)) is not None and re.fullmatch(
        rf"(?:{names})(?: and (?:{names}))*", found["who"]
    ):
        return Say(WITH_WHAT.format(found["who"].split()[0].title()))
    if (found := _NEEDS.fullmatch(said)) is not None and (found["who"] or "we") in {*names.split("|"), "we", "i"}:
        return Show("prices", _SORT.get(stem(found["sort"]), stem(found["sort"])))
    if (found := _BEASTS.fullmatch(said)) is not None and not kinds_named(reader, found["beast"]):
        return read(said) or read(f"buy a {found['beast']}") or _of_beasts(reader, found["beast"])
    if (later := _COUNT_LAST.fullmatch(said)) is not None:
        return read(f"{later['buys']} {later['count']} {later['thing']}{later['whom'] or ''}")
    if _MAGIC.search(said):
        return Show("said", NO_MAGIC)
    if _STONES.fullmatch(said) and not kinds_named(reader, "stones") and kinds_named(reader, "sling"):
        return Show("said", NO_STONES)
    fewer = re.sub(_ONE_EACH.replace("{names}", names), r"a \g<thing> for \g<one> and a \g<thing> for \g<other>", said)
    return read(fewer) if fewer != said else None


def _plain_food(reader: Reader) -> str:
    """The plainest food of the shops, by its name."""
    found = min(kinds_named(reader, "rations"), key=lambda ware: ware.cost, default=None)
    return found.name.lower() if found is not None else "rations"


def _unsold(reader: Reader, what: str) -> Say | None:
    """That no shop has it."""
    bare = re.sub(r"^(?:any|some|the|a|an|magic|magical|more|new|good|better) ", "", what)
    return None if kinds_named(reader, bare) or not bare else Say(f"Nobody here sells {bare}; buy lists all there is.")


def _of_beasts(reader: Reader, beast: str) -> Meaning:
    """The animals that are sold, by the shops or by a deed of the game's own."""
    told = [ware.name.lower() for ware in wares(reader.rules, reader.state).values() if ware.sort.startswith("animal")]
    listed = [describe(reader.rules, reader.state, x) for x in reader.options.listed]
    mounts = next((x for x in reader.options.listed if type(x).__name__ == "BuyMount"), None)
    if mounts is not None and any(stem(beast) in map(stem, parts(one)) for one in listed):
        return Browse("BuyMount")
    team = next((d for d in reader.rules.book.in_scene(TOWN) if d.action.__name__ == "BuyTeam"), None)
    if team is not None:
        sorts = [
            f"{kind} ({price})"
            for kind in _BEASTS_OF_BURDEN
            if (price := team.takes(reader.state, team.action("", kind)))
        ]
        return Say(f"Beasts are sold by their sort: {', '.join(sorts)}. Say so: buy a {sorts[0].partition(' (')[0]}.")
    there = f" Of animals there are: {', '.join(told)}." if told else ""
    return Say(f"Nobody here sells a {beast}.{there}")
