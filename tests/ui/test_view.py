"""What a seat sees of a delve, and that nothing hidden shows in it."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.ui.scene import PLAYER, RULESET, on_the_moor, session, town

from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import delve_actions as a
from underkeep.table.session import Session
from underkeep.table.view import view
from underkeep.terminal.choices import flat, menu
from underkeep.world.dungeon import Dungeon, Group, Hoard, Trap
from underkeep.world.gear import Item
from underkeep.world.settlement import Rumour
from underkeep.world.state import State


def played(*actions: Any) -> Session:
    game = session()
    for action in (a.SetOut(), a.LightUp("hero-1", "torch"), *actions):
        game.submit(PLAYER, action)
    return game


def in_the_passage() -> State:
    return played(a.OpenDoor("door-1"), a.Go("door-1")).state


def meeting() -> State:
    """In the den, face to face with two hurt rats."""
    state = in_the_passage()
    assert state.dungeon is not None
    door = replace(state.dungeon.doors["door-2"], is_open=True, tried=True)
    made = replace(state.dungeon, doors={**state.dungeon.doors, "door-2": door}, traps={})
    game = session(replace(state, dungeon=made))
    game.submit(PLAYER, a.Go("door-2"))
    assert game.state.encounter is not None
    return game.state.with_creature("rats-1", hp=7, max_hp=8)


def sight(state: State) -> bytes:
    """Everything the player gets: the view, and the menu with its words."""
    game = session(state)
    choices = flat(menu(RULESET, state, game.options(PLAYER)))
    words = "\n".join(f"{c.label} {RULESET.codec.encode(c.action).decode()}" for c in choices if c.action is not None)
    return msgspec.json.encode(view(state, PLAYER, RULESET), order="deterministic") + words.encode()


def below(change: Callable[[Dungeon], Dungeon]) -> Callable[[State], State]:
    def changed(state: State) -> State:
        assert state.dungeon is not None
        return replace(state, dungeon=change(state.dungeon))

    return changed


def _without(things: dict[str, Any], *ids: str) -> dict[str, Any]:
    return {id: thing for id, thing in things.items() if id not in ids}


def _rumours(state: State) -> State:
    assert state.settlement is not None
    return replace(state, settlement=replace(state.settlement, rumours=(Rumour("Nothing is below.", False),)))


HIDDEN: dict[str, Callable[[State], State]] = {
    "a secret door that nobody found": below(lambda d: replace(d, doors=_without(d.doors, "door-4"))),
    "where a trap waits": below(lambda d: replace(d, traps={"pit-1": Trap("pit-1", "passage", "pit", square=(6, 5))})),
    "that there is a trap": below(lambda d: replace(d, traps={})),
    "hidden treasure": below(lambda d: replace(d, hoards=_without(d.hoards, "coins-2"))),
    "treasure under one's feet": below(
        lambda d: replace(d, hoards={**d.hoards, "c": Hoard("c", "passage", (Item("gem", "gem"),), (4, 6), True)})
    ),
    "treasure in a room not entered": below(lambda d: replace(d, hoards={})),
    "who lives where one has not been": below(lambda d: replace(d, groups={"x": Group("x", "store", "rat", 9)})),
    "odd things where one has not been": below(lambda d: replace(d, features={})),
    "whether a door that was not tried is fast": below(
        lambda d: replace(d, doors={**d.doors, "door-2": replace(d.doors["door-2"], fast="")})
    ),
    "a room behind a wall": below(
        lambda d: replace(d, areas=_without(d.areas, "vault"), doors=_without(d.doors, "door-4"), hoards={})
    ),
    "what lies on another level": below(lambda d: replace(d, stairs={}, areas=_without(d.areas, "cellar"))),
    "the referee's notes": below(lambda d: replace(d, notes={"passage": "A pit waits here."})),
    "rumours not heard": _rumours,
}


@pytest.mark.parametrize("what", HIDDEN)
def test_what_is_hidden_changes_no_byte(what: str) -> None:
    state = in_the_passage()
    other = HIDDEN[what](state)
    assert other != state
    assert sight(other) == sight(state)


def test_a_party_sees_its_reckoning_and_not_where_it_is() -> None:
    state = on_the_moor()
    assert state.journey is not None
    lost = replace(state, journey=replace(state.journey, off=90, at=(3.0, 14.0)))
    assert sight(lost) == sight(state)
    road = view(lost, PLAYER, RULESET).road
    assert road is not None
    assert (road.goal, road.heading, road.miles_left, road.terrain) == ("The Toy Keep", "north", 6, "moor")
    turned = replace(state, journey=replace(state.journey, course=90))
    assert sight(turned) != sight(state)


def test_hit_points_of_others_show_only_as_looks() -> None:
    state = meeting()
    assert sight(state.with_creature("rats-1", hp=6)) == sight(state)
    assert sight(state.with_creature("rats-1", hp=2)) != sight(state)
    assert sight(state.with_creature("hero-1", hp=1)) != sight(state)


def test_what_others_carry_is_not_seen() -> None:
    state = meeting()
    assert sight(state.with_creature("rats-1", items=(Item("ring", "Ring of wishes"),))) == sight(state)


def test_creatures_out_of_sight_are_not_in_the_view() -> None:
    state = replace(meeting(), encounter=None)
    assert view(state, PLAYER).others == ()
    assert len(view(state, REFEREE).mine) == 6


def test_the_map_grows_as_the_party_goes() -> None:
    game = session()
    game.submit(PLAYER, a.SetOut())
    dark = view(game.state, PLAYER, RULESET).delve
    assert dark is not None and dark.size_feet == (10, 10) and dark.ways == ()
    game.submit(PLAYER, a.LightUp("hero-1", "torch"))
    lit = view(game.state, PLAYER, RULESET).delve
    assert lit is not None
    assert lit.map.rows == (
        "#######",
        "#.,.,.#",
        "#,,,,,#",
        "#.,.,.+",
        "#,,,,,#",
        "#.,@,.#",
        "#######",
    )
    assert [(w.name, w.state) for w in lit.ways] == [("east door", "shut")]


def test_doors_tell_only_what_was_tried() -> None:
    game = played(a.OpenDoor("door-1"), a.Go("door-1"))

    def ways() -> dict[str, str]:
        delve = view(game.state, PLAYER, RULESET).delve
        assert delve is not None
        return {w.name: w.state for w in delve.ways}

    assert ways() == {"north door": "shut", "east door": "shut", "west door": "open"}
    game.submit(PLAYER, a.OpenDoor("door-2"))
    game.submit(PLAYER, a.OpenDoor("door-3"))
    assert ways() == {"north door": "stuck", "east door": "locked", "west door": "open"}


def test_what_was_found_is_on_the_map() -> None:
    state = in_the_passage()
    assert state.dungeon is not None
    d = state.dungeon
    found = replace(
        d,
        doors={**d.doors, "door-4": replace(d.doors["door-4"], found=True)},
        traps={"pit-1": replace(d.traps["pit-1"], state="found")},
    )
    delve = view(replace(state, dungeon=found), PLAYER, RULESET).delve
    assert delve is not None
    assert "^" in "".join(delve.map.rows)
    assert "###+###" in delve.map.rows[4] or any("+" in row[:7] for row in delve.map.rows)
    assert delve.traps == ("pit (found)",)


def test_lights_clock_and_pace() -> None:
    state = played(a.Rest()).state
    seen = view(state, PLAYER, RULESET)
    assert (seen.day, seen.time) == (1, "04:10")
    assert [(x.name, x.turns_left, x.minutes_left) for x in seen.lights] == [("Torch", 5, 50)]
    assert seen.delve is not None and seen.delve.feet_per_turn == 120


def test_loads_are_told_where_the_game_reckons_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(RULESET.delving), "load", lambda self, state, creature: "light", raising=False)
    assert view(town(), PLAYER, RULESET).loads["hero-1"] == "light"


def test_town_tells_only_what_was_heard() -> None:
    game = session()
    assert view(game.state, PLAYER).town is not None
    game.submit(PLAYER, a.HearRumours("hero-1"))
    seen = view(game.state, PLAYER).town
    assert seen is not None
    assert seen.rumours == ("There are rats below.",)
    assert b"dragons" not in msgspec.json.encode(view(game.state, PLAYER))
