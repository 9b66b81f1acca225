"""Doors that are barred, the doors all together, torches for everybody; and what is to be lit is not burnt unasked."""

import pytest
from msgspec.structs import replace
from tests.ui.places import at, place, underground
from tests.ui.underground import with_captives

from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.systems.ose.basics.barriers import Bar
from underkeep.table.chair import Chair
from underkeep.table.several import InOrder
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.plain_ways import BURNT_UP, NO_WATER, THEY_STAY, TORCHES, UNSOUNDED, not_burnt
from underkeep.table.speech.typed_lines import Ask, Do, Say, Show, Undertake
from underkeep.world.dungeon import Trap

GAMES = ("ose", "knave")


def before_an_open_door() -> Chair:
    state = underground("ose")
    assert state.dungeon is not None
    doors = {d.id: replace(d, is_open=True, tried=True) for d in survey.known_doors(state)}
    return at(replace(state, dungeon=replace(state.dungeon, doors={**state.dungeon.doors, **doors})), "ose")


@pytest.mark.parametrize("line", ["bar the west door", "bar the door", "block the west door"])
def test_a_door_is_shut_before_it_is_barred(line: str) -> None:
    meant = before_an_open_door().read(line)
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InWords)
    assert isinstance(meant.errand.first, Do) and isinstance(meant.errand.first.action, a.ShutDoor)


def test_at_an_open_door_nobody_puts_an_ear_to_it() -> None:
    meant = before_an_open_door().read("listen at the west door")
    assert isinstance(meant, Say) and meant.text.startswith("The west door stands open. You hear")


def test_what_comes_after_the_opening_of_an_open_door_is_done() -> None:
    meant = before_an_open_door().read("open the west door and light a torch")
    assert isinstance(meant, Do) and isinstance(meant.action, a.LightUp)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("line", ["everyone take a torch", "everybody grab a torch"])
def test_torches_are_taken_to_be_lit(game: str, line: str) -> None:
    assert place("dungeon", game).read(line) == Say(TORCHES)


@pytest.mark.parametrize("line", ["drop a torch here", "drop a torch on the floor"])
def test_things_are_dropped_here(line: str) -> None:
    meant = place("dungeon", "ose").read(line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.Drop)


def test_what_is_to_be_lit_does_not_burn_unasked() -> None:
    burn = a.Burn("tallow-candles")
    assert not_burnt("light the candles", Do(burn)) == Ask(BURNT_UP, (burn,))
    assert not_burnt("burn the candles", Do(burn)) == Do(burn)
    assert not_burnt("set the candles alight", Do(burn)) == Do(burn)


def beside_a_pit(game: str, state: str) -> Chair:
    """With a trap of that state in the area, and the party elsewhere if it says so."""
    here = underground(game)
    area = survey.here(here)[2]
    assert here.dungeon is not None
    trap = Trap("trap-pit", area.id, "pit-20", state=state)
    return at(replace(here, dungeon=replace(here.dungeon, traps={trap.id: trap})), game)


@pytest.mark.parametrize("game", GAMES)
def test_a_trap_that_was_found_is_taken_apart_or_it_is_said_why_not(game: str) -> None:
    chair = beside_a_pit(game, "found")
    name = chair.state.marchers()[0].name
    meant = chair.read(f"{name} disarms the pit")
    is_done = isinstance(meant, Do | Ask)
    assert is_done or (isinstance(meant, Say) and "Nothing of the kind" not in meant.text)


@pytest.mark.parametrize("game", GAMES)
def test_whether_a_trap_goes_off_again_is_told(game: str) -> None:
    meant = beside_a_pit(game, "sprung").read("will the trap go off again?")
    assert isinstance(meant, Say) and "strikes no more" in meant.text


def test_all_doors_are_shut_together() -> None:
    chair = before_an_open_door()
    meant = chair.read("shut the doors")
    doors = [x for x in chair.options.listed if isinstance(x, a.ShutDoor)]
    assert isinstance(meant, Do if len(doors) == 1 else Undertake)
    assert isinstance(meant, Do) or isinstance(meant.errand, InOrder)


@pytest.mark.parametrize("game", GAMES)
def test_a_dead_end_is_no_dead_comrade(game: str) -> None:
    assert place("dungeon", game).read("is this a dead end?") == Show("exits")


@pytest.mark.parametrize("line", ["leave the captives here", "leave the prisoners behind"])
def test_captives_that_are_left_are_left(line: str) -> None:
    assert with_captives().read(line) == Say(THEY_STAY)


def test_who_needs_healing_is_told_what_heals() -> None:
    state = underground("knave")
    hurt = state.marchers()[0]
    chair = at(state.with_creature(hurt.id, hp=0), "knave")
    assert not isinstance(chair.read(f"{hurt.name} needs healing"), Ask)


def test_nothing_is_handed_to_the_dead() -> None:
    state = underground("ose")
    dead = state.marchers()[-1]
    meant = at(state.with_creature(dead.id, status="dead", hp=0), "ose").read(f"give {dead.name} a torch")
    assert meant == Say(f"{dead.name} is dead, and takes nothing more.")


def test_for_a_slope_that_is_not_here_nobody_searches() -> None:
    meant = place("dungeon", "ose").read("go up the slope")
    assert not (isinstance(meant, Do) and isinstance(meant.action, a.Search))


@pytest.mark.parametrize(
    "line", ["try the west way", "let's try west", "Ysolt tries the west exit", "try the other way"]
)
def test_to_try_a_way_is_to_go_by_it(line: str) -> None:
    meant = place("dungeon", "ose").read(line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.OpenDoor)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "line", ["try north", "let us try the opening to the north", "we could try the north passage then"]
)
def test_where_there_is_no_way_nobody_rolls_for_it(game: str, line: str) -> None:
    meant = place("dungeon", game).read(line)
    assert isinstance(meant, Say) and meant.text.startswith("There is no such way here. ")


def test_the_door_that_will_not_open_is_the_one_to_break_down() -> None:
    state = underground("ose")
    assert state.dungeon is not None
    doors = {d.id: replace(d, is_open=False, tried=True, barrier=Bar("stuck")) for d in survey.known_doors(state)}
    stuck = at(replace(state, dungeon=replace(state.dungeon, doors={**state.dungeon.doors, **doors})), "ose")
    for line in ("break the door down", "can we kick the door in?", "force that door"):
        meant = stuck.read(line)
        assert isinstance(meant, Do) and isinstance(meant.action, a.ForceDoor), line


@pytest.mark.parametrize("game", GAMES)
def test_how_deep_water_is_nobody_sees(game: str) -> None:
    meant = place("dungeon", game).read("how deep is the pool?")
    assert meant in (Say(NO_WATER), Say(UNSOUNDED))
