"""Inn, watch, temple, sage and black market."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import carrying, coins, coins_of, delvers, in_town_of, on_sheet, sheet_of

from underkeep.procedures import play
from underkeep.procedures.town_services import Visit
from underkeep.systems.knave.ruleset import RULESET
from underkeep.testing import Alike, rule
from underkeep.world.settlement import Rumour, RumourHeard
from underkeep.world.state import State

TALES = (Rumour("so", True), Rumour("not so", False))


def town(size: str = "city", count: int = 100) -> State:
    state = carrying(in_town_of(delvers(in_town=True), size), "hero-1", coins(count))
    assert state.settlement is not None
    return replace(state, settlement=replace(state.settlement, rumours=TALES, heard=()))


@pytest.mark.parametrize(("size", "many"), [("village", 1), ("town", 3), ("city", 5)])
def test_the_larger_the_place_the_more_it_has(size: str, many: int) -> None:
    state = on_sheet(town(size), "hero-1", wounds=1)
    listed = {x.service for x in play.legal_actions(RULESET, state, "player").listed if isinstance(x, Visit)}
    assert len(listed) == many


@rule("knave:money.coin")
@pytest.mark.parametrize(("service", "left"), [("watch", 100), ("sage", 50), ("black market", 80)])
def test_those_who_know_tell_what_is_true(service: str, left: int) -> None:
    done = play.resolve(RULESET, town(), "player", Visit("hero-1", service), Alike(2))
    assert [e.text for e in done.events if isinstance(e, RumourHeard)] == ["so"]
    assert coins_of(done.state) == left


@rule("knave:money.coin")
@pytest.mark.parametrize(("count", "refused"), [(49, True), (50, False)])
def test_a_sage_is_paid(count: int, refused: bool) -> None:
    assert bool(play.why_not(RULESET, town(count=count), "player", Visit("hero-1", "sage"))) is refused


def test_the_temple_closes_a_wound() -> None:
    hurt = on_sheet(town(), "hero-1", wounds=2)
    done = play.resolve(RULESET, hurt, "player", Visit("hero-1", "temple"), Alike(2))
    assert sheet_of(done.state, "hero-1").wounds == 1 and coins_of(done.state) == 50
    assert play.why_not(RULESET, town(), "player", Visit("hero-1", "temple")) is not None


def test_others_pay_the_temple_for_who_has_nothing_and_it_tends_several_in_a_day() -> None:
    poor = carrying(on_sheet(town(), "hero-1", wounds=1), "hero-1")
    assert play.why_not(RULESET, poor, "player", Visit("hero-1", "temple")) is not None
    state = carrying(on_sheet(poor, "hero-2", wounds=1), "hero-2", coins(100))
    for who in ("hero-1", "hero-2"):
        state = play.resolve(RULESET, state, "player", Visit(who, "temple"), Alike(2)).state
        assert sheet_of(state, who).wounds == 0
    assert coins_of(state, "hero-2") == 0


def test_a_night_at_the_inn() -> None:
    state = town("village")
    done = play.resolve(RULESET, state, "player", Visit("hero-1", "inn"), Alike(1))
    assert done.state.now > state.now and any(isinstance(e, RumourHeard) for e in done.events)
