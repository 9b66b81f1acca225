"""What single monsters of a kind have: speech, spells, age, senses."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import making

from underkeep.kernel.dice import Scripted
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.enchantments import is_blind, sees_the_invisible
from underkeep.systems.ose.equipment.light import infravision_feet
from underkeep.systems.ose.monsters import gifts
from underkeep.systems.ose.monsters.traits import SeesInvisible, Speech
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d8, d100, die, rule
from underkeep.world.condition import Condition


def made(kind: str, *faces: int, **choices: str):
    done = Resolution(making(), Scripted(*faces), RULESET)
    creature = RULESET.recruit(done, Recruit(kind, choices=choices), f"{kind}-1", "b")
    done.dice.finish()
    return creature


@rule("ose:monster.language.common")
def test_dragons_that_speak_know_spells():
    mute = made("white-dragon", *d8(*[4] * 6), d100(11))
    assert (sheet(mute).languages, sheet(mute).memorised) == ((), ())
    wise = made("white-dragon", *d8(*[4] * 6), d100(10), *(die(12, n) for n in (1, 1, 6)))
    assert sheet(wise).languages == ("Dragon", "Common")
    assert sheet(wise).memorised == ("Charm Person", "Charm Person", "Magic Missile")


@rule("ose:monster.language.common")
def test_as_many_of_each_level_as_the_listing_says():
    done = Resolution(making(), Scripted(d100(1), *(die(12, 1) for _ in range(8))), RULESET)
    known = gifts.speech(done, (Speech(50, (4, 4)),), "x")["memorised"]
    assert known == ("Charm Person",) * 4 + ("Continual Light",) * 4


@rule("ose:monster.hd.d8")
@pytest.mark.parametrize(("age", "dice"), [("-3", 3), ("0", 6), ("3", 9)])
def test_the_age_of_a_dragon(age, dice):
    dragon = made("white-dragon", *d8(*[4] * dice), d100(99), age=age)
    assert (dragon.hp, sheet(dragon).level, sheet(dragon).hit_dice) == (4 * dice, dice, f"{dice}**")
    assert sheet(made("orc", d8(4), age="3")).hit_dice == "1"


@rule("ose:monster.stat-block")
def test_noses_for_the_unseen():
    assert sees_the_invisible(made("amber-golem", *d8(*[4] * 10)))
    assert sees_the_invisible(made("hellhound-3-hd", *d8(4, 4, 4), d100(75)))
    assert not sees_the_invisible(made("hellhound-3-hd", *d8(4, 4, 4), d100(76)))
    done = Resolution(making(), Scripted(), RULESET)
    assert gifts.senses(done, (SeesInvisible(),), "x") == (Condition(gifts.SEES_INVISIBLE),)


@rule("ose:monster.stat-block", "ose:combat.blind")
def test_what_finds_its_way_by_sound():
    bat = made("giant-bat", *d8(4, 4))
    assert sees_the_invisible(bat)
    for name, blind in (("blind", False), ("in utter darkness", False), ("silenced", True)):
        assert is_blind(replace(bat, conditions=(Condition(name),))) is blind


@rule("ose:monster.infravision")
def test_eyes_for_heat():
    people = (("goblin", (d8(4),)), ("orc", (d8(4),)), ("bandit", (d8(4), die(6, 1))))
    seen = [infravision_feet(made(kind, *faces)) for kind, faces in people]
    assert seen == [90, 60, 0]
