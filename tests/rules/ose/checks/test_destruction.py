"""What fire and lightning leave of the belongings of those they kill."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import ORC, F, every, scene

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import REFEREE, Ruled
from underkeep.procedures.resolution import Resolution, RulingNeeded
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import damage
from underkeep.systems.ose.checks.destruction import ItemSaved
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d20, rule
from underkeep.world.gear import Item
from underkeep.world.state import State

RING, SWORD = Item("ring-of-water-walking", "ring"), Item("sword-plus-1", "sword", "hand")
CHAIN = Item("chainmail", "Chainmail", "worn")


def carrying(*items: Item) -> State:
    """A fighter of level 1 with these things: the save against breath is 15, against spells 16."""
    state = scene("fighter v orc").with_creature(F, items=items)
    assert (sheet(state.creatures[F]).saves["breath"], sheet(state.creatures[F]).saves["spells"]) == (15, 16)
    return state


def slain(state: State, *faces: int, kind: str = "fire", **rulings: str) -> Resolution:
    named = {f"ose:damage.{key.replace('_', '-')}": value for key, value in rulings.items()}
    dice = Scripted(*faces)
    do = Resolution(state, dice, RULESET, named)
    damage.harm(do, F, 9, ORC, kind)
    dice.finish()
    return do


def left(do: Resolution) -> list[str]:
    return [item.kind for item in do.state.creatures[F].items]


@rule("ose:damage.item-destruction")
def test_the_gear_goes_with_its_bearer():
    assert left(slain(carrying(CHAIN), kind="fire")) == []
    assert left(slain(carrying(CHAIN), kind="lightning")) == []
    assert left(slain(carrying(CHAIN), kind="weapon")) == ["chainmail"]


@rule("ose:damage.magic-item-survival")
def test_each_magic_item_has_a_chance():
    two = carrying(CHAIN, RING, SWORD)
    saved = slain(two, *d20(20, 1))
    assert len(every(saved, ItemSaved)) == 2
    assert left(saved) == ["ring-of-water-walking"]
    assert left(slain(two, magic_item_survival="no chance")) == []
    assert left(slain(carrying(replace(RING, count=3)), *d20(20, 1, 15))) == ["ring-of-water-walking"]
    ruled = next(e for e in every(saved, Ruled) if e.question == "ose:damage.magic-item-survival")
    assert (ruled.choice, ruled.by) == ("save", "default")
    with pytest.raises(RulingNeeded) as asked:
        slain(replace(two, human_referee=True))
    assert (asked.value.prompt.seats, asked.value.prompt.choices) == ((REFEREE,), ("save", "no chance"))


@rule("ose:damage.magic-item-save")
@pytest.mark.parametrize(("kind", "face", "survives"), [("fire", 15, 1), ("fire", 14, 0), ("lightning", 15, 0)])
def test_items_save_with_their_owners_numbers(kind, face, survives):
    assert len(left(slain(carrying(RING), d20(face), kind=kind))) == survives


@rule("ose:damage.magic-item-save-bonus")
def test_a_combat_bonus_helps_the_item():
    assert left(slain(carrying(SWORD), d20(14))) == ["sword-plus-1"]
    assert left(slain(carrying(SWORD), d20(13))) == []
    assert left(slain(carrying(RING), d20(14))) == []


@rule("ose:damage.magic-item-save-bonus", "ose:damage.magic-item-save")
def test_only_a_bonus_that_counted_is_named():
    bonus = "ose:damage.magic-item-save-bonus"
    assert [bonus in e.rule for e in every(slain(carrying(SWORD), d20(14)), ItemSaved)] == [True]
    assert [bonus in e.rule for e in every(slain(carrying(RING), d20(14)), ItemSaved)] == [False]
