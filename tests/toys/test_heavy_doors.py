"""A door that takes several hands and successes and may jam, and a chest with a lock: listed, done, seen, kept."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.toys.heavy_doors import HEAVY_DOORS, Lift, PickChest, Portcullis

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Action
from underkeep.procedures import play
from underkeep.procedures.delve_actions import ForceDoor, LightUp, OpenDoor, TakeHoard
from underkeep.table.view import DelveSeen, view
from underkeep.testing import contract, d6
from underkeep.testing.builders import cellar, delving_party
from underkeep.testing.toy import ToyBar, ToyRuleset
from underkeep.world.dungeon import Door, Hoard
from underkeep.world.gear import Item
from underkeep.world.state import State

RULES = ToyRuleset(HEAVY_DOORS)
COINS = (Item("coin", "coin", count=10),)
DOOR, CHEST = "door-1", "hoard-1"
HIT, MISS = d6(4, 3)


def scene() -> State:
    """Three heroes in a hall with a locked chest; a portcullis leads out to the store."""
    dungeon = cellar(RULES)
    gate = Door(DOOR, 1, ((3, 2), (4, 2)), ("1-01", "1-p1"), barrier=Portcullis())
    there = {id: door for id, door in dungeon.doors.items() if id not in (DOOR, "opening-1")}
    chest = Hoard(CHEST, "1-01", COINS, barrier=ToyBar("locked"))
    dungeon = replace(dungeon, doors={**there, DOOR: gate}, hoards={CHEST: chest})
    return play_on(delving_party(RULES, dungeon, "hero", "hero", "hero"), LightUp("hero-1", "torch"))


def play_on(state: State, *actions: Action, faces: tuple[int, ...] = ()) -> State:
    """Each is listed before it is done, and the game is saved and loaded after it."""
    dice = Scripted(*faces)
    for action in actions:
        assert action in play.legal_actions(RULES, state, "player"), action
        state = play.resolve(RULES, state, "player", action, dice).state
        state = RULES.codec.state(RULES.codec.encode(state))
    return state


def gate(state: State) -> Door:
    assert state.dungeon is not None
    return state.dungeon.doors[DOOR]


def seen(state: State) -> DelveSeen:
    delve = view(state, "player", RULES).delve
    assert delve is not None
    return delve


def lifts(*numbers: int) -> tuple[Lift, ...]:
    return tuple(Lift(f"hero-{number}", DOOR) for number in numbers)


def refused(state: State, action: Action) -> str:
    refusal = play.why_not(RULES, state, "player", action)
    return refusal.sentence if refusal is not None else ""


def test_two_pairs_of_hands_and_two_successes() -> None:
    state = play_on(scene(), OpenDoor(DOOR), *lifts(1))
    assert gate(state).barrier == Portcullis(2, ("hero-1",))
    assert refused(state, Lift("hero-1", DOOR)) == "Both hands are under it already."
    state = play_on(state, *lifts(2), faces=(HIT,))
    assert gate(state).barrier == Portcullis(1) and not gate(state).is_open
    state = play_on(state, *lifts(3, 1), faces=(HIT,))
    assert gate(state).is_open and gate(state).barrier is None


def test_a_failure_jams_it_and_three_must_lift() -> None:
    state = play_on(scene(), OpenDoor(DOOR), *lifts(1, 2), faces=(MISS,))
    assert [way.seen for way in seen(state).ways if way.id == DOOR] == ["jammed"]
    state = play_on(state, *lifts(1, 2))
    assert gate(state).barrier == Portcullis(2, ("hero-1", "hero-2"), jammed=True)
    assert gate(play_on(state, *lifts(3), faces=(HIT,))).barrier == Portcullis(1, jammed=True)


def test_it_is_lifted_only_by_who_has_found_it_down() -> None:
    assert "try to open it first" in refused(scene(), Lift("hero-1", DOOR))
    state = play_on(scene(), OpenDoor(DOOR))
    assert [way.state for way in seen(state).ways if way.id == DOOR] == ["down"]
    assert ForceDoor("hero-1", DOOR) in play.legal_actions(RULES, state, "player")


@pytest.mark.parametrize(("face", "why"), [(HIT, ""), (MISS, "It is jammed.")])
def test_a_chest_has_a_lock_as_a_door_has(face: int, why: str) -> None:
    state = scene()
    assert refused(state, TakeHoard(CHEST)) == "It is locked."
    assert TakeHoard(CHEST) not in play.legal_actions(RULES, state, "player")
    tried = play_on(state, PickChest("hero-2", CHEST), faces=(face,))
    assert refused(tried, TakeHoard(CHEST)) == why
    assert PickChest("hero-2", CHEST) not in play.legal_actions(RULES, tried, "player")


def test_what_was_in_the_chest_is_taken() -> None:
    state = play_on(scene(), PickChest("hero-1", CHEST), TakeHoard(CHEST), faces=(HIT,))
    assert sum(item.count for item in state.creatures["hero-1"].items if item.kind == "coin") == 15


@pytest.mark.parametrize("check", contract.CHECKS, ids=contract.name)
def test_the_contract_holds(check: contract.Check) -> None:
    check(RULES, "2 hero v 3 rat", 1)
