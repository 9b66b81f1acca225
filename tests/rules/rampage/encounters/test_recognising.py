"""What is known of monsters at sight."""

import pytest
from tests.rules.rampage.delve import below, has_event, one, rolling
from tests.rules.rampage.encounters.test_reactions import of

from underkeep.procedures import lore
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.encounters import recognising
from underkeep.systems.rampage.encounters.recognising import NatureIdentified
from underkeep.systems.rampage.monsters import wandering
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import rule
from underkeep.testing.builders import cellar
from underkeep.world.knowledge import KindLearnt


@rule("rampage:class.ability.nature-identification.identify")
@pytest.mark.parametrize(
    ("kind", "level", "met", "knows"),
    [("druid", 2, "owl-bear", True), ("druid", 1, "owl-bear", False), ("druid", 2, "troll", False),
     ("warrior", 9, "owl-bear", False), ("druid", 2, "gelatinous-cube", False)],
)  # fmt: skip
def test_a_druid_of_level_2_knows_beasts(kind: str, level: int, met: str, knows: bool) -> None:
    do = rolling(below(one("warrior-1"), one(kind=kind, level=level)))
    lore.know(do, met)
    assert has_event(do, KindLearnt) is knows
    assert has_event(do, NatureIdentified) is knows
    if knows:
        told = next(e for e in do.events if isinstance(e, NatureIdentified))
        assert (told.creature, told.kind) == ("hero", "owl-bear")


def test_who_speaks_a_tongue_knows_its_people() -> None:
    do = rolling(below(of(one(), "neutral", "Common", "Gnoll")))
    lore.know(do, "gnoll")
    assert has_event(do, KindLearnt) and not has_event(do, NatureIdentified)
    again = rolling(below(of(one(), "neutral", "Common")))
    lore.know(again, "gnoll")
    assert not has_event(again, KindLearnt)


def test_looks_and_names() -> None:
    assert recognising.look("orc") != "Orc" and recognising.name("orc") == "Orc"
    assert recognising.look("man-at-arms") == recognising.name("man-at-arms")
    assert recognising.look("nothing-known") == recognising.name("nothing-known") == "Nothing known"
    assert all(recognising.look(kind) for kind in compendium.monsters())


def test_things_take_eyes_and_smells_do_not() -> None:
    dark, lit = below(one()), below(one(), lights=("hero",))
    assert recognising.notices(lit, "thing") and not recognising.notices(dark, "thing")
    assert recognising.notices(dark, "smell")
    assert recognising.notices(below(one(race="dwarf")), "thing")


def test_who_wanders_by_depth() -> None:
    dungeon = cellar(RULESET)
    for level in (1, 2, 9):
        rows = recognising.wanderers(dungeon, level)
        assert [row.kinds[0] for row in rows] == [entry.kind for entry in wandering.entries(level)]
        assert [row.roll for row in rows] == [str(n) for n in range(1, len(rows) + 1)]
    assert recognising.wanderers(dungeon, 1) != recognising.wanderers(dungeon, 9)
