"""Rust, acid, and metal that swallows metal."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import F, do, every, scene

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.attacks import corrosion
from underkeep.systems.ose.attacks.corrosion import RustResisted
from underkeep.systems.ose.equipment.materials import material, one_plus_less
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d8, d20, d100, rule
from underkeep.testing.builders import scripted
from underkeep.world.gear import Item, ItemsChanged

PER_ROUND = "ose:monster.attacks.per-round"


def kinds(done) -> set[str]:
    return {item.kind for item in done.state.creatures[F].items}


def test_what_things_are_made_of():
    known = [material(k) for k in ("sword", "club", "leather", "plate-mail", "sword-plus-1", "torches")]
    assert known == ["metal", "wood", "leather", "metal", "metal", None]
    assert [one_plus_less(k) for k in ("sword-plus-2", "sword-plus-1")] == ["sword-plus-1", "sword"]


@rule(PER_ROUND)
def test_a_feeler_takes_armour_before_the_shield():
    state = scene("fighter[chainmail,shield,sword] v rust monster")
    once = do(state, Attack("rust-monster-1", F, "feeler"), d20(20))
    assert not {"chainmail"} & kinds(once) and "shield" in kinds(once)
    leather = scene("fighter[leather,sword] v rust monster")
    assert "leather" in kinds(do(leather, Attack("rust-monster-1", F, "feeler"), d20(20)))


@rule(PER_ROUND)
@pytest.mark.parametrize(("weapon", "gone"), [("sword", True), ("club", False)])
def test_a_metal_weapon_that_hits_a_rust_monster_crumbles(weapon, gone):
    done = do(scene(f"fighter[{weapon}] v rust monster"), Attack(F, "rust-monster-1", weapon), d20(20), d6(3))
    assert (weapon not in kinds(done)) is gone
    assert done.state.creatures["rust-monster-1"].hp == 5
    assert weapon in kinds(do(scene(f"fighter[{weapon}] v rust monster"), Attack(F, "rust-monster-1", weapon), d20(2)))


@rule(PER_ROUND)
@pytest.mark.parametrize(("face", "left"), [(20, "sword-plus-2"), (21, "sword-plus-1")])
def test_magic_withstands_rust_or_loses_a_plus(face, left):
    state = scene("fighter[sword] v rust monster")
    sword = next(i for i in state.creatures[F].items if i.kind == "sword")
    magic = replace(sword, kind="sword-plus-2", name="Sword +2")
    state = state.with_creature(F, items=(magic,))
    done = scripted(RULESET, state, d100(face))
    corrosion.crumble(done, F, magic)
    assert kinds(done) == {left}
    assert every(done, RustResisted)[0].success is (face <= 20)


@rule(PER_ROUND)
@pytest.mark.parametrize(
    ("kind", "armour", "gone"),
    [
        ("grey-ooze", "chainmail", True),
        ("grey-ooze", "leather", True),
        ("ochre-jelly", "leather", True),
        ("ochre-jelly", "chainmail", False),
    ],
)
def test_acid_eats_armour(kind, armour, gone):
    dice = d8(1, 1) if kind == "grey-ooze" else d6(1, 1)
    done = do(scene(f"fighter[{armour},sword] v {kind}"), Attack(f"{kind}-1", F, "touch"), d20(20), *dice)
    assert (armour not in kinds(done)) is gone


@rule(PER_ROUND)
@pytest.mark.parametrize(("face", "sticks"), [(16, False), (15, True)])
def test_a_weapon_may_stick_in_an_iron_statue(face, sticks):
    state = scene("fighter[sword] v iron living statue")
    done = do(state, Attack(F, "iron-living-statue-1", "sword"), d20(20), d6(3), d20(face))
    assert ("sword" not in kinds(done)) is sticks
    assert [i.kind for i in done.state.creatures["iron-living-statue-1"].items] == (["sword"] if sticks else [])
    assert every(done, ItemsChanged)[:1] == [] or isinstance(every(done, ItemsChanged)[0].item, Item)
