"""Water underground: it is drunk and fills skins, and nobody is sent swimming into death unasked."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.ui.places import at, underground

from underkeep.procedures import delve_actions as a
from underkeep.systems.ose.exploration.room_hazards import Climb, Swim
from underkeep.table.chair import Chair
from underkeep.table.speech.typed_lines import Do
from underkeep.world.dungeon import Feature
from underkeep.world.gear import Item
from underkeep.world.state import State

COAT = {"ose": Item("plate-mail", "Plate mail", place="worn", id="coat")}
EMPTY = {"ose": "waterskin-empty", "knave": "empty-waterskin"}
WATER = {"ose": "rushing-stream", "knave": "pool"}


def by_the(kind: str, game: str, *more: State) -> Chair:
    state = more[0] if more else underground(game)
    assert state.dungeon is not None and state.party is not None and state.party.at is not None
    feature = Feature("feature-here", state.party.at.area, kind)
    seen = {**state.party.seen, str(state.party.at.level): "f" * 200}
    state = replace(state, party=replace(state.party, seen=seen))
    return at(replace(state, dungeon=replace(state.dungeon, features={feature.id: feature})), game)


@pytest.mark.parametrize("game", ["ose"])
def test_water_is_drunk_and_fills_the_skins(game: str) -> None:
    state = underground(game)
    first = state.marchers()[0]
    state = state.with_creature(first.id, items=(*first.items, Item(EMPTY[game], "Empty waterskin", id="skin")))
    chair = by_the(WATER[game], game, state)
    thing = WATER[game].split("-")[-1]
    for line in (
        f"drink from the {thing}", "fill the waterskins", f"refill our waterskins at the {thing}", "drink some water",
        f"{first.name} drinks from the {thing}", f"fill our skins with water from the {thing}",
    ):  # fmt: skip
        assert chair.read(line) == Do(a.DrawWater("feature-here")), line
    told = [line.text for line in chair.act(a.DrawWater("feature-here"))]
    assert any("drinks, and fills the waterskins" in line for line in told)
    assert {item.kind for item in chair.state.creatures[first.id].items} >= {"waterskin"}


def test_who_may_drown_is_asked_and_the_safest_goes() -> None:
    state = underground("ose")
    first, *others = state.marchers()
    state = state.with_creature(first.id, items=(*COAT.values(), Item("gp", "gold pieces", count=900, id="gold")))
    for other in others:
        state = state.with_creature(other.id, items=())
    chair = by_the("rushing-stream", "ose", state)
    meant = chair.read("swim in the stream")
    assert isinstance(meant, Do) and isinstance(meant.action, Swim) and meant.action.actor != first.id
    assert "might drown" in chair.question_before(meant.action)
    told = chair.question_before(Swim(first.id, "feature-here"))
    assert "in heavy armour and under a heavy load" in told and "almost surely" in told
    calm = by_the("dark-pool", "ose", state)
    assert calm.question_before(Swim(others[0].id, "feature-here")) == ""


def test_who_may_fall_is_asked() -> None:
    state = underground("ose")
    first = state.marchers()[0]
    bare = by_the("broken-wall", "ose", state.with_creature(first.id, items=()))
    assert "may fall" in bare.question_before(Climb(first.id, "feature-here"))
    roped = by_the("broken-wall", "ose", state.with_creature(first.id, items=(Item("rope", "Rope", id="r"),)))
    assert roped.question_before(Climb(first.id, "feature-here")) == ""


def test_a_dive_is_asked_about() -> None:
    chair = by_the("pool", "knave")
    first = chair.state.marchers()[0]
    assert "may drown" in chair.question_before(a.Use(first.id, "feature-here"))
