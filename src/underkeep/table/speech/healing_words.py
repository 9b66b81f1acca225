"""Who is to be healed in town, and where: `go to the temple to be healed`, `heal Hob and Wat`, `Odo goes to the healer,
the others pay`, `where can we get healed?`.

Each who is hurt and named goes, or everybody who is hurt; whoever is well is told to be well. A question is answered
with what there is and what it costs.
"""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.chapter import TOWN
from underkeep.procedures.town_services import Visit
from underkeep.table.naming import listing
from underkeep.table.several import InOrder
from underkeep.table.speech import topics
from underkeep.table.speech.asked_in_town import told_with_its_price
from underkeep.table.speech.describe import describe
from underkeep.table.speech.giving import is_money
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.patterns import pattern, text
from underkeep.table.speech.wording import first_part, parts
from underkeep.world.creature import Creature

_ASKS, _PAYS = pattern("healing_words", "asks"), pattern("healing_words", "pays")
_FORMS = tuple(text("healing_words", name) for name in ("goes", "heals", "taken", "becomes", "buys", "pays_for"))
_PLACE, _LEAD = text("healing_words", "place"), text("healing_words", "lead")
_ALL = text("healing_words", "all")
_FOR_IT = re.compile(r"\b(?:heal|cure|wound|treat|fix|patch|mend|tend|hurt|better|buys?)")


def healing_in_town(reader: Reader, said: str) -> Meaning | None:
    """What such a line does or asks; None of any other."""
    if place_of(reader) != TOWN or reader.state.prompts:
        return None
    said = said.rstrip("? ")
    if _ASKS.search(said) and "healing" in topics.known(reader.rules):
        return Show("topic", "healing")
    names = "|".join(re.escape(first_part(c.name)) for c in ours(reader))
    if not names:
        return None
    pays = _PAYS.search(said)
    rest = _PAYS.sub("", said).strip(" ,") if pays is not None else said
    who = rf"(?:{names}|{_ALL})(?:(?:,| and|, and) (?:{names}|{_ALL}))*"
    for form in _FORMS:
        found = re.fullmatch(form.format(who=who, place=_PLACE, lead=_LEAD), rest)
        if found is not None:
            payer = found.groupdict().get("payer") or (pays["payer"] if pays is not None else "")
            return _healed(reader, found.groupdict(), rest, payer or "")
    return None


def _healed(reader: Reader, groups: dict[str, str | None], said: str, payer: str) -> Meaning | None:
    """The healing of those who are meant, as far as they need it."""
    whom = set(parts(groups.get("whom") or groups.get("who") or ""))
    named = [c for c in ours(reader) if first_part(c.name) in whom]
    deeds = {c.id: deed for c in ours(reader) if (deed := _deed(reader, c)) is not None}
    bare = re.sub(rf"\b{_PLACE}\b", "", said)
    is_there, is_for_it = bare != said, _FOR_IT.search(bare) is not None
    if not named and not is_for_it and not deeds:
        return None
    some = named or [c for c in ours(reader) if c.id in deeds]
    if not some:
        hurt = any(c.hp < c.max_hp for c in ours(reader))
        return None if hurt else Say("Nobody of the party is hurt.")
    wanted = [deeds[c.id] for c in some if c.id in deeds]
    against = [why for c in some if c.id not in deeds and (why := _why_not(reader, c))]
    if not wanted:
        told = [*dict.fromkeys(against)]
        rest = [] if all(one.endswith(WELL) for one in told) else [REST]
        return Say(" ".join((*told, *rest)) if told else NOBODY)
    if not is_for_it and not named and len(wanted) > 1:
        return Ask("Who is to be tended?", tuple(wanted))
    if not is_there and not (groups.get("bought") or payer):
        rests = [x for x in reader.options.listed if isinstance(x, a.RestDays)]
        of = f"is {some[0].name}" if len(some) == 1 else "are they"
        return Ask(f"How {of} to be healed?", (*wanted, *rests))
    return _done(reader, wanted, " ".join(against), payer)


WELL = "is not hurt."
REST = "Rest mends what is lost: rest a day."
NOBODY = "Nobody here heals for money; rest mends what is lost: rest a day."


def _done(reader: Reader, wanted: list[Action], note: str, payer: str) -> Meaning:
    """The healing of one or of several, after the coins have gone to them that somebody pays for it."""
    coins = _coins(reader, wanted, payer)
    if len(wanted) == 1 and not coins:
        return Do(wanted[0], note)
    price = told_with_its_price(reader, wanted[0]).rpartition("(")[2].rstrip(")")
    who = listing([reader.state.creatures[getattr(x, "actor", "")].name for x in wanted])
    each = f"{price} each" if len(wanted) > 1 else price
    return Undertake(
        InOrder([*coins, *wanted]), note=note, question=f"Healing for {who} takes {each}. Is it to be done?"
    )


def _coins(reader: Reader, wanted: list[Action], payer: str) -> list[Action]:
    """The coins that the payer hands to each, as far as they have room for them; else the game takes what is wanting
    from whoever has it."""
    town, state = reader.rules.town, reader.state
    one = next((c for c in ours(reader) if payer and first_part(c.name) == payer), None)
    found: list[Action] = []
    for x in wanted:
        patient = state.creatures[getattr(x, "actor", "")]
        price = re.search(r"\((\d[\d,]*)", told_with_its_price(reader, x))
        if one is None or town is None or price is None or patient.id == one.id:
            continue
        purse = next((i for i in one.items if is_money(i) and i.count >= int(price[1].replace(",", ""))), None)
        gift = a.Give(one.id, patient.id, purse.id, int(price[1].replace(",", ""))) if purse is not None else None
        if gift is not None and play.why_not(reader.rules, state, reader.seat, gift) is None:
            found.append(gift)
    return found


def _deed(reader: Reader, who: Creature) -> Action | None:
    """What the town does for somebody who is hurt."""
    for action in reader.options.listed:
        if getattr(action, "actor", "") != who.id:
            continue
        is_sold = describe(reader.rules, reader.state, action).startswith("buy healing")
        if is_sold or (isinstance(action, Visit) and action.service == "temple"):
            return action
    return None


def _why_not(reader: Reader, who: Creature) -> str:
    """What speaks against it that somebody is healed for money; whoever is not hurt is told to be well."""
    if who.hp >= who.max_hp and _visit(reader, who) is None:
        return f"{who.name} {WELL}"
    visit = _visit(reader, who)
    against = play.why_not(reader.rules, reader.state, reader.seat, visit) if visit is not None else None
    return against.sentence if against is not None else ""


def _visit(reader: Reader, who: Creature) -> Visit | None:
    town = reader.state.settlement
    has = town is not None and "temple" in town.services
    return Visit(who.id, "temple") if has else None
