"""How a purchase is shared out over the party: who carries what, and whose coins pay for it.

What somebody is to have goes to that one, as far as there is room, and others hand over the coins that are wanting.
What is for nobody by name is bought by whoever can pay for it and carry it, by several where it is too much for one.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.questions import Ware
from underkeep.table.naming import plural
from underkeep.table.several import InOrder
from underkeep.table.speech.meanings import Do, Reader, Undertake, ours
from underkeep.table.speech.trading import after, paid_by_others, purchase

ANYBODY, EACH, SPREAD, NOBODY = "anybody", "each", "spread", "nobody"
"""Whoever can; so many for each of them; so many in all, for one or several of them; for nobody, since all have it."""
MOST = 200


class Wanted(Struct, frozen=True):
    """So many of a ware for those of the party, in one of these ways; as many as can be had, if `count` is 0."""

    ware: Ware
    count: int
    whom: tuple[str, ...] = ()
    way: str = ANYBODY


class Bought(Struct):
    """What is done for it, why the rest is not, and the reader of what is left then."""

    now: Reader
    actions: list[Action]
    refused: list[str]


def provide(reader: Reader, wanted: Sequence[Wanted]) -> Bought:
    """All of it, one thing after the other."""
    done = Bought(reader, [], [])
    for one in wanted:
        if one.way == EACH:
            for id in one.whom:
                _for_one(done, id, one.ware, one.count)
        elif one.way == NOBODY:
            continue
        elif one.way == ANYBODY:
            _by_anybody(done, one.ware, one.count)
        else:
            _spread(done, one.whom, one.ware, one.count)
    return done


def _add(done: Bought, actions: Sequence[Action]) -> None:
    done.actions += actions
    done.now = after(done.now, actions)


def _for_one(done: Bought, id: str, ware: Ware, count: int) -> None:
    plan = _plan(done.now, id, ware, count)
    if plan is None:
        done.refused.append(_why_not(done.now, id, ware, count))
    else:
        _add(done, plan)


def _by_anybody(done: Bought, ware: Ware, count: int) -> None:
    """By one who can pay, else by several of them, else with coins of the others."""
    own = [c.id for c in ours(done.now)]
    meant = purchase(done.now, ware, count, []) if count else None
    if isinstance(meant, Do) and play.why_not(done.now.rules, done.now.state, done.now.seat, meant.action) is None:
        _add(done, [meant.action])
    elif isinstance(meant, Undertake) and isinstance(meant.errand, InOrder) and _is_legal(done.now, meant.errand):
        _add(done, meant.errand.actions)
    else:
        _fill(done, own, ware, count or MOST, is_all=bool(count))


def _spread(done: Bought, whom: Sequence[str], ware: Ware, count: int) -> None:
    """In equal parts, and what one has no room for with the others."""
    if not count:
        _fill(done, whom, ware, MOST, is_all=False)
        return
    lots, rest = divmod(max(1, -(-count // ware.count)), len(whom))
    for n, id in enumerate(whom):
        share = (lots + (n < rest)) * ware.count
        most = _most(done.now, id, ware, share) if share else 0
        if most:
            _add(done, _plan(done.now, id, ware, most) or [])
            count -= most
    if count > 0:
        _fill(done, whom, ware, count, is_all=True)


def _fill(done: Bought, whom: Sequence[str], ware: Ware, count: int, is_all: bool) -> None:
    """One after the other as many as they can carry, till there is enough of it."""
    for id in whom:
        most = _most(done.now, id, ware, count)
        if most:
            _add(done, _plan(done.now, id, ware, most) or [])
            count -= most
        if count <= 0:
            return
    if is_all and whom:
        done.refused.append(_why_not(done.now, whom[0], ware, count))


def _most(reader: Reader, id: str, ware: Ware, count: int) -> int:
    """The largest number up to this that somebody can have."""
    lots, least = -(-count // ware.count), 0
    while least < lots:
        middle = (least + lots + 1) // 2
        if _plan(reader, id, ware, middle * ware.count) is not None:
            least = middle
        else:
            lots = middle - 1
    return least * ware.count


def _plan(reader: Reader, id: str, ware: Ware, count: int) -> list[Action] | None:
    """The purchase by one, with the coins of others where one's own are too few; None if it cannot be."""
    wish = a.Buy(id, ware.kind, count)
    if play.why_not(reader.rules, reader.state, reader.seat, wish) is None:
        return [wish]
    pooled = paid_by_others(reader, ware, wish)
    errand = pooled.errand if isinstance(pooled, Undertake) else None
    return list(errand.actions) if isinstance(errand, InOrder) and _is_legal(reader, errand) else None


def _is_legal(reader: Reader, errand: InOrder) -> bool:
    """Whether each deed may be done when those before it are."""
    for action in errand.actions:
        if play.why_not(reader.rules, reader.state, reader.seat, action) is not None:
            return False
        reader = after(reader, [action])
    return True


def _why_not(reader: Reader, id: str, ware: Ware, count: int) -> str:
    """Why somebody cannot have it, whoever pays: all purses hold too little, or there is no room for it."""
    town, wish = reader.rules.town, a.Buy(id, ware.kind, count)
    purses = sum(town.purse(c) for c in ours(reader)) if town is not None else 0
    if town is not None and ware.cost_of(count) > purses:
        what = ware.name if count == ware.count else f"{count} {plural(ware.name.lower())}"
        return f"{what}: that costs {town.money(ware.cost_of(count))}, and the purses hold {town.money(purses)} then."
    pooled = paid_by_others(reader, ware, wish)
    errand = pooled.errand if isinstance(pooled, Undertake) else None
    for action in errand.actions if isinstance(errand, InOrder) else (wish,):
        against = play.why_not(reader.rules, reader.state, reader.seat, action)
        if against is not None:
            return against.sentence
        reader = after(reader, [action])
    return f"{ware.name}: that cannot be had now."
