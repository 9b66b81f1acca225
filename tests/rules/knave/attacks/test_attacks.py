from __future__ import annotations

import pytest
from tests.rules.knave.scenes import (
    RULESET,
    act,
    answer,
    carrying,
    has,
    on_sheet,
    rested,
    scene,
    scores,
    the,
    under,
    why_not,
)

from underkeep.kernel.prompt import Asked
from underkeep.procedures.actions import Attack, Move
from underkeep.systems.knave.attacks.manoeuvres import MANOEUVRES
from underkeep.systems.knave.equipment.armour import armour_class
from underkeep.table.narrate import narrate
from underkeep.testing import d6, d8, d20, rule
from underkeep.world.creature import AttackRolled, DamageRolled, Died, Harmed
from underkeep.world.gear import Item, ItemBroke
from underkeep.world.state import State

STAB = Attack("knave-1", "mercenary-1", "sword")
SHOT = Attack("knave-1", "mercenary-1", "bow")


def facing(gear: str = "sword", points: int = 0, **given: int) -> State:
    """A knave beside a mercenary with so many armour points."""
    state = scores(scene(f"knave[{gear}] v mercenary"), "knave-1", **given)
    return on_sheet(state.with_creature("mercenary-1", hp=40, max_hp=40), "mercenary-1", armour_points=points)


def shooting(points: int = 0, **given: int) -> State:
    state = facing("bow", points, **given)
    x, y = state.creatures["knave-1"].at
    return state.with_creature("knave-1", at=(x - 6, y))


@rule("knave:combat.attack.melee-ability")
def test_melee_uses_strength() -> None:
    do = act(facing(points=7, STR=3), STAB, d20(10))
    assert the(do, AttackRolled).roll.total == 13
    assert the(do, AttackRolled).roll.modifiers == (("STR", 3),)


@rule("knave:combat.attack.ranged-ability")
def test_shooting_uses_wisdom() -> None:
    do = act(shooting(7, STR=3, WIS=1), SHOT, d20(10))
    assert the(do, AttackRolled).roll.total == 11
    assert the(do, AttackRolled).roll.modifiers == (("WIS", 1),)


@rule("knave:combat.armor-class")
@pytest.mark.parametrize(("points", "expected"), [(0, 11), (3, 14), (7, 18)])
def test_armour_class_is_11_and_armour_points(points: int, expected: int) -> None:
    state = facing(points=points)
    assert armour_class(state.creatures["mercenary-1"]) == expected
    assert the(act(state, STAB, d20(2)), AttackRolled).roll.needed == expected


@rule("knave:combat.attack.hit")
def test_equalling_the_armour_class_hits() -> None:
    assert the(act(facing(points=3), STAB, d20(14)), AttackRolled).hit
    assert not the(act(facing(points=3), STAB, d20(13)), AttackRolled).hit


@rule("knave:combat.attack.free-maneuver")
def test_21_or_more_brings_a_free_manoeuvre() -> None:
    state = facing(points=2, STR=3)
    hit = answer(act(state, STAB, d20(18)), "no", d6(4))
    assert the(hit, DamageRolled).roll.total == 4
    prompt = hit.state.prompts[0]
    assert prompt.question == "free-manoeuvre"
    assert set(prompt.choices) == {"none", *MANOEUVRES} - {"climb"}
    assert prompt.default == "trip"
    lying = answer(act(under(state, "mercenary-1", "prone"), STAB, d20(18)), "no", d6(4)).state.prompts[0]
    assert "trip" not in lying.choices and lying.default == "none"
    tripped = answer(hit, "trip")
    assert tripped.state.creatures["mercenary-1"].condition("prone")
    assert not has(tripped, AttackRolled)
    declined = answer(hit, "none")
    assert declined.state.creatures["mercenary-1"].conditions == ()
    assert not answer(act(state, STAB, d20(17)), "no", d6(4)).state.prompts


@rule("knave:combat.attack.natural-1-breaks")
def test_a_natural_1_breaks_the_weapon() -> None:
    do = act(shooting(), SHOT, d20(1))
    assert the(do, ItemBroke).name == "Bow"
    assert "breaks: the attack die shows a 1" in narrate(RULESET, do.state, the(do, ItemBroke))
    assert why_not(rested(do.state), SHOT) == "knave:combat.turn.action-list"
    assert not has(act(shooting(), SHOT, d20(2)), ItemBroke)


@rule("knave:combat.attack.natural-1-breaks")
def test_a_natural_1_may_hit_and_natural_weapons_do_not_break() -> None:
    strong = act(facing(STR=10), STAB, d20(1), d6(3))
    assert the(strong, AttackRolled).hit
    assert has(strong, ItemBroke)
    bite = act(scene("knave v owl-bear"), Attack("owl-bear-1", "knave-1", "claws and bite"), *d20(1, 1, 1))
    assert not has(bite, ItemBroke)


@rule("knave:combat.attack.no-career-bonus")
def test_no_career_helps_an_attack() -> None:
    state = on_sheet(facing(points=7, STR=1), "knave-1", careers=("mercenary", "sellsword"))
    assert the(act(state, STAB, d20(10)), AttackRolled).roll.total == 11


@rule("knave:combat.ranged.not-while-in-melee")
def test_nobody_shoots_while_in_melee() -> None:
    state = facing("bow")
    assert why_not(state, SHOT) == "knave:combat.ranged.not-while-in-melee"
    x, y = state.creatures["knave-1"].at
    away = act(state, Move("knave-1", (x - 3, y))).state
    assert why_not(away, SHOT) == ""


