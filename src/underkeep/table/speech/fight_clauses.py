"""A line of a fight that tells several people what to do, or one several things: each clause is read as if it were said
alone, with the names for those whom it calls him, her or them, and what it comes to is done together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from underkeep.procedures.actions import Try
from underkeep.table.in_its_step import TRY
from underkeep.table.naming import listing
from underkeep.table.order import APPROACH, ASKED, ATTACK, BEHIND, HOLD, IN_PLACE, SAID, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.speech import battle_orders
from underkeep.table.speech.clause_words import alone, plainly
from underkeep.table.speech.describe import describe
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.those_told import addressed, called_so
from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature

Read = Callable[[str], Meaning | None]
LOST = "Not understood"
_SPLIT, _REASON, _ABLE, _WHEN, _REMARK, _OF_ALL, _LIKEWISE = (
    pattern("fight_clauses", name) for name in ("split", "reason", "able", "when", "remark", "of_all", "likewise")
)


_SHE = re.compile(r"^(?:he|she|they|each|both)(?: both| all| each)? (?=[a-z])")
"""Those who were named before."""


class _Clause(Struct):
    """Who is to do what; whether these are named for it, or but for what went before."""

    who: list[str]
    what: str
    are_all: bool = False
    is_named: bool = False


class _Heard(Struct):
    """What was understood so far: orders, what is answered besides, and what was lost."""

    orders: dict[str, Order] = {}
    notes: list[str] = []
    lost: list[str] = []
    spoken: list[str] = []


def read(reader: Reader, said: str, whole: Meaning | None, one: Read) -> Meaning | None:
    """What the whole line comes to where it was read so and nothing of it is lost; else what its clauses come to."""
    own = ours(reader)
    if reader.state.fight is None or _WHEN.search(said):
        return whole
    clauses = list(_clauses(reader, own, said))
    if not any(clause.who for clause in clauses) or (
        len(clauses) < _SEVERAL and not _is_new(reader, own, clauses[0], whole)
    ):
        return whole
    is_of_one = len({tuple(clause.who) for clause in clauses if clause.who}) < _SEVERAL <= len(clauses)
    if _is_all_told(reader, own, said, clauses, whole):
        return whole
    if whole is None and len(clauses) > 1 and _is_read_so(reader, own, said, clauses, one):
        return None
    heard = _each(reader, own, clauses, one)
    if not heard.orders:
        is_for_some = clauses[0].is_named and not clauses[0].are_all
        is_among = is_for_some and isinstance(whole, Say) and whole.text in heard.notes and not heard.lost
        return Say(" ".join(dict.fromkeys(heard.notes))) if is_among else whole
    is_told = any(order.then or (order.arm and order.sort == HOLD) for order in heard.orders.values())
    if whole is None and is_of_one and (heard.lost or not is_told):
        return None
    is_half = isinstance(whole, Say) and not heard.lost and whole.text in heard.notes
    if isinstance(whole, Say) and is_of_one and not is_half:
        return whole
    is_cast = any(_CASTS.match(clause.what) for clause in clauses)
    if is_cast and heard.notes and not isinstance(whole, Undertake):
        left = [clause.what for clause in clauses if not _CASTS.match(clause.what)]
        return _but_for(whole, left) if isinstance(whole, Say) else whole
    if whole is None and any(order.sort == SAID for order in heard.orders.values()):
        return whole
    if isinstance(whole, Undertake) and len(heard.lost) >= whole.note.count(LOST) > 0:
        return whole
    if whole is None and len(heard.lost) * 2 > len(clauses):
        return None
    told = (f'{LOST}: "{what}".' for what in heard.lost)
    heard.notes = [x for x in heard.notes if not (_NO_WAY in x and _has_a_part(reader, heard, x))]
    note = " ".join([battle_orders.noted(reader.state, heard.orders), *dict.fromkeys(heard.notes), *told])
    return Undertake(RoundOfOrders({**reader.orders, **heard.orders}), heard.orders, note)


def _but_for(told: Say, left: Sequence[str]) -> Say:
    """The same with a word on what is not done before it is settled."""
    return Say(f'{told.text} Nothing else is done yet: "{", ".join(left)}".' if left else told.text, told.rule)


_SEVERAL = 2
_BLOW = re.compile(r"(?:hits?|attacks?|strikes?|shoots?|stabs?|kills?|fires?|slash(?:es)?|fights?|charges?)\b")
_DRAWS = re.compile(r"(?:draws?|readies|unsheathes?|takes? out|pulls? out|gets? out)\b")
_CASTS = re.compile(r"(?:casts?|declares?|announces?)\b")
"""A spell that cannot be cast is told before anything else is done."""


def _is_new(reader: Reader, own: Sequence[Creature], clause: _Clause, whole: Meaning | None) -> bool:
    """Whether one clause alone was not read, and is told in other words than the readers of orders know."""
    is_read = whole is not None and not isinstance(whole, Say)
    is_for_some = clause.is_named and not clause.are_all
    return not is_read and is_for_some and plainly(reader, own, clause.who, clause.what, (), {}) != clause.what


def _has_a_part(reader: Reader, heard: _Heard, told: str) -> bool:
    """Whether an answer is about somebody who has something to do."""
    return any(told.startswith(reader.state.creatures[id].name) for id in heard.orders)


def _is_all_told(
    reader: Reader, own: Sequence[Creature], said: str, clauses: Sequence[_Clause], whole: Meaning | None
) -> bool:
    """Whether what the whole line was read as has a part for each who is named in it."""
    if not isinstance(whole, Undertake):
        is_of_one = len({tuple(clause.who) for clause in clauses if clause.who}) < _SEVERAL
        return whole is not None and is_of_one and not (isinstance(whole, Say) and len(clauses) >= _SEVERAL)
    told = {id for clause in clauses for id in clause.who} <= set(whole.orders)
    told = told and not any(_is_but_the_last(whole.orders[id], id, clauses) for id in whole.orders)
    words = set(parts(said))
    named = [c for c in own if called_so(c)[-1] in words]
    return told and LOST not in whole.note and all(c.name in whole.note or c.id in whole.orders for c in named)


def _is_but_the_last(order: Order | None, id: str, clauses: Sequence[_Clause]) -> bool:
    """Whether of a blow and a place that somebody is told the place alone was read."""
    own = [clause.what for clause in clauses if id in clause.who]
    if len(own) > 1 and order is not None and not order.arm and _DRAWS.match(own[0]):
        return True
    is_place = order is not None and order.sort == BEHIND and not order.until
    return is_place and len(own) > 1 and _BLOW.match(own[0]) is not None


def _is_read_so(reader: Reader, own: Sequence[Creature], said: str, clauses: Sequence[_Clause], one: Read) -> bool:
    """Whether the readers of orders have a part for each in one go, so that nothing is parted."""
    meant = one(said)
    return isinstance(meant, Undertake) and _is_all_told(reader, own, said, clauses, meant)


# The clauses of a line


def _clauses(reader: Reader, own: Sequence[Creature], said: str) -> Iterator[_Clause]:
    """Each clause, with those who are named for it or for the one before; remarks and reasons are left out."""
    waiting: list[str] = []
    named: list[str] = []
    last: list[str] = []
    for piece in _SPLIT.split(said):
        part = _ABLE.sub("", _REASON.sub("", piece.strip(" ,.!"))).strip(" ,.!")
        who, rest = addressed(reader, own, part, named + waiting)
        if not who and (found := _OF_ALL.fullmatch(part)) is not None:
            who, rest = [c.id for c in own if c.id not in named], found["what"]
        if not part or (not who and _REMARK.match(part)):
            continue
        part = part if who else _SHE.sub("", part)
        waiting += [id for id in who if id not in waiting]
        if who and not rest:
            continue
        are_all = len(waiting) == len(own)
        last = waiting or last
        named += [id for id in waiting if not are_all]
        waiting = []
        yield _Clause(list(last), rest if who else part, are_all, bool(who))


def _each(reader: Reader, own: Sequence[Creature], clauses: Sequence[_Clause], one: Read) -> _Heard:
    """What each clause comes to, in their order."""
    heard = _Heard({}, [], [], [])
    before = ""
    for clause in clauses:
        who = [id for id in clause.who if not (clause.are_all and id in heard.orders)] or clause.who
        what = before if before and _LIKEWISE.fullmatch(clause.what) else clause.what
        what = plainly(reader, own, who, what, [id for id in heard.spoken if id not in who], heard.orders)
        meant = _alone(reader, who, what, one)
        if meant is None and before and not clause.is_named:
            joined = f"{before} and {what}"
            meant = _alone(reader, who, joined, one)
        _add(reader, heard, who, clause.what, meant)
        before = what
        spoken = [c.id for c in own if called_so(c)[-1] in parts(what)]
        heard.spoken = [*heard.spoken, *who, *spoken]
    return heard


def _alone(reader: Reader, who: Sequence[str], what: str, one: Read) -> Meaning | None:
    """What a clause means that is said alone, of all who are named for it, else of each."""
    names = [called_so(reader.state.creatures[id])[-1] for id in who]
    if len(names) > 1 and alone(what):
        each = [one(f"{name} {what}") for name in names]
        return _together(reader, each)
    meant = one(f"{_listed(names)} {what}".strip())
    if len(names) > 1 and not _is_for_all(meant, who):
        return _together(reader, [one(f"{name} {what}") for name in names]) or meant
    return meant


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def _is_for_all(meant: Meaning | None, who: Sequence[str]) -> bool:
    """Whether orders are for each of those, or the answer for them is told."""
    return isinstance(meant, Say) or (isinstance(meant, Undertake) and any(id in meant.orders for id in who))


def _together(reader: Reader, each: Sequence[Meaning | None]) -> Meaning | None:
    """The orders for each of several as one; nothing if any of them was not understood."""
    orders: dict[str, Order | None] = {}
    told: list[str] = []
    for meant in each:
        if isinstance(meant, Undertake):
            orders |= meant.orders
        elif isinstance(meant, Say):
            told.append(meant.text)
        else:
            return None
    if not orders:
        return Say(" ".join(dict.fromkeys(told))) if told else None
    plain = battle_orders.noted(reader.state, {id: order for id, order in orders.items() if order is not None})
    return Undertake(RoundOfOrders({}), orders, " ".join([plain, *dict.fromkeys(told)]))


def _add(reader: Reader, heard: _Heard, who: Sequence[str], what: str, meant: Meaning | None) -> None:
    """What a clause comes to, with what those before it came to."""
    if isinstance(meant, Undertake) and meant.orders and LOST not in meant.note:
        for id, order in meant.orders.items():
            if order is not None:
                foes = len(reader.state.enemies_of(reader.state.creatures[id]))
                heard.orders[id] = _after(heard.orders.get(id), order, 0 < len(order.targets) < foes)
        plain = battle_orders.noted(reader.state, {id: o for id, o in meant.orders.items() if o is not None})
        rest = meant.note.replace(plain, "").strip()
        heard.notes += [rest] if rest and rest != meant.note else []
    elif isinstance(meant, Do) and (deed := _as_an_order(reader, who, meant)) is not None:
        heard.orders[deed[0]] = _after(heard.orders.get(deed[0]), deed[1], False)
    elif isinstance(meant, Say) and not _is_vague(meant.text):
        heard.notes.append(meant.text)
    elif who and not (left := [id for id in who if battle_orders.may_yet(reader, id)]):
        names = listing([reader.state.creatures[id].name for id in who if id not in left])
        heard.notes.append(f"{names} can do nothing more in this round.")
    else:
        heard.lost.append(what)


_NO_WAY = "cannot get there"
"""What is no matter of somebody who is told what else to do."""


def _is_vague(text: str) -> bool:
    return "means nothing here" in text or "Perhaps this is meant" in text or "cannot be made out" in text


def _after(before: Order | None, new: Order, is_at_some: bool) -> Order:
    """What one is to do who was told something earlier in the same line: a blow now and a place from then on. Who holds
    the ground strikes what comes, and goes for none but those who are named."""
    if before is not None and before.sort == HOLD and new.sort == ATTACK:
        return replace(new, then=before) if is_at_some else before
    if before is not None and before.sort == ATTACK == new.sort and before.targets and not is_at_some:
        return replace(before, arm=new.arm or before.arm)
    if before is not None and before.sort == ASKED and before.arm and not new.arm:
        return replace(new, arm=before.arm)
    if before is None or before.sort not in (ATTACK, SAID):
        return new
    if new.sort in IN_PLACE and not new.until:
        return replace(before, then=new)
    return before if new.sort == APPROACH and before.sort == ATTACK else new


def _as_an_order(reader: Reader, who: Sequence[str], meant: Do) -> tuple[str, Order] | None:
    """A deed of one of those as an order for this round."""
    fight, id = reader.state.fight, str(getattr(meant.action, "actor", ""))
    if fight is None or id not in who:
        return None
    if isinstance(meant.action, Try):
        return id, Order(SAID, aim=f"{TRY}{meant.action.what.removeprefix('to ')}", until=fight.round)
    return id, Order(SAID, aim=describe(reader.rules, reader.state, meant.action), until=fight.round)
