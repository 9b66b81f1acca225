"""The guard, the inn and the black market."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import every, first
from tests.rules.ose.town.test_town import in_town

from underkeep.kernel.audience import seen_by
from underkeep.kernel.dice import Scripted
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.town_services import Visit
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.conditions import CURSED
from underkeep.systems.ose.basics.enchanted import Enchanted
from underkeep.systems.ose.basics.town_life import Guard, with_town_life
from underkeep.systems.ose.magic.scroll_curses import QuestDenied, SeekQuest, seek_quest
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town.safe_keeping import LeaveThing
from underkeep.testing import Alike, d6, rule
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import Item
from underkeep.world.settlement import Rumour, RumourHeard, ServiceUsed
from underkeep.world.state import State

TALES = (Rumour("so", True), Rumour("not so", False), Rumour("so, too", True))


def town(gp: int = 100, bribable: bool = False, hours: int = 6, heard: tuple[int, ...] = ()) -> State:
    state = with_town_life(in_town(gp=gp), guard=Guard(bribable, {"the docks": hours}))
    assert state.settlement is not None
    return replace(state, settlement=replace(state.settlement, rumours=TALES, heard=heard))


def hero(state: State) -> str:
    return state.marchers()[0].id


def visit(state: State, service: str, *faces: int) -> Resolution:
    dice = Scripted(*faces)
    done = play.resolve(RULESET, state, "player", Visit(hero(state), service), dice)
    dice.finish()
    return done


def gold(state: State) -> int:
    return money.purse_cp(state.creatures[hero(state)].items) // 100


@rule("ose:town.guard")
@pytest.mark.parametrize(("bribable", "left"), [(False, 100), (True, 95)])
def test_the_guard_tells_what_is_true_some_for_a_bribe(bribable: bool, left: int) -> None:
    done = visit(town(bribable=bribable, heard=(0,)), "guard")
    assert first(done, RumourHeard).text == "so, too" and gold(done.state) == left
    assert first(done, ServiceUsed).rule == ("ose:town.guard",)


@rule("ose:town.guard")
def test_guards_who_can_be_bought_say_nothing_for_nothing() -> None:
    done = visit(town(gp=4, bribable=True), "guard")
    assert first(done, ServiceUsed).outcome == "nothing" and not every(done, RumourHeard) and gold(done.state) == 4
    assert visit(town(gp=5, bribable=True, heard=(0,)), "guard").state.settlement.heard == (0, 2)
    poor, same = town(gp=4, bribable=True), town(gp=4)
    listed = [play.legal_actions(RULESET, state, "player").listed for state in (poor, same)]
    assert listed[0] == listed[1]


def test_once_a_day() -> None:
    done = visit(town(heard=(0,)), "guard")
    refusal = play.why_not(RULESET, done.state, "player", Visit(hero(done.state), "guard"))
    assert refusal is not None and "tomorrow" in refusal.sentence
    assert play.why_not(RULESET, done.state, "player", Visit(hero(done.state), "palace")) is not None


@rule("ose:town.black-market", "ose:town.guard")
@pytest.mark.parametrize(
    ("hours", "face", "caught"), [(6, 1, True), (6, 2, False), (1, 3, True), (1, 4, False), (2, 2, False)]
)
def test_thieves_know_the_place_and_the_guard_may_come_by(hours: int, face: int, caught: bool) -> None:
    done = visit(town(hours=hours, heard=(0,)), "black market", d6(face))
    assert first(done, ServiceUsed).outcome == ("caught" if caught else "told")
    assert gold(done.state) == (80 if caught else 90)
    assert bool(every(done, RumourHeard)) is not caught
    assert seen_by(first(done, ChanceRolled), "player", done.state) is None


@rule("ose:town.black-market")
@pytest.mark.parametrize(("gp", "refused"), [(9, True), (10, False)])
def test_smugglers_want_gold_first(gp: int, refused: bool) -> None:
    state = town(gp=gp)
    found = play.why_not(RULESET, state, "player", Visit(hero(state), "black market"))
    assert (found is not None and found.rule == "ose:town.black-market") is refused


@rule("ose:town.lodgings")
def test_a_night_at_the_inn_and_the_talk_of_guests() -> None:
    state = town(heard=(0, 2))
    done = play.resolve(RULESET, state, "player", Visit(hero(state), "lodgings"), Alike(6))
    assert done.state.now - state.now >= 86400 - 1 and gold(done.state) < 100
    assert first(done, RumourHeard).text == "not so"
    assert {e.outcome for e in every(done, ServiceUsed)} == {"rested"}
    assert play.why_not(RULESET, done.state, "player", Visit(hero(done.state), "lodgings")) is None


@rule("ose:magic-item.ring.cursed")
def test_what_clings_is_left_nowhere():
    ring = Item("ring-of-weakness", "Ring of weakness", "worn", id="r", quality=Enchanted(stuck=True))
    state = town()
    state = state.with_creature(hero(state), items=(*state.creatures[hero(state)].items, ring))
    refusal = play.why_not(RULESET, state, "player", LeaveThing(hero(state), "r"))
    assert refusal is not None and refusal.rule == "ose:magic-item.ring.cursed"


@rule("ose:magic-item.scroll.curse-removal")
@pytest.mark.parametrize(("ruled", "is_free"), [("magic alone", False), ("a quest", True)])
def test_a_quest_lifts_a_curse_where_the_referee_allows_it(ruled, is_free):
    state = town()
    state = state.with_creature(hero(state), conditions=(Condition(CURSED),))
    done = Resolution(state, Scripted(), RULESET, {"ose:magic-item.scroll.curse-removal": ruled})
    seek_quest(done, SeekQuest(hero(state)))
    assert bool(done.state.creatures[hero(state)].conditions) is not is_free
    assert bool(every(done, QuestDenied)) is not is_free
    assert (done.state.now - state.now == 7 * DAY) is is_free
