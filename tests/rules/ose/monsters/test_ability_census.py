"""Every ability that the lists name is accounted for: executed by what stands in the listing, conduct, or left to a
person with a reason."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from underkeep.systems.ose.monsters.listings import Effect, Monster, Trait, monsters
from underkeep.systems.ose.monsters.special_actions import SpecialPower
from underkeep.testing import rule

HERE = Path(__file__).parent
CENSUS = tomllib.loads((HERE / "ability_census.toml").read_text())
LINES = [x for x in (HERE / "abilities.txt").read_text().splitlines() if not x.startswith("#")]
ABILITIES = {kind: tags.split() for kind, _, tags in (line.partition(": ") for line in LINES)}
CASES = [(kind, tag) for kind, tags in ABILITIES.items() for tag in tags]
MOST_MANUAL = 0.05


def entry(kind: str, tag: str) -> tuple[str, str]:
    """The part of the census that has this ability of this kind, and what it says."""
    for name in (f"{tag}@{kind}", tag):
        for part, known in CENSUS.items():
            if name in known:
                return part, known[name]
    raise KeyError(f"{tag} of {kind} is not accounted for")


def named(listing: Monster, sort: str) -> set[str]:
    if sort == "effect":
        return {_tag(e) for routine in listing.attacks for line in routine for e in line.effects}
    return {_tag(x) for x in (listing.traits if sort == "trait" else listing.powers)}


def _tag(thing: object) -> str:
    return str(type(thing).__struct_config__.tag)  # type: ignore[attr-defined]


def is_there(listing: Monster, what: str) -> bool:
    """Whether the listing has what the census says executes an ability."""
    sort, _, name = what.partition(" ")
    if sort == "field":
        return getattr(listing, name) not in (None, (), False, "")
    if sort == "line":
        return any(line.name == name for routine in listing.attacks for line in routine)
    return sort == "rule" or name in named(listing, sort)


@rule("ose:monster.stat-block")
@pytest.mark.parametrize(("kind", "tag"), CASES, ids=[f"{kind}-{tag}" for kind, tag in CASES])
def test_an_ability_is_accounted_for(kind, tag):
    part, what = entry(kind, tag)
    if part == "effects":
        assert is_there(monsters()[kind], what), what
    elif part in ("manual", "frame"):
        assert what.endswith(".")


def test_little_is_left_to_a_person():
    parts = Counter(entry(kind, tag)[0] for kind, tag in CASES)
    assert len(CASES) == 912 and len(ABILITIES) == 226
    assert parts["manual"] <= MOST_MANUAL * len(CASES), parts
    assert parts["effects"] >= 520, parts


def test_the_census_names_nothing_that_there_is_not():
    known = {tag for _, tag in CASES} | {f"{tag}@{kind}" for kind, tag in CASES}
    assert not [name for part in CENSUS.values() for name in part if name not in known]
    names = [name for part in CENSUS.values() for name in part]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("sort", "union"), [("effect", Effect), ("trait", Trait), ("power", SpecialPower)])
def test_every_effect_trait_and_power_has_a_monster(sort, union):
    used = set().union(*(named(listing, sort) for listing in monsters().values()))
    assert {str(kind.__struct_config__.tag) for kind in get_args(union)} == used
