"""No two things have one id, wherever they lie, and everything has one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct
from tests.properties.walks import SEEDS, SYSTEMS, walk

from underkeep.world.gear import Item


def things(value: Any) -> Iterator[Item]:
    """Every item inside a value, those in containers too."""
    if isinstance(value, Item):
        yield value
    if isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from things(getattr(value, field))
    elif isinstance(value, dict):
        for part in value.values():
            yield from things(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from things(part)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_no_two_things_have_one_id(system: str, seed: int) -> None:
    moments = walk(system, seed)
    for moment in (*moments[:: max(1, len(moments) // 40)], moments[-1]):
        ids = [item.id for item in things(moment.after)]
        assert all(ids), moment.chosen
        assert len(set(ids)) == len(ids), moment.chosen
