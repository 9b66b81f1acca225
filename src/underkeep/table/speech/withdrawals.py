"""A withdrawal of one while the others do something: the one is announced, and the others do theirs."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.procedures.actions import GiveGround
from underkeep.table.naming import listing
from underkeep.table.order import BACK, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.several import InOrder
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.describe import describe
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Undertake, ours
from underkeep.table.speech.those_told import led_by
from underkeep.table.speech.wording import first_part

_WITHDRAWS = re.compile(
    r"(?P<first>\w+,? (?:(?:makes?|declares?|does|begins?|starts?|uses?) (?:a )?(?:fighting )?(?:withdrawal|retreat)"
    r"|(?:slowly |carefully )?(?:withdraws?|retreats?)(?! to\b)))(?:,| and|,? while|;)* "
    r"(?P<rest>(?:the |all the )?(?:others?|rest)\b.*|every(?:one|body) else\b.*)"
)


_HIM = re.compile(r"\b(?:him|her|it|them)\b")
_STEPS_BACK = re.compile(
    r"(?P<who>\w+),? (?:steps?|falls?|moves?|gets?|drops?|backs?|goes|pulls?|slips?)"
    r" (?:(?:back|away) (?:behind (?:the )?\w+|to the (?:back|rear)|out of (?:the )?(?:reach|way))"
    r"|out of (?:their )?reach)"
)
_FOR = re.compile(r"(?:(?:a|declare|make) )*fighting (?:withdrawal|withdrawl|retreat) (?:for|by|of|with) (?P<who>.+)")
_MAKES = re.compile(
    r"(?:both |all |each )?(?:(?:makes?|declares?|does|do|begins?|starts?|uses?) )?(?:an? )?(?:fighting|orderly)"
    r" (?:withdrawals?|withdrawls?|retreats?)"
)


def of_those(reader: Reader, said: str) -> Meaning | None:
    """A fighting withdrawal of those who are named: who is in melee announces it, the others but fall back."""
    own, fight = ours(reader), reader.state.fight
    found = _FOR.fullmatch(said)
    who, rest = led_by(reader, own, f"{found['who']} withdraw" if found is not None else said)
    if fight is None or not who or len(who) == len(own) or not (found is not None or _MAKES.fullmatch(rest)):
        return None
    listed = [x for x in reader.options.listed if getattr(x, "actor", "") in who]
    ways = [x for x in listed if "withdrawal" in describe(reader.rules, reader.state, x)]
    if len(who) == len(ways) == 1:
        return Do(ways[0])
    held = [getattr(x, "actor", "") for x in ways]
    orders: dict[str, Order | None] = {id: Order(BACK, until=fight.round) for id in who if id not in held}
    names = listing([reader.state.creatures[id].name for id in orders])
    each = "" if len(orders) == 1 else "each "
    verb = "is" if len(orders) == 1 else "are"
    gives = any(issubclass(kind, GiveGround) for kind in reader.rules.codec.action_types)
    need = f"{names} {verb} not held in melee: no withdrawal needs to be announced." if gives and names else ""
    note = f"{need} {names}: {each}falls back from the foes, this round." if names else ""
    live = {id: order for id, order in orders.items() if order is not None}
    errand = InOrder(ways) if ways else RoundOfOrders({**reader.orders, **live})
    return Undertake(errand, orders, note.strip())


HELD = "{name} is held in melee, and gets away by a fighting withdrawal alone, which is declared first. Is that meant?"


def _stepped_back(reader: Reader, said: str) -> Ask | None:
    """Who is held in melee steps back behind nobody without having declared it."""
    found = _STEPS_BACK.fullmatch(said)
    who = next((c for c in ours(reader) if found is not None and first_part(c.name) == found["who"]), None)
    if who is None:
        return None
    own = (x for x in reader.options.listed if getattr(x, "actor", "") == who.id)
    ways = [x for x in own if "withdrawal" in describe(reader.rules, reader.state, x)]
    return Ask(HELD.format(name=who.name), (ways[0],)) if ways else None


def withdrawn(reader: Reader, said: str, parse: Callable[[Reader, str], Meaning]) -> Meaning | None:
    """What such a line means: a half that is understood is done, and of the other it is said that it is not."""
    if reader.state.fight is None or reader.state.prompts:
        return None
    found = _WITHDRAWS.fullmatch(said)
    if found is None:
        return _stepped_back(reader, said)
    first = parse(reader, found["first"])
    if not isinstance(first, Do):
        return first
    told = _HIM.sub(found["first"].split()[0].rstrip(","), found["rest"])
    rest = parse(reader, told)
    actor = getattr(first.action, "actor", "")
    if isinstance(rest, Undertake) and rest.orders:
        orders = {id: order for id, order in rest.orders.items() if id != actor}
        return Undertake(InOrder((first.action,)), orders, rest.note)
    if isinstance(rest, Do | Undertake):
        return Undertake(InWords(first, [told], parse))
    return Do(first.action, f"Not done: {found['rest']}.")
