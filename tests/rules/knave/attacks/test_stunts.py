"""Manoeuvres that are not on the list, and the advice to use them."""

from __future__ import annotations

from tests.rules.knave.scenes import act, has, scene, the, why_not

from underkeep.kernel.prompt import REFEREE
from underkeep.systems.knave.attacks import stunts
from underkeep.systems.knave.attacks.stunts import ManoeuvresAdvised, Stunt, StuntTried
from underkeep.systems.knave.checks.conditions import check_modifiers
from underkeep.systems.knave.ruleset import RULESET
from underkeep.testing import d20, rule
from underkeep.testing.builders import perform, scripted
from underkeep.world.fight import Spent

SAND = Stunt("knave-1", "orc-1", "throw sand", "make him cough")
HEAD = Stunt("knave-1", "orc-1", "cut off his head", "his head is off")


@rule("knave:combat.maneuver.other")
def test_a_plausible_stunt_is_a_manoeuvre() -> None:
    state = scene("knave v orc")
    assert why_not(state, HEAD) == "knave:combat.maneuver.other"
    assert why_not(state, Stunt("knave-1", "orc-1", "dance", "")) == "knave:combat.maneuver.other"
    do = act(state, SAND, d20(20))
    assert [m.amount for m in check_modifiers(do.state.creatures["orc-1"])] == [-5]
    assert do.state.creatures["orc-1"].hp == state.creatures["orc-1"].hp
    assert has(do, Spent)
    assert not act(state, SAND, d20(1)).state.creatures["orc-1"].conditions


@rule("knave:combat.maneuver.other")
def test_a_person_may_rule_otherwise() -> None:
    do = scripted(RULESET, scene("knave v orc"))
    do.rulings = {stunts.OTHER: "refuse"}
    perform(do, SAND)
    assert not the(do, StuntTried).allowed  # type: ignore[attr-defined]
    assert not has(do, Spent)
    assert why_not(scene("knave v orc", human_referee=True), HEAD) == ""


@rule("knave:combat.maneuver.advice")
def test_against_the_tough_manoeuvres_are_advised() -> None:
    state = scene("knave v orc")
    tough = state.with_creature("orc-1", hp=60, max_hp=60)
    weak = state.with_creature("orc-1", hp=4, max_hp=4)
    do = scripted(RULESET, tough)
    stunts.advise(do)
    hint = the(do, ManoeuvresAdvised)
    assert {"trip", "disarm", "push"} <= set(hint.manoeuvres)  # type: ignore[attr-defined]
    assert hint.seats is not None and REFEREE not in hint.seats
    do = scripted(RULESET, weak)
    stunts.advise(do)
    assert not has(do, ManoeuvresAdvised)
    do = scripted(RULESET, tough)
    do.rulings = {stunts.ADVICE: "silence"}
    stunts.advise(do)
    assert not has(do, ManoeuvresAdvised)
