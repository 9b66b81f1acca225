from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import act, delve, meeting, why_not
from tests.rules.ose.scene import changed, every, first, scene

from underkeep.kernel.audience import seen_by
from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import REFEREE, Ruled
from underkeep.procedures import delve_actions as a
from underkeep.procedures import offers, play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters.alignment_conduct import AlignmentChanged, DeviationNoted
from underkeep.systems.ose.checks import enchantments
from underkeep.systems.ose.encounters import bargains, talk
from underkeep.systems.ose.encounters.bargains import BargainStruck
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import Alike, d6, rule
from underkeep.world.encounter import EncounterChanged
from underkeep.world.fight import FightBegan

HERO = "hero-1"
LAW, NEUTRALITY, CHAOS = "ose:alignment.law", "ose:alignment.neutrality", "ose:alignment.chaos"


@rule("ose:alignment.magic")
def test_magic_asks_for_the_alignment():
    state = scene("cleric v 2 orc")
    state = changed(changed(state, "cleric-1", alignment="Lawful"), "orc-2", alignment="Lawful")
    cleric, chaotic, lawful = (state.creatures[id] for id in ("cleric-1", "orc-1", "orc-2"))
    assert enchantments.is_of_another_alignment(cleric, chaotic)
    assert not enchantments.is_of_another_alignment(cleric, lawful)


def haggling(alignment, gp=100, count=1, kind="bandit"):
    state = meeting(delve("fighter"), kind, count, attitude="neutral")
    for id in state.encounter.monsters:
        state = changed(state, id, alignment=alignment)
    return state.with_creature(HERO, items=(money.coins("gp", gp),))


def gold(state, gp):
    return a.Offer(HERO, state.creatures[HERO].items[0].id, gp)


def offer(state, gp, **rulings):
    done = Resolution(state, Scripted(*[d6(3)] * 30), RULESET, rulings)
    offers.offer(talk, done, gold(state, gp))
    return done


@rule("ose:alignment.law")
def test_the_lawful_keep_a_bargain():
    done = offer(haggling("Lawful"), 5)
    assert first(done, BargainStruck).outcome == "keeps"
    assert done.state.encounter.attitude == "indifferent"
    assert money.purse_cp(done.state.creatures[HERO].items) == 9500
    assert money.purse_cp(done.state.creatures["bandit-1"].items) >= 500
    strong = offer(haggling("Lawful", count=9), 45)
    assert first(strong, BargainStruck).outcome == "keeps"
    false = offer(haggling("Lawful"), 5, **{LAW: "betrays"})
    assert first(false, BargainStruck).outcome == "betrays" and false.state.fight is not None


@rule("ose:alignment.neutrality")
@pytest.mark.parametrize(("gp", "outcome"), [(1, "declines"), (2, "declines"), (5, "keeps")])
def test_the_neutral_want_something_for_themselves(gp, outcome):
    assert first(offer(haggling("Neutral"), gp), BargainStruck).outcome == outcome
    assert first(offer(haggling("Neutral"), 1, **{NEUTRALITY: "keeps"}), BargainStruck).outcome == "keeps"


@rule("ose:alignment.chaos")
def test_the_chaotic_cheat_where_it_pays_and_is_safe():
    many = offer(haggling("Chaotic", count=4), 20)
    assert first(many, BargainStruck).outcome == "betrays"
    assert many.state.fight is not None
    warning = first(many, RefereeAdvised)
    assert warning.secret and "trusted" in warning.text
    assert first(offer(haggling("Chaotic"), 5), BargainStruck).outcome == "keeps"
    held = offer(haggling("Chaotic", count=4), 20, **{CHAOS: "keeps"})
    assert first(held, BargainStruck).outcome == "keeps"


@rule("ose:alignment.law", "ose:alignment.neutrality", "ose:alignment.chaos")
@pytest.mark.parametrize("alignment", ["Lawful", "Neutral", "Chaotic"])
def test_nobody_is_bought_off_with_next_to_nothing(alignment):
    done = offer(haggling(alignment), 1)
    assert first(done, BargainStruck).outcome == "declines"
    assert first(done, BargainStruck).rule == (bargains.RULES[alignment],)
    assert money.purse_cp(done.state.creatures[HERO].items) == 10000


@rule("ose:alignment.law", "ose:alignment.neutrality", "ose:alignment.chaos")
def test_who_can_be_bargained_with():
    state = haggling("Neutral")
    assert gold(state, 5) in play.legal_actions(RULESET, state, "player").listed
    assert why_not(state, gold(state, 101)) is not None and why_not(state, gold(state, 0)) is not None
    assert why_not(haggling("Neutral", kind="wolf"), gold(state, 5)) is not None
    asked = play.resolve(RULESET, replace(state, human_referee=True), "player", gold(state, 5), Scripted())
    assert asked.state.prompts[0].question == NEUTRALITY


