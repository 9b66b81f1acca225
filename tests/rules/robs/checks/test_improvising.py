"""What no rule covers: checks at a named difficulty, contests, fate, and what comes of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.scene import A, B, do, duel, every, first, scores

from underkeep.kernel.dice import Scripted
from underkeep.procedures import play
from underkeep.procedures.actions import CallContest, CallSituation, Recall, Try
from underkeep.procedures.wishes import Tried
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.checks.checks import RAW_POWER, ContestRolled, SituationRolled
from underkeep.systems.robs.checks.sight import BLIND, IN_COVER
from underkeep.systems.robs.combat import improvising
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.creature import CheckRolled, ContestSettled, Harmed, Moved
from underkeep.world.knowledge import Recalled

FOE = "the commoner"


@rule("robs:referee.improvise", "robs:task.action", "robs:task.check.setup")
@pytest.mark.parametrize(("faces", "works"), [((3, 3), True), ((3, 4), False)])
def test_a_feat_is_a_check_of_its_attribute_at_average(faces: tuple[int, int], works: bool) -> None:
    done = do(duel(), Try(A, "swing on the chandelier"), *d6(*faces))
    assert (first(done, CheckRolled).what, first(done, Tried).success) == ("DEX", works)


@rule("robs:task.check.setup", "robs:class.thief.checks")
def test_the_words_may_name_a_task() -> None:
    assert first(do(duel(), Try(A, "climb the wall"), *d6(3, 3)), CheckRolled).what == "climbing"
    assert first(do(duel(), Try(A, "save against poison"), *d6(3, 3)), CheckRolled).what == "poison"


@rule("robs:task.contest.composite", "robs:task.contest.winner", "robs:abilities.str-and-scale")
def test_raw_power_against_somebody_is_a_contest() -> None:
    done = do(scores(duel(), A, STR=1), Try(A, f"shove {FOE}"), *d6(3, 3), *d6(3, 3))
    assert {e.what for e in every(done, ContestRolled)} == {RAW_POWER}
    assert "robs:task.contest.composite" in first(done, ContestRolled).rule
    assert (first(done, ContestSettled).winner, first(done, Moved).creature) == (A, B)
    assert not every(do(duel(), Try(A, f"shove {FOE}"), *d6(3, 4), *d6(3, 3)), Moved)


@rule("robs:task.situational.luck", "robs:task.situational.reading")
def test_what_fits_nothing_is_left_to_fate() -> None:
    done = do(duel(), Try(A, "paint the door blue"), *d6(4, 3))
    assert (first(done, SituationRolled).reading, first(done, Tried).success) == ("for", True)
    assert not first(do(duel(), Try(A, "paint the door blue"), *d6(3, 3)), Tried).success
    called = first(do(duel(), CallSituation(A, "is there rope?"), *d6(4, 3)), SituationRolled)
    assert "robs:task.situational.luck" in called.rule


@rule("robs:equipment.own-weapons", "robs:damage.formula", "robs:task.relative-result")
def test_how_well_it_was_done_tells_in_the_damage() -> None:
    done = do(duel(), Try(A, f"hurl a bottle at {FOE}"), *d6(5, 3))
    assert first(done, Harmed).amount == 2 + 1
    assert first(do(duel(), Try(A, f"hurl a bottle at {FOE}"), *d6(3, 3)), Harmed).amount == 1


@rule("robs:referee.role")
def test_a_foe_may_be_blinded_and_oneself_hidden() -> None:
    done = do(duel(), Try(A, f"throw sand in the eyes of {FOE}"), *d6(3, 3))
    assert done.state.creatures[B].condition(BLIND)
    assert do(duel(), Try(A, "hide"), *d6(3, 3)).state.creatures[A].condition(IN_COVER)


@rule("robs:combat.round.phases")
def test_it_is_the_whole_act() -> None:
    done = do(duel(), Try(A, "climb the wall"), *d6(3, 3))
    refusal = play.why_not(RULESET, done.state, "a", Try(A, "climb the wall"))
    assert refusal is not None


@rule("robs:abilities.int", "robs:dice.adjectives.ladder")
def test_what_is_remembered_is_told_in_adjectives() -> None:
    dice = Scripted(*d6(3, 3))
    done = play.resolve(RULESET, duel(), "a", Recall(A, "ogres"), dice)
    told = first(done, Recalled).facts
    assert any("STR" in fact for fact in told)
    assert first(done, CheckRolled).what == "INT"


@rule("robs:task.contest.roll")
def test_a_contest_needs_somebody_else() -> None:
    refusal = play.why_not(RULESET, duel(), "referee", CallContest(A, "STR"))
    assert refusal is not None and refusal.rule == "robs:task.contest.roll"


@rule("robs:dice.adjectives.ladder")
@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("commoner", ("Scale 0, level 1", "Average in everything", "it attacks with club")),
        ("fox", ("Scale -5, level 0", "Great DEX, Negligible INT, Terrible CHA", "it attacks with bite")),
        (
            "wolf",
            ("Scale -1, level 2", "Good DEX, Good CON, Negligible INT, Terrible CHA", "it attacks with bite",
             "Task bonus: tracking +2", "Pack: strikes better where another of the pack does"),
        ),
        (
            "elf-scout",
            ("Scale -1, level 2", "Good DEX, Good INT", "it attacks with longsword, longbow", "Task bonus: sight +1"),
        ),
    ],
)  # fmt: skip
def test_what_a_listing_tells(kind: str, facts: tuple[str, ...]) -> None:
    assert improvising.facts(kind) == facts


@rule("robs:dice.adjectives.ladder")
def test_who_has_no_arms_has_bare_hands() -> None:
    unarmed = replace(compendium.monsters()["commoner"], gear=())
    assert improvising._told(unarmed)[2] == "it attacks with bare hands"
