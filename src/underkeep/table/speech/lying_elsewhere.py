"""Where a thing is that nobody carries: in which place that the party has seen it lies, as far as anybody knows."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from underkeep.procedures import survey
from underkeep.table import course, naming
from underkeep.table.speech.lexicon import alike
from underkeep.table.speech.meanings import Reader, Say, ours
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import parts
from underkeep.world.dungeon import Hoard
from underkeep.world.gear import Item

_ASKS = pattern("lying_elsewhere", "asks")
MOST = 3


def lying_elsewhere(reader: Reader, said: str) -> Say | None:
    """The answer to such a question; None of any other, and of what somebody carries or what lies here."""
    found = _ASKS.fullmatch(said)
    wanted = [word for word in parts(found["what"]) if word not in ("piece", "of", "all")] if found is not None else []
    here = survey.known_hoards(reader.state)
    near = [item for c in ours(reader) for item in c.items] + [item for hoard in here for item in hoard.items]
    if not wanted or any(_fits(wanted, item) for item in near):
        return None
    lying: dict[tuple[str, str], Item] = {}
    for hoard in _seen(reader):
        for item in hoard.items:
            if _fits(wanted, item):
                before = lying.get((hoard.area, item.name))
                lying[hoard.area, item.name] = replace(item, count=item.count + (before.count if before else 0))
    areas = list(dict.fromkeys(area for area, _ in lying))[:MOST]
    told = [
        f"{naming.listing([naming.some(item) for (where, _), item in lying.items() if where == area])} in "
        f"{course.area_name(reader.state, area)}"
        for area in areas
    ]
    if not told:
        return None
    number = course.areas(reader.state).index(areas[0]) + 1
    return Say(f"As far as anybody knows, there lies: {'; '.join(told)}. To walk there, say: go to area {number}.")


def _seen(reader: Reader) -> Iterator[Hoard]:
    """What lies open in other places of this dungeon where the party has been and seen the floor."""
    dungeon, party = reader.state.dungeon, reader.state.party
    assert dungeon is not None and party is not None
    here = survey.here(reader.state)[2].id
    for hoard in dungeon.hoards.values():
        is_known = hoard.area in party.visited and hoard.area != here and not hoard.hidden and hoard.barrier is None
        place = dungeon.areas[hoard.area]
        square = dungeon.level(place.level).grid.bit(hoard.square or survey.middle(place))
        if is_known and square & party.seen_mask(place.level):
            yield hoard


def _fits(wanted: list[str], item: Item) -> bool:
    names = frozenset((*parts(item.name), *parts(naming.plural(item.name))))
    return all(alike(word, names) for word in wanted)
