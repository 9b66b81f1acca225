from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import (
    CLERIC,
    ORC,
    act,
    announcing,
    at_casting,
    cast,
    delve,
    names,
    why_not,
    with_condition,
)
from tests.rules.ose.scene import average, changed, every, first, hit, listed, make, scene, under

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import REFEREE, Ruled
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.battle import with_battle
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.combat import rounds
from underkeep.systems.ose.magic import divine_favour
from underkeep.systems.ose.magic.casting import Cast, DeclareSpell, castable, options_of
from underkeep.systems.ose.magic.divine_favour import Atone
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import in_step
from underkeep.world.creature import AttackRolled

AGAINST = "ose:magic.divine.spell-alignment"


def priest(alignment, spell="Cure Light Wounds", deity=""):
    state = at_casting("cleric/3[mace] + fighter v orc", CLERIC, spell, spell, gap=1)
    return changed(state, CLERIC, alignment=alignment, deity=deity)


def harming(state, *faces, rulings=None):
    return cast(state, CLERIC, "Cause Light Wounds", ORC, *faces, rulings=rulings)


@rule(AGAINST, "ose:magic.divine.lawful")
def test_a_lawful_caster_is_warned_and_then_loses_favour():
    once = harming(priest("Lawful"), d20(2))
    assert first(once, Ruled).choice == "warning"
    assert every(once, RefereeAdvised) and names(once.state, CLERIC) == {"warned by the deity"}
    twice = harming(once.state, d20(2))
    assert "out of favour" in names(twice.state, CLERIC)
    let_off = harming(once.state, d20(2), rulings={AGAINST: "nothing"})
    assert "out of favour" not in names(let_off.state, CLERIC)


@rule(AGAINST, "ose:magic.divine.lawful")
def test_dire_need_excuses_it():
    state = priest("Lawful")
    dying = state.with_creature("fighter-1", hp=1)
    assert every(harming(dying, d20(2)), Ruled) == []
    hurt = state.with_creature(CLERIC, hp=1)
    assert every(harming(hurt, d20(2)), Ruled) == []


@rule("ose:magic.divine.chaotic")
def test_a_chaotic_caster_heals_only_those_of_the_same_faith():
    state = priest("Chaotic").with_creature("fighter-1", hp=3)
    assert every(harming(state, d20(2)), Ruled) == []
    other = cast(changed(state, "fighter-1", alignment="Lawful"), CLERIC, "Cure Light Wounds", "fighter-1", d6(3))
    assert first(other, Ruled).question == AGAINST
    alike = cast(changed(state, "fighter-1", alignment="Chaotic"), CLERIC, "Cure Light Wounds", "fighter-1", d6(3))
    assert every(alike, Ruled) == []


@rule("ose:magic.divine.neutral")
def test_a_neutral_deity_favours_one_form():
    assert first(harming(priest("Neutral", deity="normal"), d20(2)), Ruled).choice == "warning"
    assert every(harming(priest("Neutral", deity="reversed"), d20(2)), Ruled) == []
    made, done = make("cleric", alignment="Neutral", **average())
    assert sheet(made).deity == "normal"
    assert any(e.question == "ose:magic.divine.neutral" for e in every(done, Ruled))
    assert sheet(make("cleric", alignment="Neutral", deity="reversed")[0]).deity == "reversed"
    assert sheet(make("cleric", alignment="Lawful")[0]).deity == ""


@rule("ose:magic.divine.lawful", "ose:magic.divine.chaotic")
@pytest.mark.parametrize("alignment", ["Lawful", "Neutral"])
def test_what_comes_of_it_is_judged_by_the_alignment_too(alignment):
    ruled = first(harming(priest(alignment, deity="normal"), d20(2)), Ruled)
    assert ruled.rule == (AGAINST, f"ose:magic.divine.{alignment.lower()}")


def played_by_the_referee(alignment, **rulings):
    state = scene("cleric/3[mace] + fighter v orc", "spells", gap=1)
    state = changed(state, CLERIC, alignment=alignment, memorised=("Cure Light Wounds",))
    state = replace(state, seats={REFEREE: ("a",), "b": ("b",)})
    done = Resolution(state, Scripted(), RULESET, rulings)
    return with_battle(state, any_form=divine_favour.portray(done)), done


@rule("ose:magic.divine.lawful")
def test_the_referees_lawful_cleric_never_reverses_a_spell_without_need():
    state, done = played_by_the_referee("Lawful")
    assert first(done, Ruled).question == "ose:magic.divine.lawful"
    cleric = state.creatures[CLERIC]
    assert not options_of(state, cleric, castable(cleric)["Cause Light Wounds"])
    declared = [x.spell for x in listed(in_step(state, "declare"), CLERIC) if isinstance(x, DeclareSpell)]
    assert declared == ["Cure Light Wounds"]
    weak = state.with_creature(CLERIC, hp=1)
    assert options_of(weak, weak.creatures[CLERIC], castable(cleric)["Cause Light Wounds"])
    free, _ = played_by_the_referee("Lawful", **{"ose:magic.divine.lawful": "any form"})
    assert options_of(free, free.creatures[CLERIC], castable(cleric)["Cause Light Wounds"])


