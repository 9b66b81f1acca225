from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import (
    H1,
    H2,
    TURN,
    act,
    at,
    below,
    having,
    is_listed,
    party,
    refused,
    the_dungeon,
    told,
)
from tests.rules.ose.scene import every, first

from underkeep.kernel.event import Event
from underkeep.procedures import delve_actions as a
from underkeep.systems.ose.exploration import searching
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.narrate import narrate
from underkeep.table.view import view
from underkeep.testing import d6, rule
from underkeep.world.clock import TimePassed
from underkeep.world.dungeon import DoorChanged, Hoard, Trap
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import Item
from underkeep.world.state import State

SECRET = (2, 3)
"""The square of the hall at which the secret door is."""
COINS = (Item("gp", "gold piece", count=10),)
PIT = Trap("pit", "1-01", "pit", square=SECRET)


def beside(*kinds: str) -> State:
    """Where the secret door is, in the hall."""
    return at(below(*(kinds or ("fighter",))), "1-01", SECRET)


def found(state: State) -> bool:
    return the_dungeon(state).doors["door-2"].found


@rule("ose:exploration.search.hidden-features", "ose:traps.search.room")
def test_searching_brings_doors_traps_and_treasure_to_light():
    hoard = Hoard("hidden", "1-01", COINS, SECRET, hidden=True)
    other = Hoard("other", "1-01", COINS, (3, 3), hidden=True)
    state = having(beside(), PIT, hoard, other)
    after = the_dungeon(act(state, a.Search(SECRET), d6(1)).state)
    assert after.doors["door-2"].found
    assert after.traps["pit"].state == "found"
    assert not after.hoards["hidden"].hidden
    assert after.hoards["other"].hidden


@rule("ose:exploration.search.area")
def test_a_door_one_square_further_is_not_found():
    state = at(below("fighter"), "1-01", (3, 3))
    assert not found(act(state, a.Search((3, 3)), d6(1)).state)
    assert found(act(at(state, "1-01", SECRET), a.Search(SECRET), d6(1)).state)


@rule("ose:exploration.search.time", "ose:time.turn", "ose:time.game-time")
def test_a_search_takes_a_turn_whether_or_not_it_finds():
    state = beside()
    for face in (1, 6):
        done = act(state, a.Search(SECRET), d6(face))
        assert done.state.now == state.now + TURN == state.now + 10 * 60
        assert [e.now for e in every(done, TimePassed)] == [done.state.now]
        assert party(done.state).turns == 1


@rule("ose:exploration.search.area", "ose:exploration.search.secret-roll")
def test_that_the_party_searches_is_told_once_and_alike_whatever_the_dice():
    state = beside("fighter", "fighter")
    lines = []
    for faces in (d6(6, 6), d6(5, 4)):
        done = act(state, a.Search(SECRET), *faces)
        lines.append([narrate(RULESET, done.state, e) for e in told(done, Event) if narrate(RULESET, done.state, e)])
    assert lines[0] == lines[1] == ["The party searches here.", "Nothing hidden is found."]


@rule("ose:time.turn")
def test_six_turns_make_an_hour():
    state = beside()
    for _ in range(6):
        state = act(state, a.Rest()).state
    assert state.now - beside().now == 60 * 60


@rule("ose:exploration.search.chance")
@pytest.mark.parametrize(("kind", "door", "trap"), [("fighter", 1, 1), ("elf", 2, 1), ("dwarf", 1, 2)])
def test_one_in_six_and_better_for_elves_and_dwarves(kind: str, door: int, trap: int):
    state = having(beside(kind), PIT)
    for face in (1, 2, 3):
        after = act(state, a.Search(SECRET), d6(face)).state
        assert found(after) == (face <= door)
        assert (the_dungeon(after).traps["pit"].state == "found") == (face <= trap)


@rule("ose:exploration.search.chance")
def test_each_searcher_rolls():
    done = act(beside("fighter", "fighter"), a.Search(SECRET), *d6(6, 1))
    assert [e.who for e in every(done, ChanceRolled) if e.who] == [H1, H2]
    assert found(done.state)


@rule("ose:exploration.search.secret-roll")
def test_the_player_cannot_tell_a_miss_from_an_empty_square():
    missed = act(beside(), a.Search(SECRET), d6(6))
    doors = {id: door for id, door in the_dungeon(beside()).doors.items() if id != "door-2"}
    empty = replace(beside(), dungeon=replace(the_dungeon(beside()), doors=doors))
    nothing = act(empty, a.Search(SECRET), d6(1))
    assert not told(missed, ChanceRolled)
    assert told(missed, ChanceRolled, "referee")
    assert view(missed.state, "player", RULESET) == view(nothing.state, "player", RULESET)
    public = [[e for e in done.events if e.seats is None] for done in (missed, nothing)]
    assert public[0] == public[1]


@rule("ose:exploration.search.once")
def test_each_searches_a_square_once():
    state = act(beside(), a.Search(SECRET), d6(6)).state
    assert refused(state, a.Search(SECRET)).rule == "ose:exploration.search.once"
    assert not is_listed(state, a.Search(SECRET))
    assert is_listed(state, a.Search((2, 2)))
    both = replace(state, party=replace(party(state), members=(H1, H2)))
    both = replace(both, creatures={**both.creatures, H2: replace(both.creatures[H1], id=H2)})
    again = act(both, a.Search(SECRET), d6(1))
    assert [e.who for e in every(again, ChanceRolled) if e.who] == [H2]
    assert first(again, DoorChanged).door.id == "door-2"


@rule("ose:exploration.search.hidden-features", "ose:doors.secret.only-search", "ose:traps.search.room")
@pytest.mark.parametrize(
    ("kind", "face", "doors", "traps"),
    [
        ("fighter", 1, True, True),
        ("fighter", 2, False, False),
        ("elf", 2, True, False),
        ("dwarf", 2, False, True),
        ("elf", 3, False, False),
    ],
)
def test_a_search_names_what_it_could_have_found(kind: str, face: int, doors: bool, traps: bool):
    told = next(e for e in every(act(beside(kind), a.Search(SECRET), d6(face)), ChanceRolled) if e.who)
    assert ("ose:doors.secret.only-search" in told.rule) is doors
    assert ("ose:traps.search.room" in told.rule) is traps
    assert ("ose:exploration.search.hidden-features" in told.rule) is (doors or traps)
    assert told.success is (doors or traps)


@rule("ose:exploration.search.once", "ose:light.needed")
def test_only_those_who_see_search():
    state = beside("fighter", "dwarf")
    dark = replace(state, lights=())
    assert not searching.can_search(dark, dark.creatures[H1], SECRET)
    assert searching.can_search(dark, dark.creatures[H2], SECRET)
    grid = the_dungeon(state).level(1).grid
    assert searching.searchable(dark, grid.bit(SECRET)) == grid.bit(SECRET)
    blind = replace(beside("fighter"), lights=())
    assert searching.searchable(blind, grid.bit(SECRET)) == 0
