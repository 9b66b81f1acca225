"""Seeing others from afar and getting away from them."""

import pytest
from tests.rules.rampage.delve import abroad, below, foe, has_event, last, met, one, rolling, rules_of

from underkeep.kernel.dice import Seeded
from underkeep.procedures import play
from underkeep.procedures.delve_actions import Evade
from underkeep.systems.rampage.encounters import evasion
from underkeep.systems.rampage.encounters.evasion import EvasionRolled, Spotted
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d12, rule
from underkeep.world.dungeon import Group
from underkeep.world.encounter import EncounterEnded

ORCS = Group("g", "on the way", "orc", 1)


@rule("rampage:evasion.spot")
@pytest.mark.parametrize(("others", "needed"), [(1, 8), (99, 8), (100, 4)])
def test_what_it_takes_to_spot_so_many(others: int, needed: int) -> None:
    assert evasion.spots_on(others) == needed


@rule("rampage:evasion.spot")
@pytest.mark.parametrize(("ours", "theirs", "seen"), [(8, 1, True), (7, 8, True), (7, 7, False)])
def test_either_side_may_spot_the_other(ours: int, theirs: int, seen: bool) -> None:
    do = rolling(met(abroad(one()), foe()), d12(ours), d12(theirs))
    assert evasion.sight_each_other(do, ORCS, ("orc-1",), ()) is seen
    assert [e.success for e in do.events if isinstance(e, Spotted)] == [ours >= 8, theirs >= 8]


@rule("rampage:evasion.spot")
def test_the_surprised_spot_nobody() -> None:
    do = rolling(met(abroad(one()), foe()), d12(1))
    assert evasion.sight_each_other(do, ORCS, ("orc-1",), ("orc-1",))
    assert len([e for e in do.events if isinstance(e, Spotted)]) == 1


@rule("rampage:evasion.roll")
@pytest.mark.parametrize(("ours", "theirs", "away"), [(6, 5, True), (6, 6, False), (5, 6, False)])
def test_the_higher_total_wins_and_a_tie_does_not(ours: int, theirs: int, away: bool) -> None:
    """Both have an allowance of 6."""
    do = rolling(met(abroad(one()), foe(), attitude="hostile"), d12(ours), d12(theirs))
    assert evasion.gets_away(do) is away
    rolled = last(do, EvasionRolled)
    assert (rolled.roll.total, rolled.theirs.total) == (ours + 6, theirs + 6)


@rule("rampage:evasion.roll")
def test_who_does_not_get_away_must_fight() -> None:
    state = met(abroad(one()), foe(), attitude="hostile")
    ends = {
        has_event(play.resolve(RULESET, state, "player", Evade(), Seeded(n, "x")), EncounterEnded) for n in range(9)
    }
    assert ends == {True, False}
    calm = play.resolve(RULESET, met(abroad(one()), foe(), attitude="neutral"), "player", Evade(), Seeded(1, "x"))
    assert not has_event(calm, EvasionRolled)
    assert "evasion.roll" in rules_of(calm)


@rule("rampage:evasion.roll")
def test_underground_half_the_inches_are_added() -> None:
    do = rolling(met(below(one()), foe(), attitude="hostile"), d12(3), d12(2))
    assert evasion.gets_away(do)
    assert last(do, EvasionRolled).roll.total == 9
