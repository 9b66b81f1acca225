"""What is bargained about with those who look for work: the game names the terms, an offer puts a number to each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from underkeep.procedures import carrying
from underkeep.procedures.resolution import Resolution
from underkeep.world.gear import Item, ItemsChanged, less, part
from underkeep.world.state import State


class Term(Struct, frozen=True):
    """One thing that is bargained about: `told` says so much of it, `units` are the words a person puts behind the
    number. `beside` says what goes with it here, and is paid as well."""

    told: str
    units: tuple[str, ...]
    beside: Callable[[State], str] | None = None


def told(terms: Sequence[Term], amounts: Sequence[int], state: State | None = None) -> str:
    """An offer in the game's words, without the terms of which there is nothing; with all that is paid, where the
    state is known."""
    some = [(term, amount) for term, amount in zip(terms, amounts, strict=True) if amount]
    return " and ".join(f"{term.told.format(amount)}{_beside(term, state)}" for term, amount in some) or "nothing"


def _beside(term: Term, state: State | None) -> str:
    return f" and {term.beside(state)}" if term.beside is not None and state is not None else ""


def hand_back(
    do: Resolution, id: str, taker: Callable[[Item], str], keeps: Callable[[Item], bool], rule: tuple[str, ...]
) -> tuple[Item, ...]:
    """Who leaves the party's service leaves what is not their own: all that is more than they brought, but for what
    they `keep`. Each thing goes to its `taker`; what nobody takes is given back.
    """
    untaken: list[Item] = []
    party = do.state.party
    assert party is not None
    own = dict(party.brought.get(id, {}))
    for item in do.state.creatures[id].items:
        kept = min(item.count, own.get(item.kind, 0))
        own[item.kind] = own.get(item.kind, 0) - kept
        if keeps(item) or kept == item.count:
            continue
        given = part(item, item.count - kept)
        left = less(do.state.creatures[id].items, given)
        do.emit(ItemsChanged(id, left, "handed-over", given, rule=rule))
        to = taker(given)
        if to:
            carrying.receive(do, to, given, "received", rule)
        else:
            untaken.append(given)
    return tuple(untaken)
