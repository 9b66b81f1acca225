"""Taking a hoard before the eyes of those who own it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import act
from tests.rules.ose.encounters.test_talk import answers, met
from tests.rules.ose.scene import every

from underkeep.procedures import delve_actions as a
from underkeep.procedures.play import legal_actions, why_not
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6
from underkeep.world.dungeon import Hoard
from underkeep.world.encounter import EncounterBegan, EncounterChanged
from underkeep.world.fight import FightBegan
from underkeep.world.gear import Item
from underkeep.world.state import State

TAKE = a.TakeHoard("chest")
FIRST = d6(6), d6(1)
"""The party acts first."""


def beside_the_chest(attitude: str, owner: str = "lurkers", **group: object) -> State:
    """The party has parted from two bandits, and what is theirs lies here."""
    state = met("bandit", attitude, 2)
    there = replace(state.dungeon.groups["lurkers"], **{"attitude": attitude, "lair": True, **group})
    hoard = Hoard("chest", "1-01", (Item("gp", "gold piece", count=9),), group=owner)
    dungeon = replace(state.dungeon, hoards={"chest": hoard}, groups={"lurkers": there})
    return replace(state, encounter=None, dungeon=dungeon)


@pytest.mark.parametrize(("attitude", "patience", "fights"), [("indifferent", 3, True), ("neutral", 4, False)])
def test_those_who_let_the_party_be_may_attack(attitude: str, patience: int, fights: bool) -> None:
    done = act(beside_the_chest(attitude), TAKE, *FIRST, d6(patience))
    assert answers(done) == ["robbed"] and len(every(done, EncounterBegan)) == 1
    assert every(done, EncounterChanged)[-1].encounter.attitude == "unfriendly"
    assert bool(every(done, FightBegan)) == fights
    assert sum(i.count for c in done.state.marchers() for i in c.items if i.kind == "gp") >= 9


def test_friends_wait_for_a_word() -> None:
    done = act(beside_the_chest("friendly"), TAKE, *FIRST)
    assert answers(done) == ["robbed"] and not every(done, FightBegan)
    assert done.state.encounter is not None and done.state.encounter.attitude == "unfriendly"


@pytest.mark.parametrize(
    "state",
    [
        beside_the_chest("indifferent", owner=""),
        beside_the_chest("indifferent", awake=False),
        beside_the_chest("indifferent", count=0),
        beside_the_chest("indifferent", members=()),
        beside_the_chest("indifferent", area="1-02"),
        beside_the_chest("indifferent", kind="wolf"),
    ],
    ids=["nobody's", "asleep", "gone", "not met", "elsewhere", "beasts"],
)
def test_nobody_else_minds(state: State) -> None:
    done = act(state, TAKE)
    assert not answers(done) and done.state.encounter is None


def test_those_who_let_the_party_be_can_be_met_again() -> None:
    state = beside_the_chest("neutral")
    assert a.MeetAgain() in legal_actions(RULESET, state, "player").listed
    done = act(state, a.MeetAgain(), *FIRST)
    assert [event.encounter.group for event in every(done, EncounterBegan)] == ["lurkers"]
    gone = beside_the_chest("neutral", count=0)
    assert a.MeetAgain() not in legal_actions(RULESET, gone, "player").listed
    assert why_not(RULESET, gone, "player", a.MeetAgain()) is not None
