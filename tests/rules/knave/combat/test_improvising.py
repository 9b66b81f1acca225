"""What no rule mentions, contests, saves against other things than spells, and what a knave knows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import RULESET, act, on_sheet, scene, scores, the, under, why_not

from underkeep.kernel.event import Modifier
from underkeep.procedures import play
from underkeep.procedures.actions import CallCheck, CallContest, CallSave, Recall, Try
from underkeep.procedures.wishes import NothingCame, Tried
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.checks.careers import task_meant
from underkeep.systems.knave.checks.knowledge import KnowledgeTried
from underkeep.systems.knave.combat import improvising
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.creature import CheckRolled, Harmed
from underkeep.world.knowledge import Recalled
from underkeep.world.state import State

K, B = "knave-1", "bandit-1"


def fight(**given: int) -> State:
    return scores(scene("knave v bandit"), K, **given)


@rule("knave:task.check.opposed-ability")
def test_a_stunt_is_tried_against_the_same_ability_of_the_foe() -> None:
    bandit = 11 + 0
    done = act(fight(STR=2), Try(K, "trip the bandit"), d20(bandit - 2))
    rolled = the(done, CheckRolled)
    assert (rolled.what, rolled.success) == ("STR", True)  # type: ignore[attr-defined]
    assert "knave:task.check.opposed-ability" in rolled.rule
    assert done.state.creatures[B].condition("prone")
    assert not act(fight(STR=2), Try(K, "trip the bandit"), d20(bandit - 3)).state.creatures[B].conditions


@rule("knave:combat.maneuver.other", "knave:damage.weapon-die")
def test_what_falls_on_a_foe_hurts_as_the_smallest_weapon() -> None:
    done = act(fight(STR=9), Try(K, "topple the cart on the bandit"), d20(2), d6(3))
    assert the(done, Harmed).amount == 3  # type: ignore[attr-defined]
    assert done.state.creatures[B].condition("prone")


@rule("knave:combat.turn.move-and-action")
def test_it_takes_the_action() -> None:
    state = fight()
    assert state.fight is not None
    spent = replace(state, fight=replace(state.fight, spent={K: ("action",)}))
    assert why_not(spent, Try(K, "trip the bandit")) == "knave:combat.turn.move-and-action"


@rule("knave:task.check.modifier-step", "knave:task.check.advantage", "knave:task.check.modifier-judgement")
def test_advantages_are_stated_in_steps() -> None:
    helped = Try(K, "lift the gate", (Modifier("a crowbar", 5),))
    rolled = the(act(fight(), helped, d20(11)), CheckRolled)
    assert (rolled.roll.total, rolled.success) == (16, True)  # type: ignore[attr-defined]
    assert why_not(fight(), Try(K, "lift the gate", (Modifier("a crowbar", 2),))) == "knave:task.check.modifier-step"


@rule("knave:task.check.opposed-ability")
def test_the_best_of_several_opponents_sets_the_difficulty() -> None:
    state = scores(scores(scene("2 knave v bandit"), K, STR=2), "knave-2", STR=6)
    call = CallContest(K, "STR", opponents=(B, "knave-2"))
    assert the(act(state, call, d20(15)), CheckRolled).success  # type: ignore[attr-defined]
    assert not the(act(state, call, d20(14)), CheckRolled).success  # type: ignore[attr-defined]
    assert why_not(state, CallContest(K, "STR")) == "knave:task.check.opposed-ability"


@rule("knave:task.check.opposed-armor")
def test_armour_may_be_the_difficulty() -> None:
    rolled = the(act(fight(), CallCheck(K, f"STR trip vs {B} armour"), d20(20)), CheckRolled)
    assert "knave:task.check.opposed-armor" in rolled.rule


@rule("knave:task.check.default-difficulty")
@pytest.mark.parametrize(("against", "ability"), [("poison", "CON"), ("breath", "DEX"), ("fear", "WIS")])
def test_what_is_no_spell_is_resisted_by_a_check(against: str, ability: str) -> None:
    state = fight(**{ability: 3})
    rolled = the(act(state, CallSave(K, against), d20(13)), CheckRolled)
    assert (rolled.success, rolled.roll.modifiers[0]) == (True, Modifier(ability, 3))  # type: ignore[attr-defined]
    assert why_not(state, CallSave(K, "mind")) == "knave:magic.save.target-number"
    assert why_not(state, CallSave(K, "sneezing")) == "knave:magic.save.ability"


@rule(
    "knave:task.knowledge.common",
    "knave:task.knowledge.career",
    "knave:task.knowledge.other",
    "knave:downtime.career.grants-knowledge",
)
@pytest.mark.parametrize(
    ("about", "careers", "why"),
    [
        ("wolves", (), "common"),
        ("vampires", ("gravedigger",), "career"),
        ("vampires", ("dyer",), "other"),
        ("dyers", ("dyer",), "career"),
    ],
)
def test_a_knave_knows_what_everybody_knows_and_what_belongs_to_a_career(
    about: str, careers: tuple[str, ...], why: str
) -> None:
    state = on_sheet(fight(), K, careers=careers)
    done = act(state, Recall(K, about))
    assert the(done, KnowledgeTried).rule[0] == f"knave:task.knowledge.{why}"
    assert bool(the(done, Recalled).facts) is (why != "other")  # type: ignore[attr-defined]


def test_who_is_blind_finds_it_harder() -> None:
    rolled = the(act(under(fight(), K, "blinded"), Try(K, "lift the gate"), d20(20)), CheckRolled)
    assert rolled.roll.total == 10  # type: ignore[attr-defined]


def test_the_words_of_a_wish_may_be_the_task_of_a_career() -> None:
    assert task_meant("sail the boat") == "sailing"
    assert task_meant("climb the mast") == "climbing"
    assert task_meant("whistle") == ""


@rule("knave:task.check.formula", "knave:task.check.target")
def test_how_a_way_is_settled() -> None:
    def settled(way: str, what: str, *faces: int, state: State | None = None) -> tuple[bool, list[int | None]]:
        known = state or fight(STR=2)
        do = scripted(RULESET, known, *faces)
        works = improvising.settle(do, known.creatures[K], way, what, ())
        return works, [e.roll.needed for e in do.events if isinstance(e, CheckRolled)]

    assert settled("it works", "blink") == (True, []) and settled("it fails", "fly") == (False, [])
    assert settled("STR check", "lift", d20(14)) == (True, [16]) and settled("STR check", "lift", d20(13))[0] is False
    assert settled("easy STR check", "lift", d20(1))[1] == [11] and settled("hard STR check", "lift", d20(20))[1] == [
        21
    ]
    theirs = scores(fight(STR=2), B, STR=4)
    assert settled("STR against theirs", "trip the bandit", d20(13), state=theirs) == (True, [15])
    gone = theirs.with_creature(B, status="dead")
    assert settled("STR against theirs", "trip the bandit", d20(13), state=gone) == (False, [16])


@rule("knave:combat.maneuver.indirect-damage-only")
def test_what_only_harms_is_no_manoeuvre() -> None:
    state = fight(STR=9)
    assert why_not(state, Try(K, "throw a stone at the bandit")) == "knave:combat.maneuver.indirect-damage-only"
    assert why_not(state, Try(K, "topple the cart on the bandit")) == ""
    assert why_not(state, Try(K, "throw a stone into the well")) == ""
    assert why_not(state, Try(K, "throw sand in the eyes of the bandit")) == ""


@rule("knave:task.check.opposed-ability")
def test_to_wrestle_free_is_to_break_out_of_the_hold() -> None:
    held = on_sheet(fight(STR=2), K, held_by=B, hold="restrained")
    for face, hold in ((10, ""), (8, "restrained")):
        done = act(held, Try(K, "wrestle free of the bandit"), d20(face))
        assert sheet(done.state.creatures[K]).hold == hold
        assert not any(isinstance(e, Tried | NothingCame) for e in done.events)
        assert why_not(done.state, Try(K, "wrestle free")) == "knave:combat.turn.move-and-action"


@rule("knave:combat.maneuver.other", "knave:task.check.opposed-ability")
def test_a_friend_may_be_pulled_out_of_a_hold() -> None:
    state = on_sheet(scores(scene("2 knave v bandit"), K, STR=2), "knave-2", held_by=B, hold="restrained")
    state = state.with_creature("knave-2", name="Hob")
    done = act(state, Try(K, "pull Hob free of the bandit"), d20(10))
    assert sheet(done.state.creatures["knave-2"]).hold == ""
    assert sheet(act(state, Try(K, "pull Hob free"), d20(2)).state.creatures["knave-2"]).hold == "restrained"


@rule("knave:healing.hp-each-morning", "knave:healing.wound-in-haven")
def test_bandages_mend_nothing_and_that_is_said_before() -> None:
    ruled = replace(fight(), human_referee=True)
    for words in ("use her bandages on Hob", "bandage Hob", "tend his wounds"):
        refused = play.why_not(RULESET, fight(), fight().creatures[K].side, Try(K, words))
        assert refused is not None and "in the morning after a meal" in refused.sentence
        assert play.why_not(RULESET, ruled, fight().creatures[K].side, Try(K, words)) is None


def test_what_works_and_changes_nothing_says_so() -> None:
    done = act(fight(WIS=9), Try(K, "sense a draught"), d20(19))
    assert (the(done, Tried).success, the(done, NothingCame).creature) == (True, K)
    done = act(fight(WIS=0), Try(K, "sense a draught"), d20(1))
    assert not the(done, Tried).success and not any(isinstance(e, NothingCame) for e in done.events)
    assert not any(isinstance(e, NothingCame) for e in act(fight(STR=2), Try(K, "trip the bandit"), d20(15)).events)


@rule("knave:combat.maneuver.other")
def test_the_pockets_of_one_who_can_do_nothing_are_emptied_without_a_roll() -> None:
    asleep = under(fight(), B, "asleep")
    assert improvising.is_helpless(asleep, asleep.creatures[B])
    before = len(asleep.creatures[B].items)
    done = act(asleep, Try(K, "go through the bandit's pockets"))
    assert len(done.state.creatures[B].items) == before - 1
    bare = asleep.with_creature(B, items=())
    assert "could be taken" in the(act(bare, Try(K, "go through the bandit's pockets")), NothingCame).says
