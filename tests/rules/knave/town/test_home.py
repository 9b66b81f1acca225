"""Things at home, and what a hireling who leaves hands back; what costs something says so before."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import carrying, coins, coins_of, delvers, in_town_of, on_sheet
from tests.rules.knave.town.test_companions import looking

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.chapter import TOWN
from underkeep.procedures.town_services import Visit
from underkeep.systems.knave.basics.campaign import campaign
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.systems.knave.ruleset import RULESET
from underkeep.systems.knave.town import hirelings
from underkeep.systems.knave.town.carousing import Carouse
from underkeep.systems.knave.town.home import Fetch, Stash
from underkeep.systems.knave.town.training import Train
from underkeep.testing import Alike, rule
from underkeep.testing.builders import scripted
from underkeep.world.state import State


def kinds(state: State, id: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for item in state.creatures[id].items:
        found[item.kind] = found.get(item.kind, 0) + item.count
    return found


def torches(state: State) -> int:
    return sum(i.count for i in campaign(state).at_home if i.kind == "torch")


def done(state: State, *actions: Action) -> State:
    for action in actions:
        state = play.resolve(RULESET, state, "player", action, Alike(2)).state
    return state


@rule("knave:encumbrance.no-excess")
def test_what_is_stashed_is_fetched_again_by_whoever_has_room() -> None:
    state = carrying(delvers(in_town=True), "hero-1", an_item("rope"), an_item("torch", 3))
    before = torches(state)
    torch = next(i for i in state.creatures["hero-1"].items if i.kind == "torch")
    state = done(state, Stash("hero-1", torch.id, 2))
    assert kinds(state, "hero-1") == {"rope": 1, "torch": 1}
    assert torches(state) == before + 2
    state = replace(state, campaign=replace(campaign(state), at_home=(an_item("torch", 2),)))
    state = on_sheet(state, "hero-2", slots=99)
    assert Fetch("hero-2", "torch", 2) in play.legal_actions(RULESET, state, "player").listed
    back = done(state, Fetch("hero-2", "torch", 1))
    assert kinds(back, "hero-2")["torch"] == kinds(state, "hero-2").get("torch", 0) + 1
    assert torches(back) == 1
    full = play.why_not(RULESET, on_sheet(state, "hero-1", slots=2), "player", Fetch("hero-1", "torch", 2))
    assert full is not None and "has no free slots and that takes 2" in full.sentence
    for wrong in (Fetch("hero-1", "torch", 3), Fetch("hero-1", "torch", 0), Fetch("hero-1", "lute", 1)):
        assert play.why_not(RULESET, state, "player", wrong) is not None
    for wrong in (Stash("hero-1", torch.id, 0), Stash("hero-1", torch.id, 2), Stash("hero-1", "lute", 1)):
        assert play.why_not(RULESET, state, "player", wrong) is not None


@rule("knave:encumbrance.no-excess")
def test_who_is_dismissed_hands_back_what_is_the_partys() -> None:
    do = scripted(RULESET, looking(100, 0))
    hirelings.taken_on(do, ("hireling",))
    own = kinds(do.state, "hireling-2")
    state = carrying(do.state, "hireling-2", *do.state.creatures["hireling-2"].items, an_item("rope"), coins(7))
    state = done(state, a.Dismiss("hireling-2"))
    assert kinds(state, "hireling-2") == {**own, "coin": 7}
    assert kinds(state, "hero-1")["rope"] == 1


def test_the_menu_dismisses_hired_people_alone_and_asks_before_a_character_goes() -> None:
    do = scripted(RULESET, looking(100, 0))
    hirelings.taken_on(do, ("hireling",))
    listed = [x for x in play.legal_actions(RULESET, do.state, "player").listed if isinstance(x, a.Dismiss)]
    assert listed == [a.Dismiss("hireling-2")]
    deed = RULESET.book.deed(listed[0], TOWN)
    assert deed is not None and deed.question(do.state, listed[0]) == ""
    assert "one of the party's own" in deed.question(do.state, a.Dismiss("hero-1"))
    assert play.why_not(RULESET, do.state, "player", a.Dismiss("hero-1")) is None


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (Visit("hero-1", "inn"), "That takes 5 coins and a day."),
        (Visit("hero-1", "sage"), "That takes 50 coins."),
        (Visit("hero-1", "watch"), ""),
        (Carouse("hero-1"), "That takes a night and 200 to 2000 coins, or all there are."),
        (Train("hero-1", "no such thing"), ""),
    ],
)
def test_what_it_takes_is_told_before(action: Action, told: str) -> None:
    state = in_town_of(delvers(in_town=True), "city")
    deed = RULESET.book.deed(action, TOWN)
    assert deed is not None and deed.question(state, action) == told


@rule("knave:money.unskilled-wage")
def test_a_night_out_is_a_day_of_wages_too() -> None:
    do = scripted(RULESET, looking(1000, 1000))
    hirelings.taken_on(do, ("hireling",))
    before = campaign(do.state).wages["hireling-2"].paid_until
    state = done(in_town_of(do.state, "village"), Carouse("hero-2"), Carouse("hero-2"))
    assert campaign(state).wages["hireling-2"].paid_until > before
    assert coins_of(state, "hero-1") < coins_of(do.state, "hero-1")
