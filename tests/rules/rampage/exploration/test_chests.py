"""Chests and urns, and what does not survive their opening."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import HALL, against, below, do_it, has_event, last, one, rules_of, why, with_items

from underkeep.procedures.delve_actions import TakeHoard
from underkeep.systems.rampage.basics.barriers import Bar
from underkeep.systems.rampage.basics.campaign import Work
from underkeep.systems.rampage.exploration.chests import ContentsBroke, OpenChest
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import cellar
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Hoard, HoardChanged
from underkeep.world.gear import Item
from underkeep.world.state import State

THINGS = (Item("gp", "Gold piece", count=20), Item("healing-potion", "Healing Potion"), Item("gold-ring", "Gold ring"))


def beside(bar: Bar, *people: Creature, **remembered: object) -> State:
    place = cellar(RULESET)
    place = replace(place, hoards={"chest": Hoard("chest", "1-01", THINGS, (2, 2), barrier=bar)})
    first = people or (with_items(one(gear=("battle-ax",)), "crowbar", "tool-kit", "acid"),)
    return below(*first, at=HALL, dungeon=place, lights=(first[0].id,), **remembered)


def open_it(how: str, actor: str = "hero") -> OpenChest:
    return OpenChest(actor, "chest", how)


LOCKED = Bar("locked")


@rule("rampage:doors.pry")
def test_prying_takes_a_crowbar() -> None:
    assert against(beside(LOCKED, one()), open_it("pry")) == "doors.pry"
    do = do_it(beside(LOCKED), open_it("pry"), d6(5), d6(6))
    assert last(do, HoardChanged).what == "pried open"
    assert not has_event(do, ContentsBroke)
    assert why(do.state, TakeHoard("chest")) is None
    assert against(beside(LOCKED), TakeHoard("chest")) == ""


@rule("rampage:doors.pry.urn")
def test_an_urn_is_opened_with_a_blade() -> None:
    urn = Bar("stuck", "clay")
    assert against(beside(urn, with_items(one(), "crowbar")), open_it("pry")) == "doors.pry.urn"
    assert why(beside(urn, one(gear=("dagger",))), open_it("pry")) is None
    assert why(beside(urn, one(gear=("knife",))), open_it("pry")) is None


@rule("rampage:doors.pry.fragile-fail", "rampage:doors.break.wandering")
def test_clumsy_prying_breaks_what_is_fragile() -> None:
    do = do_it(beside(LOCKED), open_it("pry"), d6(4), d6(6))
    assert last(do, ContentsBroke).things == ("Healing Potion",)
    assert [i.kind for i in do.state.dungeon.hoards["chest"].items] == ["gp", "gold-ring"]  # type: ignore[union-attr]
    assert do.state.dungeon.hoards["chest"].bar == "locked"  # type: ignore[union-attr]
    assert "doors.break.wandering" in rules_of(do)


@rule("rampage:doors.break.fragile-success")
def test_a_chest_chopped_open_loses_its_potions() -> None:
    nearly = Bar("locked", "wooden", 2)
    do = do_it(beside(nearly), open_it("break"), d6(6), d6(6))
    assert last(do, ContentsBroke).things == ("Healing Potion",)
    failed = do_it(beside(nearly), open_it("break"), d6(1), d6(6))
    assert not has_event(failed, ContentsBroke)
    first = do_it(beside(Bar("locked")), open_it("break"), d6(6), d6(6))
    assert last(first, HoardChanged).what == "splintered"


@rule("rampage:doors.stuck.tool", "rampage:doors.stuck.rounds")
def test_a_stuck_chest_is_bashed_like_a_door() -> None:
    state = beside(Bar("stuck"))
    do = do_it(state, open_it("break"), d6(6), d6(6))
    assert last(do, HoardChanged).what == "forced"
    assert do.state.now == state.now + 60
    assert not has_event(do, ContentsBroke)
    assert against(beside(Bar("stuck"), one()), open_it("break")) == "doors.stuck.tool"


@rule("rampage:doors.locked.methods", "rampage:doors.locked.pick", "rampage:doors.locked.acid")
def test_its_lock_is_picked_or_dissolved() -> None:
    assert last(do_it(beside(LOCKED), open_it("pick"), d6(6)), HoardChanged).what == "unlocked"
    assert not has_event(do_it(beside(LOCKED), open_it("pick"), d6(4)), HoardChanged)
    assert last(do_it(beside(LOCKED), open_it("acid"), d20(10)), HoardChanged).what == "unlocked"
    spoilt = do_it(beside(LOCKED), open_it("acid"), d20(11))
    assert spoilt.state.dungeon.hoards["chest"].bar == "jammed"  # type: ignore[union-attr]
    assert against(beside(Bar("stuck")), open_it("pick")) == "doors.locked.methods"
    assert against(beside(LOCKED), open_it("kick")) == "doors.locked.methods"


@rule("rampage:doors.one-per-object")
@pytest.mark.parametrize("how", ["pick", "pry", "break"])
def test_one_works_on_a_chest(how: str) -> None:
    tools = with_items(one(gear=("battle-ax",)), "crowbar", "tool-kit")
    other = replace(tools, id="other", name="Other")
    state = beside(LOCKED, tools, other, work={"other": Work(1, "chest", how)})
    assert against(state, open_it(how)) == "doors.one-per-object"
