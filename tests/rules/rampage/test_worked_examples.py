"""The worked examples of the rulebook: those that no other test works, and that none is left out."""

import re
from pathlib import Path

import pytest
from tests.rules.rampage.scene import act, all_of, hero, monster, scene, the

from underkeep.procedures.actions import CallCheck
from underkeep.rulebook import ledger
from underkeep.systems.rampage.attacks import rage
from underkeep.systems.rampage.attacks.events import Unmoved
from underkeep.systems.rampage.attacks.prowess import Distract
from underkeep.systems.rampage.basics.measures import feet
from underkeep.systems.rampage.characters.abilities import most_henchmen
from underkeep.testing import d20, rule
from underkeep.world.creature import CheckRolled, SaveRolled


@rule("rampage:example.ability-check.con", "rampage:abilities.check.d20")
@pytest.mark.parametrize(("face", "success"), [(13, True), (14, False)])
def test_a_check_of_constitution_on_d20_succeeds_on_the_score_or_lower(face: int, success: bool) -> None:
    do = act(scene(hero("hero", (5, 5), CON=13)), CallCheck("hero", "CON"), d20(face))
    assert the(do, CheckRolled).success is success


@rule("rampage:example.berserker.threshold7", "rampage:class.berserker.fight-on")
def test_a_berserker_of_level_7_goes_down_to_minus_15() -> None:
    assert -rage.threshold(7) == -15


@rule("rampage:example.scale", "rampage:time.scale")
def test_12_inches_are_60_feet() -> None:
    assert feet(12) == 60


@rule("rampage:example.henchmen.stan", "rampage:example.henchmen.frank", "rampage:abilities.cha.henchmen")
def test_unpleasant_stan_has_two_henchmen_and_sir_frank_six() -> None:
    assert (most_henchmen(4), most_henchmen(13)) == (2, 6)


@rule("rampage:example.distraction.targets", "rampage:class.ability.distraction.mindless")
def test_the_undead_who_think_may_be_distracted_and_a_zombie_not() -> None:
    """The book's specter is not among the monsters here; a wight is of its sort."""
    jack = hero("jack", (5, 5), "merchant", level=9)
    do = act(
        scene(jack, monster("wight", (7, 5), "wight"), monster("zombie", (5, 7), "zombie")), Distract("jack"), d20(1)
    )
    assert [e.creature for e in all_of(do, SaveRolled)] == ["wight"]
    assert do.state.creatures["wight"].condition("distracted by jack")
    assert [e.creature for e in all_of(do, Unmoved)] == ["zombie"]


def test_all_25_are_worked() -> None:
    written = "".join(path.read_text() for path in Path(__file__).parent.rglob("test_*.py"))
    worked = set(re.findall(r'"rampage:(example\.[\w.-]+)"', written))
    known = set(ledger.load("rampage").examples)
    assert len(known) == 25 and worked == known
