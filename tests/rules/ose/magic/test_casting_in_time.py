"""When a spell can be lost, from where it is cast, and where it is of no use."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import MU, ORC, act, at_casting, cast, delve, why_not, with_condition
from tests.rules.ose.magic.test_spells_outside_fights import at_the_door, below
from tests.rules.ose.scene import changed, every, first, hit, listed, refusal, scene, under

from underkeep.procedures.play import legal_actions
from underkeep.systems.ose.magic.casting import Cast, DeclareSpell, SpellCast, SpellDisrupted
from underkeep.systems.ose.magic.scrolls import scroll
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d6, d20, rule
from underkeep.world.fight import Step

HERO = "hero-1"
MELEE, MINE, TIED = Step("melee", (ORC,), "b"), Step("spells", (MU,), "a"), Step("melee", (ORC,), "a+b", True)
OWN = Step("melee", (ORC, MU), "b")


@rule("ose:combat.spell.disruption")
@pytest.mark.parametrize(
    ("steps", "spoilt"),
    [
        ((MELEE, MINE), True),
        ((MELEE, Step("missile", (MU,), "a")), False),
        ((MELEE, Step("spells", ("somebody",), "a")), False),
        ((Step("spells", (ORC, MU), "b"),), False),
        ((TIED, MINE), True),
        ((replace(TIED, actors=(ORC, MU)), MINE), False),
        ((OWN, MINE), True),
    ],
)
def test_a_spell_is_lost_only_while_its_step_is_still_to_come(steps, spoilt):
    state = at_casting("magic-user/3[dagger] v orc", MU, "Sleep", gap=1)
    state = replace(state, fight=replace(state.fight, steps=steps))
    struck = hit(state, d20(19), d6(3), by=ORC, on=MU, weapon="weapon")
    assert bool(every(struck, SpellDisrupted)) is spoilt


@rule("ose:combat.unstable.magical-flight", "ose:combat.unstable.magic-items")
def test_what_made_casting_possible_without_firm_ground_is_named():
    state = at_casting("magic-user/3[dagger] v orc", MU, "Shield")
    state = state.with_creature(MU, items=(scroll("magic-user", "Mirror Image"),))
    hovering = with_condition(under(state, MU, "unstable footing"), MU, "levitating")
    flight, item = "ose:combat.unstable.magical-flight", "ose:combat.unstable.magic-items"

    def told(state, spell, *faces):
        return {flight, item} & set(first(cast(state, MU, spell, "", *faces), SpellCast).rule)

    assert told(state, "Shield") == set()
    assert told(hovering, "Shield") == {flight}
    assert told(hovering, "Mirror Image", d4(2)) == {item}
    assert told(under(state, MU, "unstable footing"), "Mirror Image", d4(2)) == {item}


@rule("ose:magic.memorize-and-cast")
def test_everybody_sees_on_whom_a_spell_is_cast_but_not_on_what():
    state = at_casting("magic-user/3[dagger] v orc", MU, "Charm Person")
    assert first(cast(state, MU, "Charm Person", ORC, d20(20)), SpellCast).target == ORC
    door = at_the_door(below("magic-user", "Knock"))
    assert first(act(door, Cast(HERO, "Knock", "door-1")), SpellCast).target == ""


@rule("ose:magic.spell-list")
def test_a_spell_for_quiet_places_is_of_no_use_in_a_fight():
    state = at_casting("magic-user/3[dagger] v orc", MU, "Read Magic")
    found = refusal(state, Cast(MU, "Read Magic"))
    assert (found.rule, "of no use here" in found.sentence) == ("ose:magic.spell-list", True)
    missile = at_casting("magic-user/3[dagger] v orc", MU, "Magic Missile")
    assert "of no use here" in refusal(missile, Cast(MU, "Magic Missile", ORC, "to blind")).sentence
    assert "of no use here" in why_not(delve("magic-user", memorised=("Sleep",)), Cast(HERO, "Sleep")).sentence


@rule("ose:combat.declare", "ose:combat.spell.freedom")
def test_only_what_is_in_mind_is_announced_and_by_those_who_can_speak():
    state = changed(scene("magic-user/3[dagger] v orc", "declare", gap=4), MU, memorised=("Sleep",))
    assert [a for a in listed(state, MU) if isinstance(a, DeclareSpell)] == [DeclareSpell(MU, "Sleep")]
    assert not [a for a in listed(under(state, MU, "gagged"), MU) if isinstance(a, DeclareSpell)]
    assert not [a for a in listed(changed(state, MU, memorised=()), MU) if isinstance(a, DeclareSpell)]


@rule("ose:magic.cast.gestures-words")
def test_outside_a_fight_the_gagged_have_no_spells_to_cast():
    def spells(state):
        return [a.spell for a in legal_actions(RULESET, state, "player") if isinstance(a, Cast)]

    state = delve("magic-user", memorised=("Light",))
    assert spells(state) == ["Light"]
    assert spells(with_condition(state, HERO, "gagged")) == []
    assert spells(delve("magic-user", memorised=())) == []
