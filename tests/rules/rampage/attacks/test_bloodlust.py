"""A Berserker who has killed nobody turns on his friends."""

from __future__ import annotations

from tests.rules.rampage.scene import act, all_of, hero, monster, scene, scripted, the, under

from underkeep.procedures.actions import Attack
from underkeep.systems.rampage.attacks.bloodlust import MAD, BloodShed, ControlLost, end_round
from underkeep.systems.rampage.basics.battle import battle
from underkeep.systems.rampage.combat.rounds import enter_step
from underkeep.testing import d6, d8, d20, rule
from underkeep.world.creature import Died, Fled, Harmed, Yielded
from underkeep.world.fight import Step
from underkeep.world.state import State

MAD_ONE = MAD + "wild"


def field(*others: object, raging: bool = True) -> State:
    wild = hero("wild", (5, 5), "berserker", level=3)
    state = scene(wild, hero("friend", (7, 5)), monster("orc", (6, 5), hp=3), *others)  # type: ignore[arg-type]
    return under(state, "wild", "rage") if raging else state


@rule("rampage:class.berserker.loss-of-control")
def test_with_no_kill_he_turns_on_his_friends() -> None:
    for gone in (Died("orc"), Fled("orc"), Yielded("orc")):
        do = scripted(field())
        do.emit(gone)
        lost = the(do, ControlLost)
        assert (lost.creature, lost.side, lost.own) == ("wild", MAD_ONE, "a")
        assert do.state.creatures["wild"].side == MAD_ONE and battle(do.state).mad == {"wild": "a"}
        assert "rampage:class.berserker.loss-of-control" in lost.rule
        assert do.state.owner("wild") == "referee"


@rule("rampage:class.berserker.loss-of-control")
def test_who_has_killed_or_does_not_rage_or_is_alone_keeps_his_head() -> None:
    bloody = act(field(), Attack("wild", "orc", "sword"), d20(19), d8(8))
    assert all_of(bloody, BloodShed) and not all_of(bloody, ControlLost)
    calm = scripted(field(raging=False))
    calm.emit(Died("orc"))
    assert not all_of(calm, ControlLost)
    others = scripted(field(monster("more", (9, 5))))
    others.emit(Died("orc"))
    assert not all_of(others, ControlLost)
    alone = scripted(under(scene(hero("wild", (5, 5), "berserker"), monster("orc", (6, 5))), "wild", "rage"))
    alone.emit(Died("orc"))
    assert not all_of(alone, ControlLost)
    friendly = scripted(field())
    friendly.emit(Harmed("orc", 3, 0, "friend"))
    assert all_of(friendly, ControlLost), "another's kill is not his"


def mad() -> State:
    do = scripted(field())
    do.emit(Died("orc"))
    return do.state


@rule("rampage:class.berserker.loss-of-control")
def test_a_friends_blood_satisfies_him() -> None:
    do = scripted(mad(), d6(3))
    do.emit(Harmed("friend", 20, 0, "wild"))
    if not all_of(do, BloodShed):
        do.emit(Died("friend"))
    assert do.state.creatures["wild"].side == "a" and not do.state.creatures["wild"].condition("rage")
    assert not battle(do.state).mad


@rule("rampage:class.berserker.loss-of-control-save")
def test_a_save_at_the_end_of_the_round_brings_him_back() -> None:
    back = scripted(mad(), d20(20))
    end_round(back)
    assert back.state.creatures["wild"].side == "a" and not back.state.creatures["wild"].condition("rage")
    assert "rampage:class.berserker.loss-of-control-save" in all_of(back, ControlLost)[-1].rule
    still = scripted(mad(), d20(1))
    enter_step(still, Step("flight"))
    assert still.state.creatures["wild"].side == MAD_ONE and battle(still.state).mad
    none = scripted(field())
    enter_step(none, Step("flight"))
    assert not none.events
