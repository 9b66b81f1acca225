"""Experience: what it is given for, and the favours it buys in play."""

import pytest
from msgspec.structs import replace
from tests.rules.robs.below import FRIEND, PC, bare, delvers, lead, on_sheet, refused
from tests.rules.robs.scene import A, changed, do, duel, every, first, hit

from underkeep.procedures.ruleset import Recruit
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.characters import experience
from underkeep.systems.robs.characters.experience import XpChanged
from underkeep.systems.robs.checks import awards, favours, healing
from underkeep.systems.robs.checks.checks import checked, contest
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.creature import AttackRolled, DamageRolled

STILL = d6(3, 3)


def foe(kind, **changes):
    done = bare(delvers())
    made = RULESET.recruit(done, Recruit(kind), f"{kind}-1", "monsters")
    return replace(made, **changes)


@rule("robs:xp.monster")
@pytest.mark.parametrize(
    ("hp", "scale", "victor", "xp"), [(12, 3, 0, 15), (4, -2, 0, 2), (1, -11, 0, 1), (10, 0, -2, 12)]
)
def test_what_a_monster_is_worth(hp, scale, victor, xp):
    assert awards.monster_xp(hp, scale, victor) == xp


@rule("robs:xp.monster-adjust")
def test_special_abilities_are_worth_two_each():
    assert awards.ability_xp(foe("orc")) == 0
    assert awards.ability_xp(foe("venomous-snake")) == 4, "poison and eyes for warmth; a cold body is nothing"
    assert awards.ability_xp(foe("griffon")) == 2, "it flies"


@rule("robs:xp.monster-adjust")
@pytest.mark.parametrize(
    ("foes", "heroes", "told"),
    [(1, 2, "trivial: half"), (2, 2, "a fair fight"), (4, 2, "superior: half as much again"), (3, 2, "a fair fight")],
)
def test_how_bad_a_fight_was(foes, heroes, told):
    state = delvers(*["human-fighter"] * heroes)
    assert awards.threat([foe("orc")] * foes, state.marchers()) == told


@rule("robs:xp.award", "robs:xp.monster", "robs:xp.monster-adjust")
@pytest.mark.parametrize(
    ("rulings", "switches", "each"),
    [
        ({}, (), 8.0),
        ({"robs:xp.award": "none"}, (), 0),
        ({"robs:xp.award": "twice as much"}, (), 16.0),
        ({"robs:xp.monster-adjust": "trivial: half"}, (), 4.0),
        ({}, ("full-xp-for-each",), 16.0),
    ],
)
def test_an_award_is_shared(rulings, switches, each):
    state = delvers(switches=switches)
    done = bare(state, rulings=rulings)
    awards.award_for_foes(done, [foe("orc"), foe("orc")], state.marchers())
    assert [e.amount for e in every(done, XpChanged)] == ([each] * 2 if each else [])
    nobody = bare(state)
    awards.award_for_foes(nobody, [], state.marchers())
    assert not nobody.events


@rule("robs:xp.monster")
def test_the_largest_victors_scale_counts():
    state = on_sheet(delvers("human-fighter", "halfling-thief"), PC, scale=2)
    done = bare(state, rulings={"robs:xp.monster-adjust": "a fair fight"})
    awards.award_for_foes(done, [foe("orc"), foe("orc")], state.marchers())
    assert sum(e.amount for e in every(done, XpChanged)) == 2 * (8 - 2)


@rule("robs:xp.saved-or-spent")
def test_fractions_are_kept_and_nothing_goes_below_nothing():
    done = bare(delvers())
    experience.change(done, PC, 10 / 3, "a test", ())
    assert sheet(done.state.creatures[PC]).xp == 3.33
    experience.change(done, PC, -5, "a test", ())
    assert sheet(done.state.creatures[PC]).xp == 0
    assert experience.written(3.5) == "3.5 XP"


@rule("robs:xp.non-combat", "robs:xp.no-treasure")
@pytest.mark.parametrize(("word", "given"), [("", 5), ("nothing", 0), ("10 XP", 10)])
def test_problems_and_milestones(word, given):
    rulings = {"robs:xp.non-combat": word} if word else {}
    done = bare(delvers(), rulings=rulings)
    awards.award_for_problem(done, PC)
    assert sum(e.amount for e in every(done, XpChanged)) == given
    mile = bare(delvers())
    awards.award_for_milestone(mile, mile.state.marchers())
    assert [e.amount for e in every(mile, XpChanged)] == [25, 25]


@rule("robs:xp.saving-throws")
@pytest.mark.parametrize(("high", "on", "given"), [(6, True, 3), (3, True, 0), (6, False, 0), (2, True, 0)])
def test_withstanding_harm_may_teach(high, on, given):
    done = bare(delvers(switches=("save-xp",) if on else ()), d6(high), d6(3))
    checked(done, done.state.creatures[PC], "CON", 0, is_save=True)
    assert sum(e.amount for e in every(done, XpChanged)) == given


@rule("robs:xp.cleric-healing")
@pytest.mark.parametrize(
    ("healed", "order", "on", "given"),
    [(FRIEND, "the-lamp", True, 5), (PC, "the-lamp", True, 0), (FRIEND, "", True, 0), (FRIEND, "the-lamp", False, 0)],
)
def test_clerics_may_earn_by_healing_others(healed, order, on, given):
    state = on_sheet(delvers(switches=("healing-xp",) if on else ()), PC, order=order).with_creature(healed, hp=5)
    done = bare(state)
    assert healing.heal(done, healed, 9, (), by=PC) == 5
    assert sum(e.amount for e in every(done, XpChanged)) == given


