"""Retainers in service: how they come and go, what they will not do, and the experience they gain."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import ORC, changed, every, first, scene, scores, under
from tests.rules.ose.service import (
    HAND,
    OTHER,
    PC,
    company,
    doing,
    home_with,
    run,
    serving,
    terms,
    why_not,
)

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.money import coins
from underkeep.systems.ose.basics.sheet import ABILITIES, sheet
from underkeep.systems.ose.characters import advancement
from underkeep.systems.ose.checks import experience
from underkeep.systems.ose.checks.experience import ExperienceGained, ExperienceReckoned, LevelGained
from underkeep.systems.ose.encounters import loyalty
from underkeep.systems.ose.equipment import hoards
from underkeep.systems.ose.exploration import chronicle
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town import answers, normal_humans, retainers
from underkeep.systems.ose.town.retainers import NORMAL_HUMAN, OrderRefused, ServiceEnded
from underkeep.systems.ose.town.roster import CallBack
from underkeep.testing import d6, d8, rule
from underkeep.world.creature import Died, MoraleRolled
from underkeep.world.dungeon import Trap, TrapChanged
from underkeep.world.encounter import Encounter, EncounterBegan
from underkeep.world.gear import Item
from underkeep.world.party import PartyWent


def test_one_who_fled_turns_up_in_town():
    state = serving(company()).with_creature(HAND, status="fled")
    done = home_with(state, 100, PC, *d6(3, 4))
    assert done.state.creatures[HAND].status == "up"


def test_after_the_fight_nobody_flees_any_more():
    state = under(serving(company(place="dungeon")), HAND, "fleeing")
    do = Resolution(state, Scripted(), RULESET)
    loyalty.calm(do)
    assert do.state.creatures[HAND].conditions == ()


def test_a_retainer_is_free_when_the_employer_is_dead():
    do = Resolution(serving(company()), Scripted(), RULESET)
    do.emit(Died(PC))
    retainers.come_home(do)
    assert terms(do.state).employer == ""
    assert do.state.settlement is not None and [w.id for w in do.state.settlement.applicants] == [HAND]


@rule("ose:time.adventure-and-campaign", "ose:retainer.loyalty.when-after")
def test_who_only_walked_a_road_had_no_adventure() -> None:
    for goes, tried in ((False, 0), (True, 1)):
        do = Resolution(serving(company()), Scripted(*d6(3, 4) if goes else ()), RULESET)
        experience.note_what_is_brought(do)
        if goes:
            chronicle.begin_adventure(do)
        answers.come_home(do)
        assert len(every(do, MoraleRolled)) == len(every(do, ExperienceReckoned)) == tried
        assert not campaign(do.state).chronicle.under_way


@rule("ose:time.adventure-and-campaign")
def test_whoever_meets_somebody_or_goes_underground_has_an_adventure() -> None:
    for event in (EncounterBegan(Encounter("g", (), 30)), PartyWent("dungeon", None, "arrived")):
        do = Resolution(serving(company()), Scripted(), RULESET)
        do.emit(event)
        assert campaign(do.state).chronicle.under_way


def test_a_dismissed_retainer_looks_for_other_work():
    done = run(serving(company()), a.Dismiss(HAND))
    assert (first(done, ServiceEnded).why, terms(done.state).employer) == ("dismissed", "")
    assert why_not(done.state, CallBack(HAND)).rule == "ose:retainer.definition"


def test_retainers_stay_with_an_employer_who_is_left_in_town():
    done = run(serving(company()), a.Dismiss(PC))
    assert done.state.party is not None and done.state.party.members == (OTHER,)
    assert terms(done.state).employer == PC
    back = run(done.state, CallBack(PC))
    assert back.state.party is not None and back.state.party.members == (OTHER, PC, HAND)


@rule("ose:retainer.duties")
def test_no_retainer_walks_into_a_trap_for_others():
    do = doing(serving(company(place="dungeon")))
    do.emit(TrapChanged(Trap("pit-1", "1-01", "pit", square=(2, 2), state="found"), "found"))
    order = a.Order((HAND, PC, OTHER))
    done = run(do.state, order)
    assert first(done, OrderRefused).creature == HAND
    assert done.state.party is not None and done.state.party.members == (PC, HAND, OTHER)
    for ruled, faces, members in (
        ("comply", (), order.members),
        ("check", d6(3, 4), order.members),
        ("check", d6(6, 4), (PC, HAND, OTHER)),
    ):
        human = replace(do.state, human_referee=True)
        asks = play.resolve(RULESET, human, "player", order, Scripted())
        question = asks.state.prompts[0]
        assert question.question == "ose:retainer.duties"
        answered = play.resolve(RULESET, asks.state, REFEREE, Answer(question.id, ruled), Scripted(*faces))
        assert answered.state.party is not None and answered.state.party.members == members
    safe = run(serving(company(place="dungeon")), order)
    assert safe.state.party is not None and safe.state.party.members == order.members


@rule("ose:retainer.xp.half", "ose:xp.division.even")
def test_a_retainer_has_half_the_experience():
    state = serving(company("fighter", "fighter"))
    do = doing(state)
    experience.note_what_is_brought(do)
    creature = do.state.creatures[PC]
    do.state = do.state.with_creature(PC, items=(*creature.items, coins("gp", 1500)))
    experience.reckon(do)
    assert {e.creature: e.amount for e in every(do, ExperienceGained)} == {PC: 500, OTHER: 500, HAND: 250}


@rule("ose:retainer.xp.like-pcs")
def test_a_retainer_gains_levels():
    state = changed(serving(company("fighter", "fighter")), HAND, xp=1900)
    do = doing(state, d8(5))
    experience.award(do, HAND, experience.Fraction(400))
    gained = first(do, LevelGained)
    assert (gained.creature, gained.level, gained.max_hp) == (HAND, 2, 13)
    assert sheet(do.state.creatures[HAND]).thac0 == sheet(do.state.creatures[PC]).thac0
    assert terms(do.state).employer == PC


@rule("ose:retainer.xp.normal-human")
def test_an_ordinary_person_who_gains_experience_chooses_a_class():
    state = serving(company("fighter", "fighter"), NORMAL_HUMAN)
    do = doing(state)
    experience.award(do, HAND, experience.Fraction(20))
    question = do.state.prompts[0]
    assert (question.seats, question.choices) == (("player",), ("cleric", "fighter", "magic-user", "thief"))
    assert play.why_not(RULESET, do.state, "player", a.SetOut()) is not None
    tens = d6(3, 3, 4) * 6
    for hit_die, hp in ((3, 8), (6, 8)):
        done = play.resolve(RULESET, do.state, "player", Answer(question.id, "fighter"), Scripted(*tens, d8(hit_die)))
        hand = done.state.creatures[HAND]
        assert (sheet(hand).character_class, sheet(hand).level, sheet(hand).xp, hand.max_hp) == ("fighter", 1, 10, hp)
        assert terms(done.state).employer == PC
    frail = do.state.with_creature(HAND, hp=2, max_hp=2)
    done = play.resolve(RULESET, frail, "player", Answer(question.id, "fighter"), Scripted(*tens, d8(6)))
    assert done.state.creatures[HAND].max_hp == 6


def test_orc_is_no_retainer():
    assert loyalty.service_of(scores(scene(), "fighter-1").creatures[ORC]) is None


@rule("ose:retainer.xp.normal-human")
def test_a_class_is_taken_at_first_level():
    state = serving(company(), NORMAL_HUMAN)
    do = doing(state, *[d6(4)] * 18, d6(2))
    normal_humans.take_class(do, HAND, "cleric")
    after = sheet(do.state.creatures[HAND])
    cleric = compendium.classes()["cleric"].levels[0]
    assert (after.level, after.ac, after.thac0, after.hit_dice) == (1, 9, cleric.thac0, "1d6")
    assert after.abilities == dict.fromkeys(ABILITIES, 12)
    assert after.saves == advancement.saves(compendium.classes()["cleric"], 1)
    assert do.state.creatures[HAND].max_hp == 8, "the better total stands"


@rule("ose:retainer.upkeep")
def test_who_leaves_service_leaves_what_the_hirer_paid_for():
    state = serving(company())
    own = {item.kind: item.count for item in state.creatures[HAND].items}
    lent = (Item("rope", "Rope"), Item("torch", "Torch", count=own.get("torch", 0) + 2), coins("gp", 9))
    kept = tuple(i for i in state.creatures[HAND].items if i.kind != "torch")
    done = run(state.with_creature(HAND, items=(*kept, *lent)), a.Dismiss(HAND))
    left = {item.kind: item.count for item in done.state.creatures[HAND].items}
    got = {item.kind: item.count for item in done.state.creatures[PC].items}
    assert left == {**own, "gp": 9, "rope": max(0, own.get("rope", 0))} or left == {**own, "gp": 9}
    assert got["torch"] == 2 and (got.get("rope", 0) or own.get("rope", 0)) == 1


@rule("ose:creation.class-equipment-limits")
def test_the_fittest_buyer_may_use_the_ware_and_has_none():
    state = company("magic-user", "fighter", "fighter")
    ids = [c.id for c in state.marchers()]
    buys = [a.Buy(id, "plate-mail", 1) for id in ids]
    assert RULESET.fittest(state, buys) == buys[1]
    armed = state.with_creature(ids[1], items=(Item("plate-mail", "Plate mail"),))
    assert RULESET.fittest(armed, buys) == buys[2]
    assert RULESET.fittest(armed, [a.Buy(id, "waterskin", 1) for id in ids]).actor == ids[0]


@rule("ose:magic.memorize-and-cast")
@pytest.mark.parametrize(("spell", "who"), [("raise dead", 1), ("Sleep", 2), ("no such spell", 1)])
def test_a_spell_is_asked_of_those_whose_class_has_it(spell, who):
    state = company("fighter", "cleric", "magic-user")
    casts = [Cast(c.id, spell) for c in state.marchers()]
    assert RULESET.fittest(state, casts) == casts[who]


def test_finds_are_carried_by_those_who_serve_nobody_first():
    state = serving(company())
    assert state.party is not None
    order = replace(state, party=replace(state.party, members=(HAND, PC, OTHER)))
    assert [id for id, _ in hoards.share_items(order, (Item("lute", "Lute"),))] == [PC]


@rule("ose:retainer.loyalty.when-after", "ose:retainer.xp.normal-human")
def test_who_has_had_enough_takes_up_no_class_and_says_whom_never_again() -> None:
    state = serving(company(), NORMAL_HUMAN)
    for faces, asked in ((d6(6, 6), 0), (d6(1, 1), 1)):
        do = doing(state, *faces)
        experience.note_what_is_brought(do)
        do.state = do.state.with_creature(PC, items=(*do.state.creatures[PC].items, coins("gp", 50)))
        answers.come_home(do)
        assert [p.question for p in do.state.prompts] == [experience.FIRST_CLASS] * asked
    gone = doing(state, *d6(6, 6))
    retainers.come_home(gone)
    assert gone.state.settlement is not None
    free = gone.state.settlement.applicants[0]
    name = gone.state.creatures[PC].name
    assert (free.kind, free.says) == (NORMAL_HUMAN, f"never again in the service of {name}")
    assert first(gone, ServiceEnded).employer == PC


@rule("ose:retainer.xp.normal-human")
def test_a_class_that_was_asked_for_before_somebody_left_is_not_taken_up() -> None:
    do = doing(serving(company(), NORMAL_HUMAN))
    experience.award(do, HAND, experience.Fraction(20))
    question = do.state.prompts[0]
    retainers.leave(do, HAND, "has had enough", for_good=True)
    done = play.resolve(RULESET, do.state, "player", Answer(question.id, "fighter"), Scripted())
    assert sheet(done.state.creatures[HAND]).character_class == "" and not done.state.prompts


@rule("ose:time.adventure-and-campaign", "ose:retainer.loyalty.when-after")
@pytest.mark.parametrize(("goes", "tried"), [(("arrived", "walk"), 0), (("arrived", "door-1"), 1)])
def test_to_turn_round_at_the_door_of_a_dungeon_tries_nobody(goes: tuple[str, ...], tried: int) -> None:
    do = Resolution(serving(company()), Scripted(*d6(3, 4) * tried), RULESET)
    experience.note_what_is_brought(do)
    for how in goes:
        do.emit(PartyWent("dungeon", None, how))
    do.emit(PartyWent("town", None, "arrived"))
    answers.come_home(do)
    assert len(every(do, MoraleRolled)) == tried
