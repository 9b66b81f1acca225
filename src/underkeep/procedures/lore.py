"""What the party knows of monsters: they are described until somebody can name them, then named.

A creature's name is what the party calls it, so that options, views and lines follow what is known; its kind stays the
referee's. Ids are made of the look as well where the kind is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, islice

from underkeep.kernel.event import Event
from underkeep.procedures import content
from underkeep.procedures.lore_questions import LoreChapter
from underkeep.procedures.resolution import Resolution
from underkeep.world.knowledge import KindLearnt, Recalled
from underkeep.world.settlement import RumourHeard
from underkeep.world.state import State

MET, RECALLED, RECOGNISED, TOLD = "met before", "recalled", "recognised", "told"


def is_named(lore: LoreChapter | None, state: State, kind: str) -> bool:
    """Whether the party calls a kind by its name; outside a campaign everybody does."""
    if lore is None or state.party is None or kind in state.party.knows:
        return True
    return lore.look(kind) == lore.name(kind)


def called(lore: LoreChapter | None, state: State, kind: str) -> str:
    """What the party would call one of a kind that it has signs of; nothing if it does not know such signs."""
    if lore is None:
        return kind.replace("-", " ")
    known = is_named(lore, state, kind) or bool(lore.recognised_by(state, kind))
    return lore.name(kind).lower() if known else ""


def meet(do: Resolution, kind: str, many: int, is_told: bool = True) -> tuple[tuple[str, str], ...]:
    """Ids and names for so many of a kind who are met: as it is called, or as it looks if nobody knows. The numbers go
    on from those of the same name that were met before. Whether somebody knows them is not told yet of those who are
    not to be made out at first."""
    if is_told or any(c.kind == kind for c in do.state.creatures.values()):
        know(do, kind)
    lore, state = do.rules.lore, do.state
    if lore is None:
        return tuple((id, "") for id in islice(_free(state, kind, ""), many))
    if is_named(lore, state, kind) or (not is_told and lore.recognised_by(state, kind)):
        return tuple((id, "") for id in islice(_free(state, kind, lore.name(kind)), many))
    look = lore.look(kind)
    called = content.key(look)
    ids = islice(_free(state, called, look), many)
    return tuple((id, f"{look[:1].upper()}{look[1:]} {id.rpartition('-')[2]}") for id in ids)


def _free(state: State, called: str, name: str) -> Iterator[str]:
    """Ids that nobody has, with numbers that nobody of that name has."""
    taken = {c.name.lower() for c in state.creatures.values()}
    for number in count(1):
        id = f"{called}-{number}"
        if id not in state.creatures and f"{name.lower()} {number}" not in taken:
            yield id


def know(do: Resolution, kind: str) -> None:
    """Whether those who stand there now are known: somebody of the party knows their like, or it has met them."""
    recognise(do, kind)
    if any(c.kind == kind for c in do.state.creatures.values()):
        learn(do, kind, MET)


def recognise(do: Resolution, kind: str) -> None:
    """Somebody of the party who knows their like can say what they are."""
    lore, state = do.rules.lore, do.state
    if lore is None or is_named(lore, state, kind):
        return
    by = lore.recognised_by(state, kind)
    if by:
        learn(do, kind, RECOGNISED, by)


def learn(do: Resolution, kind: str, how: str, by: str = "") -> None:
    """The party can name a kind from now on; those of it whom it met are called so, numbered as they were met."""
    lore, state = do.rules.lore, do.state
    if lore is None or state.party is None or is_named(lore, state, kind):
        return
    name, look = lore.name(kind), lore.look(kind).lower()
    met = {id: c for id, c in state.creatures.items() if c.kind == kind and c.name.lower().startswith(look)}
    taken = {c.name for id, c in state.creatures.items() if id not in met}
    free = (f"{name} {number}" for number in count(1) if f"{name} {number}" not in taken)
    do.emit(KindLearnt(kind, name, {id: next(free) for id in met}, how, by, rule=lore.named_by))


def recalled(do: Resolution, event: Event) -> None:
    """Who remembers something of those who stand there can name them; whoever only guesses at a name cannot."""
    assert isinstance(event, Recalled)
    if event.facts and event.by_look and any(c.kind == event.about for c in do.state.creatures.values()):
        learn(do, event.about, RECALLED, event.creature)


def kind_meant(state: State, words: Iterable[str]) -> str:
    """The kind of somebody who is there and is spoken of by the look; empty if nobody is."""
    said = {form for word in words for form in (word, word.removesuffix("s"))}
    met = state.encounter.monsters if state.encounter is not None else ()
    for creature in (c for c in state.creatures.values() if c.id in met or c.at is not None):
        name = [word for word in creature.name.lower().replace("-", " ").split() if not word.isdecimal()]
        if name and creature.kind.replace("-", " ") != " ".join(name) and name[-1] in said:
            return creature.kind
    return ""


def is_by_its_look(state: State, words: Iterable[str]) -> bool:
    """Whether the words have all of the look of somebody who is there and whom nobody can name."""
    said = {form for word in words for form in (word, word.removesuffix("s"))}
    met = state.encounter.monsters if state.encounter is not None else ()
    for creature in (c for c in state.creatures.values() if c.id in met or c.at is not None):
        look = [word for word in creature.name.lower().replace("-", " ").split() if not word.isdecimal()]
        is_look = creature.kind.replace("-", " ") != " ".join(look)
        if len(look) > 1 and is_look and set(look) <= {part for word in said for part in word.split("-")}:
            return True
    return False


def heard(do: Resolution, event: Event) -> None:
    """A rumour may give a name away."""
    assert isinstance(event, RumourHeard)
    town = do.state.settlement
    teaches = town.rumours[event.index].teaches if town is not None and event.index < len(town.rumours) else ""
    if teaches:
        learn(do, teaches, TOLD)
