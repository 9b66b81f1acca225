"""What a roll to hit rests on: which way of reckoning, which magic, and what always hits or misses."""

from __future__ import annotations

import pytest
from tests.rules.ose.scene import ORC, F, changed, every, first, hit, scene, scores, under, walled

from underkeep.kernel.prompt import Ruled
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.attack_rolls import Blow, attack_number, cover, strike
from underkeep.systems.ose.basics.conditions import ASLEEP
from underkeep.systems.ose.checks.enchantments import BLESSED, MIRRORED, SHIELDED, WARDED
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d6, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.condition import Condition
from underkeep.world.creature import AttackRolled, DamageRolled, Died
from underkeep.world.state import State

DIRECT, ASCENDING = ("thac0-direct",), ("ascending-ac",)
DIFFERS, SLIGHTLY = "ose:combat.thac0.direct-differs", "ose:combat.aac.differs-slightly"
DIFFERENT = "ose:magic.effect.different"


def rolled(state: State, *faces: int, **more: str) -> AttackRolled:
    return first(hit(state, *faces, **more), AttackRolled)


@rule("ose:combat.matrix.lookup")
@pytest.mark.parametrize(("thac0", "ac", "needed"), [(19, -2, 20), (19, -1, 20), (19, 0, 19), (10, 9, 2), (11, 8, 3)])
def test_the_matrix_ends_at_two_and_at_twenty(thac0, ac, needed):
    assert attack_number(thac0, ac, ()) == needed


@rule("ose:combat.attack.natural")
def test_a_twenty_hits_whatever_weakness_takes_from_it():
    weak = scores(changed(scene(), ORC, ac=-3), F, STR=3)
    told = rolled(weak, d20(20), d6(4))
    assert (told.roll.total, told.roll.needed, told.hit) == (17, 20, True)
    assert "ose:combat.attack.natural" in told.rule
    assert not rolled(weak, d20(19)).hit


@rule("ose:combat.matrix.lookup", "ose:combat.thac0.direct", "ose:combat.aac.procedure")
def test_a_roll_names_the_way_it_was_reckoned():
    assert rolled(scene(), d20(2)).rule == ("ose:combat.attack.procedure", "ose:combat.matrix.lookup")
    assert rolled(scene(switches=DIRECT), d20(2)).rule == ("ose:combat.attack.procedure", "ose:combat.thac0.direct")
    assert rolled(scene(switches=ASCENDING), d20(2)).rule[0] == "ose:combat.aac.procedure"


@rule("ose:combat.thac0.direct-differs", "ose:combat.aac.differs-slightly")
@pytest.mark.parametrize(("ac", "differs"), [(-2, True), (-1, False), (5, False)])
def test_it_is_noted_where_the_matrix_would_say_something_else(ac, differs):
    for switches, id in ((DIRECT, DIFFERS), (ASCENDING, SLIGHTLY)):
        assert (id in rolled(changed(scene(switches=switches), ORC, ac=ac), d20(2)).rule) is differs


@rule("ose:combat.thac0.direct-differs", "ose:combat.aac.differs-slightly")
@pytest.mark.parametrize(("thac0", "differs"), [(11, False), (10, True), (12, False)])
def test_it_is_noted_at_the_easy_end_of_the_matrix_too(thac0, differs):
    for switches, id in ((DIRECT, DIFFERS), (ASCENDING, SLIGHTLY)):
        state = changed(changed(scene(switches=switches), ORC, ac=9), F, thac0=thac0)
        assert (id in rolled(state, d20(2), *((d6(1),) if thac0 < 12 else ())).rule) is differs


@rule("ose:combat.unarmed.attack", "ose:abilities.str.melee")
def test_a_roll_names_strength_and_bare_hands():
    assert "ose:abilities.str.melee" not in rolled(scene(), d20(2)).rule
    assert "ose:abilities.str.melee" in rolled(scores(scene(), F, STR=13), d20(2)).rule
    assert "ose:combat.unarmed.attack" not in rolled(scene(), d20(2)).rule
    assert "ose:combat.unarmed.attack" in rolled(scene("fighter[] v orc"), d20(2), weapon="unarmed").rule


@rule("ose:magic.effect.different")
def test_two_spells_on_one_blow_are_noted():
    shield, ward = Condition(SHIELDED), Condition(WARDED)
    bare = scene("fighter[sword] v orc")

    def told(state: State) -> bool:
        return DIFFERENT in rolled(state, d20(2), by=ORC, on=F, weapon="weapon").rule

    assert not told(bare)
    assert not told(bare.with_creature(F, conditions=(shield,)))
    assert not told(bare.with_creature(F, conditions=(ward,)))
    assert told(bare.with_creature(F, conditions=(shield, ward)))
    assert not told(under(bare, ORC, BLESSED))


@rule("ose:combat.attack.procedure")
def test_a_blow_that_an_image_takes_does_not_land():
    do = scripted(RULESET, scene().with_creature(ORC, conditions=(Condition(MIRRORED, level=1),)))
    assert not strike(do, Blow(F, ORC, "sword", None, ()))


@rule("ose:combat.attack.invulnerable", "ose:combat.invulnerability.relaxed")
def test_a_blow_that_cannot_hurt_does_not_land():
    wolf, gargoyle = "werewolf-1", "gargoyle-1"
    do = scripted(RULESET, scene("fighter[sword] v werewolf"), d20(20))
    assert not strike(do, Blow(F, wolf, "sword", None, ()))
    relaxed = ("invulnerability-relaxed",)
    for switches, on in ((relaxed, wolf), (relaxed, "orc-1"), ((), "orc-1")):
        match = f"gargoyle v {on.removesuffix('-1')}"
        told = first(
            hit(scene(match, switches=switches), d20(20), d4(1), by=gargoyle, on=on, weapon="horn"), DamageRolled
        )
        assert ("ose:combat.invulnerability.relaxed" in told.rule) is (on == wolf)


@rule("ose:abilities.str.melee", "ose:combat.damage.pc")
def test_a_roll_for_damage_names_what_was_added():
    assert first(hit(scene(), d20(19), d6(1)), DamageRolled).rule == ("ose:combat.damage.pc",)
    strong = first(hit(scores(scene(), F, STR=13), d20(19), d6(1)), DamageRolled)
    assert strong.rule == ("ose:combat.damage.pc", "ose:abilities.str.melee")


@rule("ose:combat.helpless", "ose:magic.memorize-and-cast")
def test_a_blade_kills_the_sleeping_and_so_has_landed():
    do = scripted(RULESET, under(scene(), ORC, ASLEEP))
    assert strike(do, Blow(F, ORC, "sword", None, (), bladed=True))
    assert [e.creature for e in every(do, Died)] == [ORC]


@rule("ose:combat.missile.partial-cover")
def test_walls_that_hide_nothing_are_no_cover():
    state = scene("fighter[short bow] v orc", "missile", gap=6)
    x, y = state.creatures[ORC].at
    for walls, penalty in (((), 0), (((x + 3, y + 3),), 0), (((x - 1, y - 1),), -1)):
        do = Resolution(walled(state, *walls), None, RULESET)  # type: ignore[arg-type]
        assert cover(do, state.creatures[F], state.creatures[ORC]) == penalty
        assert bool(every(do, Ruled)) is bool(penalty)
