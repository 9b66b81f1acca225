"""Loyalty: checked in peril and after an adventure, moved by gifts and by wages withheld, and remembered by others."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import changed, every, first, scene
from tests.rules.ose.service import (
    HAND,
    OTHER,
    PC,
    after,
    company,
    doing,
    home_with,
    offer,
    run,
    seeking,
    serving,
    terms,
    why_not,
)

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import REFEREE, Ruled
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.sheet import Service
from underkeep.systems.ose.basics.town_life import town_life
from underkeep.systems.ose.combat import morale
from underkeep.systems.ose.encounters import loyalty
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town import hiring, retainers, wages
from underkeep.systems.ose.town.hiring import SeekRetainers
from underkeep.systems.ose.town.retainers import NORMAL_HUMAN, Reward, ServiceEnded
from underkeep.testing import d3, d6, rule
from underkeep.world.clock import DAY
from underkeep.world.creature import Died, Fled, MoraleRolled
from underkeep.world.state import State


@rule("ose:retainer.loyalty.check")
@pytest.mark.parametrize(("faces", "holds"), [(d6(3, 4), True), (d6(4, 4), False)])
def test_loyalty_is_checked_on_two_dice(faces, holds):
    do = doing(serving(company()), *faces)
    assert loyalty.check(do, HAND, "asked", "ose:retainer.loyalty.check") is holds
    assert first(do, MoraleRolled).who == HAND


@rule("ose:retainer.loyalty.bonus")
def test_two_gifts_of_a_full_share_are_worth_a_point():
    state = home_with(serving(company(gp=1000)), 100, PC, *d6(3, 3)).state
    share = retainers.full_share_gp(state)
    assert share == 40
    small = run(state, Reward(PC, HAND, share - 1))
    assert terms(small.state).gifts == 0
    once = run(state, Reward(PC, HAND, share))
    assert Reward(PC, HAND, share) in play.legal_actions(RULESET, state, "player").listed
    assert (terms(once.state).gifts, terms(once.state).loyalty) == (1, 7)
    twice = run(once.state, Reward(PC, HAND, share))
    assert terms(twice.state).loyalty == 8
    human = doing(once.state, loyalty__bonus="0")
    loyalty.reward(human, HAND)
    assert terms(human.state).loyalty == 7
    assert first(human, Ruled).by == REFEREE


@rule("ose:retainer.loyalty.penalty")
def test_a_wage_withheld_costs_loyalty():
    state = serving(company()).with_creature(PC, items=()).with_creature(OTHER, items=())
    do = doing(replace(state, now=state.now + 2 * DAY))
    wages.settle(do)
    assert (terms(do.state).loyalty, terms(do.state).owed_cp) == (6, 150)
    assert town_life(do.state).complaints == 1
    kind = doing(replace(state, now=state.now + 2 * DAY), loyalty__penalty="0")
    wages.settle(kind)
    assert terms(kind.state).loyalty == 7


def in_battle(down: int = 0, *, dead_employer: bool = False, kind: str = "fighter") -> State:
    """A retainer of the first of four fighters who face orcs; so many of the fighters are down."""
    state = scene("4 fighter v 4 orc", phase="morale", switches=("morale",))
    service = Service("fighter-1", 1, 50, 7)
    state = changed(state, "fighter-4", service=service)
    party = replace(company().party, side="a", members=tuple(f"fighter-{n}" for n in range(1, 5)))  # type: ignore[type-var]
    state = replace(state, party=party, settlement=company().settlement)
    for number in range(1, down + 1):
        id = f"fighter-{3 - number + 1}" if not dead_employer else f"fighter-{number}"
        state = state.with_creature(id, status="dead", hp=0)
    return state.with_creature("fighter-4", kind=kind) if kind != "fighter" else state


@rule("ose:morale.retainers")
def test_retainers_make_no_morale_checks():
    for kind in ("fighter", NORMAL_HUMAN):
        do = doing(in_battle(1, kind=kind))
        morale.check_morale(do, "a")
        assert every(do, MoraleRolled) == []


@rule("ose:retainer.loyalty.when-peril", "ose:morale.retainers")
def test_extreme_peril_is_faced_once_for_each_reason():
    done = doing(in_battle(2), *d6(3, 3))
    morale.check_morale(done, "a")
    assert [(e.who, e.success) for e in every(done, MoraleRolled)] == [("fighter-4", True)]
    again = doing(done.state)
    morale.check_morale(again, "a")
    assert every(again, MoraleRolled) == []
    broken = doing(in_battle(1, dead_employer=True), *d6(6, 6))
    morale.check_morale(broken, "a")
    assert [e.why for e in every(broken, MoraleRolled)] == ["loyalty: the employer is dead"]
    hand = broken.state.creatures["fighter-4"]
    assert hand.status == "fled" or hand.condition("fleeing") is not None


@rule("ose:retainer.loyalty.when-peril")
def test_the_referee_may_call_for_loyalty():
    state = serving(company(place="dungeon"))
    call = CallCheck(HAND, "loyalty")
    stood = run(state, call, *d6(3, 4), seat=REFEREE)
    assert stood.state.creatures[HAND].status == "up"
    ran = run(state, call, *d6(4, 4), seat=REFEREE)
    assert first(ran, Fled).creature == HAND
    assert play.why_not(RULESET, state, REFEREE, CallCheck(PC, "loyalty")) is not None
    lost = doing(state, *d6(6, 6))
    lost.emit(Died(PC))
    assert lost.state.creatures[HAND].status == "fled"


@rule("ose:retainer.loyalty.when-after")
def test_after_an_adventure_a_retainer_may_leave_for_good():
    state = serving(company())
    stays = home_with(state, 100, PC, *d6(3, 4))
    assert stays.state.party is not None and HAND in stays.state.party.members
    gone = home_with(state, 100, PC, *d6(4, 4))
    assert gone.state.party is not None and HAND not in gone.state.party.members
    assert first(gone, ServiceEnded).creature == HAND
    assert why_not(gone.state, a.Hire(PC, HAND, (1, 50))).rule == "ose:retainer.loyalty.when-after"
    assert play.why_not(RULESET, gone.state, "player", a.Hire(OTHER, HAND, (1, 50))) is None
    rehired = Resolution(gone.state, Scripted(*d6(5, 5)), RULESET)
    hiring.hire(rehired, rehired.state.creatures[OTHER], HAND, 1, 50)
    assert (terms(rehired.state).employer, terms(rehired.state).grudges) == (OTHER, (PC,))


@rule("ose:retainer.abuse", "ose:retainer.reaction.reputation")
def test_those_who_were_wronged_warn_others():
    state = serving(company())
    for flags, penalty in ((1, -1), (2, -2), (3, -2)):
        do = doing(state)
        for _ in range(flags):
            loyalty.wrong(do, HAND)
        again = offer(seeking(do.state), *d6(3, 2))
        assert after(again) == 5 + penalty
    shunned = doing(state, abuse="no applicants")
    loyalty.wrong(shunned, HAND)
    none = doing(shunned.state, d3(3))
    hiring.seek(none, SeekRetainers(PC, hiring.TAVERN))
    assert none.state.settlement is not None and none.state.settlement.applicants == ()
    quiet = doing(state, abuse="keep quiet")
    loyalty.wrong(quiet, HAND)
    assert after(offer(seeking(quiet.state), *d6(3, 2))) == 5


@rule("ose:retainer.loyalty.rating", "ose:retainer.reaction.accept-plus", "ose:abilities.cha.loyalty")
def test_those_who_came_gladly_are_one_more_loyal():
    assert [loyalty.first_rating(10, gladly) for gladly in (False, True)] == [7, 8]


@rule("ose:retainer.loyalty.penalty", "ose:retainer.abuse")
def test_a_wrong_costs_a_point_and_is_told_in_town():
    state = serving(company())
    do = doing(state)
    loyalty.wrong(do, HAND)
    told = first(do, loyalty.RetainerComplained)
    assert state.settlement is not None
    assert (told.town, told.complaints, town_life(do.state).complaints) == (state.settlement.name, 1, 1)
    assert terms(do.state).loyalty == 6
    kind = doing(state, loyalty__penalty="0")
    loyalty.wrong(kind, HAND)
    assert terms(kind.state).loyalty == 7


@rule("ose:retainer.loyalty.when-peril")
def test_half_of_the_party_down_is_peril():
    state = serving(company("fighter", "thief", "cleric"))
    for down, perils in (((), 0), ((OTHER,), 0), ((OTHER, "hero-3"), 1)):
        now = state
        for id in down:
            now = now.with_creature(id, status="dead")
        assert len(loyalty._perils(now, now.creatures[HAND])) == perils
    slain = state.with_creature(PC, status="dead")
    assert loyalty._perils(slain, slain.creatures[HAND]) == ["the employer is dead"]
