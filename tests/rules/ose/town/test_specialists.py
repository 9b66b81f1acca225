"""Specialists: notices, contracts, tasks and wages."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import every, first
from tests.rules.ose.service import PC, company, why_not

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.holdings import Contract, Staff
from underkeep.systems.ose.basics.money import purse
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town import specialists
from underkeep.systems.ose.town.specialists import (
    ContractsChanged,
    DismissSpecialist,
    HirelingsStay,
    HireSpecialist,
    NoticeAnswered,
    PostNotice,
    TakeSpecialist,
)
from underkeep.testing import d3, d6, rule
from underkeep.world.clock import DAY
from underkeep.world.state import State

KINDS, STAY = "ose:hireling.definition", "ose:hireling.no-adventures"
TASK, LOCATE = "ose:hireling.specialists", "ose:hireling.locating"
PRINTED = """Alchemist,1000
Animal trainer,500
Armourer,100
Assistant armourer,15
Blacksmith,25
Engineer,750
Navigator,150
Oarsman,2
Sage,2000
Sailor,10
Ship's captain,250
Spy,500"""


def act(state: State, action: Action) -> Resolution:
    return play.resolve(RULESET, state, "player", action, Seeded(5, "act"))


def answered(kind: str, number: int = 1, gp: int = 3000) -> State:
    return with_campaign(company(gp=gp), staff=Staff(answered={kind: number}))


@rule(KINDS)
def test_the_trades_are_those_of_the_list() -> None:
    found = {trade.name: trade.monthly_gp for trade in specialists.specialists().values()}
    assert found == {name.lower(): int(gp) for name, gp in csv.reader(StringIO(PRINTED))}
    assert why_not(company(gp=500), PostNotice(PC, "astrologer")).rule == KINDS


@rule(LOCATE)
@pytest.mark.parametrize("face", [1, 3])
def test_a_notice_in_a_small_town_brings_up_to_three(face: int) -> None:
    dice = Scripted(d3(face))
    done = Resolution(company(gp=100), dice, RULESET)
    specialists.post(done, PostNotice(PC, "sage"))
    dice.finish()
    assert first(done, NoticeAnswered).number == face
    assert campaign(done.state).staff.answered == {"sage": face}
    assert purse(done.state.creatures[PC].items)["gp"] == 95


@rule(LOCATE)
def test_the_referee_may_say_that_nobody_comes() -> None:
    done = Resolution(company(gp=100), Scripted(d3(3)), RULESET, {LOCATE: "0"})
    specialists.post(done, PostNotice(PC, "sage"))
    assert first(done, NoticeAnswered).number == 0
    assert why_not(done.state, HireSpecialist(PC, "sage")).rule == LOCATE


@rule(TASK)
def test_a_contract_has_a_task_and_ends_with_it() -> None:
    state = answered("armourer")
    done = act(state, HireSpecialist(PC, "armourer", "forge five swords"))
    (contract,) = campaign(done.state).staff.contracts
    assert (contract.task, contract.due) == ("forge five swords", state.now + 30 * DAY)
    assert campaign(done.state).staff.answered["armourer"] == 0
    assert purse(done.state.creatures[PC].items)["gp"] == 2900
    early = Resolution(replace(done.state, now=contract.due - 1), Scripted(), RULESET)
    specialists.settle(early)
    assert not every(early, ContractsChanged)
    over = Resolution(replace(done.state, now=contract.due), Scripted(), RULESET)
    specialists.settle(over)
    assert campaign(over.state).staff.contracts == ()
    assert sum(i.count for i in over.state.creatures[PC].items if i.kind == "sword") == 5


@rule(TASK)
def test_an_alchemist_brews_a_potion_that_is_known() -> None:
    done = act(answered("alchemist"), HireSpecialist(PC, "alchemist", "brew a potion of healing"))
    assert purse(done.state.creatures[PC].items)["gp"] == 3000 - 1000 - 250
    over = Resolution(replace(done.state, now=done.state.now + 7 * DAY), Scripted(), RULESET)
    specialists.settle(over)
    assert [i.kind for i in over.state.creatures[PC].items if i.kind.startswith("potion")] == ["potion-of-healing"]


@rule(TASK)
@pytest.mark.parametrize(("face", "what"), [(4, "done"), (5, "failed")])
def test_a_spy_may_come_back_with_nothing(face: int, what: str) -> None:
    contract = Contract("spy", PC, 10**9, "spy out the place of the adventure", 0)
    state = with_campaign(company(), staff=Staff((contract,)))
    done = Resolution(state, Seeded(5, "spy") if what == "done" else Scripted(d6(face)), RULESET)
    specialists.settle(done)
    assert first(done, ContractsChanged).what in (("done", "failed") if what == "done" else (what,))


@rule(TASK)
def test_wages_are_due_every_month_and_the_unpaid_leave() -> None:
    state = with_campaign(company(gp=160), staff=Staff((Contract("navigator", PC, 30 * DAY),)))
    done = Resolution(replace(state, now=61 * DAY), Scripted(), RULESET)
    specialists.settle(done)
    assert [e.what for e in every(done, ContractsChanged)] == ["paid", "unpaid"]
    assert purse(done.state.creatures[PC].items)["gp"] == 10 and not specialists.serving(done.state, "navigator")


@rule(STAY)
def test_hirelings_go_on_no_adventures() -> None:
    state = with_campaign(company(gp=500), staff=Staff((Contract("sage", PC, 10**9),)))
    assert why_not(state, TakeSpecialist(PC, "sage")).rule == STAY
    done = act(state, a.SetOut(""))
    assert STAY in first(done, HirelingsStay).rule
    assert done.state.party.members == state.party.members
    assert not every(act(company(), a.SetOut("")), HirelingsStay)


@rule(TASK)
@pytest.mark.parametrize(
    ("action", "word"),
    [
        (HireSpecialist(PC, "sage", "forge plate mail"), "does no such work"),
        (HireSpecialist(PC, "sage"), "in advance"),
        (DismissSpecialist(PC, "sage"), "serves here"),
    ],
)
def test_what_is_refused(action: Action, word: str) -> None:
    refusal = why_not(answered("sage", gp=100), action)
    assert word in refusal.sentence and refusal.rule == TASK
