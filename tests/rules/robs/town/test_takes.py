"""What a deed of the town takes is said before it is done, and is what it takes."""

import pytest
from tests.rules.robs.below import FRIEND, PC, carrying, delvers, lead, of_town, on_sheet, rich

from underkeep.procedures.chapter import TOWN
from underkeep.systems.robs.basics import money
from underkeep.systems.robs.basics.qualities import Inscribed
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.magic import study
from underkeep.systems.robs.ruleset import RULESET
from underkeep.systems.robs.town import alms, bank, resurrection, taxes, training
from underkeep.testing import d2, rule
from underkeep.world.clock import DAY
from underkeep.world.gear import Item


def town(*kinds, size="city", **life):
    return of_town(delvers(*kinds, in_town=True), size, **life)


def takes(state, action):
    return RULESET.book.deed(action, TOWN).takes(state, action)


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (training.BuyLevel(PC, "fighter"), "200 XP"),
        (training.BuyLevel(PC, "thief"), "100 XP and 3 months"),
        (training.BuyLevel(PC, "wizard"), "100 XP and 6 months"),
        (training.BuyLevel(PC, "juggler"), ""),
        (training.BuyAttribute(PC, "str"), "1200 XP"),
        (training.BuyAttribute(PC, "luck"), ""),
        (resurrection.Resurrect(PC, FRIEND), "an offering of 20 gp"),
        (bank.ChangeMoney(PC), "a tenth to a fifth of it for the changer"),
        (taxes.BecomeCitizen(PC), "a part of all one has every year, and no toll at the gate"),
        (alms.GiveAlms(PC), "5 gp"),
        (study.LearnSpell(PC, "sleep"), "a week and 5 gp"),
        (study.LearnSpell(PC, "spark"), "2 weeks and 10 gp"),
        (study.LearnSpell(PC, "nothing"), ""),
        (study.Research(PC, "spark"), "2 months"),
        (study.Research(PC, "sleep"), "a month"),
        (study.WriteScroll(PC, "sleep"), "a week and a blank scroll"),
        (study.StudyScroll(PC, "nothing"), ""),
    ],
)
def test_what_it_takes_is_said(action, told):
    state = on_sheet(town(), PC, attributes=dict.fromkeys(("STR", "DEX", "CON", "INT", "CHA"), 0))
    assert takes(state, action) == told


def test_a_scroll_is_gone_for_good():
    state = carrying(town(), PC, Item("scroll", "Scroll of Spark", quality=Inscribed("spark", 2)))
    scroll = next(i for i in state.creatures[PC].items if i.kind == "scroll")
    assert takes(state, study.StudyScroll(PC, scroll.id)) == "2 weeks and the scroll"


@rule("robs:research.learning-sources")
def test_a_lesson_takes_what_was_said():
    state = rich(on_sheet(town("human-wizard"), PC, spells=(), classes={"wizard": 2}), money.IN_CP["gp"] * 30)
    done = lead(state, study.LearnSpell(PC, "spark"))
    assert money.purse_cp(done.state.creatures[PC].items) == 20 * money.IN_CP["gp"]
    assert done.state.now == state.now + 14 * DAY
    assert "spark" in sheet(done.state.creatures[PC]).spells


@rule("robs:downtime.new-class-training", "robs:advancement.level-cost.rising")
def test_a_new_class_takes_what_was_said():
    state = on_sheet(town(), PC, xp=100)
    done = lead(state, training.BuyLevel(PC, "thief"), d2(1))
    assert done.state.now == state.now + 90 * DAY
    assert sheet(done.state.creatures[PC]).xp == 0
