"""Food, water and temporary hit points; experience and levels."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import abroad, home, one, reply, rolling, rules_of, with_items

from underkeep.systems.rampage.basics.campaign import Service
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks import advancement, experience, provisions
from underkeep.systems.rampage.checks.temporary import DEFENCE, absorb
from underkeep.testing import d2, d4, d6, d20, rule
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature


def eater(*kinds: str) -> Creature:
    return with_items(one(), *kinds)


@rule("rampage:hazard.no-food")
@pytest.mark.parametrize(("face", "hp"), [(18, 19), (19, 20)])
def test_a_day_without_food(face: int, hp: int) -> None:
    """A warrior of the first level saves on 19."""
    do = rolling(abroad(eater()), d20(face))
    provisions.feed(do, "forest")
    assert do.state.creatures["hero"].hp == hp
    assert do.state.creatures["hero"].condition(provisions.HUNGRY)


@rule("rampage:hazard.no-food", "rampage:hazard.no-healing-hungry")
def test_a_ration_ends_hunger() -> None:
    hungry = replace(eater("rations"), conditions=(Condition(provisions.HUNGRY),))
    do = rolling(abroad(hungry))
    provisions.feed(do, "forest")
    assert not do.state.creatures["hero"].condition(provisions.HUNGRY)
    assert not any(i.kind == "rations" for i in do.state.creatures["hero"].items)


@rule("rampage:hazard.no-water")
def test_a_day_without_water() -> None:
    dry = rolling(abroad(eater("rations")))
    provisions.feed(dry, "badlands")
    assert dry.state.creatures["hero"].hp == 19
    hot = rolling(abroad(eater("rations")), d4(3))
    provisions.feed(hot, "desert")
    assert hot.state.creatures["hero"].hp == 17
    assert hot.state.creatures["hero"].condition(provisions.THIRSTING)
    watered = rolling(abroad(eater("rations", "waterskin")))
    provisions.feed(watered, "desert")
    assert watered.state.creatures["hero"].hp == 20
    green = rolling(abroad(eater("rations")))
    provisions.feed(green, "forest")
    assert green.state.creatures["hero"].hp == 20


@rule("rampage:downtime.defensive-training")
@pytest.mark.parametrize(("amount", "left", "level"), [(1, 0, 1), (2, 0, None), (5, 3, None)])
def test_trained_points_are_lost_first(amount: int, left: int, level: int | None) -> None:
    do = rolling(home(replace(one(), conditions=(Condition(DEFENCE, level=2),))))
    assert absorb(do, "hero", amount) == left
    found = do.state.creatures["hero"].condition(DEFENCE)
    assert (found.level if found is not None else None) == level
    assert absorb(rolling(home(one())), "hero", 4) == 4


def with_xp(creature: Creature, xp: int) -> Creature:
    return replace(creature, sheet=replace(sheet(creature), xp=xp))


@rule("rampage:advancement.reroll-or-add", "rampage:advancement.new-die")
def test_a_new_level_asks_how_to_roll() -> None:
    """A fighter adds 1d6+2."""
    state = home(replace(one(CON=15), hp=6, max_hp=8))
    short = rolling(state)
    experience.gain(short, "hero", 1999)
    assert not short.state.prompts
    do = rolling(state)
    experience.gain(do, "hero", 2000)
    added = reply(do.state, "add", d6(4)).state.creatures["hero"]
    assert (added.max_hp, added.hp, sheet(added).level, sheet(added).save) == (15, 13, 2, 18)
    again = reply(do.state, "reroll", *d6(3, 3)).state.creatures["hero"]
    assert again.max_hp == 12


@rule("rampage:advancement.reroll-low")
def test_a_worse_roll_still_gains_a_little() -> None:
    """Old 12, new roll 10, CON 15: 14."""
    do = rolling(home(replace(one(CON=15), hp=12, max_hp=12)))
    experience.gain(do, "hero", 2000)
    assert reply(do.state, "reroll", *d6(2, 2)).state.creatures["hero"].max_hp == 14
    same = rolling(home(replace(one(), hp=8, max_hp=8)))
    experience.gain(same, "hero", 2000)
    assert reply(same.state, "reroll", *d6(2, 2)).state.creatures["hero"].max_hp == 8


@rule("rampage:retainer.henchman.xp")
def test_a_henchman_learns_half() -> None:
    serving = {"hench": Service("hero", "henchman", 10**9)}
    do = rolling(home(one(), one("other"), one("hench"), services=serving))
    experience.award(do, 1000)
    assert [sheet(do.state.creatures[id]).xp for id in ("hero", "other", "hench")] == [500, 500, 250]
    assert "retainer.henchman.xp" in rules_of(do)


@rule("rampage:retainer.henchman.level-zero-xp", "rampage:retainer.henchman.level-zero-class")
@pytest.mark.parametrize(("apprentice", "scores", "name"), [
    ("", {"STR": 12}, "warrior"), ("", {"DEX": 13, "STR": 12}, "scout"), ("wizard", {}, "wizard"),
])  # fmt: skip
def test_level_zero_comes_to_a_class_at_nothing(apprentice: str, scores: dict[str, int], name: str) -> None:
    boy = one("boy", **scores)
    boy = replace(boy, kind="militia", sheet=replace(sheet(boy), classes=(), xp=-1000), hp=3, max_hp=3)
    serving = {"boy": Service("hero", "henchman", 10**9, apprentice=apprentice)}
    short = rolling(home(one(), boy, services=serving))
    experience.gain(short, "boy", 999)
    assert sheet(short.state.creatures["boy"]).classes == ()
    die = {"warrior": d6, "scout": d4, "wizard": d2}[name](2)
    do = rolling(home(one(), boy, services=serving), die)
    experience.gain(do, "boy", 1000)
    assert sheet(do.state.creatures["boy"]).classes == (name,)
    assert do.state.creatures["boy"].max_hp >= 3
    assert advancement.level_for(sheet(do.state.creatures["boy"])) == 1
