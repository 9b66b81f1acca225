"""What a seat sees of a delve, and that nothing hidden shows in it."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.ui.scene import PLAYER, RULESET, dungeon, on_the_moor, session, town

from underkeep.kernel.audience import seen_by
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import delve_actions as a
from underkeep.table.session import Session
from underkeep.table.speech import scenery
from underkeep.table.speech.choices import flat, menu
from underkeep.table.view import view
from underkeep.testing.toy import ToyBar
from underkeep.world.dungeon import Area, Door, DoorChanged, Dungeon, Group, Hoard, Spot, Trap, TrapChanged
from underkeep.world.gear import Item
from underkeep.world.grid import Grid, Square
from underkeep.world.settlement import Rumour
from underkeep.world.state import GridLaid, State


def played(*actions: Any, start: State | None = None) -> Session:
    game = session(start)
    for action in (a.SetOut(), a.LightUp("hero-1", "torch"), *actions):
        game.submit(PLAYER, action)
    return game


def in_the_passage() -> State:
    """Past the hall, in whose west wall there is another door."""
    made = dungeon()
    made = replace(made, doors={**made.doors, "door-6": Door("door-6", 1, ((1, 7), (1, 8)), ("hall", "cellar"))})
    return played(a.OpenDoor("door-1"), a.Go("door-1"), start=town(made=made)).state


def meeting() -> State:
    """In the den, face to face with two hurt rats."""
    state = in_the_passage()
    assert state.dungeon is not None
    door = replace(state.dungeon.doors["door-2"], is_open=True, tried=True)
    made = replace(state.dungeon, doors={**state.dungeon.doors, "door-2": door}, traps={})
    game = session(replace(state, dungeon=made))
    game.submit(PLAYER, a.Go("door-2"))
    assert game.state.encounter is not None
    return game.state.with_creature("rat-1", hp=7, max_hp=8)


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
        lambda d: replace(d, doors={**d.doors, "door-2": replace(d.doors["door-2"], barrier=None)})
    ),
    "a room behind a wall": below(
        lambda d: replace(d, areas=_without(d.areas, "vault"), doors=_without(d.doors, "door-4"), hoards={})
    ),
    "what lies on another level": below(lambda d: replace(d, stairs={}, areas=_without(d.areas, "cellar"))),
    "how a door out of view stands": below(
        lambda d: replace(d, doors={**d.doors, "door-6": replace(d.doors["door-6"], is_open=True)})
    ),
    "a door that somebody spiked meanwhile": below(
        lambda d: replace(
            d, doors={**d.doors, "door-6": replace(d.doors["door-6"], barrier=ToyBar("locked", 9), tried=True)}
        )
    ),
    "the referee's notes": below(lambda d: replace(d, notes={"passage": "A pit waits here."})),
    "rumours not heard": _rumours,
}


@pytest.mark.parametrize("what", HIDDEN)
def test_what_is_hidden_changes_no_byte(what: str) -> None:
    state = in_the_passage()
    other = HIDDEN[what](state)
    assert other != state
    assert sight(other) == sight(state)


def test_every_screen_speaks_in_the_games_own_units() -> None:
    fight = session(meeting())
    fight.submit(PLAYER, a.Engage())
    for state in (in_the_passage(), meeting(), fight.state, on_the_moor()):
        seen = view(state, PLAYER, RULESET)
        labels = [c.label for c in flat(menu(RULESET, state, session(state).options(PLAYER)))]
        foes = scenery.foes_of(seen, seen.mine[0])
        told = "\n".join([*scenery.scene(seen), *labels, *foes])
        assert re.search(r"\d (paces|leagues)\b", told)
        assert not re.search(r"\d[- ](foot|feet|ft|yards|miles|metres)\b", told)


def test_a_party_sees_its_reckoning_and_not_where_it_is() -> None:
    state = on_the_moor()
    assert state.journey is not None
    lost = replace(state, journey=replace(state.journey, off=90, at=(3.0, 14.0)))
    assert sight(lost) == sight(state)
    road = view(lost, PLAYER, RULESET).road
    assert road is not None
    assert (road.goal, road.heading, road.left, road.terrain) == ("The Toy Keep", "north", 6, "moor")
    turned = replace(state, journey=replace(state.journey, course=90))
    assert sight(turned) != sight(state)


def test_the_days_of_a_journey_are_counted_by_its_mornings() -> None:
    state = on_the_moor()
    assert state.journey is not None
    for day, at_dawn, told in ((0, True, "day 1"), (1, False, "day 1"), (1, True, "day 2")):
        then = replace(state, journey=replace(state.journey, day=day, at_dawn=at_dawn))
        assert f"{told} of the journey" in "\n".join(scenery.scene(view(then, PLAYER, RULESET)))


def test_the_map_shows_a_door_out_of_view_only_as_a_door() -> None:
    state = in_the_passage()
    assert state.dungeon is not None
    state = below(lambda d: replace(d, doors={**d.doors, "door-6": replace(d.doors["door-6"], is_open=True)}))(state)
    from_afar, inside = view(state, PLAYER, RULESET).delve, None
    assert state.party is not None and from_afar is not None
    at = Spot(1, (3, 6), "hall")
    inside = view(replace(state, party=replace(state.party, at=at)), PLAYER, RULESET).delve
    assert inside is not None
    assert ["'" in from_afar.map.rows[-1], "'" in inside.map.rows[-1]] == [False, True]


def fighting(beyond: tuple[Square, ...] = ()) -> State:
    """A fight in the den, open to a cave in the east that nobody has seen; `beyond` is more of the cave."""
    state = meeting()
    assert state.dungeon is not None
    cave = Area("cave", 1, "cavern", (*((x, 1) for x in range(9, 13)), *beyond))
    gap = Door("gap", 1, ((8, 1), (9, 1)), ("den", "cave"), kind="opening")
    d = state.dungeon
    made = replace(d, areas={**d.areas, "cave": cave}, doors={**d.doors, "gap": gap})
    game = session(replace(state, dungeon=made))
    game.submit(PLAYER, a.Engage())
    assert game.state.grid is not None and game.state.fight is not None
    return game.state


def test_the_field_of_a_fight_shows_no_ground_that_nobody_has_seen() -> None:
    here, elsewhere = fighting(), fighting(((12, 2), (12, 3), (13, 3)))
    assert here.grid != elsewhere.grid
    fields = [view(s, PLAYER, RULESET).grid for s in (here, elsewhere)]
    assert fields[0] == fields[1] is not None
    whole = view(elsewhere, REFEREE, RULESET).grid
    assert whole == elsewhere.grid and whole is not None
    assert len(list(whole.squares(whole.floor))) > len(list(fields[0].squares(fields[0].floor)))


def test_the_field_shows_the_ground_one_stands_on_and_the_map_so_far() -> None:
    state = fighting()
    shown = view(state, PLAYER, RULESET).grid
    assert shown is not None and state.grid is not None
    seen = set(shown.squares(shown.floor))
    assert {c.at for c in state.creatures.values() if c.at is not None} <= seen
    assert seen <= set(state.grid.squares(state.grid.floor))
    moves = session(state).options(PLAYER).moves
    assert moves


def test_what_a_trap_really_is_stays_with_the_referee() -> None:
    found = [TrapChanged(Trap("t", "hall", kind, state="found", looks="vapour"), "found") for kind in ("gas", "mist")]
    seen = [RULESET.codec.encode(seen_by(event, PLAYER, in_the_hall())) for event in found]
    assert seen[0] == seen[1]
    assert b"gas" not in seen[0]
    assert seen_by(found[0], REFEREE, in_the_hall()) == found[0]
    names = []
    for event in found:
        state = event.evolve(in_the_hall())
        delve = view(state, PLAYER, RULESET).delve
        assert delve is not None
        names.append(delve.traps)
    assert names == [("vapour (found)",)] * 2


def in_the_hall() -> State:
    return played().state


def test_whether_a_door_is_fast_is_not_told_with_it() -> None:
    doors = [
        Door("d", 1, ((3, 6), (4, 6)), ("hall", "passage"), "secret door", barrier=bar)
        for bar in (None, ToyBar("locked"))
    ]
    seen = [seen_by(DoorChanged(door, "found"), PLAYER, in_the_hall()) for door in doors]
    assert seen[0] == seen[1]
    tried = DoorChanged(replace(doors[1], tried=True), "locked")
    assert seen_by(tried, PLAYER, in_the_hall()) == tried


def test_the_ground_of_a_fight_is_not_sent_to_players() -> None:
    assert seen_by(GridLaid(Grid(2, 2)), PLAYER, in_the_hall()) is None


def test_hit_points_of_others_show_only_as_looks() -> None:
    state = meeting()
    assert sight(state.with_creature("rat-1", hp=6)) == sight(state)
    assert sight(state.with_creature("rat-1", hp=2)) != sight(state)
    assert sight(state.with_creature("hero-1", hp=1)) != sight(state)


def test_what_others_carry_is_not_seen() -> None:
    state = meeting()
    assert sight(state.with_creature("rat-1", items=(Item("ring", "Ring of wishes"),))) == sight(state)


def test_creatures_out_of_sight_are_not_in_the_view() -> None:
    state = replace(meeting(), encounter=None)
    assert view(state, PLAYER, RULESET).others == ()
    assert len(view(state, REFEREE, RULESET).mine) == 6


def test_the_map_grows_as_the_party_goes() -> None:
    game = session()
    game.submit(PLAYER, a.SetOut())
    dark = view(game.state, PLAYER, RULESET).delve
    assert dark is not None and dark.size == (10, 10) and dark.ways == ()
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
    assert seen.delve is not None and seen.delve.rate_per_turn == 120


def test_loads_are_told_where_the_game_reckons_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(RULESET), "load", lambda self, state, creature: "light")
    assert view(town(), PLAYER, RULESET).loads["hero-1"] == "light"


def test_town_tells_only_what_was_heard() -> None:
    game = session()
    assert view(game.state, PLAYER, RULESET).town is not None
    game.submit(PLAYER, a.HearRumours("hero-1"))
    seen = view(game.state, PLAYER, RULESET).town
    assert seen is not None
    assert seen.rumours == ("There are rats below.",)
    assert b"dragons" not in msgspec.json.encode(view(game.state, PLAYER, RULESET))
