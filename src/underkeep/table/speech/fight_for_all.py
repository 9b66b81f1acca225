"""A blow or a shot for which nobody is named: at the beginning of a round it is for all who have not been told anything
else, later for whoever may act."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table import aiming
from underkeep.table.speech.by_place import DECLARING
from underkeep.table.speech.meanings import Reader
from underkeep.table.speech.those_told import called_so
from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature

_BLOW = re.compile(
    r"(?:(?:let us |we |just |now |then )*(?:all )?)(?:attack|kill|fight|slay|finish off|finish|take down"
    r"|take out|go for|get(?= the)|destroy|charge|rush|storm)(?: at| into)?"
    r" (?P<whom>(?!up\b|out\b|off\b|away\b|in\b|them all\b)[\w -]+)"
)
_SHOT = re.compile(r"(?:(?:let us |we |just |now )*(?:all )?)(?:shoot|fire|loose)(?: at| on)? (?P<whom>[\w -]+)")
_SEVERAL = 2
_HOW = re.compile(r"\b(?:with|using|until|and|then|if|when|while|from|by|but|before|again|too|my|his|her)\b")


def for_all(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """The line as an order to everybody, or to all who can shoot, if nobody is named for it and nobody was chosen."""
    if reader.state.party is None or len(own) < _SEVERAL or _HOW.search(said):
        return said
    blow, shot = _BLOW.fullmatch(said), _SHOT.fullmatch(said)
    found = blow or shot
    are_several = shot is not None and aiming.are_several(reader.state.enemies_of(own[0]), shot["whom"])
    if not are_several and (is_chosen(reader) or _has_begun(reader, own)):
        return said
    if found is None or {name for c in own for name in called_so(c)} & set(parts(said)):
        return said
    foes = aiming.meant(own[0], reader.state.enemies_of(own[0]), found["whom"], own)
    if not foes or any(set(parts(foe.name)) <= set(parts(said)) for foe in foes):
        return said
    if blow is not None:
        return f"everyone attack {blow['whom']}"
    some = shooters(reader, own)
    return f"{' and '.join(called_so(c)[-1] for c in some)} shoot {found['whom']}" if some else said


def _has_begun(reader: Reader, own: Sequence[Creature]) -> bool:
    """Whether one of one's own was told something for this round, or has done something in it."""
    fight = reader.state.fight
    if fight is None or not fight.steps:
        return True
    if fight.step.phase != DECLARING and any(c.id in fight.done for c in own):
        return True
    return any(order.until == fight.round and not order.for_all for order in reader.orders.values())


def is_chosen(reader: Reader) -> bool:
    """Whether the person has turned to somebody: it is not the first who may act."""
    first = next((id for x in reader.options.listed if (id := getattr(x, "actor", ""))), "")
    return bool(first) and reader.focus != first


def shooters(reader: Reader, own: Sequence[Creature]) -> list[Creature]:
    """Those who have something to shoot with; those who can but throw only if nobody has."""
    tactics = reader.rules.tactics
    if tactics is None:
        return []
    missiles = {c.id: tactics.manner(reader.state, c).missile for c in own if tactics.manner(reader.state, c).shots}
    able = [c for c in own if c.is_up and c.id in missiles]
    return [c for c in able if re.search(r"bow|sling|gun|rifle|pistol|blaster|musket", missiles[c.id])] or able