@rule("knave:combat.ranged.target-in-melee")
def test_shooting_into_melee_costs_5() -> None:
    state = scene("2 knave[bow] v mercenary")
    state = on_sheet(scores(state, "knave-1", WIS=2), "mercenary-1", armour_points=1)
    x, y = state.creatures["knave-1"].at
    state = state.with_creature("knave-1", at=(x - 6, y))
    in_melee = the(act(state, SHOT, d20(14)), AttackRolled)
    assert (in_melee.roll.total, in_melee.hit) == (11, False)
    alone = state.with_creature("knave-2", at=(x - 6, y + 2))
    outside = the(act(alone, SHOT, d20(14), d6(2)), AttackRolled)
    assert (outside.roll.total, outside.hit) == (16, True)


@rule("knave:combat.unsuspecting.auto-hit", "knave:combat.unsuspecting.direct-damage")
def test_the_unsuspecting_are_hit_without_a_roll_and_hurt_directly() -> None:
    state = under(facing(points=7), "mercenary-1", "unsuspecting")
    state = on_sheet(state, "mercenary-1", slots=0)
    do = answer(act(state, STAB), "no", d6(4))
    assert not has(do, AttackRolled)
    assert do.state.creatures["mercenary-1"].hp == 40 - 12
    shot = under(shooting(7), "mercenary-1", "unsuspecting")
    assert the(act(shot, SHOT, d20(17)), AttackRolled).roll.needed == 18
    assert not the(act(shot, SHOT, d20(17)), AttackRolled).hit


@rule("knave:combat.unsuspecting.auto-hit")
def test_the_second_blow_is_expected() -> None:
    state = under(facing(points=7), "mercenary-1", "unsuspecting")
    do = answer(act(state, STAB), "no", d6(1))
    again = rested(do.state)
    assert has(act(again, STAB, d20(2)), AttackRolled)


@rule("knave:combat.unsuspecting.auto-hit")
def test_a_power_attack_may_follow_a_sure_hit() -> None:
    state = on_sheet(under(facing(points=7), "mercenary-1", "unsuspecting"), "mercenary-1", slots=0)
    do = answer(act(state, STAB), "yes", *d6(3, 4))
    assert do.state.creatures["mercenary-1"].hp == 40 - 21


@rule("knave:combat.defenseless.kill")
def test_the_defenceless_are_killed() -> None:
    state = under(facing("dagger"), "mercenary-1", "helpless")
    do = act(state, Attack("knave-1", "mercenary-1", "dagger"))
    assert the(do, Died).creature == "mercenary-1"
    assert not has(do, AttackRolled)
    assert not has(do, Harmed)


@rule("knave:combat.power-attack.timing")
def test_a_power_attack_is_offered_between_hit_and_damage() -> None:
    miss = act(facing(points=7), STAB, d20(5))
    assert not miss.state.prompts
    hit = act(facing(), STAB, d20(15))
    assert hit.state.prompts[0].question == "power-attack"
    assert not has(hit, DamageRolled)
    assert has(answer(hit, "no", d6(3)), DamageRolled)


@rule("knave:combat.power-attack.pc-only")
def test_only_characters_make_power_attacks() -> None:
    do = act(facing(), Attack("mercenary-1", "knave-1", "weapon"), d20(15), d6(2))
    assert the(do, DamageRolled).roll.total == 2
    assert not has(do, Asked)


@rule("knave:combat.power-attack.melee-only")
def test_a_shot_is_no_power_attack() -> None:
    assert has(act(shooting(), SHOT, d20(15), d6(2)), DamageRolled)


@rule("knave:combat.power-attack.double-dice")
def test_a_power_attack_doubles_the_dice() -> None:
    one = answer(act(facing(), STAB, d20(15)), "yes", *d6(3, 4))
    assert (the(one, DamageRolled).roll.notation, the(one, DamageRolled).roll.total) == ("2d6", 7)
    two = act(facing("great sword"), Attack("knave-1", "mercenary-1", "great-sword"), d20(15))
    assert the(answer(two, "yes", *d8(8, 8)), DamageRolled).roll.notation == "2d8"


@rule("knave:combat.power-attack.breaks-weapon")
def test_a_power_attack_breaks_the_weapon() -> None:
    do = answer(act(facing(), STAB, d20(15)), "yes", *d6(3, 4))
    assert the(do, ItemBroke).name == "Sword"
    fresh = rested(do.state)
    assert why_not(fresh, STAB) == "knave:combat.turn.action-list"
    assert why_not(fresh, Attack("knave-1", "mercenary-1", "punch")) == ""
    assert not has(answer(act(facing(), STAB, d20(15)), "no", d6(3)), ItemBroke)


@rule("knave:damage.weapon-die")
def test_damage_is_the_die_alone() -> None:
    do = answer(act(facing(STR=5), STAB, d20(10)), "no", d6(3))
    assert the(do, DamageRolled).roll.modifiers == ()
    assert the(do, Harmed).amount == 3


def test_a_weapon_in_the_pack_is_drawn_and_used() -> None:
    state = carrying(facing(), "knave-1", Item("bow", "Bow", "hand"), Item("sword", "Sword"))
    do = act(state, STAB, d20(2))
    assert [(i.kind, i.place) for i in do.state.creatures["knave-1"].items] == [("bow", "pack"), ("sword", "hand")]


def test_an_arrow_is_spent_for_every_shot() -> None:
    state = shooting()
    arrows = next(i for i in state.creatures["knave-1"].items if i.kind == "arrow")
    do = act(state, SHOT, d20(2))
    assert next(i for i in do.state.creatures["knave-1"].items if i.kind == "arrow").count == arrows.count - 1
    empty = carrying(state, "knave-1", Item("bow", "Bow", "hand"))
    assert why_not(empty, SHOT)
