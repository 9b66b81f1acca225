"""Orders about the ways out in a fight: to go to a door, to hold it."""

from __future__ import annotations

import re

from msgspec.structs import replace

from underkeep.procedures import battlefield, survey
from underkeep.table.naming import listing, square_name
from underkeep.table.order import GO, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.speech.meanings import Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.those_told import led_by
from underkeep.table.speech.wording import parts
from underkeep.table.view import WaySeen, ways
from underkeep.world.creature import Creature
from underkeep.world.grid import Square, distance

_WAY = (
    r"(?:the |that |our |this )?(?P<way{n}>(?:(?:north|south)(?:east|west)?|east|west)(?:ern)? )?"
    r"(?P<kind{n}>door|doorway|opening|archway|arch|passage|corridor|tunnel|stairs|staircase|exit|entrance|way out)"
)
_GOES = re.compile(
    r"(?:goes?|go|moves?|runs?|steps?|walks?|gets?|hurr(?:y|ies)|rush(?:es)?|falls? back|heads?|backs?|withdraws?)"
    r"(?: back| over| up)? (?:to|towards?|into|in|for|by) "
    + _WAY.format(n="")
    + r"(?:,? (?:and|to|then) (?P<holds>holds?|guards?|blocks?|bars?|keeps?|defends?|watch(?:es)?"
    r"|stands? (?:there|guard)"
    r"|stays?|plugs?)\b.*)?"
)
_HOLDS = re.compile(
    r"(?:holds?|guards?|blocks?|bars?|keeps?|defends?|plugs?|mans?|takes? (?:up )?(?:a )?(?:position|post)?|stands? in"
    r"|stands? at|stays? (?:at|by|in)) (?:at |in |by )?" + _WAY.format(n="")
)


def read(reader: Reader, said: str) -> Meaning | None:
    """Who is told to go to a way out, or to hold one that is named; None of any other line."""
    state = reader.state
    if state.fight is None or state.party is None or state.party.at is None or state.is_outdoors:
        return None
    own = ours(reader)
    who, rest = led_by(reader, own, said)
    if not who or len(who) == len(own):
        return None
    goes = _GOES.fullmatch(rest)
    holds = _HOLDS.fullmatch(rest) if goes is None else None
    found = goes or holds
    if found is None or (holds is not None and not holds["way"]):
        return None
    meant = [way for way in ways(state) if _is_meant(way, (found["way"] or "").strip(), found["kind"])]
    if not meant:
        known = listing([f"the {way.name}" for way in ways(state)])
        return Say(f"No such way is seen from here. What there is: {known}." if known else "No way out is seen here.")
    lasts = holds is not None or bool(goes and goes["holds"])
    orders: dict[str, Order] = {}
    for id in who:
        creature = state.creatures[id]
        at, way = _nearest(reader, creature, meant, {o.aim for o in orders.values()})
        if at is None or way is None:
            return None
        orders[id] = Order(GO, aim=square_name(at), until=0 if lasts else state.fight.round)
    names = listing([state.creatures[id].name for id in who])
    goal = f"the {meant[0].name}" if len(meant) == 1 else f"the nearest {found['kind']}"
    goes_on = " and hold there, until told otherwise" if len(who) > 1 else " and holds there, until told otherwise"
    verb = "go" if len(who) > 1 else "goes"
    squares = ", ".join(order.aim for order in orders.values())
    note = f"{names}: {verb} to {goal} ({squares}){goes_on if lasts else ', this round'}."
    return Undertake(RoundOfOrders({**reader.orders, **orders}), orders, note)


_OUT_BY = re.compile(
    r"\b(?:through|by|via|out of|out|to|towards?) (?:the )(?P<way>(?:north|south)(?:east|west)?|east|west)(?:ern)? "
    r"(?P<kind>door|doorway|opening|archway|arch|passage|corridor|tunnel|stairs|exit)\b"
)
_FLIGHT = re.compile(r"\b(?:run|runs|flee|flees|retreat|retreats|withdraw|escape|fall back|get out|pull back|leave)\b")


def closed(reader: Reader, said: str) -> Say | None:
    """What is said to a flight by a way that is shut, or that nobody sees."""
    state, found = reader.state, _OUT_BY.search(said)
    if found is None or not _FLIGHT.search(said) or state.party is None or state.party.at is None or state.is_outdoors:
        return None
    meant = [way for way in ways(state) if _is_meant(way, found["way"], found["kind"])]
    if not meant and found["way"]:  # a door that is but an opening, or the other way round
        meant = [way for way in ways(state) if way.bearing == found["way"].removesuffix("ern")]
    to_go = "All run back the way the party came: everyone run away."
    known = listing([f"the {way.name}" for way in ways(state)])
    if not meant:
        return Say(f"No such way is seen from here. What there is: {known}. {to_go}") if known else None
    if any(word in parts(meant[0].state) for word in ("locked", "stuck", "barred", "shut")):
        return Say(f"The {meant[0].name} is {meant[0].state}: there is no time to open it in a fight. {to_go}")
    return None


_KINDS = {
    "door": ("door",), "doorway": ("door", "opening", "arch"), "stairs": ("stairs",), "staircase": ("stairs",),
    "opening": ("opening", "arch", "door"), "arch": ("arch", "opening"), "archway": ("arch", "opening"),
}  # fmt: skip


def _is_meant(way: WaySeen, bearing: str, kind: str) -> bool:
    """Whether a way is the one that the words mean."""
    words = parts(way.name)
    bearing = bearing.removesuffix("ern")
    if bearing and way.bearing != bearing and bearing not in words:
        return False
    kinds = _KINDS.get(kind, ())
    return not kinds or any(k in word for k in kinds for word in (*words, *parts(way.kind)))


def _nearest(
    reader: Reader, creature: Creature, meant: list[WaySeen], taken: set[str]
) -> tuple[Square | None, WaySeen | None]:
    """The square of the field at the nearest of those ways where nobody else stands."""
    state = reader.state
    grid, here = state.grid, survey.here(state)[1]
    if grid is None or creature.at is None:
        return None, None
    at = creature.at
    others = {c.at for c in state.active() if c.id != creature.id}
    places = [
        (distance(s, at), s, way)
        for way in meant
        for s in grid.squares(battlefield.ground(state, replace(here, square=way.at)) & grid.floor)
        if s not in others and square_name(s) not in taken
    ]
    found = min(places, key=lambda place: place[:2], default=None)
    return (found[1], found[2]) if found is not None else (None, None)