@rule("ose:magic.divine.chaotic", "ose:magic.divine.neutral")
def test_how_the_referee_plays_the_others():
    state, done = played_by_the_referee("Chaotic")
    assert first(done, Ruled).question == "ose:magic.divine.chaotic"
    state = changed(state, "fighter-1", alignment="Lawful")
    cleric = state.creatures[CLERIC]
    cured = {x.target for x in options_of(state, cleric, castable(cleric)["Cure Light Wounds"])}
    assert cured == {CLERIC}
    neutral, asked = played_by_the_referee("Neutral")
    assert first(asked, Ruled).question == "ose:magic.divine.neutral"
    own = neutral.creatures[CLERIC]
    assert not options_of(neutral, own, castable(own)["Cause Light Wounds"])
    begun = Resolution(state, Scripted(), RULESET, {"ose:magic.divine.chaotic": "any form"})
    assert rounds.begin_fight(begun).any_form == {"Chaotic"}


@rule("ose:magic.divine.faithful")
def test_disfavour_costs_one_on_attacks_or_what_the_referee_says():
    done = Resolution(scene("cleric/3[mace] v orc"), Scripted(), RULESET)
    divine_favour.fall_from_favour(done, CLERIC)
    assert first(done, Ruled).choice == "-1 to attacks"
    blow = first(hit(done.state, d20(2), by=CLERIC, on=ORC, weapon="mace"), AttackRolled)
    assert ("out of favour", -1) in blow.roll.modifiers
    ruled = Resolution(done.state, Scripted(), RULESET, {"ose:magic.divine.faithful": "fewer spells"})
    divine_favour.fall_from_favour(ruled, CLERIC)
    assert names(ruled.state, CLERIC) == {"out of favour", "denied a spell"}
    assert not first(hit(ruled.state, d20(2), by=CLERIC, on=ORC, weapon="mace"), AttackRolled).roll.modifiers
    person = replace(under(priest("Lawful"), CLERIC, "warned by the deity"), human_referee=True)
    person = announcing(person, CLERIC, "Cause Light Wounds")
    asked = play.resolve(RULESET, person, "a", Cast(CLERIC, "Cause Light Wounds", ORC), Scripted(d20(2)))
    assert asked.state.prompts[0].question == AGAINST


@rule("ose:magic.divine.atonement")
@pytest.mark.parametrize("gp", [2999, 3000])
def test_a_gift_of_a_thousand_for_each_level_restores_favour(gp):
    state = with_condition(delve("cleric", in_town=True, level=3), "hero-1", "out of favour", level=1)
    state = state.with_creature("hero-1", items=(money.coins("gp", gp),))
    if gp < 3000:
        assert why_not(state, Atone("hero-1")).rule == "ose:magic.divine.atonement"
        return
    assert Atone("hero-1") in play.legal_actions(RULESET, state, "player").listed
    done = act(state, Atone("hero-1"))
    assert names(done.state, "hero-1") == set() and money.purse_cp(done.state.creatures["hero-1"].items) == 0
    quest = Resolution(state, Scripted(), RULESET, {"ose:magic.divine.atonement": "a quest"})
    divine_favour.atone(quest, Atone("hero-1"))
    assert names(quest.state, "hero-1") == set()
    assert money.purse_cp(quest.state.creatures["hero-1"].items) == 300000
    assert why_not(quest.state, Atone("hero-1")).rule == "ose:magic.divine.atonement"


@rule("ose:magic.divine.lawful")
@pytest.mark.parametrize(("hp", "need"), [(1, True), (2, False), (3, False)])
def test_need_is_less_than_a_quarter_of_the_hit_points(hp, need):
    state = priest("Lawful")
    own = state.with_creature(CLERIC, hp=hp)
    assert divine_favour.is_in_need(own, own.creatures[CLERIC]) is need
    friend = state.with_creature("fighter-1", hp=hp)
    assert divine_favour.is_in_need(friend, friend.creatures[CLERIC]) is need
    foe = state.with_creature(ORC, hp=hp)
    assert not divine_favour.is_in_need(foe, foe.creatures[CLERIC])
    dead = friend.with_creature("fighter-1", status="dead")
    assert not divine_favour.is_in_need(dead, dead.creatures[CLERIC])


@rule("ose:magic.divine.lawful")
@pytest.mark.parametrize(("hp", "most", "need"), [(4, 17, True), (4, 16, False), (4, 15, False), (6, 25, True)])
def test_a_quarter_is_reckoned_exactly(hp, most, need):
    for id in (CLERIC, "fighter-1"):
        state = priest("Lawful").with_creature(id, hp=hp, max_hp=most)
        assert divine_favour.is_in_need(state, state.creatures[CLERIC]) is need


@rule("ose:magic.divine.faithful")
@pytest.mark.parametrize(
    ("penalty", "plight"),
    [("-1 to attacks", set()), ("fewer spells", {"denied a spell"}), ("a dangerous quest", {"on a quest"})],
)
def test_each_penalty_is_what_it_says(penalty, plight):
    done = Resolution(scene("cleric/3[mace] v orc"), Scripted(), RULESET, {"ose:magic.divine.faithful": penalty})
    divine_favour.fall_from_favour(done, CLERIC)
    assert names(done.state, CLERIC) == {"out of favour"} | plight
    assert done.state.creatures[CLERIC].condition("out of favour").level == (penalty == "-1 to attacks")


@rule("ose:magic.divine.atonement")
@pytest.mark.parametrize(("gp", "atoned"), [(999, False), (1000, True)])
def test_a_gift_that_the_purse_does_not_hold_atones_for_nothing(gp, atoned):
    state = with_condition(delve("cleric", in_town=True), "hero-1", "out of favour", level=1)
    state = state.with_creature("hero-1", items=(money.coins("gp", gp),))
    done = Resolution(state, Scripted(), RULESET)
    divine_favour.atone(done, Atone("hero-1"))
    assert ("out of favour" not in names(done.state, "hero-1")) is atoned
    assert money.purse_cp(done.state.creatures["hero-1"].items) == (0 if atoned else gp * 100)
