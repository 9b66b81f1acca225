"""Fire against foes, in anybody's words: a blow with a lit torch, a torch or oil that is thrown, somebody set on fire.
Who is not named for it is whoever has the flame or the oil; what nobody has is told, with who has it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.procedures import play
from underkeep.procedures.actions import Attack, Try
from underkeep.table.in_its_step import TRY, in_its_step
from underkeep.table.naming import listing
from underkeep.table.order import ATTACK, SAID, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.speech import battle_orders
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.those_told import called_so, led_by
from underkeep.table.speech.wording import parts, stem
from underkeep.world.creature import Creature

TORCH, OIL = "torch", "oil"
_A_TORCH = r"(?:[a-z']+ ){0,3}?(?:torch|torches|burning brand|brand)"
_WITH = re.compile(rf"(?P<verb>\w+) ?(?P<whom>.*?) ?\b(?:with|using) {_A_TORCH}(?: (?:at|on) (?P<other>.+))?")
_WIELDS = re.compile(
    rf"(?:uses?|swings?|thrusts?|shoves?|sticks?|pokes?|jabs?|rams?) {_A_TORCH} (?:on|at|against|in|into) (?P<whom>.+)"
)
_SETS = re.compile(
    r"(?:(?:sets? fire to|burns?|ignites?|scorch(?:es)?|singes?|torch(?:es)?) (?P<whom>.+?)"
    r"|(?:sets?|lights?) (?P<other>.+?) (?:on fire|alight|ablaze|afire|up))(?: (?:with|using) (?P<thing>.+))?"
)
_FLINGS = re.compile(r"(?P<verb>\w+) (?P<thing>.+?)(?: (?:at|on|onto|over|in front of|into) (?P<whom>.+))?")
_LIGHTS_IT = re.compile(r",? (?:and |then )+(?:\w+ )?(?:lights?|ignites?|sets?) (?:it|them|him|her|the oil)\b.*$")
_WITH_ONE = re.compile(r"(?:every(?:one|body)|all|whoever|any(?:one|body)|those|the ones?) (?:with|who has|having) ")
_EACH_BEARER = re.compile(rf"{_WITH_ONE.pattern}{_A_TORCH},? (?P<rest>.+)")


def read(reader: Reader, said: str) -> Meaning | None:
    """What a line of fire as a weapon means; None of any other."""
    own = [c for c in ours(reader) if called_so(c)]
    if not own or not set(parts(said)) & _OF_FIRE:
        return None
    lit = _LIGHTS_IT.search(said) if OIL in parts(said) else None
    lighters = [c for c in own if lit is not None and called_so(c)[-1] in parts(lit[0])]
    said = said[: lit.start()] if lit is not None else said
    who, rest = led_by(reader, own, said)
    told = [reader.state.creatures[id] for id in who]
    flung = _FLINGS.fullmatch(rest)
    if flung is not None and alike(flung["verb"], group("throw") | {"pour", "splash", "smash"}):
        if not flung["whom"] and not having(own, OIL):
            return None
        meant = _flung(reader, own, told, flung["thing"], flung["whom"] or "them")
        return _lit_by(meant, lighters) if lit is not None else meant
    if (struck := _struck(rest)) is None:
        return None
    whom, thing = struck
    if OIL in parts(thing):
        return _flung(reader, own, told, OIL, whom)
    return _blows(reader, own, told, whom)


def is_lit_throw(said: str) -> bool:
    """Whether a line throws oil and tells somebody to light it."""
    return OIL in parts(said) and _LIGHTS_IT.search(said) is not None


def with_bearers(reader: Reader, said: str) -> str:
    """`Everyone with a torch` by name: who holds one that burns."""
    found = _EACH_BEARER.fullmatch(said)
    lit = bearers(reader, [c for c in ours(reader) if called_so(c)])
    return f"{' and '.join(called_so(c)[-1] for c in lit)} {found['rest']}" if found is not None and lit else said


_OF_FIRE = {"torch", "torches", "brand", "fire", "burn", "burns", "ignite", "ignites", "alight", "ablaze", "afire"} | {
    *("scorch", "scorches", "singe", "singes", "oil", "flask")
}


def _struck(rest: str) -> tuple[str, str] | None:
    """Whom words of a blow with fire name, and with what."""
    for form in (_WIELDS, _WITH):
        found = form.fullmatch(rest)
        if found is not None and (form is _WIELDS or alike(found["verb"], group("hit") | group("blow"))):
            return found["whom"] or found.groupdict().get("other") or "them", TORCH
    found = _SETS.fullmatch(rest)
    whom = (found["whom"] or found["other"]) if found is not None else ""
    if found is None or set(parts(whom)) & (group("lights carried") | {"pile", "heap"}):
        return None
    return whom, found["thing"] or TORCH


def bearers(reader: Reader, some: Sequence[Creature]) -> list[Creature]:
    """Those of some who hold a lit torch."""
    lit = {light.bearer for light in reader.state.lights if TORCH in light.kind}
    return [c for c in some if c.id in lit and c.is_up]


def _blows(reader: Reader, own: Sequence[Creature], told: Sequence[Creature], whom: str) -> Meaning | None:
    """A blow with the torch by each who holds one; of who holds none it is said."""
    fight, able = reader.state.fight, bearers(reader, told or own)
    assert fight is not None
    if not told and able:
        focus = [c for c in able if c.id == reader.focus]
        able = focus or able[:1]
    if not able:
        return _no_torch(reader, own, told, whom)
    may = [c for c in able if battle_orders.may_yet(reader, c.id)]
    if not may:
        return Say(f"{listing([c.name for c in able])} can do nothing more in this round.")
    orders: dict[str, Order] = {}
    for one in may:
        if not (foes := battle_orders.whom(reader.state, own, one, whom)):
            return None
        orders[one.id] = Order(ATTACK, targets=tuple(foe.id for foe in foes), until=fight.round, arm=TORCH)
    lacking = [c.name for c in told if c not in able]
    note = battle_orders.noted(reader.state, orders)
    note += f" {listing(lacking)}: no lit torch in hand to strike with." if lacking else ""
    return Undertake(RoundOfOrders({**reader.orders, **orders}), orders, note)


def _no_torch(reader: Reader, own: Sequence[Creature], told: Sequence[Creature], whom: str) -> Meaning | None:
    """Why nobody of those strikes with a torch; None where one that is not lit will do."""
    one = next(iter(told or own))
    foes = battle_orders.whom(reader.state, own, one, whom)
    against = play.why_not(reader.rules, reader.state, reader.seat, Attack(one.id, foes[0].id, TORCH)) if foes else None
    needs_flame = against is not None and "lit torch" in against.sentence
    if not foes or not (needs_flame or not having(told or own, TORCH)):
        return None
    names = listing([c.name for c in told]) if told else "Nobody of the party"
    has = "has" if len(told) < _SEVERAL else "have"
    others = [c.name for c in bearers(reader, own) if c not in told]
    also = f" {listing(others)} {'has' if len(others) == 1 else 'have'} one." if others else ""
    return Say(f"{names} {has} no lit torch in hand to strike with.{also}")


_SEVERAL = 2


def having(some: Sequence[Creature], thing: str) -> list[Creature]:
    return [c for c in some if any(thing in {stem(w) for w in parts(item.name)} for item in c.items)]


def _flung(reader: Reader, own: Sequence[Creature], told: Sequence[Creature], words: str, whom: str) -> Meaning | None:
    """A torch or oil that is thrown: by whoever has it, if nobody is named for it."""
    said = {stem(word) for word in parts(words)}
    if re.search(r",| and ", whom):
        return None
    thing = OIL if OIL in said else TORCH if TORCH in said else ""
    if not thing:
        return None
    able = having(told or own, OIL) if thing == OIL else bearers(reader, told or own)
    if not able:
        return _nothing_to_throw(reader, own, told, thing)
    one = next((c for c in able if c.id == reader.focus), able[0])
    foes = [foe for foe in battle_orders.whom(reader.state, own, one, whom) if foe.at is not None]
    calls = reader.rules.book.calls
    if not foes or calls is None or one.at is None:
        return None
    deed = f"to throw {thing} at {min(foes, key=one.steps_to).name}"
    if not calls.has_own_rule(reader.state, one, deed):
        foe, name = min(foes, key=one.steps_to).name, called_so(one)[-1].capitalize()
        return Say(
            f"No rule makes a weapon of a {thing} that is thrown. To strike with it: {name} attacks {foe} with {thing}."
        )
    fight, action = reader.state.fight, Try(one.id, deed)
    if fight is not None and battle_orders.is_before_blows(fight) and battle_orders.may_yet(reader, one.id):
        told_so = {one.id: Order(SAID, aim=f"{TRY}{deed.removeprefix('to ')}", until=fight.round)}
        note = battle_orders.noted(reader.state, told_so)
        return Undertake(RoundOfOrders({**reader.orders, **told_so}), dict(told_so), note)
    against = play.why_not(reader.rules, reader.state, reader.seat, action)
    if against is None:
        return Do(action)
    if orders := in_its_step(reader.rules, reader.state, reader.seat, action):
        note = battle_orders.noted(reader.state, orders)
        return Undertake(RoundOfOrders({**reader.orders, **orders}), dict(orders), note)
    return Say(against.sentence, against.rule)


def _nothing_to_throw(reader: Reader, own: Sequence[Creature], told: Sequence[Creature], thing: str) -> Meaning | None:
    """Who has none of it to throw, and who has; None for a torch that is not lit."""
    if thing == TORCH and not told:
        return None
    others = [c.name for c in (having(own, OIL) if thing == OIL else bearers(reader, own))]
    what = "oil" if thing == OIL else "lit torch"
    if not told or not others:
        return Say(f"Nobody has {'oil' if thing == OIL else 'a lit torch'} to throw.")
    has = "has" if len(told) < _SEVERAL else "have"
    also = f" {listing(others)} {'has' if len(others) == 1 else 'have'}."
    return Say(f"{listing([c.name for c in told])} {has} no {what} to throw.{also}")


def _lit_by(meant: Meaning | None, lighters: Sequence[Creature]) -> Meaning | None:
    """The same throw of oil, which is lit as it flies."""
    note = (
        "The oil is lit with the throw."
        if not lighters
        else f"The oil is lit with the throw: {lighters[0].name} need not."
    )
    if isinstance(meant, Do):
        return Do(meant.action, note)
    if isinstance(meant, Undertake):
        return Undertake(meant.errand, meant.orders, f"{meant.note} {note}")
    return meant
