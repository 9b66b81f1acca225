"""Purchases of several things for several people, each told for whom: `arrows for Quill and stones for Edda`, `buy a
rope for Hob, two torches for Wat and Kit`. Nobody's name is read as the name of a ware here."""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.procedures import play
from underkeep.procedures.chapter import TOWN
from underkeep.procedures.delve_actions import Buy
from underkeep.table.several import InOrder
from underkeep.table.speech.handling import count_of
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.trading import after, kinds_named, purchase, told_of_all
from underkeep.table.speech.wording import first_part

_BUYS = re.compile(
    r"(?:(?:we|i|let us|can we|could we|please|then|now|and|should|to|want|would like|need) )*"
    r"(?:buy|get|purchase|order) (?P<rest>.+ for .+)"
)
_FREE = "Nobody sells {}: they lie about everywhere, and slings need no others."


def bought_for_each(reader: Reader, said: str) -> Meaning | None:
    """The purchases of such a line; None of any other, and of one that is for but one."""
    found = _BUYS.fullmatch(said.rstrip("? "))
    if found is None or place_of(reader) != TOWN or reader.state.prompts or reader.rules.town is None:
        return None
    own = {first_part(c.name): c.id for c in ours(reader)}
    names = "|".join(map(re.escape, own)) or "-"
    piece = (
        rf"(?P<thing>(?!(?:{names})\b)[a-z0-9][a-z0-9 '-]*?) for (?P<whom>(?:{names})(?:(?:,| and|, and) (?:{names}))*)"
    )
    rest, wanted = found["rest"], list[tuple[str, list[str]]]()
    while (one := re.match(rf"{piece}(?:,? and |, |$)", rest)) is not None:
        wanted.append((one["thing"], [own[name] for name in re.findall(names, one["whom"])]))
        rest = rest[one.end() :]
    if rest or len(wanted) < _SEVERAL:
        return None
    return _bought(reader, wanted)


_SEVERAL = 2


def _bought(reader: Reader, wanted: list[tuple[str, list[str]]]) -> Meaning:
    now, acts, notes = reader, list[Action](), list[str]()
    for thing, whom in wanted:
        count, bare = count_of(thing)
        kinds = kinds_named(reader, bare)
        ware = min(kinds, key=lambda w: (len(w.name.split()), w.cost), default=None)
        if ware is None:
            is_free = "stones" in bare and any("sling" in i.kind for c in ours(reader) for i in c.items)
            notes.append(_FREE.format(bare) if is_free else f"Nobody here sells {bare}.")
            continue
        for id in whom:
            meant = purchase(now, ware, count if bare != thing else ware.count, [id])
            made: list[Action] = []
            if isinstance(meant, Do):
                made = [meant.action]
            elif isinstance(meant, Undertake) and isinstance(meant.errand, InOrder):
                made = list(meant.errand.actions)
            elif isinstance(meant, Say):
                notes.append(meant.text)
            before, now = now, after(now, made)
            if now is before and made:
                notes.append(_refused(now, made))
                continue
            acts += made
    note = " ".join(told_of_all([one for one in notes if one]))
    if not acts:
        return Say(note)
    return Do(acts[0], note) if len(acts) == 1 else Undertake(InOrder(acts), note=note)


def _refused(reader: Reader, made: list[Action]) -> str:
    against = (play.why_not(reader.rules, reader.state, reader.seat, x) for x in made if isinstance(x, Buy))
    return next((x.sentence for x in against if x is not None), "")
