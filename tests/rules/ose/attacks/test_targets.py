"""Who may be attacked: room around a foe, the fallen, range and cover."""

from __future__ import annotations

import pytest
from tests.rules.ose.scene import ORC, F, listed, refusal, scene, spent, under, walled

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.basics.conditions import COMPLETE_COVER, IN_WATER
from underkeep.systems.ose.checks.enchantments import BLESSED
from underkeep.testing import rule
from underkeep.world.fight import SpentOn
from underkeep.world.state import State

BOW = "fighter[short bow, arrows] v orc"
AROUND = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def crowded(foe: str, struck: int, *walls: tuple[int, int], other: str = "") -> bool:
    """Whether the last of eight fighters around a foe may strike when so many others have."""
    state = scene(f"8 fighter[sword] v {foe}")
    id = f"{foe}-1"
    state = state.with_creature(id, at=(10, 10))
    for n, (dx, dy) in enumerate(AROUND, 1):
        state = state.with_creature(f"fighter-{n}", at=(10 + dx, 10 + dy))
    for n in range(1, struck + 1):
        state = spent(state, f"fighter-{n}", SpentOn("attack", other or id))
    state = walled(state, *((10 + dx, 10 + dy) for dx, dy in walls))
    return Attack("fighter-8", id, "sword") in listed(state, "fighter-8")


@rule("ose:combat.spacing")
@pytest.mark.parametrize(
    ("foe", "walls", "most"),
    [
        ("orc", [], 4),
        ("ogre", [], 6),
        ("orc", [(-1, 0), (0, -1)], 2),
        ("ogre", [(-1, 0), (0, -1)], 3),
        ("orc", [(-1, 0), (0, -1), (1, 0)], 1),
        ("orc", [(-1, 0), (0, -1), (1, 0), (0, 1)], 1),
    ],
)
def test_room_goes_with_open_sides_and_size(foe, walls, most):
    assert crowded(foe, most - 1, *walls)
    assert not crowded(foe, most, *walls)


@rule("ose:combat.spacing")
def test_those_who_struck_at_somebody_else_take_no_room():
    assert crowded("orc", 4, other="somebody-else")


@rule("ose:combat.melee.distance", "ose:combat.missile.distance")
@pytest.mark.parametrize(("hp", "open_"), [(1, True), (0, False)])
def test_nobody_strikes_at_those_who_are_about_to_fall(hp, open_):
    assert bool(listed(scene().with_creature(ORC, hp=hp), F)) is open_
    assert bool(listed(scene(BOW, "missile", gap=6).with_creature(ORC, hp=hp), F)) is open_


@rule("ose:combat.unarmed.attack")
def test_with_nothing_at_all_there_are_still_fists():
    assert listed(scene().with_creature(F, items=()), F) == [Attack(F, ORC, "unarmed")]


@rule("ose:monster.attacks.per-round")
def test_a_mark_of_something_else_leaves_a_routine_as_it_is():
    state = scene("black-bear v orc")
    fresh = listed(state, "black-bear-1")
    assert listed(spent(state, "black-bear-1", "move"), "black-bear-1") == fresh
    armed = scene("orc[sword] v fighter")
    assert listed(spent(armed, ORC, "move"), ORC) == listed(armed, ORC)


@rule("ose:combat.missile.range", "ose:combat.missile.complete-cover", "ose:combat.water.missiles")
def test_only_what_hinders_a_shot_hinders_it():
    state = scene(BOW, "missile", gap=6)

    def shoots(state: State) -> bool:
        return Attack(F, ORC, "short-bow") in listed(state, F)

    assert shoots(state)
    assert shoots(under(state, F, BLESSED))
    assert shoots(under(state, ORC, BLESSED))
    assert not shoots(under(state, F, IN_WATER))
    assert not shoots(under(state, ORC, COMPLETE_COVER))


@rule("ose:combat.missile.range")
@pytest.mark.parametrize(("gap", "reached"), [(1, False), (2, True), (30, True), (31, False)])
def test_a_short_bow_reaches_150_feet(gap, reached):
    state = scene(BOW, "missile", gap=gap)
    assert bool(listed(state, F)) is reached


@rule("ose:combat.missile.range", "ose:combat.missile.distance", "ose:combat.missile.complete-cover")
def test_each_shot_that_cannot_be_made_is_refused_for_its_reason():
    far = scene(BOW, "missile", gap=31)
    assert "out of range" in refusal(far, Attack(F, ORC, "short-bow")).sentence
    assert "no sling" in refusal(far, Attack(F, ORC, "sling")).sentence
    beside = scene(BOW, "missile", gap=1)
    assert refusal(beside, Attack(F, ORC, "short-bow")).rule == "ose:combat.missile.distance"
    near = scene(BOW, "missile", gap=2)
    assert refusal(near, Attack(F, ORC, "sling")).rule == "ose:combat.missile.range"
    x, y = near.creatures[F].at
    hidden = walled(near, (x + 1, y))
    assert refusal(hidden, Attack(F, ORC, "short-bow")).rule == "ose:combat.missile.complete-cover"
