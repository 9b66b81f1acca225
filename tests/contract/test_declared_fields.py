"""Whoever adds a field to anything in a state says whether some seat may not know it: a type declares its `secrets`,
and every other field is listed as open in `open_fields.txt`, a line for each struct.

A field is open if a seat that can tell that there is such a thing may know it, or if it follows from what is open.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import fields
from tests.contract.reachable import reachable, undeclared

from underkeep.kernel.secret import WHOLE
from underkeep.world.creature import Creature

LIST = Path(__file__).with_name("open_fields.txt")


@cache
def listed() -> dict[str, list[str]]:
    lines = (line.split(":", 1) for line in LIST.read_text(encoding="utf-8").splitlines())
    return {name: names.split() for name, names in lines}


@pytest.mark.parametrize("name", sorted(reachable()))
def test_each_field_is_secret_or_open(name: str) -> None:
    kind = reachable()[name]
    assert sorted(undeclared(kind)) == sorted(listed().get(name, [])), (
        f"{name}: declare each new field in its `secrets`, or list it as open in {LIST.name}."
    )


def test_nothing_is_listed_that_is_not_there() -> None:
    assert set(listed()) <= set(reachable())


@pytest.mark.parametrize("name", sorted(name for name, kind in reachable().items() if hasattr(kind, "secrets")))
def test_what_is_declared_secret_is_a_field(name: str) -> None:
    kind = reachable()[name]
    assert set(kind.secrets) <= {WHOLE, *(field.name for field in fields(kind))}  # type: ignore[attr-defined]


def test_a_field_that_nobody_declared_is_noticed() -> None:
    class Moody(Creature, frozen=True):
        mood: str = ""

    assert "mood" in undeclared(Moody)
    assert "mood" not in listed()["world.creature.Creature"]
