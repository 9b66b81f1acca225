"""Mules that a Mule Master leads."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import hero, monster, scene, scripted

from underkeep.systems.rampage.attacks import morale
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.testing import d6, rule
from underkeep.world.creature import MoraleRolled
from underkeep.world.state import State

FAR = monster("orc", (30, 20))


def mules(level: int = 4, kind: str = "lackey") -> State:
    mule = monster("mule", (6, 5), "mule", side="a")
    mule = replace(mule, sheet=replace(sheet(mule), morale=7))
    return scene(hero("hero", (5, 5), kind, level=level), mule, FAR)


@rule("rampage:class.ability.mule-master.morale")
@pytest.mark.parametrize(
    ("level", "faces", "holds"),
    [(4, (5, 5, 3, 3), True), (4, (5, 5, 5, 3), False), (3, (5, 5), False), (4, (3, 4), True)],
)
def test_the_better_of_two_rolls_counts_for_mules(level: int, faces: tuple[int, ...], holds: bool) -> None:
    """Rolls of 10 and 6 against morale 7: the mule holds."""
    do = scripted(mules(level), *d6(*faces))
    morale.check(do, "mule", "test", [do.state.creatures["mule"]], "rampage:morale.roll")
    rolled = [e for e in do.events if isinstance(e, MoraleRolled)]
    assert len(rolled) == len(faces) // 2
    assert morale.has_broken(do.state.creatures["mule"]) is not holds
    assert ("rampage:class.ability.mule-master.morale" in rolled[-1].rule) is (len(rolled) == 2)


@rule("rampage:class.ability.mule-master.morale")
def test_only_mules_are_mastered() -> None:
    orc = replace(monster("other", (6, 5), "orc", side="a"), sheet=replace(sheet(monster("o", (1, 1))), morale=7))
    do = scripted(scene(hero("hero", (5, 5), "lackey", level=4), orc, FAR), *d6(5, 5))
    morale.check(do, "other", "test", [do.state.creatures["other"]], "rampage:morale.roll")
    assert morale.has_broken(do.state.creatures["other"])
