"""Soldiers for hire: a troop on the road."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import abroad
from tests.rules.ose.abroad import met as meets
from tests.rules.ose.scene import every, first
from tests.rules.ose.service import PC, company, why_not

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action
from underkeep.procedures import meeting, play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import Troop, campaign, with_campaign
from underkeep.systems.ose.basics.money import purse
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.combat import morale
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town import soldiers
from underkeep.systems.ose.town.soldiers import DismissSoldiers, HireSoldiers, TroopChanged, TroopWaits
from underkeep.testing import d6, rule
from underkeep.world.clock import DAY
from underkeep.world.creature import Fled
from underkeep.world.party import PartyWent
from underkeep.world.state import State

RULE = "ose:hireling.mercenaries"


def act(state: State, action: Action) -> Resolution:
    return play.resolve(RULESET, state, "player", action, Seeded(5, "act"))


def hired(kind: str = "footman-light", gp: int = 100, count: int = 5) -> State:
    return act(company(gp=gp), HireSoldiers(PC, kind, count)).state


@rule(RULE, "ose:morale.mercenary.rating")
@pytest.mark.parametrize(("kind", "count", "left", "rating"), [("footman-light", 5, 90, 8), ("peasant", 7, 93, 6)])
def test_a_months_pay_in_advance(kind, count, left, rating):
    state = company()
    assert HireSoldiers(PC, kind) in play.legal_actions(RULESET, state, "player").listed
    done = act(state, HireSoldiers(PC, kind, count))
    troop = campaign(done.state).company.troop
    assert len(troop.members) == count and troop.paid_until == state.now + 30 * DAY
    assert RULE in first(done, TroopChanged).rule
    assert purse(done.state.creatures[PC].items)["gp"] == left
    own = done.state.creatures[troop.members[0]]
    assert (sheet(own).morale, monsters()[own.kind].morale, own.side) == (rating, rating, state.creatures[PC].side)
    assert own.id not in done.state.party.members


@rule(RULE)
@pytest.mark.parametrize(
    ("action", "word"),
    [
        (HireSoldiers(PC, "footman-light", 4), "troop of 5 or more"),
        (HireSoldiers(PC, "longbowman", 11), "110 gp for a month"),
        (HireSoldiers(PC, "dragoon"), "no such soldiers"),
    ],
)
def test_who_is_not_to_be_had(action, word):
    refused = why_not(company(), action)
    assert refused.rule == RULE and word in refused.sentence


@rule(RULE)
def test_one_troop_at_a_time():
    assert "already" in why_not(hired(), HireSoldiers(PC, "peasant")).sentence
    gone = act(hired(), DismissSoldiers(PC)).state
    assert campaign(gone).company.troop is None
    assert why_not(gone, DismissSoldiers(PC)).rule == RULE


@rule(RULE)
def test_another_sends_them_home_when_whoever_hired_them_is_gone():
    state = hired()
    assert state.party is not None
    alone = replace(state, party=replace(state.party, members=tuple(id for id in state.party.members if id != PC)))
    (way,) = soldiers.dismissals(alone)
    assert isinstance(way, DismissSoldiers) and way.actor != PC
    assert why_not(alone, DismissSoldiers(PC)) is not None
    assert campaign(act(alone, way).state).company.troop is None


def arriving(state: State, how: str, place: str) -> Resolution:
    done = Resolution(state, Seeded(1), RULESET)
    soldiers.went(done, PartyWent(place, None, how))
    return done


@rule(RULE)
def test_they_wait_outside_the_dungeon():
    state = hired()
    waits = first(arriving(state, "arrived", "dungeon"), TroopWaits)
    assert waits.rule == (RULE,) and len(waits.soldiers) == 5
    assert not every(arriving(company(), "arrived", "dungeon"), TroopWaits)


@rule(RULE)
@pytest.mark.parametrize(
    ("days", "gp", "what", "left"), [(29, 90, [], 90), (30, 90, ["paid"], 80), (30, 9, ["unpaid"], 9)]
)
def test_every_month_is_paid_or_they_go(days, gp, what, left):
    state = hired()
    bearer = state.creatures[PC]
    state = state.with_creature(PC, items=tuple(replace(i, count=gp) for i in bearer.items if i.kind == "gp"))
    done = arriving(replace(state, now=state.now + days * DAY), "set out", "road")
    assert [e.what for e in every(done, TroopChanged)] == what
    assert purse(done.state.creatures[PC].items)["gp"] == left


def on_the_road(*switches: str) -> Resolution:
    """A troop and its employers come to blows with orcs."""
    home = hired()
    troop = campaign(home).company.troop
    state = abroad("hills")
    for id in troop.members:
        state = replace(state, creatures={**state.creatures, id: replace(home.creatures[id], side=state.party.side)})
    own = replace(campaign(state).company, troop=Troop(state.party.members[0], troop.kind, troop.members, 10**9))
    state = replace(with_campaign(state, company=own), switches=switches)
    done = meets(state, "orc", 3, *d6(3, 3, 4, 4, 4, 4, 6, 1))
    dice = Resolution(done.state, Seeded(3), RULESET)
    meeting.come_to_blows(dice)
    return dice


@rule(RULE)
def test_on_the_road_they_fight_beside_the_party():
    done = on_the_road()
    state = done.state
    ours = soldiers.standing(state)
    assert len(ours) == 5 and all(c.at is not None for c in ours)
    squares = [c.at for c in state.creatures.values() if c.at is not None]
    assert len(set(squares)) == len(squares)
    assert set(campaign(state).company.troop.members) <= set(state.fight.combatants)


@rule("ose:morale.mercenary")
def test_their_nerve_may_break_like_that_of_monsters():
    done = on_the_road("morale")
    state = done.state
    for id in campaign(state).company.troop.members[:3]:
        state = state.with_creature(id, status="dead", hp=0)

    class Sixes(Seeded):
        def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
            return (sides,) * count if "morale" in why else super().roll(count, sides, why)

    broken = Resolution(state, Sixes(1), RULESET)
    morale.check_morale(broken, state.party.side)
    assert len(every(broken, Fled)) == 2
    assert "ose:morale.mercenary" in first(broken, Fled).rule


@rule(RULE)
def test_the_dead_and_those_who_ran_are_struck_from_the_roll():
    state = hired()
    ids = campaign(state).company.troop.members
    done = Resolution(state.with_creature(ids[0], status="dead"), Seeded(1), RULESET)
    soldiers.after(done, None)
    assert campaign(done.state).company.troop.members == ids[1:]
    for id in ids:
        state = state.with_creature(id, status="fled")
    done = Resolution(state, Seeded(1), RULESET)
    soldiers.after(done, None)
    assert campaign(done.state).company.troop is None
