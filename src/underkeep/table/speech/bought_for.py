"""Purchases for others, with whom they are for at the end: `buy Ludo a spear and a shield`, `buy Clover and Drogo
a dagger
each`, `two torches for Hester and two for Ludo`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.chapter import TOWN
from underkeep.procedures.questions import Ware
from underkeep.table.naming import counted, listing, plural
from underkeep.table.several import InOrder
from underkeep.table.speech.describe import wares
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.wording import first_part, parts

_VERB = r"(?P<begin>(?:(?:let us |we |i |please |now )*)(?:buy|get|purchase|order|fetch))"
_ARTICLE = r"(?:an?|the|some|\d+|two|three|four|five|six|one|another|new|better|more|enough|good)"


def worded(reader: Reader, said: str) -> str:
    """The line in that order; any other as it is."""
    if reader.state.prompts or place_of(reader) != TOWN:
        return said
    names = "|".join(re.escape(first_part(c.name)) for c in ours(reader))
    if not names:
        return said
    named = rf"(?P<whom>(?:{names})(?:(?:,| and|, and) (?:{names}))*(?: both| each)?)"
    if (both := _TWO.fullmatch(said)) is not None and re.fullmatch(rf"(?:{names})", both["one"]):
        said = said if both["other"] not in names.split("|") else _each_for(both)
    found = re.fullmatch(rf"{_VERB} {named} (?P<what>{_ARTICLE} .+?)(?P<each> (?:each|apiece))?(?P<mark>\??)", said)
    if found is not None and not re.search(rf"\bfor (?:{names})\b", found["what"]):
        whom = re.sub(r" (?:both|each)$", "", found["whom"])
        return f"buy {found['what']} for {whom}{found['mark']}"
    if re.fullmatch(rf"{_VERB} {_ARTICLE} .+ for (?:{names}) and (?:{names})", said):
        said = re.sub(rf"^{_VERB}", "buy", said)
    return _repeated(said, names)


def _repeated(said: str, names: str) -> str:
    """`2 torches for Hester and 2 for Ludo` with the thing said twice."""
    found = re.fullmatch(
        rf"(?P<first>.*?\b(?P<count>{_ARTICLE}) (?P<thing>[a-z][a-z' -]+?)(?: each)? for (?:{names})),? and"
        rf" (?P<other>{_ARTICLE})(?P<more> more| of (?:them|those))? for (?P<whom>{names})",
        said,
    )
    if found is None:
        return said
    return f"{found['first']} and {found['other']} {found['thing']} for {found['whom']}"


_TWO = re.compile(
    rf"(?P<begin>buy|get"
    rf"|purchase) (?P<one>\w+) (?P<what>{_ARTICLE} [^,]+?),? and (?P<other>\w+) (?P<more>{_ARTICLE} .+)"
)


def _each_for(both: re.Match[str]) -> str:
    """`Buy Ludo 2 torches and Hester a rope`: what each is to have."""
    return f"{both['begin']} {both['what']} for {both['one']} and {both['more']} for {both['other']}"


def unfit(reader: Reader, meant: Meaning) -> Meaning:
    """The same; of a purchase for somebody who may not use such a thing a question, or why nothing is bought."""
    if isinstance(meant, Do) and isinstance(meant.action, a.Buy):
        against = _not_of_use(reader, (), meant.action)
        return Ask(f"{against} Is it to be bought all the same?", (meant.action,)) if against else meant
    errand = meant.errand if isinstance(meant, Undertake) else None
    if not isinstance(errand, InOrder):
        return meant
    bought = [x for x in errand.actions if isinstance(x, a.Buy)]
    if len(bought) != 1:
        return meant
    against = _not_of_use(reader, errand.actions[: errand.actions.index(bought[0])], bought[0])
    name = reader.state.creatures[bought[0].actor].name
    return Say(f"{against} Nothing was bought; what {name} can use is in the shops (buy).") if against else meant


_SHARED = re.compile(r"\b(?:chips? in|pays?|paying|together|pool|share|shared?|lend|lends|rest of us|party's|split)\b")
_FOR_SOME = re.compile(r"\bfor (?!every|all\b|each\b|us\b|the party\b|the group\b|both\b|\d)\w")
_REFUSED = re.compile(r"\bcosts\b.* and .* ha(?:s|ve)\b|\bNobody here sells\b")
REST, THEIRS = "Is the rest to be bought?", "Is it to be bought with their coins?"


def agreed(reader: Reader, said: str, meant: Meaning) -> Meaning:
    """The same; purchases of which a part cannot be had, or for which others than the line names pay, are asked
    about before. In what numbers a ware is sold is told."""
    meant = _by_the_bundle(reader, meant)
    errand = meant.errand if isinstance(meant, Undertake) else None
    if not isinstance(meant, Undertake) or not isinstance(errand, InOrder) or meant.question:
        return meant
    bought = [x for x in errand.actions if isinstance(x, a.Buy)]
    if bought and _REFUSED.search(meant.note):
        told = "; ".join(told_of_purchase(reader, bought))
        return replace(meant, question=f"That would leave: {told}. {REST}")
    payers = {x.actor for x in errand.actions if isinstance(x, a.Give)}
    unasked = [id for id in payers if first_part(reader.state.creatures[id].name) not in parts(said)]
    named = {first_part(c.name) for c in ours(reader)} & set(parts(said))
    is_for_some = bool(named) or _FOR_SOME.search(said.lower()) is not None
    if bought and unasked and is_for_some and not _SHARED.search(said.lower()):
        told = "; ".join(told_of_purchase(reader, bought))
        price = f", {_in_all(reader, bought)} in all" if len(bought) > 1 else ""
        return replace(meant, question=f"That is: {told}{price}. Others pay a part of it. {THEIRS}")
    return meant


def _in_all(reader: Reader, bought: list[a.Buy]) -> str:
    """What several purchases cost together."""
    assert reader.rules.town is not None
    known = wares(reader.rules, reader.state)
    return reader.rules.town.money(sum(known[x.item].cost_of(x.count) for x in bought))


def told_of_purchase(reader: Reader, actions: Sequence[Action]) -> Iterator[str]:
    """What is bought among several deeds: like things of one buyer together, and what several buy alike."""
    counts: dict[tuple[str, str], int] = {}
    for x in actions:
        if isinstance(x, a.Buy):
            counts[x.actor, x.item] = counts.get((x.actor, x.item), 0) + x.count
    buyers: dict[tuple[str, int], list[str]] = {}
    for (actor, item), count in counts.items():
        buyers.setdefault((item, count), []).append(actor)
    yield from (_told(reader, some, item, count) for (item, count), some in buyers.items())


def _told(reader: Reader, some: Sequence[str], item: str, count: int) -> str:
    ware = wares(reader.rules, reader.state)[item]
    what = f"{count} {plural(ware.name.lower())}" if count > 1 else counted(ware.name.lower())
    buys, each = ("each buy", " each") if len(some) > 1 else ("buys", "")
    who = listing([reader.state.creatures[id].name for id in some])
    return f"{who} {buys} {what} ({_price(reader, ware, count)}{each})"


def _by_the_bundle(reader: Reader, meant: Meaning) -> Meaning:
    """The same with a word on wares of which no such number is sold."""
    actions = meant.errand.actions if isinstance(meant, Undertake) and isinstance(meant.errand, InOrder) else ()
    actions = (meant.action,) if isinstance(meant, Do) else actions
    known = wares(reader.rules, reader.state) if any(isinstance(x, a.Buy) for x in actions) else {}
    notes = []
    for x in actions:
        ware = known.get(x.item) if isinstance(x, a.Buy) else None
        if isinstance(x, a.Buy) and ware is not None and ware.count > 1 and x.count % ware.count:
            many = -(-x.count // ware.count) * ware.count
            notes.append(f"{plural(ware.name)} are sold by {ware.count}: {many} for {_price(reader, ware, many)}.")
    if not notes or not isinstance(meant, Do | Undertake):
        return meant
    return replace(meant, note=" ".join(filter(None, (meant.note, *dict.fromkeys(notes)))))


def _price(reader: Reader, ware: Ware, count: int) -> str:
    assert reader.rules.town is not None
    return reader.rules.town.money(ware.cost_of(count))


def _not_of_use(reader: Reader, before: tuple[Action, ...], purchase: a.Buy) -> str:
    """Why the buyer may neither wear nor wield what is bought; nothing for what may be used."""
    state = reader.state
    for action in (*before, purchase):
        had = {item.id for item in state.creatures[purchase.actor].items}
        with suppress(UnderkeepError):
            state = play.resolve(reader.rules, state, reader.seat, action, Scripted()).state
    new = next((item for item in state.creatures[purchase.actor].items if item.id not in had), None)
    if new is None:
        return ""
    ways = [a.Equip(purchase.actor, new.id, place) for place in ("worn", "hand")]
    refused = [play.why_not(reader.rules, state, reader.seat, way) for way in ways]
    told = [against.sentence for against in refused if against is not None]
    return next((one for one in told if " may not " in one), "") if len(told) == len(ways) else ""


def enough(reader: Reader, meant: Meaning) -> Meaning:
    """The same; so many of a thing that each lie by themselves are several deeds: `Yvain hands two torches to
    Ulric`."""
    action = meant.action if isinstance(meant, Do) else None
    if not isinstance(action, a.Give | a.Drop | a.Sell) or action.count < _SEVERAL:
        return meant
    owner = reader.state.creatures.get(action.actor)
    own = owner.item(action.item) if owner is not None else None
    if owner is None or own is None or own.count >= action.count:
        return meant
    alike = [x for x in owner.items if (x.kind, x.broken) == (own.kind, own.broken)]
    ones = [(x, replace(action, item=x.id, count=1)) for x in alike]
    alike = [x for x, one in ones if play.why_not(reader.rules, reader.state, reader.seat, one) is None]
    ready = [x for x in alike if x.place not in ("hand", "worn")] or alike
    if sum(x.count for x in ready) < action.count:
        return meant
    found, left = list[Action](), action.count
    for item in ready:
        found += [replace(action, item=item.id, count=min(item.count, left))] if left > 0 else []
        left -= item.count
    return Undertake(InOrder(found))


_SEVERAL = 2
