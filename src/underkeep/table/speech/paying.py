"""Who pays, said beside what is had for it: `buy a sling for Ursel, Caelith pays`, `hire Hob with Quill's money`."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.table.naming import listing
from underkeep.table.several import InOrder
from underkeep.table.speech.describe import wares
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.trading import coins_for
from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature

_FORMS = (
    r"(?P<rest>.+?),? (?:and |with )?(?P<who>{names}) (?:pays?|paying|is paying|will pay|to pay|can pay|buys?"
    r"|foots the bill)"
    r"(?: (?:for )?(?:it|this|that|them|him|her|all(?: of it)?|everything|the bill|the wages?|the price))?",
    r"(?P<rest>.+?),? (?:paid|bought|paid for) (?:for )?by (?P<who>{names})",
    r"(?P<rest>.+?),? (?:with|using|from|out of|on) (?P<who>{names}) (?:own )?(?:money|gold|coins?|cash"
    r"|purse|pocket|gp)",
    r"(?P<who>{names}),? (?:buys?|gets?|treats?) (?P<whom>(?!{names},? (?:and|buys?)\b){names})(?: to)?"
    r" (?P<rest>(?:an?|the|some|\d+|two|three)\b .+)",
    r"(?P<who>{names}),? pays? for (?P<rest>.+)",
)
Read = Callable[[str], Meaning | None]


def paid_by(reader: Reader, said: str, read: Read) -> Meaning | None:
    """What a line means that names a payer, so that this one pays; None if it names none."""
    party = reader.state.party
    if party is None or party.place != "town" or reader.rules.town is None or reader.state.prompts:
        return None
    own = {parts(c.name)[0]: c for c in ours(reader) if parts(c.name)}
    for form in _FORMS if own else ():
        found = re.fullmatch(form.format(names="|".join(map(re.escape, own))), said)
        if found is None:
            continue
        payer, rest = own[found["who"]], found["rest"].strip(" ,")
        rest = f"buy {rest}" if form in _FORMS[-2:] else rest
        rest = f"{rest} for {found['whom']}" if form == _FORMS[-2] else rest
        return _paid(reader, payer, read(rest), bool(set(own) & set(parts(rest))))
    return None


def _paid(reader: Reader, payer: Creature, meant: Meaning | None, is_for: bool) -> Meaning | None:
    if isinstance(meant, Ask):
        by_payer = tuple(x for x in meant.choices if getattr(x, "actor", "") == payer.id)
        return Do(by_payer[0]) if len(by_payer) == 1 else Ask(meant.question, by_payer) if by_payer else meant
    if isinstance(meant, Undertake) and isinstance(meant.errand, InOrder):
        acts = [x for x in meant.errand.actions if not isinstance(x, a.Give)]
        return _bought(reader, payer, [x for x in acts if isinstance(x, a.Buy)], is_for) if acts else meant
    if not isinstance(meant, Do):
        return meant
    if isinstance(meant.action, a.Buy):
        return _bought(reader, payer, [meant.action], is_for)
    if hasattr(meant.action, "actor"):
        other = replace(meant.action, actor=payer.id)
        against = play.why_not(reader.rules, reader.state, reader.seat, other)
        return Say(against.sentence, against.rule) if against is not None else Do(other, meant.note)
    return meant


def _bought(reader: Reader, payer: Creature, wishes: list[a.Buy], is_for: bool) -> Meaning:
    """Purchases for which one pays: each who is to have something is given the coins for it first."""
    town, state = reader.rules.town, reader.state
    assert town is not None
    known = wares(reader.rules, state)
    wishes = wishes if is_for else [replace(x, actor=payer.id) for x in wishes]
    cost = sum(known[x.item].cost_of(x.count) for x in wishes if x.item in known)
    purse = town.purse(payer)
    if cost > purse:
        return Say(f"That costs {town.money(cost)}, and {payer.name} has {town.money(purse)}.")
    acts: list[Action] = []
    for wish in wishes:
        purser = town.payer(state, state.creatures[wish.actor])
        if purser.id != payer.id:
            coins = coins_for(town, payer, known[wish.item].cost_of(wish.count))
            acts += [a.Give(payer.id, purser.id, item, pieces) for item, pieces, _ in coins]
        acts.append(wish)
    if len(acts) == 1:
        return Do(acts[0])
    takers = dict.fromkeys(state.creatures[x.actor].name for x in wishes if x.actor != payer.id)
    return Undertake(InOrder(acts), note=f"{payer.name} pays for {listing(list(takers))}." if takers else "")
