"""What a class may own, and what it may use."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import listed, make, refusal, scene
from tests.rules.ose.service import PC, company, doing, run, why_not

from underkeep.errors import UnderkeepError
from underkeep.procedures.actions import Attack
from underkeep.procedures.delve_actions import Buy, Equip
from underkeep.systems.ose.equipment.armour import armour_class
from underkeep.systems.ose.equipment.class_limits import UseForbidden
from underkeep.testing import rule
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.state import State

MU = "magic-user-1"
LIMITS = "ose:creation.class-equipment-limits"


def item_of(state: State, kind: str) -> str:
    return next(item.id for item in state.creatures[PC].items if item.kind == kind)


def shopped(kind: str, thing: str) -> State:
    return run(company(kind), Buy(PC, thing, 1)).state


@rule(LIMITS)
@pytest.mark.parametrize(
    ("kind", "thing"), [("magic-user", "chainmail"), ("magic-user", "shield"), ("cleric", "sword")]
)
def test_what_the_class_may_not_use_is_sold_with_a_word(kind, thing):
    done = run(company(kind), Buy(PC, thing, 1))
    said = [event for event in done.events if isinstance(event, UseForbidden)]
    assert [(event.creature, event.thing.kind, event.rule) for event in said] == [(PC, thing, (LIMITS,))]
    assert not any(isinstance(event, UseForbidden) for event in run(company("fighter"), Buy(PC, thing, 1)).events)


@rule(LIMITS)
@pytest.mark.parametrize(
    ("kind", "thing", "place"),
    [("magic-user", "chainmail", "worn"), ("magic-user", "sword", "hand"), ("thief", "shield", "worn")],
)
def test_it_is_neither_worn_nor_wielded(kind, thing, place):
    state = shopped(kind, thing)
    found = why_not(state, Equip(PC, item_of(state, thing), place))
    assert found.rule == LIMITS
    assert f"may not {'fight with' if thing == 'sword' else 'wear'} the {thing}" in found.sentence
    state = shopped("fighter", thing)
    assert run(state, Equip(PC, item_of(state, thing), place)).events


@rule(LIMITS)
def test_it_may_be_put_away():
    state = shopped("magic-user", "sword")
    id = item_of(state, "sword")
    held = tuple(replace(i, place="hand") if i.id == id else i for i in state.creatures[PC].items)
    assert run(state.with_creature(PC, items=held), Equip(PC, id, "pack")).events


@rule(LIMITS, "ose:magic-item.armour.class-limits")
@pytest.mark.parametrize("kind", ["chainmail", "armour-plus-1@chainmail", "shield", "shield-plus-2"])
def test_armour_that_the_class_may_not_wear_gives_no_ac(kind):
    worn = (Item(kind, "Something", "worn", id="x"),)
    wizard, fighter = company("magic-user").creatures[PC], company("fighter").creatures[PC]
    assert armour_class(wizard) == 9
    state = company("magic-user").with_creature(PC, items=worn)
    assert armour_class(state.creatures[PC]) == 9
    state = company("fighter").with_creature(PC, items=worn)
    assert armour_class(state.creatures[PC]) < armour_class(fighter)


@rule(LIMITS, "ose:class.abilities")
@pytest.mark.parametrize("kind", ["sword", "sword-plus-1"])
def test_a_sword_in_a_magic_users_hand_is_no_weapon(kind):
    state = scene("magic-user[dagger] v orc").with_creature(MU, items=(Item(kind, "Sword", "hand", id="x"),))
    assert {action.weapon for action in listed(state, MU) if isinstance(action, Attack)} == {"unarmed"}
    assert refusal(state, Attack(MU, "orc-1", kind)).rule == LIMITS


@rule(LIMITS)
def test_the_shop_of_creation_has_nothing_of_the_sort():
    with pytest.raises(UnderkeepError, match="A magic-user cannot use the sword"):
        make("magic-user", kit="by hand", buy="sword")
    assert make("magic-user", kit="by hand", buy="dagger")[0].items


@rule(LIMITS)
def test_only_what_is_bought_is_remarked_upon():
    do = doing(company("magic-user"))
    for verb, thing in (("took", Item("sword", "Sword")), ("bought", None)):
        do.emit(ItemsChanged(PC, (), verb, thing))
    assert not any(isinstance(event, UseForbidden) for event in do.events)


@rule(LIMITS)
def test_a_shield_is_worn_and_not_held():
    state = shopped("fighter", "shield")
    found = why_not(state, Equip(PC, item_of(state, "shield"), "hand"))
    assert found is not None and found.sentence == "Armour and shields protect those who wear them: wear it."
    assert run(state, Equip(PC, item_of(state, "shield"), "worn")).events
