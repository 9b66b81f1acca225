"""The plain words for what one clause of a line in a fight tells somebody to do: `steps in for Balgrim` is to guard
him, `goes round to the side` to strike from there, `stays by the torch` to keep close to whoever bears it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from underkeep.table import aiming
from underkeep.table.order import ATTACK, Order
from underkeep.table.speech.meanings import Reader
from underkeep.table.speech.patterns import couples, pattern
from underkeep.table.speech.those_told import called_so
from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature

_FORMS = tuple((re.compile(form), plain) for form, plain in couples("fight_clauses", "plainly"))
_TRAILING, _OF_FRIEND, _HIS_PLACE, _WITH_FOE, _LENDS_HAND, _BY_LIGHT, _TO_OTHERS, _ALONE = (
    pattern("fight_clauses", name)
    for name in ("trailing", "of_friend", "his_place", "with_foe", "lends_hand", "by_light", "to_others", "alone")
)


def plainly(
    reader: Reader,
    own: Sequence[Creature],
    who: Sequence[str],
    what: str,
    spoken: Sequence[str],
    orders: Mapping[str, Order],
) -> str:
    """What a clause tells those to do, in the words that the readers of orders know; `spoken` are the others of one's
    own of whom the line spoke before, the last of them last."""
    what = _TRAILING.sub("", what).strip(" ,")
    friend = _friend(reader, what, spoken)
    if friend and (found := _OF_FRIEND.search(what)) is not None:
        what = f"{what[: found.start('whom')]}{friend}{what[found.end('whom') :]}"
    if (place := _HIS_PLACE.fullmatch(what)) is not None:
        whose = place["whose"] if place["whose"] not in _PRONOUNS else friend
        what = f"attacks the one on {whose}" if whose else what
    if (helps := _WITH_FOE.fullmatch(what)) is not None and _foes(reader, own, who, helps["foe"]):
        return f"attacks {helps['foe']}"
    if _LENDS_HAND.fullmatch(what) and (target := _struck(reader, spoken, orders)):
        return f"attacks {target}"
    if _BY_LIGHT.fullmatch(what):
        bearer = next((c for c in own if c.id in {light.bearer for light in reader.state.lights}), None)
        return "stays put" if bearer is None or bearer.id in who else f"stays by {called_so(bearer)[-1]}"
    if _TO_OTHERS.fullmatch(what):
        others = [c for c in own if c.id not in who]
        return f"gets behind {called_so(_nearest(reader, who, others))[-1]}" if others else what
    for form, plain in _FORMS:
        found = form.fullmatch(what)
        if found is not None:
            return _with_whom(reader, own, who, found, plain)
    return what


def alone(what: str) -> bool:
    """Whether each of several is told for himself: to fall back is not to lead all out of the fight."""
    return _ALONE.fullmatch(what) is not None


_PRONOUNS = ("his", "her", "their", "him", "them", "its")


def _with_whom(reader: Reader, own: Sequence[Creature], who: Sequence[str], found: re.Match[str], plain: str) -> str:
    """The plain words; of what is done round somebody, a blow if that is a foe, and a place beside a friend."""
    whom = found.groupdict().get("whom") or ""
    is_friend = any(name in parts(whom) for c in own for name in called_so(c)[-1:])
    if "{" not in plain:
        return found.expand(plain)
    if is_friend:
        return f"stays by {whom}"
    foes = _foes(reader, own, who, whom or "them")
    return f"attacks {whom or 'them'}" if foes else found[0]


def _foes(reader: Reader, own: Sequence[Creature], who: Sequence[str], words: str) -> list[Creature]:
    actor = reader.state.creatures[who[0]] if who else own[0]
    return aiming.meant(actor, reader.state.enemies_of(actor), words, own)


def _friend(reader: Reader, what: str, spoken: Sequence[str]) -> str:
    """Whom `him`, `her` or `them` means: who was spoken of last; of healing, whoever of them is hurt."""
    there = [reader.state.creatures[id] for id in spoken if id in reader.state.creatures]
    hurt = [c for c in there if c.hp < c.max_hp] if re.match(r"(?:heal|cure|bandage|tend|treat|patch)", what) else []
    found = (hurt or there)[-1:]
    return called_so(found[0])[-1] if found else ""


def _struck(reader: Reader, spoken: Sequence[str], orders: Mapping[str, Order]) -> str:
    """Whom the last of those who were spoken of is to strike."""
    for id in reversed(spoken):
        order = orders.get(id)
        if order is not None and order.sort == ATTACK and order.targets:
            return " ".join(parts(reader.state.creatures[order.targets[0]].name))
    return ""


def _nearest(reader: Reader, who: Sequence[str], others: Sequence[Creature]) -> Creature:
    one = reader.state.creatures[who[0]] if who else others[0]
    there = [c for c in others if c.at is not None]
    return min(there, key=one.steps_to) if there and one.at is not None else others[0]
