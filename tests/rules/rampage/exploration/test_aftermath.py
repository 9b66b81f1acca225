"""After a fight, venom, what is carried, stocking, and delves that play themselves."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    HALL,
    against,
    below,
    do_it,
    foe,
    has_event,
    last,
    met,
    one,
    rolling,
    why,
    with_items,
)

from underkeep.lab.delve import delve
from underkeep.procedures.delve_actions import Equip, Give
from underkeep.systems.rampage.basics.barriers import Bar
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.checks import tasks, wounds
from underkeep.systems.rampage.exploration import aftermath, sharing, turns
from underkeep.systems.rampage.exploration.venom import CoatWeapon, HarvestVenom
from underkeep.systems.rampage.referee import answers as key
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.table.new_game import Plan, new_game
from underkeep.testing import d6, d20, rule
from underkeep.world.condition import Condition
from underkeep.world.creature import Died
from underkeep.world.dungeon import Group, HoardChanged
from underkeep.world.gear import Item
from underkeep.world.grid import Grid
from underkeep.world.light import Light
from underkeep.world.state import State


def fought(*foes: object, **changes: object) -> State:
    state = met(below(one(), **changes), *foes)  # type: ignore[arg-type]
    return replace(state, grid=Grid(5, 5))


def after(state: State, *faces: int) -> object:
    do = rolling(state, *faces)
    aftermath.after_fight(do)
    return do


def test_what_is_counted_after_a_fight() -> None:
    dead, captive = replace(foe("a"), status="dead"), replace(foe("b", "gnoll"), status="yielded")
    do = after(fought(dead, captive))
    assert campaign(do.state).captives == ("b",)
    assert campaign(do.state).foes_xp == 75
    assert campaign(do.state).fought_on == 1
    assert last(do, HoardChanged).what == "left lying"
    assert do.state.creatures["hero"].condition(tasks.THIRSTY)


@rule("rampage:death.knocked-out")
def test_those_who_ran_come_back_and_the_knocked_out_get_up() -> None:
    runner, out = replace(one("runner"), status="fled"), replace(one("out"), hp=0, status="down")
    state = met(below(one(), runner, out), replace(foe("a"), status="dead"))
    do = after(replace(state, grid=Grid(5, 5)))
    assert do.state.creatures["runner"].status == "up"
    assert (do.state.creatures["out"].status, do.state.creatures["out"].hp) == ("up", 1)
    assert has_event(do, wounds.Revived)


@rule("rampage:light.drop.torch", "rampage:light.drop.candle")
@pytest.mark.parametrize(("kind", "burns"), [("torches", True), ("wax-candle", False)])
def test_the_light_of_the_fallen(kind: str, burns: bool) -> None:
    fallen = replace(one("bearer"), status="dead")
    state = met(below(one(), fallen), replace(foe("a"), status="dead"))
    lit = replace(state, grid=Grid(5, 5), lights=(Light("l", "bearer", kind, kind, 20, None),))
    do = after(lit)
    assert bool(do.state.lights) is burns
    if burns:
        assert do.state.lights[0].bearer == "hero"


# Venom


def snake(*people: object, harvested: tuple[str, ...] = ()) -> State:
    corpse = replace(foe("snake", "giant-rattler"), status="dead")
    state = below(*people, corpse, foe("rat", "giant-rat"), harvested=harvested)  # type: ignore[arg-type]
    assert state.dungeon is not None
    group = Group("g", "1-01", "giant-rattler", 0, members=("snake", "rat"))
    return replace(state, dungeon=replace(state.dungeon, groups={"g": group}))


@rule("rampage:task.venom-harvest.once", "rampage:task.venom-harvest.dose")
def test_one_dose_from_one_corpse() -> None:
    hero = with_items(one(), "venom-kit")
    act = HarvestVenom("hero", "snake")
    assert against(snake(one()), act) == "task.venom-harvest"
    done = do_it(snake(hero), act, d6(6))
    assert any(i.kind == "venom" for i in done.state.creatures["hero"].items)
    assert done.state.now == snake(hero).now + 600
    assert against(done.state, act) == "task.venom-harvest.once"
    failed = do_it(snake(hero), act, d6(5))
    assert not any(i.kind == "venom" for i in failed.state.creatures["hero"].items)
    assert against(failed.state, act) == "task.venom-harvest.once"
    assert against(snake(hero), HarvestVenom("hero", "rat")) == "task.venom-harvest"
    stung = do_it(snake(hero), act, d6(1), d20(1))
    assert has_event(stung, Died)


@rule("rampage:task.venom-harvest.dose")
def test_venom_goes_on_something_sharp() -> None:
    for kind, sharp in (("sword", True), ("mace", False)):
        state = below(with_items(one(gear=(kind,)), "venom"))
        coat = CoatWeapon("hero", state.creatures["hero"].items[0].id)
        if sharp:
            assert do_it(state, coat).state.creatures["hero"].condition("venom on sword")
        else:
            assert against(state, coat) == "task.venom-harvest.dose"
    bare = below(one())
    assert against(bare, CoatWeapon("hero", bare.creatures["hero"].items[0].id)) == "task.venom-harvest.dose"


@rule("rampage:encumbrance.maximum")
def test_nobody_carries_more_than_three_times_their_strength() -> None:
    weak = one("weak", STR=3)
    ropes = Item("rope", "Rope", count=9)
    assert sharing.can_carry(weak, (ropes,))
    assert not sharing.can_carry(weak, (replace(ropes, count=10),))
    state = below(with_items(one(), "rope", count=20), weak)
    rope = next(i for i in state.creatures["hero"].items if i.kind == "rope")
    assert against(state, Give("hero", "weak", rope.id, 9)) == "encumbrance.maximum"
    assert why(state, Give("hero", "weak", rope.id, 8)) is None
    coins = Item("gp", "Gold piece", count=4)
    assert sharing.share(state, (coins,)) == [("weak", coins)]


@rule("rampage:combat.ac.two-handed-no-shield")
def test_two_hands_hold_no_more() -> None:
    state = below(one(gear=("sword", "shield", "dagger")))
    dagger = next(i for i in state.creatures["hero"].items if i.kind == "dagger")
    assert against(state, Equip("hero", dagger.id, "hand")) == "combat.ac.two-handed-no-shield"
    assert why(state, Equip("hero", dagger.id, "pack")) is None


def test_a_dungeon_is_stocked_and_told() -> None:
    made = new_game(RULESET, 3, Plan(levels=2)).state
    assert made.dungeon is not None
    assert made.dungeon.groups and made.dungeon.hoards
    bars = [door.barrier for door in made.dungeon.doors.values() if door.barrier is not None]
    assert all(isinstance(bar, Bar) for bar in bars)
    assert key.stats("bugbear").startswith("HD 3+1, AC 5")
    assert "surprises on 1-3" in key.stats("bugbear")
    assert key.worth(Item("gold-ring", "Gold ring")) == "150 gp" and key.worth(Item("rope", "Rope")) == ""
    assert key.monster("orc") == "Orc" and key.trap("covered-pit") and key.feature("ambush site") == "ambush site"
    assert turns.feet_per_turn(below(one())) == 120 and HALL and Condition("x")


@pytest.mark.parametrize("seed", [1, 4])
def test_parties_play_themselves(seed: int) -> None:
    assert delve(RULESET, seed, Plan(levels=1)).outcome in ("slain", "returned", "retired", "lost")
