"""A Druid's wild shape, and the herbs of the forest."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    DAY,
    MORNING,
    against,
    below,
    do_it,
    has_event,
    home,
    last,
    one,
    rolling,
    rules_of,
    why,
)
from tests.rules.rampage.scene import act, hero, monster, options, refused_by, scene

from underkeep.procedures.actions import Attack
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.town_life import RampageTown
from underkeep.systems.rampage.checks import wild_shape
from underkeep.systems.rampage.checks.wild_shape import ShapeResumed, WildShape
from underkeep.systems.rampage.town import herbs
from underkeep.systems.rampage.town.herbs import GatherHerbs
from underkeep.testing import d4, d6, rule
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature, Harmed, Healed
from underkeep.world.fight import Spent
from underkeep.world.party import PartyWent
from underkeep.world.state import State


def druid(level: int = 5, hp: int = 20, **changes: object) -> Creature:
    made = replace(one(kind="druid", level=level, gear=("spear",)), hp=hp, max_hp=40)
    return replace(made, **changes)


def bear(form: str = "black-bear") -> WildShape:
    return WildShape("hero", form)


@rule("rampage:class.ability.wild-shape.forms")
def test_a_druid_becomes_a_bear_and_himself_again() -> None:
    do = do_it(below(druid()), bear(), d6(3))
    after = do.state.creatures["hero"]
    own = sheet(after)
    assert (after.kind, after.items, own.ac, own.movement_in, own.legs, own.hd, own.classes) == (
        "black-bear", (), 6, 12, 4, 4, (),
    )  # fmt: skip
    assert own.save == sheet(druid()).save
    back = do_it(do.state, bear("own"))
    assert back.state.creatures["hero"].sheet == druid().sheet
    assert [i.kind for i in back.state.creatures["hero"].items] == ["spear"]
    assert back.state.creatures["hero"].kind == "druid"
    assert campaign(back.state).shapes == {}
    assert not has_event(back, Healed)


@rule("rampage:class.ability.wild-shape.heal")
@pytest.mark.parametrize(
    ("hp", "face", "healed"), [(20, 3, 6), (20, 6, 12), (20, 1, 2), (35, 1, 1), (33, 1, 1), (39, 6, 1), (31, 3, 2)]
)
def test_it_heals_tenths_of_what_was_lost(hp: int, face: int, healed: int) -> None:
    """Damage taken 20, roll 3: heals 6."""
    do = do_it(below(druid(hp=hp)), bear(), d6(face))
    lost = 40 - hp
    assert last(do, Healed).amount == healed == max(1, lost * face // 10)


@rule("rampage:class.ability.wild-shape.heal")
def test_the_unhurt_roll_nothing() -> None:
    assert not has_event(do_it(below(druid(hp=40)), bear()), Healed)


@rule("rampage:class.ability.wild-shape.forms")
def test_each_sort_once_a_day_from_level_5() -> None:
    """A second bird on one day is refused, and a mammal still allowed."""
    assert against(below(druid(4)), bear()) == "class.ability.wild-shape.forms"
    assert against(below(one()), bear()) == "class.ability.wild-shape.forms"
    assert against(below(druid()), bear("dragon")) == "class.ability.wild-shape.forms"
    assert against(below(druid()), bear("own")) == "class.ability.wild-shape.forms"
    flown = replace(druid(), conditions=(Condition("used bird shape", MORNING + 9, 1),))
    assert against(below(flown), bear("hawk")) == "class.ability.wild-shape.forms"
    assert against(below(flown), bear("raven")) == "class.ability.wild-shape.forms"
    assert why(below(flown), bear("wolf")) is None and why(below(flown), bear("giant-rattler")) is None
    changed = do_it(below(druid(hp=40)), bear("raven")).state
    assert against(changed, bear("wolf")) == "class.ability.wild-shape.forms"
    worn = changed.creatures["hero"].condition("used bird shape")
    assert worn is not None and (worn.until, worn.level) == (DAY, 1)
    assert {a.form for a in wild_shape.options(below(flown))} == {"wolf", "black-bear", "giant-rattler"}
    assert wild_shape.options(changed) == [bear("own")]
    assert wild_shape.options(below(one())) == []


def fighting(**changes: object) -> State:
    made = replace(hero("hero", (5, 5), "druid", level=5, gear=("spear",)), hp=10, max_hp=20, **changes)
    return scene(made, monster("orc", (6, 5)))


@rule("rampage:class.ability.wild-shape.action")
def test_it_takes_the_attack_and_leaves_the_move() -> None:
    state = fighting()
    assert bear() in options(state, "hero")
    do = act(state, bear(), d6(1))
    spent = [e.what for e in do.events if isinstance(e, Spent)]
    assert spent == ["attack"]
    assert refused_by(do.state, bear("own")) == "class.ability.wild-shape.action"
    assert not [a for a in options(do.state, "hero") if isinstance(a, WildShape | Attack)]
    assert not [
        a for a in options(scene(hero("hero", (5, 5)), monster("orc", (6, 5))), "hero") if isinstance(a, WildShape)
    ]


@rule("rampage:class.ability.wild-shape.forms")
def test_a_bear_fights_with_claws() -> None:
    state = act(fighting(), bear(), d6(1)).state
    assert state.fight is not None
    fresh = replace(state, fight=replace(state.fight, spent={}))
    blows = [a.weapon for a in options(fresh, "hero") if isinstance(a, Attack)]
    assert blows and "spear" not in blows


@rule("rampage:class.ability.wild-shape.forms")
def test_who_falls_as_a_beast_falls_as_a_druid() -> None:
    state = do_it(below(druid(hp=40)), bear()).state
    standing = rolling(state)
    wild_shape.on_harm(standing, Harmed("hero", 39, 1))
    assert not standing.events
    do = rolling(state)
    wild_shape.on_harm(do, Harmed("hero", 40, 0))
    assert last(do, ShapeResumed).kind == "druid"
    other = rolling(below(one()))
    wild_shape.on_harm(other, Harmed("hero", 40, 0))
    assert not other.events


@rule("rampage:class.ability.wild-shape.forms")
def test_nobody_comes_to_town_as_a_beast() -> None:
    state = do_it(below(druid(hp=40)), bear()).state
    do = rolling(state)
    wild_shape.on_going(do, PartyWent("road", None, "left"))
    assert not do.events
    wild_shape.on_going(do, PartyWent("town", None, "arrived"))
    assert do.state.creatures["hero"].kind == "druid"


# Herbs


def in_the_forest(who: Creature, terrain: str = "forest") -> State:
    state = home(who)
    assert state.settlement is not None
    return replace(state, settlement=replace(state.settlement, life=RampageTown(terrain)))


@rule("rampage:class.ability.nature-identification.herbs")
@pytest.mark.parametrize("face", [3, 1, 4])
def test_a_day_for_a_few_roots(face: int) -> None:
    do = do_it(in_the_forest(druid(2)), GatherHerbs("hero", "Comfrey Root"), d4(face))
    found = next(i for i in do.state.creatures["hero"].items if i.kind == "comfrey-root")
    assert found.count == face
    assert do.state.now == MORNING + DAY
    assert "class.ability.nature-identification.herbs" in rules_of(do)


@rule("rampage:class.ability.nature-identification.herbs")
def test_who_finds_no_herbs() -> None:
    herb, rule_of = GatherHerbs("hero", "comfrey root"), "class.ability.nature-identification.herbs"
    assert against(in_the_forest(druid(1)), herb) == rule_of
    assert against(in_the_forest(druid(2), "swamp"), herb) == rule_of
    assert against(in_the_forest(druid(2)), GatherHerbs("hero", "black lotus")) == rule_of
    assert herbs.options(in_the_forest(druid(2))) == [GatherHerbs("hero", "comfrey-root")]
    assert herbs.options(in_the_forest(druid(1))) == []
