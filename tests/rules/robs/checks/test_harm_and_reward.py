"""Rewards, favours, falls and healing, on both sides of each mark."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.below import FRIEND, PC, bare, delvers, on_sheet
from tests.rules.robs.scene import every, first

from underkeep.kernel.prompt import ALWAYS, RulingStands
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.characters import advancement
from underkeep.systems.robs.characters.experience import XpChanged
from underkeep.systems.robs.checks import awards, disabilities, falling, favours, healing
from underkeep.systems.robs.checks.checks import checked
from underkeep.systems.robs.checks.healing import CameRound
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature, DamageRolled, Harmed, Healed


def foe(kind: str, **changes: object) -> Creature:
    made = RULESET.recruit(bare(delvers()), Recruit(kind), f"{kind}-1", "monsters")
    return replace(made, sheet=replace(sheet(made), **changes))


def gains(done):
    return [(e.creature, e.amount) for e in every(done, XpChanged)]


@rule("robs:xp.monster-adjust")
def test_abilities_add_to_what_a_foe_is_worth():
    snake, state = foe("venomous-snake"), delvers("human-fighter")
    done = bare(state, rulings={"robs:xp.monster-adjust": "a fair fight"})
    awards.award_for_foes(done, [snake], state.marchers())
    assert gains(done) == [(PC, awards.monster_xp(snake.max_hp, sheet(snake).scale, 0) + 4)]


@rule("robs:xp.monster-adjust")
@pytest.mark.parametrize(
    ("level", "scale", "told"),
    [
        (2, 0, "trivial: half"),
        (2, 1, "a fair fight"),
        (4, -2, "trivial: half"),
        (9, -1, "superior: half as much again"),
        (9, -2, "a fair fight"),
    ],
)
def test_scale_counts_in_how_bad_a_fight_was(level, scale, told):
    state = on_sheet(delvers("human-fighter"), PC, level=3, scale=1)
    assert awards.threat([foe("orc", level=level, scale=scale)], state.marchers()) == told


@rule("robs:xp.monster-adjust")
def test_nobody_counts_for_less_than_one():
    tiny = foe("orc", level=1, scale=-9)
    state = delvers(*["human-fighter"] * 3)
    assert awards.threat([tiny] * 2, state.marchers()) == "a fair fight"
    assert awards.threat([tiny], state.marchers()) == "trivial: half"
    assert awards.threat([tiny] * 6, state.marchers()) == "superior: half as much again"
    assert awards.threat([tiny] * 5, state.marchers()) == "a fair fight"
    veteran = on_sheet(delvers("human-fighter"), PC, level=3)
    assert awards.threat([tiny], veteran.marchers()) == "trivial: half"


@rule("robs:xp.cleric-healing")
@pytest.mark.parametrize(("points", "gained"), [(0, []), (1, [(PC, 1)])])
def test_a_point_healed_is_a_point_earned(points, gained):
    done = bare(on_sheet(delvers(switches=("healing-xp",)), PC, order="the-lamp"))
    awards.award_for_healing(done, PC, FRIEND, points)
    assert gains(done) == gained


@rule("robs:xp.non-combat")
def test_a_milestone_is_worth_what_the_referee_says_to_characters():
    state = delvers("human-fighter")
    crowd = [*state.marchers(), foe("orc")]
    for word, each in (("50 XP", 50), ("nothing", 0)):
        done = bare(state, rulings={"robs:xp.non-combat": word})
        awards.award_for_milestone(done, crowd)
        assert gains(done) == ([(PC, each)] if each else [])


@rule("robs:xp.saving-throws")
@pytest.mark.parametrize(("high", "kind", "gained"), [(4, "fighter", [1]), (3, "fighter", []), (6, "", [])])
def test_only_a_character_learns_from_a_danger_and_only_by_a_margin(high, kind, gained):
    state = on_sheet(
        delvers(switches=("save-xp",)), PC, classes={kind: 1} if kind else {}, race="human" if kind else ""
    )
    done = bare(state, *d6(high, 3))
    assert checked(done, done.state.creatures[PC], "CON", 0, is_save=True).success
    assert [e.amount for e in every(done, XpChanged)] == gained


@rule("robs:healing.scars", "robs:healing.limb-loss-hp")
def test_each_limb_is_counted_and_the_last_point_stays():
    state = delvers().with_creature(PC, hp=2, max_hp=2)
    ruled = {"robs:healing.scars": disabilities.LIMB, "robs:healing.limb-loss-hp": "3"}
    once = bare(state, rulings=ruled)
    disabilities.leave_mark(once, state.creatures[PC])
    assert once.state.creatures[PC].condition(disabilities.LOST_LIMB).level == 1
    assert (once.state.creatures[PC].max_hp, once.state.creatures[PC].hp) == (1, 1)
    twice = bare(once.state, rulings=ruled)
    disabilities.leave_mark(twice, once.state.creatures[PC])
    assert twice.state.creatures[PC].condition(disabilities.LOST_LIMB).level == 2


def fallen(metres, surface="hard", ruled=""):
    state = RulingStands("robs:hazard.falling", ALWAYS, ruled).evolve(delvers()) if ruled else delvers()
    done = bare(state)
    falling.fall(done, PC, metres, surface)
    return done


@rule("robs:hazard.falling", "robs:hazard.falling.modifiers")
@pytest.mark.parametrize(
    ("metres", "ruled", "amount"), [(9, "1", 1), (9, "5", 5), (9, "", 3), (3, "0", 0), (3, "3", 3), (6, "0", 0)]
)
def test_the_referee_may_call_a_fall_better_or_worse_by_two(metres, ruled, amount):
    done = fallen(metres, ruled=ruled)
    assert first(done, DamageRolled).roll.total == amount == sum(e.amount for e in every(done, Harmed))
    assert done.state.creatures[PC].hp == 10 - amount


@rule("robs:hazard.falling.modifiers")
def test_what_one_lands_on_is_told():
    surfaces = "robs:hazard.falling.modifiers"
    hard, spikes = (first(fallen(9, surface), DamageRolled) for surface in ("hard", "spikes"))
    assert dict(hard.roll.modifiers) == {"height": 3} and surfaces not in hard.rule
    assert dict(spikes.roll.modifiers) == {"height": 3, "spikes": 2} and surfaces in spikes.rule
    assert falling.landing(0, "soft") == 0 and falling.landing(2, "soft") == 1


@rule("robs:xp.favours.divine")
def test_without_a_clerical_class_a_miracle_costs_a_first_level():
    state = on_sheet(delvers(), PC, classes={"fighter": 4}, order="the-lamp")
    assert favours.cost_of(state, sheet(state.creatures[PC]), favours.FavourDivine(PC)) == advancement.level_cost(
        1, False
    )


def favoured(**changes):
    state = on_sheet(
        delvers(switches=("xp-favours",)), PC, xp=1000.0, classes={"priest": 1}, order="the-lamp", **changes
    )
    return state.with_creature(PC, hp=5)


def why(state, action):
    found = favours.why_not(state, action)
    return found.rule if found else ""


@rule("robs:xp.favours", "robs:xp.favours.heal")
def test_whom_fate_does_favours():
    state = favoured()
    assert why(state, favours.FavourHeal(PC, 1)) == why(state, favours.FavourBonus(PC, 1)) == ""
    assert why(state.with_creature(PC, status="down"), favours.FavourHeal(PC, 1)) == "robs:xp.favours"
    assert why(on_sheet(state, PC, classes={}, race=""), favours.FavourHeal(PC, 1)) == "robs:xp.favours"
    for name in (favours.FAVOUR, favours.FORTUNE):
        owed = state.with_creature(PC, conditions=(Condition(name),))
        assert why(owed, favours.FavourBonus(PC, 1)) == why(owed, favours.FavourCritical(PC)) == "robs:xp.favours"


@rule("robs:magic.divine-intervention.lawfulness")
@pytest.mark.parametrize(("score", "faces"), [(None, ()), (3, (6, 1))])
def test_a_plea_tells_whether_lawfulness_had_a_say(score, faces):
    done = bare(favoured(lawfulness=score), *d6(*faces))
    favours.perform(done, favours.FavourDivine(PC))
    told = "robs:magic.divine-intervention.lawfulness" in first(done, favours.DeityAnswered).rule
    assert told is (score is not None)


@rule("robs:healing.maximum")
def test_healing_to_the_point():
    whole = bare(delvers())
    assert healing.heal(whole, PC, 3, ()) == 0 and not whole.events
    exact = bare(delvers().with_creature(PC, hp=8))
    assert healing.heal(exact, PC, 2, ()) == 2
    assert first(exact, Healed).rule == () and not every(exact, CameRound)
    for healed, status in ((2, "down"), (3, "up")):
        done = bare(delvers().with_creature(PC, hp=-2, status="down"))
        healing.heal(done, PC, healed, ())
        assert done.state.creatures[PC].status == status


@rule("robs:healing.slow-with-magic")
@pytest.mark.parametrize("slow", [False, True])
def test_slow_healing_is_told(slow):
    done = bare(delvers(switches=("slow-healing",) if slow else ()).with_creature(PC, hp=5))
    healing.rest(done, 7)
    assert ("robs:healing.slow-with-magic" in first(done, Healed).rule) is slow
