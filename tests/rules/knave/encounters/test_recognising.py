"""Who knows what monsters are called."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from underkeep.kernel.dice import Seeded
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.sheet import KnaveSheet
from underkeep.systems.knave.encounters import meetings, recognising
from underkeep.systems.knave.ruleset import RULESET
from underkeep.testing import rule
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.dungeon import Group
from underkeep.world.knowledge import KindLearnt
from underkeep.world.state import State


def party(*careers: str) -> State:
    state = delving_party(RULESET, cellar(RULESET), "knave", knowing=False)
    hero = state.creatures["hero-1"]
    assert isinstance(hero.sheet, KnaveSheet)
    hero = replace(hero, sheet=replace(hero.sheet, careers=careers))
    return replace(state, creatures={**state.creatures, hero.id: hero})


def met(state: State, kind: str) -> Resolution:
    do = Resolution(state, Seeded(1), RULESET)
    meetings.muster(do, Group("those", "1-p1", kind, 1))
    return do


@rule("knave:task.knowledge.career")
@pytest.mark.parametrize(
    ("career", "kind", "named"),
    [
        ("mercenary", "orc", True),
        ("gardener", "orc", False),
        ("gravedigger", "wight", True),
        ("mercenary", "wight", False),
    ],
)
def test_a_career_knows_its_creatures(career: str, kind: str, named: bool) -> None:
    done = met(party(career), kind)
    (creature,) = (c for c in done.state.creatures.values() if c.kind == kind)
    name = compendium.monsters()[kind].name
    assert (creature.name == f"{name} 1") is named
    assert (creature.id == f"{kind}-1") is named
    assert [e.by for e in done.events if isinstance(e, KindLearnt)] == (["hero-1"] if named else [])


@rule("knave:task.knowledge.common")
def test_everybody_knows_animals() -> None:
    assert recognising.look("giant-spider") == "Giant spider"
    assert recognising.look("orc") == "pig-snouted warrior"
    (creature,) = (c for c in met(party(), "giant-spider").state.creatures.values() if c.kind == "giant-spider")
    assert creature.name == "Giant spider 1"


def test_a_kind_without_a_look_is_described_by_its_listing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognising, "look_of", lambda kind: None)
    assert recognising.look("ogre") == "large figure"
    assert recognising.look("skeleton") == "strange corpse"
    assert recognising.look("orc") == "strange figure"
