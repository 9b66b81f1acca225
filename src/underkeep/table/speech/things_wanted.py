"""Lines about own things in words of a wish: `Roland wants a few of Ulfgar's spikes`, `Tib's web book to Merek`, `Dagna
sips the brown potion`, `Thandriel puts 50 gp in the bank`, `sell the perfume Fenn has`.

What somebody of the party has is handed over and not bought anew; how many of it is asked where the line does not say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.chapter import TOWN
from underkeep.table.several import InOrder
from underkeep.table.speech.at_home import kept_at_home
from underkeep.table.speech.describe import describe, wares
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.giving import handed_over, things_of
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.patterns import pattern, text
from underkeep.table.speech.safe_hands import put_away
from underkeep.table.speech.wording import first_part, parts
from underkeep.world.creature import Creature
from underkeep.world.gear import Item

Read = Callable[[str], Meaning | None]
_WANTS = tuple(re.compile(text("things_wanted", "wants") + text("things_wanted", form)) for form in ("own", "carried"))
_HANDED = pattern("things_wanted", "handed")
_TASTES = pattern("things_wanted", "tastes")
_STASHES = pattern("things_wanted", "stashes")
_WITHDRAWS = pattern("things_wanted", "withdraws")
_SELLS = pattern("things_wanted", "sells_of")
_BROKEN = pattern("things_wanted", "broken")
_SORT = pattern("things_wanted", "sort")
_SORTS = {"armour": ("armour", "shield"), "armor": ("armour", "shield")}
_ARMS = ("weapon", "weapons", "missile")
_FEW = 5
_PLAIN = {"taste", "sip", "drop", "from", "with", "the", "of", "potion"}


def of_things(reader: Reader, said: str, read: Read) -> Meaning | None:
    """What such a line does; None of any other line."""
    state = reader.state
    if state.party is None or state.fight is not None or state.encounter is not None or state.prompts:
        return None
    if is_asked(said):
        return None
    said = said.rstrip("? ")
    found = _wanted(reader, said) or _handed(reader, said) or _tasted(reader, said)
    if found is not None or place_of(reader) != TOWN:
        return found
    return _put_away(reader, said) or _sold(reader, said, read)


def _one(reader: Reader, word: str | None) -> Creature | None:
    return next((c for c in ours(reader) if word and first_part(c.name) == word), None)


def _wanted(reader: Reader, said: str) -> Meaning | None:
    """What somebody wants of what another has."""
    for form in _WANTS:
        found = form.fullmatch(said)
        groups = found.groupdict() if found is not None else {}
        taker, giver = (
            _one(reader, groups.get("taker")),
            _one(reader, groups.get("giver") or groups.get("bearer")),
        )
        if found is None or taker is None or giver is None or taker is giver:
            continue
        things = things_of(giver, re.sub(r"^(?:the|his|her) ", "", found["thing"]))
        if not things:
            return Say(f"{giver.name} has no {found['thing']}.")
        return _gift(giver, taker, things[0], (found["many"] or "").strip(), found["thing"])
    return None


def _gift(giver: Creature, taker: Creature, item: Item, many: str, thing: str) -> Meaning:
    """So much of a thing for another; asked for if it may be any number."""
    if item.count == 1 or many in ("one", "a", "an", "another"):
        return Do(a.Give(giver.id, taker.id, item.id, 1))
    if many.isdecimal():
        if int(many) > item.count:
            return Say(f"{giver.name} has {item.count} of that.")
        return Do(a.Give(giver.id, taker.id, item.id, int(many)))
    if many == "half":
        return Do(a.Give(giver.id, taker.id, item.id, item.count // 2))
    if many in ("all", "the") or (not many and thing.endswith("s")):
        return Do(a.Give(giver.id, taker.id, item.id, item.count))
    counts = sorted({min(2 if "couple" in many else _FEW, item.count), item.count // 2, item.count} - {0})
    return Ask("How many of them?", tuple(a.Give(giver.id, taker.id, item.id, n) for n in counts))


def _handed(reader: Reader, said: str) -> Meaning | None:
    """A gift that is told without a verb."""
    found = _HANDED.fullmatch(said)
    giver, taker = (_one(reader, found["giver"]), _one(reader, found["taker"])) if found is not None else (None, None)
    if found is None or giver is None or taker is None or giver is taker or not things_of(giver, found["thing"]):
        return None
    return handed_over(reader, f"{found['giver']} gives {found['taker']} the {found['thing']}")


def _tasted(reader: Reader, said: str) -> Meaning | None:
    """A drop of something that may as well be drunk: it is never the whole of it."""
    listed = {x: describe(reader.rules, reader.state, x) for x in reader.options.listed}
    drops = {x: told for x, told in listed.items() if re.match(r"(?:taste|sip)\b", told)}
    words = set(parts(said))
    if not _TASTES.search(said):
        return None
    if not drops:
        has = any("potion" in i.name.lower() for c in ours(reader) for i in c.items)
        has = has or place_of(reader) != TOWN
        is_of_one = bool(words & {"potion", "potions"}) and not has
        return Say("Nobody in the party has a potion to taste.") if is_of_one else None
    names = {first_part(c.name) for c in ours(reader)}
    marks = {x: (set(parts(told)) - _PLAIN - names) & words for x, told in drops.items()}
    if not (any(marks.values()) or words & {"potion", "potions", "bottle", "vial", "phial", "flask", "it"}):
        return None
    best = max(len(found) for found in marks.values())
    some = [x for x in drops if len(marks[x]) == best]
    by = [
        x
        for x in some
        if (one := reader.state.creatures.get(getattr(x, "actor", ""))) and first_part(one.name) in words
    ]
    some = by or some
    return Do(some[0]) if len(some) == 1 else Ask("Which do you mean?", tuple(some))


def _put_away(reader: Reader, said: str) -> Meaning | None:
    """What is left at home or in safe hands, where the line does not say at home."""
    if _WITHDRAWS.fullmatch(said):
        return _withdrawn(reader, said)
    found = _STASHES.fullmatch(said)
    if found is None or (found["who"] and _one(reader, found["who"]) is None) or _IN_FULL.match(said):
        return None
    what = re.sub(r"^(?:all )?(?:his|her|my|their|our) ", "all ", found["what"])
    if (at_home := kept_at_home(reader, f"{found['who'] or ''} stashes {what} at home".strip())) is not None:
        return at_home
    told = {x: describe(reader.rules, reader.state, x) for x in reader.options.listed}
    safe = [x for x, line in told.items() if "in safe keeping" in line and re.match(r"put \d", line)]
    if not safe or not set(parts(what)) & _MONEY:
        return None
    who = _one(reader, found["who"])
    number = next((word for word in parts(what) if word.isdecimal()), "0")
    return put_away(reader, who, int(number), 2 if "half" in parts(what) else 1)


def _withdrawn(reader: Reader, said: str) -> Meaning:
    """What lies in safe keeping, to be fetched by whoever is named; or that nothing does."""
    told = {x: describe(reader.rules, reader.state, x) for x in reader.options.listed}
    kept = [x for x, line in told.items() if line.startswith("fetch ")]
    named = [x for x in kept if set(parts(told[x])) & {first_part(c.name) for c in ours(reader)} & set(parts(said))]
    kept = named or kept
    if not kept:
        return Show("stored")
    return Do(kept[0]) if len(kept) == 1 else Ask("Which do you mean?", tuple(kept))


_IN_FULL = re.compile(r"put (?:\d+ \w+ )?in safe keeping\b")
_MONEY = {"gold", "gp", "coins", "coin", "money", "cash", "sp", "silver", "purse", "savings"}


def _sold(reader: Reader, said: str, read: Read) -> Meaning | None:
    """A thing that is told by who has it; what is broken; all that is spare of a sort."""
    if _BROKEN.fullmatch(said):
        return Show("topic", "mending")
    if (found := _SELLS.fullmatch(said)) is not None and _one(reader, found["who"]) is not None:
        return read(f"{found['who']} sells {found['thing']}")
    if (found := _SORT.fullmatch(said)) is None:
        return None
    sorts = _SORTS.get(found["sort"], _ARMS)
    sales = _spare(reader, sorts)
    if not sales:
        return Say(f"Nobody in the party has any spare {found['sort']} that is bought here.")
    return Do(sales[0]) if len(sales) == 1 else Undertake(InOrder(sales))


def _spare(reader: Reader, sorts: Sequence[str]) -> list[Action]:
    """The sales of all that is packed of some sorts of wares."""
    known = {ware.kind: ware.sort for ware in wares(reader.rules, reader.state).values()}
    found: list[Action] = []
    for owner in ours(reader):
        for item in owner.items:
            if item.place == "pack" and any(known.get(item.kind, "").startswith(sort) for sort in sorts):
                sale = a.Sell(owner.id, item.id, item.count)
                if play.why_not(reader.rules, reader.state, reader.seat, sale) is None:
                    found.append(sale)
    return found
