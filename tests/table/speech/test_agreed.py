"""Purchases are agreed on before: what of a list cannot be had, whose coins pay, in what numbers a ware is sold."""

from __future__ import annotations

from tests.ui.places import at, town

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.several import InOrder
from underkeep.table.speech.bought_for import REST, THEIRS
from underkeep.table.speech.meanings import Do, Undertake


def poor_and_rich() -> tuple[Chair, str, str]:
    """The first of the party has nothing, the second a purse."""
    state = town("ose")
    first, second = state.marchers()[:2]
    money = [i for i in (*first.items, *second.items) if i.kind in ("gp", "sp", "cp", "ep", "pp")]
    for c in state.marchers():
        state = state.with_creature(c.id, items=tuple(i for i in c.items if i not in money and i.kind not in ("gp",)))
    from underkeep.systems.ose.basics.money import coins

    rich = state.creatures[second.id]
    state = state.with_creature(second.id, items=(*rich.items, coins("gp", 60)))
    return at(state, "ose"), first.name.split()[0], second.name.split()[0]


def test_whose_coins_pay_is_asked_unless_it_is_said() -> None:
    chair, poor, rich = poor_and_rich()
    meant = chair.read(f"buy a rope for {poor}")
    assert isinstance(meant, Undertake) and THEIRS in meant.question
    said = chair.read(f"buy a rope for {poor}, {rich} pays")
    assert isinstance(said, Undertake) and not said.question


def test_of_a_list_that_cannot_all_be_had_nothing_is_bought_unasked() -> None:
    chair, _, rich = poor_and_rich()
    meant = chair.read(f"buy plate mail and a long bow and a warhorse and a rope for {rich}")
    assert not isinstance(meant, Undertake) or REST in meant.question or not meant.note


def test_in_what_numbers_a_ware_is_sold_is_told() -> None:
    chair, _, rich = poor_and_rich()
    meant = chair.read(f"{rich} buys 20 crossbow bolts")
    assert isinstance(meant, Do | Undertake) and "sold by 30" in meant.note


def test_what_is_bought_for_nobody_goes_to_one_of_the_players() -> None:
    chair, *_ = poor_and_rich()
    meant = chair.read("buy a crowbar")
    actions = [meant.action] if isinstance(meant, Do) else []
    if isinstance(meant, Undertake) and isinstance(meant.errand, InOrder):
        actions = list(meant.errand.actions)
    assert chair.rules.town is not None
    for x in actions:
        assert isinstance(x, a.Buy | a.Give) and not chair.rules.town.serves(
            chair.state, chair.state.creatures[x.actor]
        )