def strayed(state, times, **rulings):
    done = Resolution(state, Scripted(), RULESET, rulings)
    for _ in range(times):
        done.emit(DeviationNoted(HERO, "lied"))
    return done


@rule("ose:alignment.role-play")
def test_the_referee_notes_deviations_in_secret():
    state = changed(delve("fighter"), HERO, alignment="Lawful")
    done = strayed(state, 1)
    assert campaign(done.state).deviations == {HERO: 1}
    assert seen_by(first(done, DeviationNoted), "player", done.state) is None
    assert all(seen_by(e, "player", done.state) is None for e in done.events)
    friendly = meeting(state, "bandit", attitude="friendly")
    fought = Resolution(friendly, Alike(3), RULESET)
    fought.emit(FightBegan())
    assert first(fought, DeviationNoted).text == "attacked the peaceful"
    wary = meeting(state, "bandit", attitude="hostile")
    justified = Resolution(wary, Scripted(), RULESET)
    justified.emit(FightBegan())
    assert every(justified, DeviationNoted) == []
    neutral = Resolution(changed(friendly, HERO, alignment="Neutral"), Scripted(), RULESET)
    neutral.emit(FightBegan())
    assert every(neutral, DeviationNoted) == []


@rule("ose:alignment.reassign", "ose:alignment.penalty", "ose:language.alignment.change")
def test_after_three_a_change_is_proposed_and_never_made_by_itself():
    state = changed(delve("fighter"), HERO, alignment="Lawful", languages=("Common", "Law tongue"), xp=900)
    twice = strayed(state, 2)
    assert every(twice, RefereeAdvised) == []
    thrice = strayed(state, 3)
    assert every(thrice, RefereeAdvised) and every(thrice, AlignmentChanged) == []
    assert [e.choice for e in every(thrice, Ruled)] == ["keep"]
    ruled = strayed(state, 3, **{"ose:alignment.reassign": "Neutral"})
    own = sheet(ruled.state.creatures[HERO])
    assert (own.alignment, own.languages, own.xp) == ("Neutral", ("Common", "Neutral tongue"), 900)
    assert ruled.state.creatures[HERO].hp == state.creatures[HERO].hp
    told = first(ruled, AlignmentChanged)
    assert seen_by(told, "player", ruled.state).alignment == "Neutral"
    other = replace(ruled.state, seats={**ruled.state.seats, "b": ("b",)})
    assert seen_by(told, "b", other).alignment is None
    fined = strayed(
        state, 3, **{"ose:alignment.reassign": "Chaotic", "ose:alignment.penalty": "lose 10% of experience"}
    )
    assert sheet(fined.state.creatures[HERO]).xp == 810


@rule("ose:alignment.reassign")
def test_a_person_is_asked():
    state = replace(changed(delve("fighter"), HERO, alignment="Lawful"), human_referee=True)
    state = meeting(with_campaign(state, deviations={HERO: 2}), "bandit", attitude="friendly")
    asked = play.resolve(RULESET, state, "player", a.Engage(), Alike(3))
    while asked.state.prompts and asked.state.prompts[0].question != "ose:alignment.reassign":
        prompt = asked.state.prompts[0]
        asked = play.resolve(RULESET, asked.state, REFEREE, play.Answer(prompt.id, prompt.default), Alike(3))
    assert asked.state.prompts[0].question == "ose:alignment.reassign"
    assert act is not None


@rule("ose:alignment.neutrality")
def test_an_offer_is_made_in_a_meeting_with_gold_that_is_there():
    state = haggling("Neutral")
    for gp, allowed in ((-1, False), (0, False), (1, True), (100, True), (101, False)):
        assert (why_not(state, gold(state, gp)) is None) is allowed
    assert why_not(replace(state, encounter=None), gold(state, 5)) is not None


@rule("ose:alignment.neutrality")
def test_each_offer_is_a_try_and_a_round():
    state = haggling("Neutral")
    state = replace(state, encounter=replace(state.encounter, tries=1, round=4))
    told = next(e for e in every(offer(state, 1), EncounterChanged) if e.what == "talked").encounter
    assert (told.tries, told.round, told.surprised) == (2, 5, ())


@rule("ose:alignment.chaos")
def test_the_referee_may_have_the_chaotic_take_too_little():
    done = offer(haggling("Chaotic"), 1, **{CHAOS: "keeps"})
    assert first(done, BargainStruck).outcome == "keeps"
