"""What retainers cost: fee, keep and a share of the treasure."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.ose.scene import every, first
from tests.rules.ose.service import (
    HAND,
    LODGING_CP,
    OTHER,
    PC,
    come_home,
    company,
    doing,
    home_with,
    run,
    serving,
    terms,
    why_not,
)

from underkeep.kernel.dice import Seeded
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.systems.ose.basics.money import coins, purse_cp
from underkeep.systems.ose.checks import experience
from underkeep.systems.ose.exploration import sharing
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town import wages
from underkeep.systems.ose.town.wages import SharePaid, WagesPaid, WagesWithheld
from underkeep.testing import d6, rule
from underkeep.testing.builders import item_id
from underkeep.world.clock import DAY
from underkeep.world.party import PartyWent


@rule("ose:retainer.upkeep", "ose:retainer.wages.standard")
def test_fee_and_keep_are_paid_by_the_day():
    state = serving(company())
    before = purse_cp(state.creatures[PC].items)
    do = doing(replace(state, now=state.now + 3 * DAY))
    wages.settle(do)
    assert purse_cp(do.state.creatures[PC].items) == before - 2 * (100 + LODGING_CP)
    paid = first(do, WagesPaid)
    assert (paid.creature, paid.employer, paid.days) == (HAND, PC, 2)
    wages.settle(do)
    assert len(every(do, WagesPaid)) == 1
    rested = play.resolve(RULESET, state, "player", a.RestDays(3), Seeded(1))
    assert first(rested, WagesPaid).days == 2


@rule("ose:retainer.wages.standard")
def test_what_the_hirer_lacks_the_others_pay():
    state = serving(company()).with_creature(PC, items=(coins("gp", 1),))
    state = state.with_creature(OTHER, items=(coins("gp", 50),))
    do = doing(replace(state, now=state.now + 3 * DAY))
    wages.settle(do)
    assert every(do, WagesPaid) and not every(do, WagesWithheld)
    assert purse_cp(do.state.creatures[PC].items) == 0
    bare = doing(replace(state.with_creature(OTHER, items=()), now=state.now + 3 * DAY))
    wages.settle(bare)
    assert every(bare, WagesWithheld)


@rule("ose:retainer.upkeep")
def test_the_hirer_pays_for_new_gear():
    state = serving(company())
    before = purse_cp(state.creatures[PC].items)
    done = run(state, a.Buy(HAND, "leather", 1))
    assert purse_cp(done.state.creatures[PC].items) == before - 2000
    assert "leather" in {i.kind for i in done.state.creatures[HAND].items}
    poor = state.with_creature(PC, items=())
    assert why_not(poor, a.Buy(HAND, "leather", 1)).rule == "ose:money.conversion"
    sword = next(n for n, i in enumerate(state.creatures[HAND].items) if i.kind == "sword")
    assert why_not(state, a.Sell(HAND, item_id(state, HAND, sword), 1)).rule == "ose:retainer.upkeep"


@rule("ose:retainer.shares")
def test_fractional_shares():
    shares = {**{f"pc-{n}": 100 for n in range(5)}, "hand": 50}
    assert wages.divided(2750, shares) == {**{f"pc-{n}": 500 for n in range(5)}, "hand": 250}


@rule("ose:retainer.shares", "ose:retainer.wages.standard")
def test_a_half_share_is_paid_at_home():
    state = serving(company())
    before = sum(purse_cp(state.creatures[id].items) for id in (PC, OTHER))
    for bearer in (PC, OTHER, HAND):
        done = home_with(state, 1000, bearer, *d6(3, 3))
        assert first(done, SharePaid).cp == 20_000
        assert purse_cp(done.state.creatures[HAND].items) == 0
        after = sum(purse_cp(done.state.creatures[id].items) for id in (PC, OTHER))
        assert after == before + 80_000


@rule("ose:retainer.shares", "ose:retainer.loyalty.penalty")
def test_what_cannot_be_paid_is_owed_until_the_finds_are_sold():
    state = serving(company())
    do = doing(state, *d6(3, 3))
    experience.note_what_is_brought(do)
    gem = replace(coins("gp", 1), kind="gem-1000", name="gem")
    for id in (PC, OTHER):
        do.state = do.state.with_creature(id, items=())
    do.state = do.state.with_creature(OTHER, items=(gem, coins("gp", 300)))
    come_home(do)
    assert terms(do.state).owed_cp == 0
    poor = doing(serving(company()), *d6(3, 3))
    experience.note_what_is_brought(poor)
    poor.state = poor.state.with_creature(PC, items=(gem,)).with_creature(OTHER, items=())
    come_home(poor)
    owed = terms(poor.state).owed_cp
    assert owed > 0
    cheated = doing(poor.state)
    cheated.emit(PartyWent("road", None, "set out"))
    assert (terms(cheated.state).loyalty, len(every(cheated, WagesWithheld))) == (6, 1)
    sold = run(poor.state, a.Sell(PC, item_id(poor.state, PC), 1))
    assert terms(sold.state).owed_cp == 0
    assert purse_cp(sold.state.creatures[PC].items) == 100_000 - owed


@rule("ose:retainer.shares")
def test_a_share_is_paid_of_what_was_found_and_of_nobodys_own():
    do = doing(serving(company()), *d6(3, 3))
    experience.note_what_is_brought(do)
    sharing.note_own(do)
    gem = replace(coins("gp", 1), kind="gem-1000", name="gem")
    do.state = do.state.with_creature(OTHER, items=(*do.state.creatures[OTHER].items, gem, coins("sp", 100)))
    before = {id: purse_cp(do.state.creatures[id].items) for id in (PC, OTHER)}
    wages.share_out(do)
    share = first(do, SharePaid)
    assert (share.how, share.owed_cp) == ("in part", share.cp - 1000)
    after = {id: purse_cp(do.state.creatures[id].items) for id in (PC, OTHER)}
    assert (before[PC] - after[PC], before[OTHER] - after[OTHER]) == (0, 1000)
    wages.settle(do)
    assert terms(do.state).owed_cp == share.owed_cp
    sold = run(do.state, a.Sell(OTHER, next(i.id for i in do.state.creatures[OTHER].items if i.kind == gem.kind), 1))
    assert terms(sold.state).owed_cp == 0


@rule("ose:retainer.upkeep", "ose:town.lodgings")
def test_what_a_stay_will_cost_is_what_it_costs():
    state = serving(company())
    told = " ".join(wages.dues(state, 7, state.now + 7 * DAY))
    paid = purse_cp(state.creatures[PC].items) - purse_cp(run(state, a.RestDays(7)).state.creatures[PC].items)
    assert "inn" not in told or "Wages" in told
    assert paid and "fall due" in told
