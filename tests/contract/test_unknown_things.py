"""A magic item that nobody has tried is the same in every byte whatever it is: its kind and its charges are secret."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from underkeep.systems import load
from underkeep.systems.ose.basics.enchanted import Enchanted, MagicItem, magic_items
from underkeep.testing.contract.moments import moments_of
from underkeep.testing.contract.paired import compare
from underkeep.world.gear import Item
from underkeep.world.state import State

SEED = 3
OF_A_MOMENT = 30
SORTS = sorted({item.sort for item in magic_items().values()})


@cache
def moments() -> tuple[State, ...]:
    """Moments of all scenes in which nothing is asked and somebody of the party is there."""
    found = moments_of(load("ose"), SEED)
    return tuple(s for s in found if s.party is not None and s.marchers() and not s.prompts and not s.over)


def thing(id: str, item: MagicItem, place: str) -> Item:
    charges = 5 if item.charges is not None else None
    return Item(id, item.looks, place, quality=Enchanted(item.seems, charges))


@pytest.mark.parametrize("sort", SORTS)
def test_what_is_not_known_shows_nowhere(sort: str) -> None:
    rules, states = load("ose"), []
    some = [(id, item) for id, item in magic_items().items() if item.sort == sort and not item.gives]
    for number, state in enumerate(moments()):
        id, item = some[number * 3 % len(some)]
        for bearer in (state.marchers()[0], state.marchers()[-1]):
            gear = (*bearer.items, thing(id, item, "hand" if item.like else "pack"))
            states.append(state.with_creature(bearer.id, items=gear))
    tried: Counter[str] = Counter()
    leaks = compare(rules, states, SEED, 400, OF_A_MOMENT, tried, of=("Item.kind", "Enchanted.charges"))
    assert not leaks, "\n".join(map(str, leaks[:5]))
    assert tried


def test_a_look_is_shared_by_several_kinds() -> None:
    wands = [
        x.quality.might_be(x.kind)
        for id, i in magic_items().items()
        if i.looks == "wand" and (x := thing(id, i, "pack")).quality
    ]
    assert all(len(kinds) > 3 for kinds in wands)
    known = replace(thing("wand-of-cold", magic_items()["wand-of-cold"], "pack"), quality=Enchanted())
    assert known.quality is not None and known.quality.might_be(known.kind) == ()
