"""A withdrawal of one while the others do something: the one is announced, and the others do theirs."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.table.several import InOrder
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.describe import describe
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Undertake, ours
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
