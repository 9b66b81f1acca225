"""Handing things over in a fight, and mules that a Mule Master leads."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import act, hero, monster, options, refused_by, scene, scripted, spent

from underkeep.systems.rampage.attacks import morale
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.combat.handing import HandOver
from underkeep.testing import d6, rule
from underkeep.world.creature import Creature, MoraleRolled
from underkeep.world.fight import Spent
from underkeep.world.state import State

FAR = monster("orc", (30, 20))


def giver(kind: str = "lackey", level: int = 2) -> Creature:
    return hero("hero", (5, 5), kind, level=level, gear=("spear", "dagger"))


def pair(kind: str = "lackey", level: int = 2, at: tuple[int, int] = (6, 5)) -> State:
    return scene(giver(kind, level), hero("mate", at, gear=()), FAR)


def hand(what: str = "spear") -> HandOver:
    return HandOver("hero", "mate", what)


def kinds(state: State, id: str) -> list[tuple[str, str]]:
    return [(i.kind, i.place) for i in state.creatures[id].items]


@rule("rampage:class.ability.swapper", "rampage:combat.gear.trade")
@pytest.mark.parametrize(
    ("kind", "level", "who"),
    [("lackey", 2, ["hero"]), ("lackey", 1, ["hero", "mate"]), ("warrior", 9, ["hero", "mate"])],
)
def test_whose_attack_it_takes(kind: str, level: int, who: list[str]) -> None:
    do = act(pair(kind, level), hand())
    assert [e.creature for e in do.events if isinstance(e, Spent)] == who
    assert kinds(do.state, "mate") == [("spear", "hand")]
    assert [kind for kind, _ in kinds(do.state, "hero")] == ["dagger"]
    cited = {rule for e in do.events for rule in e.rule}
    assert ("rampage:class.ability.swapper" in cited) is (len(who) == 1)
    assert "rampage:combat.gear.trade" in cited


@rule("rampage:combat.gear.trade", "rampage:class.ability.swapper")
def test_what_speaks_against_it() -> None:
    assert refused_by(pair(at=(8, 5)), hand()) == "combat.gear.trade"
    assert refused_by(pair(), hand("ladder")) == "combat.gear.trade"
    assert refused_by(pair(), HandOver("hero", "orc", "spear")) == "combat.gear.trade"
    assert refused_by(spent(pair(), "hero", "attack"), hand()) == "combat.gear.trade"
    assert refused_by(spent(pair("warrior"), "mate", "attack"), hand()) == "combat.gear.trade"
    assert act(spent(pair(), "mate", "attack"), hand()).state is not None


@rule("rampage:class.ability.swapper")
def test_swappers_are_offered_it() -> None:
    found = [a for a in options(pair(), "hero") if isinstance(a, HandOver)]
    assert {a.target for a in found} == {"mate"} and len(found) == 2
    assert not [a for a in options(pair("warrior"), "hero") if isinstance(a, HandOver)]
    assert not [a for a in options(pair(at=(9, 5)), "hero") if isinstance(a, HandOver)]


@rule("rampage:combat.gear.trade")
def test_full_hands_put_it_in_the_belt() -> None:
    armed = scene(giver(), hero("mate", (6, 5), gear=("two-handed-sword",)), FAR)
    do = act(armed, hand("dagger"))
    assert ("dagger", "belt") in kinds(do.state, "mate")


# Mules


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
