"""What the rules refuse for the step of the round alone is done when its step comes: to hide, to turn the undead, to
throw oil when they come close."""

from __future__ import annotations

import re

from underkeep.table import aiming
from underkeep.table.in_its_step import TRY
from underkeep.table.order import NEAR, SAID, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.speech import battle_orders
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.meanings import Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.those_told import addressed
from underkeep.table.speech.wording import parts, stem

_OF_STEP = re.compile(r"(?P<who>.+) cannot do that in the (?:declare|movement|missile|spells?) step\.")
_WHEN_NEAR = re.compile(
    r"(?P<deed>(?:throws?|hurls?|lobs?|toss(?:es)?|uses?|casts?|fires?|shoots?|attacks?|hits?|strikes?|charges?)\b.*?)"
    r"(?:,? (?:but )?(?:only )?(?:when|once|as soon as|after|if|until|till) (?:they|it|he|she|the \w+|those"
    r"|one|any|one of them)"
    r"(?: (?:are|is|has|have))? (?:(?:come|get|draw|move|step)s? )?(?:(?:too |up |really |well )?(?:close"
    r"|near|nearer|closer"
    r"|within reach|in reach|in range|within range|here|adjacent|upon us|at us|on us|reach us|up to us|to"
    r" us))(?: enough)?)"
)
_WHEN_FIRST = re.compile(
    r"(?:when|once|as soon as) (?P<when>(?:they|it|he|she|the \w+) [\w ]*?(?:close|near|nearer|reach|range"
    r"|here|us)),? (?P<rest>.+)"
)
_THROWS = re.compile(
    r"(?:throws?|hurls?|lobs?|toss(?:es)?|uses?)(?: (?:his|her|the|a|an|some|that|burning|lit|flask|of))*"
    r" (?P<thing>\w+)"
    r"(?: (?:at|on|over) (?P<whom>.+))?"
)


def in_its_step(reader: Reader, typed: str, meant: Say) -> Meaning | None:
    """The order to do it in its step, for what is refused for the step alone."""
    refused, fight = _OF_STEP.fullmatch(meant.text), reader.state.fight
    if refused is None or fight is None or is_asked(typed):
        return None
    own = ours(reader)
    who, rest = addressed(reader, own, typed.rstrip("!. "))
    actor = next((c for c in own if c.name == refused["who"]), None)
    if actor is None or (who and actor.id not in who):
        return None
    rest = rest if who else typed
    words = rest.split()
    if not words or len(words) > _MOST or _WALKS.match(rest) or re.search(r",| and | then ", rest):
        return None
    order = Order(SAID, aim=_bare(rest), until=fight.round)
    note = f"{actor.name} {battle_orders.in_words(order, reader.state)}, when it is time for that."
    return Undertake(RoundOfOrders({**reader.orders, actor.id: order}), {actor.id: order}, note)


_MOST = 4
_WALKS = re.compile(
    r"(?:goes?|go|moves?|walks?|runs?|steps?|gets?|stays?|attacks?|hits?|strikes?|casts?|heads?|backs?)\b"
)


def _bare(rest: str) -> str:
    """The deed as an order says it: `hide` for `hides`."""
    first, _, more = rest.partition(" ")
    return f"{stem(first)} {more}".strip()


def when_near(reader: Reader, said: str) -> Meaning | None:
    """An order that waits until the foes are near: `Ursel throws oil when they come close`."""
    fight = reader.state.fight
    if fight is None:
        return None
    if (first := _WHEN_FIRST.fullmatch(said)) is not None:
        said = f"{first['rest']} when {first['when']}"
    own = ours(reader)
    who, rest = addressed(reader, own, said)
    found = _WHEN_NEAR.fullmatch(rest if who else said)
    if found is None or re.match(r"(?:fires?|shoots?)\b", found["deed"]) or "until" in said or "till" in said:
        return None
    told = [reader.state.creatures[id] for id in who] or [c for c in own if c.id == reader.focus]
    throws = _THROWS.fullmatch(found["deed"])
    if throws is None:
        return _blows(reader, who or [c.id for c in told], found["deed"])
    has = [c for c in (told if who else own) if _has(c, throws["thing"])]
    if not has:
        names = " and ".join(c.name for c in told) if who else "Nobody"
        return Say(f"{names} has no {throws['thing']}.")
    foes = aiming.meant(has[0], reader.state.enemies_of(has[0]), throws["whom"] or "them", own)
    near = min((f for f in foes if f.at is not None), key=has[0].steps_to, default=None) if has[0].at else None
    if near is None:
        return None
    orders = {
        c.id: Order(SAID, aim=f"{TRY}throw {throws['thing']} at {near.name}", when=NEAR)
        for c in (has if who else has[:1])
    }
    return Undertake(RoundOfOrders({}), orders, f"{battle_orders.noted(reader.state, orders)} Go on plays the round.")


def _blows(reader: Reader, who: list[str], deed: str) -> Meaning | None:
    """To strike who comes near is to hold the ground."""
    if not re.match(r"(?:attacks?|hits?|strikes?)\b", deed):
        return None
    names = " and ".join(reader.state.creatures[id].name for id in who)
    return battle_orders.read(reader, f"{names.lower()} holds")


def _has(creature: object, thing: str) -> bool:
    items = getattr(creature, "items", ())
    return any(stem(thing) in {stem(w) for w in parts(item.name)} for item in items)
