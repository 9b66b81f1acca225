"""Companions from the start, what a purchase cites, what a career cites."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import carrying, coins, coins_of, delvers, in_town_of, lead, on_sheet, scores

from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.encounters import companions
from underkeep.systems.knave.equipment.inventory import rule_of_slots
from underkeep.systems.knave.ruleset import RULESET
from underkeep.systems.knave.town import hirelings, town
from underkeep.systems.knave.town.training import Train, Trained, careers
from underkeep.testing import Alike, rule
from underkeep.testing.builders import scripted
from underkeep.world.gear import ItemsChanged
from underkeep.world.settlement import Applicant
from underkeep.world.state import State

PEOPLE = (
    Applicant("expert-1", "expert", 0, "Dagna", (50,)),
    Applicant("hireling-2", "hireling", 0, "Fulk", (10,)),
    Applicant("hireling-3", "hireling", 0, "Ivo", (10,)),
)


def looking(first: int, second: int) -> State:
    """Two knaves with so many coins each, where three people look for work."""
    state = scores(scores(delvers(in_town=True), "hero-1", CHA=3), "hero-2", CHA=3)
    state = on_sheet(on_sheet(state, "hero-1", slots=99), "hero-2", slots=99)
    for id, count in (("hero-1", first), ("hero-2", second)):
        state = carrying(state, id, *((coins(count),) if count else ()))
    assert state.settlement is not None
    return replace(state, settlement=replace(state.settlement, applicants=PEOPLE))


@rule("knave:money.unskilled-wage")
@pytest.mark.parametrize(
    ("first", "second", "kinds", "taken", "left"),
    [
        (10, 0, ("hireling",), ["hireling-2"], (0, 0)),
        (9, 10, ("hireling",), ["hireling-2"], (9, 0)),
        (30, 30, ("hireling",), ["hireling-2"], (20, 30)),
        (30, 30, ("hireling", "hireling"), ["hireling-2", "hireling-3"], (10, 30)),
        (9, 9, ("hireling",), [], (9, 9)),
        (99, 99, ("mercenary",), [], (99, 99)),
        (60, 0, ("expert", "hireling"), ["expert-1", "hireling-2"], (0, 0)),
    ],
)
def test_companions_are_taken_on_as_far_as_the_coins_go(
    first: int, second: int, kinds: tuple[str, ...], taken: list[str], left: tuple[int, int]
) -> None:
    done = scripted(RULESET, looking(first, second))
    hirelings.taken_on(done, kinds)
    assert [c.id for c in companions.companions(done.state)] == taken
    assert (coins_of(done.state, "hero-1"), coins_of(done.state, "hero-2")) == left


@rule("knave:money.coin", "knave:encumbrance.no-excess")
def test_a_purchase_cites_the_slots_it_takes() -> None:
    state = on_sheet(in_town_of(delvers(in_town=True), "city"), "hero-1", slots=50)
    state = carrying(state, "hero-1", coins(4000))
    for kind, count in (("rope", 2), ("potion", 2)):
        dice = Alike(3)
        done = Resolution(state, dice, RULESET)
        ware = next(w for w in town.wares(state) if w.kind == kind)
        town.buy(done, state.creatures["hero-1"], ware, count)
        change = next(e for e in done.events if isinstance(e, ItemsChanged) and e.verb == "bought")
        bought = next(i.kind for i in done.state.creatures["hero-1"].items if i.kind != "coin")
        assert change.rule.count(rule_of_slots(bought)) == 1


@rule("knave:downtime.career.cost")
def test_a_career_cites_its_own_rule_if_it_has_one() -> None:
    listed = careers()
    for name in (next(n for n, c in listed.items() if c.rule), next(n for n, c in listed.items() if not c.rule)):
        state = in_town_of(delvers(in_town=True), "city", experts=(listed[name].name,))
        state = carrying(on_sheet(state, "hero-1", careers=(), slots=500), "hero-1", coins(9999))
        done = lead(state, Train("hero-1", listed[name].name))
        told = next(e for e in done.events if isinstance(e, Trained))
        assert "" not in told.rule and len(told.rule) == (4 if listed[name].rule else 3)
