"""Calls, contests, knowledge, and what comes of a deed that no rule mentions."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.encounters.test_meetings import below, met, with_torch
from tests.rules.ose.scene import ORC, F, do, every, first, listed, scene, scores

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Modifier
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.procedures import play
from underkeep.procedures.actions import CallCheck, CallContest, Recall, Try
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import DAZED, ENTANGLED, UNSTABLE
from underkeep.systems.ose.monsters import lore
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d20, d100, rule
from underkeep.world.creature import CheckRolled, ContestSettled, Harmed
from underkeep.world.encounter import EncounterChanged
from underkeep.world.knowledge import Recalled
from underkeep.world.light import LightWentOut
from underkeep.world.state import State


def act(state: State, action: Try | Recall | Answer, *faces: int, seat: str = "player") -> Resolution:
    dice = Scripted(*faces)
    done = play.resolve(RULESET, state, seat, action, dice)
    dice.finish()
    return done


@rule("ose:referee.rulings.gaps")
def test_a_contest_goes_to_the_highest_success() -> None:
    call = CallContest(F, "STR", opponents=(ORC,))
    won = do(scene(), call, d20(9), d20(8))
    assert first(won, ContestSettled).winner == F
    assert [e.roll.needed for e in every(won, CheckRolled)] == [10, 9 + 1]
    assert first(do(scene(), call, d20(11), d20(8)), ContestSettled).winner == ORC
    assert not first(do(scene(), call, d20(11), d20(11)), ContestSettled).winner
    helped = CallContest(F, "STR", None, (Modifier("a rope", -2),), opponents=(ORC,))
    assert first(do(scene(), helped, d20(12), d20(11)), ContestSettled).winner == F


@rule("ose:abilities.str.open-doors")
def test_a_called_heave_at_a_door_takes_modifiers() -> None:
    call = CallCheck(F, "open doors", -2)
    assert first(do(scene(), call, d6(4)), CheckRolled).success
    assert not first(do(scene(), call, d6(5)), CheckRolled).success


@rule("ose:task.ability-check.modifiers")
def test_what_is_stated_changes_the_roll_within_four() -> None:
    wet = (Modifier("a wet floor", 2),)
    rolled = first(do(scene(), CallCheck(F, "STR", None, wet), d20(9)), CheckRolled)
    assert (rolled.roll.total, rolled.success) == (11, False)
    assert "ose:task.ability-check.modifiers" in rolled.rule
    much = (Modifier("a flood", 9),)
    assert first(do(scene(), CallCheck(F, "STR", None, much), d20(6)), CheckRolled).roll.total == 10
    assert play.why_not(RULESET, scene(), "a", Try(F, "lift it", much)) is not None


@rule("ose:dice.percentile", "ose:referee.resolve-action")
@pytest.mark.parametrize(("face", "works"), [(25, True), (26, False)])
def test_the_referee_may_state_a_percentage(face: int, works: bool) -> None:
    state = replace(scores(met("neutral"), "hero-1", DEX=10), human_referee=True)
    asked = act(state, Try("hero-1", "paint the door blue"))
    told = act(asked.state, Answer(asked.state.prompts[0].id, "25%"), seat=REFEREE)
    go = told.state.prompts[0]
    assert (go.seats, "25%" in go.about) == (("player",), True)
    rolled = act(told.state, Answer(go.id, "go"), d100(face))
    done = act(rolled.state, Answer(rolled.state.prompts[0].id, "nothing more"), seat=REFEREE)
    assert first(done, CheckRolled).success is works


@rule("ose:referee.character-knowledge", "ose:referee.describe.no-stats")
def test_what_is_remembered_has_no_numbers() -> None:
    state = scores(with_torch(below()), "hero-1", INT=10)
    known = first(act(state, Recall("hero-1", "wyverns"), d20(10)), Recalled)
    assert known.facts == lore.facts("wyvern")
    assert "sting (poison)" in known.facts[0]
    assert not first(act(state, Recall("hero-1", "wyverns"), d20(11)), Recalled).facts
    for kind, listing in monsters().items():
        told = " ".join(lore.facts(kind)[:3])
        assert f"AC {listing.ac}" not in told and f"{listing.hd} HD" not in told


@rule("ose:referee.rulings.gaps", "ose:combat.damage.pc")
def test_a_statue_on_them_hurts_and_leaves_them_unsteady() -> None:
    done = do(scene("fighter[sword] v 2 orc"), Try(F, "topple the statue on the orcs"), d20(10), d6(3), d6(4))
    assert [(e.creature, e.amount) for e in every(done, Harmed)] == [("orc-1", 3), ("orc-2", 4)]
    assert all(done.state.creatures[id].condition(UNSTABLE) for id in ("orc-1", "orc-2"))
    missed = do(scene("fighter[sword] v 2 orc"), Try(F, "topple the statue on the orcs"), d20(11))
    assert not every(missed, Harmed)


@rule("ose:referee.rulings.gaps")
@pytest.mark.parametrize(("what", "name"), [("throw a net over the orc", ENTANGLED), ("distract the orc", DAZED)])
def test_who_is_caught_or_dazed_does_nothing(what: str, name: str) -> None:
    state = scores(scene(), F, CHA=10, DEX=10)
    done = do(state, Try(F, what), d20(10))
    gained = done.state.creatures[ORC].condition(name)
    assert gained is not None and gained.until == state.now + 20
    assert listed(state, ORC)
    assert not listed(done.state, ORC)


@rule("ose:referee.rulings.gaps")
def test_a_light_goes_out_and_an_attitude_changes() -> None:
    dark = act(with_torch(below()), Try("hero-1", "blow out the torch"))
    assert first(dark, LightWentOut).why == "doused"
    assert not dark.state.lights
    state = scores(met("neutral"), "hero-1", CHA=10)
    better = act(state, Try("hero-1", "sing them a song"), d20(10), d6(6))
    assert next(e.encounter.attitude for e in every(better, EncounterChanged)) == "indifferent"
    worse = act(state, Try("hero-1", "sing them a song"), d20(11), d6(4))
    assert next(e.encounter.attitude for e in every(worse, EncounterChanged)) == "unfriendly"
