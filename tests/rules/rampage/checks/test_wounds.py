"""Lying near death: who is saved by what, and how the felled get up."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import DAY, MORNING, below, do_it, has_event, last, one, rolling, rules_of, with_items

from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.attacks import death
from underkeep.systems.rampage.basics.campaign import Service
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks import healing, wounds
from underkeep.systems.rampage.checks.healing import Tend
from underkeep.systems.rampage.equipment.load import movement_in
from underkeep.testing import d2, d4, d6, d8, rule
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature, Died
from underkeep.world.party import PartyLeft
from underkeep.world.state import State

WEEK = 7 * DAY


def fallen(*conditions: str, until: int | None = None, **changes: object) -> Creature:
    held = tuple(Condition(name, until) for name in conditions)
    return replace(one("fallen", **changes), hp=0, status="down", conditions=held)


def lying(*conditions: str, **changes: object) -> State:
    return below(with_items(one(), "bandages"), fallen(*conditions, **changes))


@rule("rampage:death.mortally-wounded", "rampage:death.mortally-wounded-rest", "rampage:healing.magical-defined")
def test_magic_saves_the_mortally_wounded_for_weeks_in_bed() -> None:
    bandaged = do_it(lying(wounds.MORTAL), Tend("hero", "fallen"), d6(6))
    assert bandaged.state.creatures["fallen"].condition(wounds.MORTAL)
    do = rolling(lying(wounds.MORTAL), d6(3))
    healing.heal(do, "fallen", 8, (), "magic")
    bed = do.state.creatures["fallen"].condition(wounds.RECOVERING)
    assert bed is not None and bed.until == MORNING + 3 * WEEK
    assert do.state.creatures["fallen"].hp == 0
    pass_time(do, 3 * WEEK - 1, "x")
    assert do.state.creatures["fallen"].status == "down"
    pass_time(do, 1, "x")
    assert (do.state.creatures["fallen"].status, do.state.creatures["fallen"].hp) == ("up", 1)


@rule("rampage:death.gravely-wounded", "rampage:death.gravely-wounded-rest")
def test_bandages_save_the_gravely_wounded() -> None:
    do = do_it(lying(wounds.GRAVE), Tend("hero", "fallen"), d6(6), d6(2))
    assert do.state.creatures["fallen"].hp == 0
    bed = do.state.creatures["fallen"].condition(wounds.RECOVERING)
    assert bed is not None and bed.until == MORNING + 2 * WEEK
    more = rolling(do.state)
    healing.heal(more, "fallen", 8, (), "magic")
    assert more.state.creatures["fallen"].hp == 0


@rule("rampage:death.mortally-wounded", "rampage:death.gravely-wounded")
@pytest.mark.parametrize("wound", [wounds.MORTAL, wounds.GRAVE])
def test_whom_nobody_helps_in_time_dies(wound: str) -> None:
    do = rolling(lying(wound, until=MORNING + 600))
    pass_time(do, 599, "x")
    assert not has_event(do, Died)
    pass_time(do, 1, "x")
    assert do.state.creatures["fallen"].status == "dead"


@rule("rampage:death.maimed", "rampage:death.messed-up")
@pytest.mark.parametrize("wound", [wounds.MAIMED, wounds.MESSED_UP])
def test_bandages_bring_the_maimed_to(wound: str) -> None:
    do = do_it(lying(wound), Tend("hero", "fallen"), d6(6))
    assert (do.state.creatures["fallen"].status, do.state.creatures["fallen"].hp) == ("up", 1)
    alone = rolling(lying(wound, until=MORNING + DAY))
    pass_time(alone, DAY, "x")
    assert (alone.state.creatures["fallen"].status, alone.state.creatures["fallen"].hp) == ("up", 1)


@rule("rampage:death.knocked-out")
def test_the_knocked_out_come_to_after_the_fight() -> None:
    state = lying(wounds.KNOCKED_OUT)
    do = rolling(state)
    wounds.come_to(do, state.creatures["fallen"])
    assert (do.state.creatures["fallen"].status, do.state.creatures["fallen"].hp) == ("up", 1)
    worse = rolling(lying(wounds.MORTAL))
    wounds.come_to(worse, worse.state.creatures["fallen"])
    assert worse.state.creatures["fallen"].status == "down"


@rule("rampage:death.maimed.foot")
def test_a_wooden_foot_costs_an_inch() -> None:
    hero = one()
    lame = replace(hero, sheet=replace(sheet(hero), injuries=("lost left foot",)))
    assert movement_in(lame) == 6
    assert movement_in(with_items(lame, "wooden-foot")) == 11
    legless = replace(hero, sheet=replace(sheet(hero), injuries=("lost left leg",)))
    assert movement_in(with_items(legless, "wooden-foot")) == 6


@rule("rampage:death.messed-up.cha")
def test_one_henchman_deserts_the_disfigured() -> None:
    serving = {f"hench-{n}": Service("hero", "henchman", 0) for n in (1, 2)}
    state = below(replace(one(CHA=12), hp=0), one("hench-1"), one("hench-2"), services=serving)
    do = rolling(state, d8(7), d6(6), d4(2))
    death.roll_near_death(do, "hero")
    assert sheet(do.state.creatures["hero"]).score("CHA") == 10
    assert [e.creature for e in do.events if isinstance(e, PartyLeft)] == ["hench-2"]
    assert "death.messed-up.cha" in rules_of(do)


@rule("rampage:death.near-death-chart")
@pytest.mark.parametrize(("face", "condition"), [(6, wounds.MAIMED), (7, wounds.MESSED_UP), (8, wounds.KNOCKED_OUT)])
def test_the_felled_bear_what_felled_them(face: int, condition: str) -> None:
    more = {6: (d6(1), d2(1)), 7: (d6(1), d4(1)), 8: ()}[face]
    do = rolling(below(replace(one(), hp=0)), d8(face), *more)
    death.roll_near_death(do, "hero")
    found = do.state.creatures["hero"].condition(condition)
    assert found is not None
    assert found.until == (None if face == 8 else MORNING + DAY)
    assert last(do, death.NearDeathRolled).result == condition
