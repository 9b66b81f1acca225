"""What a third evening of Knave stumbled over: demands that could not be paid, lanterns lit twice, those who idle."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.ui.places import at, meeting, melee, town, underground

from underkeep.kernel.prompt import Answer, Prompt
from underkeep.procedures.delve_actions import LightUp, RestDays
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.systems.knave.magic.casting import SpellCast
from underkeep.systems.knave.ruleset import RULESET
from underkeep.table import narrate
from underkeep.table.chair import Chair
from underkeep.table.speech.typed_lines import Ask, Do, Say, Undertake
from underkeep.world.clock import DAY, HOUR
from underkeep.world.state import State


def under_orders() -> Chair:
    prompt = Prompt("order-1", ("player",), "order", ("defy", "turn back", "pay"), "defy")
    return at(replace(meeting("knave"), prompts=(prompt,)), "knave")


@pytest.mark.parametrize(
    ("line", "choice"),
    [
        ("we refuse! Nobody tells us where to go", "defy"),
        ("offer them 50 coins to let us pass", "pay"),
        ("we pay", "pay"),
        ("all right, we go back", "turn back"),
    ],
)
def test_a_demand_is_answered_in_other_words(line: str, choice: str) -> None:
    meant = under_orders().read(line)
    assert isinstance(meant, Do) and meant.action == Answer("order-1", choice)


def with_lantern() -> State:
    state = underground("knave")
    bearer = state.marchers()[0]
    return replace(
        state.with_creature(bearer.id, items=(an_item("lantern"), an_item("lamp-oil"), an_item("lamp-oil"))), lights=()
    )


def test_one_lantern_is_lit_once() -> None:
    person = at(with_lantern(), "knave")
    light = next(x for x in person.options.listed if isinstance(x, LightUp) and x.item == "lantern")
    person.act(light)
    assert light not in person.options.listed
    assert [x.kind for x in person.state.lights] == ["lantern"]


def test_a_buyer_of_oil_is_asked_which() -> None:
    meant = at(town("knave"), "knave").read("buy oil")
    assert isinstance(meant, Ask)
    assert {getattr(x, "item", "") for x in meant.choices} >= {"lamp-oil", "oil"}


def test_no_id_is_told_of_what_a_spell_is_cast_on() -> None:
    state = underground("knave")
    assert state.dungeon is not None
    door = next(iter(state.dungeon.doors))
    told = narrate.narrate(RULESET, state, SpellCast("hero-1", "Sculpt Elements", door, (), 1))
    assert door not in told and told


def test_who_does_nothing_when_everybody_attacks_is_named_with_the_reason() -> None:
    person = at(melee("knave"), "knave")
    name = person.state.marchers()[0].name.split()[0]
    for line in (f"{name} holds", "everyone attacks"):
        meant = person.read(line)
        assert isinstance(meant, Undertake)
        said = person.undertake(meant)
    assert f"{name} does not strike" in said


def test_why_somebody_does_not_fight_is_answered() -> None:
    person = at(melee("knave"), "knave")
    name = person.state.marchers()[0].name.split()[0]
    meant = person.read(f"why doesn't {name} fight?")
    assert isinstance(meant, Say) and name in meant.text


@pytest.mark.parametrize("game", ["knave", "ose", "rampage", "robs"])
@pytest.mark.parametrize("line", ["wait until 6 in the morning", "we sleep until tomorrow morning", "stay the night"])
def test_in_town_one_can_wait_for_the_morning(game: str, line: str) -> None:
    state = town(game)
    evening = replace(state, now=state.now // DAY * DAY + 22 * HOUR)
    person = at(evening, game)
    meant = person.read(line)
    assert isinstance(meant, Do) and meant.action == RestDays(0)
    person.act(meant.action)
    assert person.state.now == evening.now + 10 * HOUR