@rule("robs:xp.alignment-roleplay")
@pytest.mark.parametrize(("on", "alignment", "given"), [(True, "Lawful", 10), (True, "", 0), (False, "Lawful", 0)])
def test_ideals_may_be_rewarded(on, alignment, given):
    state = on_sheet(
        on_sheet(delvers(switches=("alignment-xp",) if on else ()), PC, alignment=alignment), FRIEND, alignment=""
    )
    done = bare(state, rulings={"robs:xp.alignment-roleplay": "10 XP"})
    awards.award_for_ideals(done)
    assert sum(e.amount for e in every(done, XpChanged)) == given
    usual = bare(state)
    awards.award_for_ideals(usual)
    assert not every(usual, XpChanged)


# Favours


def favoured(xp=100, **changes):
    state = on_sheet(delvers(switches=("xp-favours",)), PC, xp=float(xp), **changes)
    return state.with_creature(PC, hp=5)


def left(done):
    return sheet(done.state.creatures[PC]).xp


@rule("robs:xp.favours.heal", "robs:xp.favours")
def test_healing_costs_two_a_point():
    done = lead(favoured(8), favours.FavourHeal(PC, 4))
    assert (left(done), done.state.creatures[PC].hp) == (0, 9)
    assert refused(favoured(7), favours.FavourHeal(PC, 4)) == "robs:xp.favours"
    assert refused(favoured(), favours.FavourHeal(PC, 6)) == "robs:xp.favours.heal"
    assert refused(favoured(), favours.FavourHeal(PC, 0)) == "robs:xp.favours.heal"
    off = favoured()
    assert refused(replace(off, switches=()), favours.FavourHeal(PC, 1)) == "robs:xp.favours"


@rule("robs:xp.favours.bonus", "robs:xp.favours")
def test_a_better_roll_costs_three_a_point():
    done = lead(favoured(6), favours.FavourBonus(PC, 2))
    assert left(done) == 0
    after = bare(done.state, d6(3), d6(3), *STILL)
    assert checked(after, after.state.creatures[PC], "STR", 0).total == 2 - 1, "Hurt, and two bought"
    assert checked(after, after.state.creatures[PC], "STR", 0).total == -1, "and used up"
    assert refused(done.state, favours.FavourBonus(PC, 1)) == "robs:xp.favours"
    assert refused(favoured(), favours.FavourBonus(PC, 4)) == "robs:xp.favours.bonus"
    assert refused(favoured(), favours.FavourBonus(PC, 0)) == "robs:xp.favours.bonus"


@rule("robs:xp.favours.bonus")
def test_contests_take_it_too():
    state = lead(favoured(6), favours.FavourBonus(PC, 2)).state.with_creature(PC, hp=10)
    done = bare(state, d6(3), d6(3), d6(4), d6(3))
    assert [c.id for c in contest(done, (state.creatures[PC], state.creatures[FRIEND]), "STR")] == [PC]


@rule("robs:xp.favours.critical", "robs:xp.favours")
def test_a_critical_success_costs_fifteen():
    state = replace(duel(switches=("xp-favours",)), switches=("xp-favours",))
    state = changed(state, A, xp=15.0, classes={"fighter": 1}, race="human")
    done = do(state, favours.FavourCritical(A))
    assert sheet(done.state.creatures[A]).xp == 0
    struck = hit(done.state)
    assert first(struck, AttackRolled).roll.faces == (6, 1)
    assert "critical" in {m.source for m in first(struck, DamageRolled).roll.modifiers}


@rule("robs:xp.favours.divine", "robs:xp.favours")
@pytest.mark.parametrize(("level", "flat", "cost"), [(1, False, 200), (3, False, 400), (3, True, 100)])
def test_a_miracle_costs_a_level_and_is_for_clerics(level, flat, cost):
    state = favoured(1000, classes={"priest": level}, order="the-lamp")
    state = replace(state, switches=(*state.switches, *(("level-cost-flat",) if flat else ())))
    done = lead(state.with_creature(FRIEND, hp=1), favours.FavourDivine(PC))
    assert left(done) == 1000 - cost
    assert [done.state.creatures[id].hp for id in (PC, FRIEND)] == [10, 10]
    none = lead(state, favours.FavourDivine(PC), rulings={"robs:xp.favours.divine": "does nothing"})
    assert none.state.creatures[PC].hp == 5
    assert refused(favoured(1000, order=""), favours.FavourDivine(PC)) == "robs:xp.favours.divine"


def test_what_is_offered():
    state = on_sheet(favoured(100), PC, order="")
    offered = favours.listed(state, state.creatures[PC])
    assert offered == [favours.FavourHeal(PC, 5), favours.FavourBonus(PC, 1), favours.FavourCritical(PC)]
    poor = favoured(4)
    assert favours.listed(poor, poor.creatures[PC]) == [favours.FavourHeal(PC, 2), favours.FavourBonus(PC, 1)]
    assert favours.listed(favoured(1), favoured(1).creatures[PC]) == []
