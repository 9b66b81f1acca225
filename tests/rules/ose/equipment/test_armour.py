"""Armour Class with what was found: bonuses, and curses."""

from __future__ import annotations

import pytest
from tests.rules.ose.scene import F, do, first, scene, scores, spent, under
from tests.rules.ose.service import PC, company, run, why_not

from underkeep.procedures.actions import Attack
from underkeep.procedures.delve_actions import Drop, Equip
from underkeep.systems.ose.basics.conditions import CURSED
from underkeep.systems.ose.equipment import curses
from underkeep.systems.ose.equipment.armour import armour_class
from underkeep.testing import d20, rule
from underkeep.world.condition import ConditionGained
from underkeep.world.creature import AttackRolled
from underkeep.world.gear import Item
from underkeep.world.state import State

BONUS, PENALTY = "ose:magic-item.armour.bonus", "ose:magic-item.armour.cursed-penalty"


def wearing(*kinds: str, match: str = "fighter v orc") -> State:
    worn = tuple(Item(kind, "chainmail", "worn", id=f"x{n}") for n, kind in enumerate(kinds))
    return scene(match).with_creature(F, items=worn)


@rule(BONUS, PENALTY, "ose:magic-item.armour.cursed-ac9")
@pytest.mark.parametrize(
    ("kinds", "ac"),
    [
        (("armour-plus-1@chainmail",), 4),
        (("armour-plus-3@plate-mail",), 0),
        (("shield-plus-2",), 6),
        (("armour-plus-1@leather", "shield-plus-1"), 4),
        (("cursed-armour-minus-1@chainmail",), 6),
        (("chainmail", "cursed-shield-minus-2"), 6),
        (("cursed-armour-ac-9-10@plate-mail", "shield"), 9),
        (("chainmail", "cursed-shield-ac-9-10"), 9),
    ],
)
def test_found_armour_and_shields_count(kinds, ac):
    state = wearing(*kinds)
    assert armour_class(state.creatures[F]) == ac
    assert armour_class(scores(state, F, DEX=16).creatures[F]) == ac - 2


@rule(BONUS, PENALTY)
@pytest.mark.parametrize(
    ("kind", "needed", "rule"), [("armour-plus-1", 15, BONUS), ("cursed-armour-minus-1", 13, PENALTY)]
)
def test_the_blow_that_it_decides_names_it(kind, needed, rule):
    rolled = first(do(wearing(f"{kind}@chainmail"), Attack("orc-1", F, "weapon"), d20(2)), AttackRolled)
    assert rolled.roll.needed == needed
    assert rule in rolled.rule


@rule("ose:magic-item.armour.cursed-hidden")
def test_a_curse_looks_like_a_bonus_until_somebody_fights():
    state = wearing("cursed-armour-minus-1@chainmail")
    assert curses.armour_class_known(state.creatures[F]) == 4
    done = do(state, Attack("orc-1", F, "weapon"), d20(2))
    assert first(done, curses.CurseShown).rule == ("ose:magic-item.armour.cursed-hidden",)
    assert first(done, ConditionGained).condition.name == CURSED
    assert curses.armour_class_known(done.state.creatures[F]) == 6
    again = spent(done.state, "orc-1")
    assert not [e for e in do(again, Attack("orc-1", F, "weapon"), d20(2)).events if isinstance(e, curses.CurseShown)]


@rule("ose:magic-item.armour.cursed-hidden")
def test_sound_armour_has_nothing_to_show():
    done = do(wearing("armour-plus-1@chainmail"), Attack("orc-1", F, "weapon"), d20(2))
    assert not [e for e in done.events if isinstance(e, curses.CurseShown)]
    assert curses.armour_class_known(done.state.creatures[F]) == 4


@rule("ose:magic-item.armour.cursed-stuck")
def test_what_is_cursed_cannot_be_taken_off_or_dropped():
    cursed = Item("cursed-shield-minus-2", "shield", "worn", id="x")
    state = company().with_creature(PC, items=(cursed,))
    assert run(state, Equip(PC, "x", "pack")).events
    state = under(state, PC, CURSED)
    for action in (Equip(PC, "x", "pack"), Drop(PC, "x", 1)):
        assert why_not(state, action).rule == "ose:magic-item.armour.cursed-stuck"
    state = state.with_creature(PC, items=(Item("shield", "shield", "worn", id="x"),))
    assert run(state, Equip(PC, "x", "pack")).events
