from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import (
    H1,
    H2,
    act,
    at,
    below,
    carrying,
    having,
    is_listed,
    party,
    refused,
    resolving,
    ruled,
    the_dungeon,
    told,
)
from tests.rules.ose.scene import changed, every, first, scores

from underkeep.kernel.dice import Seeded
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.barriers import Bar
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.exploration import doors, turns
from underkeep.systems.ose.exploration.doors import DwellersWarned, Listened, NoiseMade
from underkeep.systems.ose.exploration.turns import ApproachHeard
from underkeep.systems.ose.magic.effects import spells_of_craft
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.view import view
from underkeep.testing import d6, d8, d100, rule
from underkeep.world.creature import CheckRolled
from underkeep.world.dungeon import Door, DoorChanged, Group
from underkeep.world.encounter import ChanceRolled, EncounterBegan, SurpriseRolled
from underkeep.world.gear import Item
from underkeep.world.state import State

ORCS = Group("orcs", "1-02", "orc", 1)
DOOR = "door-1"
SPIKES = Item("iron-spikes", "Iron spikes", count=12)


def at_the_door(*kinds: str, fast: str = "stuck", tried: bool = True, lit: bool = True) -> State:
    """In the passage, before the door of the room."""
    state = at(below(*(kinds or ("fighter",)), lit=lit), "1-p1", (7, 2))
    return having(state, replace(the_dungeon(state).doors[DOOR], barrier=Bar(fast), tried=tried))


def door(state: State) -> Door:
    return the_dungeon(state).doors[DOOR]


@rule("ose:doors.kinds")
def test_what_a_door_can_be():
    plain = door(at_the_door(fast=""))
    assert doors.kinds(plain) == set()
    assert doors.kinds(replace(plain, is_open=True)) == {"open"}
    for fast, name in (("locked", "locked"), ("stuck", "stuck"), ("spiked", "spiked"), ("held", "magically closed")):
        assert doors.kinds(replace(plain, barrier=Bar(fast))) == {name}
    assert doors.kinds(the_dungeon(below()).doors["door-2"]) == {"secret"}


@rule("ose:doors.kinds")
@pytest.mark.parametrize(("fast", "can_be_forced"), [("stuck", True), ("locked", False), ("held", False)])
def test_what_it_is_shows_when_it_is_tried(fast, can_be_forced):
    state = at_the_door(fast=fast)
    found = door(state)
    untried = replace(the_dungeon(state), doors={**the_dungeon(state).doors, DOOR: replace(found, tried=False)})
    done = act(replace(state, dungeon=untried), a.OpenDoor(DOOR))
    assert "ose:doors.kinds" in first(done, DoorChanged).rule
    assert is_listed(done.state, a.ForceDoor(H1, DOOR)) == can_be_forced


@rule("ose:doors.kinds")
def test_a_door_that_opens_needs_no_name():
    assert "ose:doors.kinds" not in first(act(at_the_door(fast=""), a.OpenDoor(DOOR)), DoorChanged).rule


@rule("ose:doors.locked")
def test_locks_yield_to_picks_and_magic_only():
    state = at_the_door("fighter", "thief", fast="locked")
    assert refused(state, a.PickLock(H1, DOOR)).rule == "ose:doors.locked"
    assert refused(state, a.ForceDoor(H1, DOOR)).rule == "ose:doors.locked"
    assert refused(state, a.PickLock(H2, DOOR)).rule == "ose:doors.locked"
    unskilled = carrying(state, H1, Item("thieves-tools", "Thieves' tools"))
    assert refused(unskilled, a.PickLock(H1, DOOR)).rule == "ose:doors.locked"
    armed = carrying(state, H2, Item("thieves-tools", "Thieves' tools"))
    picked = act(armed, a.PickLock(H2, DOOR), d100(15))
    assert door(picked.state).bar == ""
    assert act(armed, a.PickLock(H2, DOOR), d100(16)).state.dungeon == armed.dungeon
    knock = resolving(state)
    spells_of_craft.open_by_magic(knock, door(state), H1)
    assert door(knock.state).is_open
    held = at_the_door(fast="held")
    assert refused(held, a.ForceDoor(H1, DOOR)).rule == "ose:doors.locked"


@rule("ose:doors.stuck.force")
@pytest.mark.parametrize(("strength", "in_6"), [(8, 1), (10, 2), (13, 3), (16, 4), (18, 5)])
def test_a_stuck_door_is_forced_by_strength(strength: int, in_6: int):
    state = scores(at_the_door(), H1, STR=strength)
    assert door(act(state, a.ForceDoor(H1, DOOR), d6(in_6)).state).is_open
    failed = act(state, a.ForceDoor(H1, DOOR), d6(in_6 + 1))
    assert not door(failed.state).is_open
    assert first(failed, CheckRolled).roll.needed == in_6


@rule("ose:doors.stuck.force")
def test_in_a_turn_everybody_has_one_try_at_a_door():
    state = at_the_door("fighter", "thief")
    state = act(state, a.ForceDoor(H1, DOOR), d6(6)).state
    assert (party(state).turns, state.now % 600) == (1, 0)
    state = act(state, a.ForceDoor(H2, DOOR), d6(6)).state
    assert party(state).turns == 1
    state = act(state, a.ForceDoor(H2, DOOR), d6(6)).state
    assert party(state).turns == 2
    state = act(state, a.ForceDoor(H1, DOOR), d6(6)).state
    assert party(state).turns == 2
    assert party(act(state, a.ForceDoor(H1, DOOR), d6(1)).state).turns == 3


@rule("ose:doors.stuck.force")
def test_a_door_that_sticks_again_takes_a_turn_again():
    state = act(at_the_door("fighter", "thief"), a.ForceDoor(H1, DOOR), d6(1)).state
    state = act(state, a.Rest()).state
    shut = having(state, replace(door(state), is_open=False, barrier=Bar("stuck")))
    assert party(act(shut, a.ForceDoor(H2, DOOR), d6(6)).state).turns == 3


@rule("ose:doors.stuck.lost-surprise")
def test_a_failure_warns_those_behind():
    state = having(at_the_door(lit=False), ORCS)
    failed = act(state, a.ForceDoor(H1, DOOR), d6(6)).state
    warned = act(act(failed, a.ForceDoor(H1, DOOR), d6(1)).state, a.Go(DOOR), d8(5), *d6(5, 5, 2))
    assert [e.side for e in every(warned, SurpriseRolled)] == ["party"]
    at_once = act(act(state, a.ForceDoor(H1, DOOR), d6(1)).state, a.Go(DOOR), d8(5), *d6(5, 5, 5, 2))
    assert [e.side for e in every(at_once, SurpriseRolled)] == ["party", "monsters"]
    noisy = act(state, a.ForceDoor(H1, DOOR), d6(6))
    assert first(noisy, DwellersWarned).area == "1-02" and first(noisy, NoiseMade).turn == 1
    assert not told(noisy, DwellersWarned) and not told(noisy, NoiseMade)


@rule("ose:doors.stuck.monsters", "ose:doors.monsters-open")
def test_those_who_live_here_pass_any_door_that_is_not_spiked_or_held():
    plain = door(at_the_door(fast=""))
    assert doors.lets_monsters_pass(plain)
    assert doors.lets_monsters_pass(replace(plain, barrier=Bar("stuck")))
    assert doors.lets_monsters_pass(replace(plain, barrier=Bar("locked")))
    assert not doors.lets_monsters_pass(replace(plain, barrier=Bar("spiked")))
    assert not doors.lets_monsters_pass(replace(plain, barrier=Bar("held")))
    assert doors.lets_monsters_pass(replace(plain, barrier=Bar("spiked"), is_open=True))


@rule("ose:doors.monsters-open", "ose:doors.stuck.monsters")
def test_wanderers_are_kept_out_by_spikes_and_not_by_a_stuck_door():
    stuck = at(below("fighter"), "1-02", (9, 2))
    met = Resolution(stuck, Seeded(1), RULESET)
    turns.wander_in(met)
    assert every(met, EncounterBegan)
    spiked = having(stuck, replace(door(stuck), barrier=Bar("spiked")))
    kept_out = Resolution(spiked, Seeded(1), RULESET)
    turns.wander_in(kept_out)
    assert every(kept_out, ApproachHeard)
    assert not every(kept_out, EncounterBegan)


@rule("ose:doors.secret.only-search")
def test_a_secret_door_is_found_only_by_searching():
    state = below("fighter")
    for square in ((2, 3), (2, 2), (2, 3), (3, 3)):
        state = act(state, a.Walk(square)).state
    assert not the_dungeon(state).doors["door-2"].found
    at_it = at(state, "1-01", (2, 3))
    assert the_dungeon(act(at_it, a.Search((2, 3)), d6(1)).state).doors["door-2"].found
    assert not the_dungeon(act(at_it, a.Search((2, 3)), d6(2)).state).doors["door-2"].found


@rule("ose:doors.swing-shut")
def test_a_door_falls_shut_behind_the_party_and_sticks_again():
    state = act(at_the_door(), a.ForceDoor(H1, DOOR), d6(1)).state
    inside = act(state, a.Go(DOOR)).state
    assert door(inside).is_open
    after = act(inside, a.Rest())
    assert not door(after.state).is_open
    assert door(after.state).bar == "stuck"
    assert first(after, DoorChanged).what == "fell shut"
    assert not is_listed(after.state, a.Go(DOOR))
    plain = act(act(at_the_door(fast="", tried=False), a.OpenDoor(DOOR)).state, a.Go(DOOR)).state
    shut = act(act(plain, a.Rest()).state, a.OpenDoor(DOOR))
    assert door(shut.state).is_open


@rule("ose:doors.swing-shut")
def test_the_referee_may_leave_doors_open_or_to_chance():
    state = act(act(at_the_door(fast=""), a.OpenDoor(DOOR)).state, a.Go(DOOR)).state
    never = ruled(state, a.Rest(), {"ose:doors.swing-shut": "never"})
    assert door(never.state).is_open
    assert door(ruled(state, a.Rest(), {"ose:doors.swing-shut": "half the time"}, d6(4)).state).is_open
    assert not door(ruled(state, a.Rest(), {"ose:doors.swing-shut": "half the time"}, d6(3)).state).is_open


@rule("ose:doors.wedge-open")
def test_a_spike_holds_a_door_open():
    state = carrying(at_the_door(fast=""), H1, SPIKES)
    state = act(act(state, a.OpenDoor(DOOR)).state, doors.WedgeDoor(H1, DOOR, "open")).state
    assert [i.count for i in state.creatures[H1].items] == [11]
    state = act(state, a.Go(DOOR)).state
    for _ in range(4):
        state = act(state, a.Rest()).state
    assert door(state).is_open


@rule("ose:doors.listen.chance")
@pytest.mark.parametrize(("kind", "in_6"), [("fighter", 1), ("dwarf", 2), ("elf", 2), ("halfling", 2), ("thief", 2)])
def test_listening_is_one_in_six_or_what_the_class_has(kind: str, in_6: int):
    state = having(at_the_door(kind), ORCS)
    heard = act(state, a.Listen(H1, DOOR), d6(in_6))
    assert first(heard, Listened).heard
    assert campaign(heard.state).doors.heard == {"1-02"}
    assert not first(act(state, a.Listen(H1, DOOR), d6(in_6 + 1)), Listened).heard


@rule("ose:doors.listen.chance")
def test_a_party_that_heard_them_is_not_surprised():
    state = having(at_the_door(fast="", tried=False), ORCS)
    heard = act(state, a.Listen(H1, DOOR), d6(1)).state
    met = act(act(heard, a.OpenDoor(DOOR)).state, a.Go(DOOR), d8(5), *d6(5, 2))
    assert not every(met, SurpriseRolled)


@rule("ose:doors.listen.secret-roll")
def test_failure_and_silence_are_told_alike():
    somebody = act(having(at_the_door(), ORCS), a.Listen(H1, DOOR), d6(6))
    nobody = act(at_the_door(), a.Listen(H1, DOOR), d6(1))
    assert not told(somebody, ChanceRolled)
    assert told(somebody, ChanceRolled, "referee")
    assert told(somebody, Listened) == told(nobody, Listened)
    assert view(somebody.state, "player", RULESET) == view(nobody.state, "player", RULESET)


@rule("ose:doors.listen.once")
def test_each_listens_once_at_a_door():
    state = act(at_the_door("fighter", "fighter"), a.Listen(H1, DOOR), d6(6)).state
    state = act(state, a.Rest()).state
    assert refused(state, a.Listen(H1, DOOR)).rule == "ose:doors.listen.once"
    assert is_listed(state, a.Listen(H2, DOOR))


@rule("ose:doors.listen.silent")
def test_the_dead_make_no_noise():
    bones = replace(ORCS, kind="skeleton")
    assert not first(act(having(at_the_door(), bones), a.Listen(H1, DOOR), d6(1)), Listened).heard
    asleep = replace(ORCS, awake=False)
    assert not first(act(having(at_the_door(), asleep), a.Listen(H1, DOOR), d6(1)), Listened).heard


def test_old_sounds_are_forgotten_on_the_next_visit():
    state = act(having(at_the_door(), ORCS), a.ForceDoor(H1, DOOR), d6(6)).state
    assert campaign(state).doors.warned == {"1-02"}
    done = resolving(state)
    doors.forget_sounds(done)
    assert not campaign(done.state).doors.warned


def test_only_those_with_abilities_force_doors():
    state = changed(at_the_door(), H1, abilities={})
    assert refused(state, a.ForceDoor(H1, DOOR)).rule == "ose:doors.stuck.force"


@rule("ose:doors.stuck.force")
@pytest.mark.parametrize(("fast", "face", "kept"), [("stuck", 1, True), ("stuck", 6, False), ("spiked", 1, False)])
def test_only_a_stuck_door_that_gave_way_may_stick_again(fast: str, face: int, kept: bool):
    done = resolving(at_the_door(fast=fast), d6(face))
    doors.force(done, done.state.creatures[H1], door(done.state))
    assert (DOOR in campaign(done.state).doors.sticking) is kept


@rule("ose:doors.listen.silent")
def test_only_somebody_who_is_there_is_silent():
    silent = "ose:doors.listen.silent"
    for group, cited in (
        (ORCS, False),
        (replace(ORCS, count=0), False),
        (replace(ORCS, kind="skeleton"), True),
        (replace(ORCS, kind="skeleton", count=0), False),
        (replace(ORCS, awake=False), True),
    ):
        done = act(having(at_the_door(), group), a.Listen(H1, DOOR), d6(1))
        assert (silent in first(done, ChanceRolled).rule) is cited, group
        assert first(done, Listened).heard is (group == ORCS)
        assert campaign(done.state).doors.heard == ({"1-02"} if group == ORCS else set())
    unheard = act(having(at_the_door(), ORCS), a.Listen(H1, DOOR), d6(6))
    assert not campaign(unheard.state).doors.heard
    assert doors.is_silent(replace(ORCS, count=0)) and not doors.is_silent(ORCS)


@rule("ose:doors.swing-shut")
def test_only_doors_that_were_passed_are_left_behind():
    assert not every(act(at_the_door(), a.Rest()), doors.DoorsLeftBehind)
    passed = act(act(at_the_door(fast=""), a.OpenDoor(DOOR)).state, a.Go(DOOR)).state
    after = act(passed, a.Rest())
    assert every(after, doors.DoorsLeftBehind)
    assert not campaign(after.state).doors.passed


@rule("ose:doors.wedge-open", "ose:doors.monsters-open")
def test_a_spike_needs_a_door_in_the_right_place_and_without_one():
    state = carrying(at_the_door(fast="", tried=False), H1, SPIKES)
    assert "no door" in refused(at(state, "1-01", (3, 2)), doors.WedgeDoor(H1, "opening-1", "open")).sentence
    assert "no such door" in refused(state, doors.WedgeDoor(H1, "nowhere", "open")).sentence
    assert "is shut" in refused(state, doors.WedgeDoor(H1, DOOR, "open")).sentence
    spiked = act(state, doors.WedgeDoor(H1, DOOR, "shut")).state
    assert door(spiked).bar == "spiked"
    assert "already" in refused(spiked, doors.WedgeDoor(H1, DOOR, "shut")).sentence
    opened = act(state, a.OpenDoor(DOOR)).state
    assert "is open" in refused(opened, doors.WedgeDoor(H1, DOOR, "shut")).sentence
    wedged = act(opened, doors.WedgeDoor(H1, DOOR, "open")).state
    assert "already" in refused(wedged, doors.WedgeDoor(H1, DOOR, "open")).sentence
    bare = at_the_door(fast="", tried=False)
    assert "no iron spikes" in refused(bare, doors.WedgeDoor(H1, DOOR, "shut")).sentence
    tried = carrying(at_the_door(), H1, SPIKES)
    assert "will not open" in refused(tried, doors.WedgeDoor(H1, DOOR, "shut")).sentence


@rule("ose:doors.stuck.monsters", "ose:doors.monsters-open")
@pytest.mark.parametrize(
    ("fast", "is_open", "stuck_in", "sealed"),
    [
        ("stuck", False, True, False),
        ("locked", False, True, False),
        ("", False, False, False),
        ("spiked", False, False, True),
        ("held", False, False, True),
        ("spiked", True, False, False),
    ],
)
def test_which_doors_do_not_hold_up_those_who_come(fast: str, is_open: bool, stuck_in: bool, sealed: bool):
    state = at(below("fighter"), "1-02", (9, 2))
    state = having(state, replace(door(state), barrier=Bar(fast), is_open=is_open))
    assert doors.is_stuck_in(state) is stuck_in
    assert doors.is_sealed(state) is sealed


@rule("ose:doors.stuck.monsters", "ose:doors.monsters-open")
def test_an_opening_or_the_way_in_lets_anything_come():
    state = below("fighter")
    hall = having(state, replace(the_dungeon(state).doors["door-2"], barrier=Bar("stuck")))
    assert not doors.is_stuck_in(hall), "the opening is no door"
    shut = Door("opening-1", 1, ((3, 2), (4, 2)), ("1-01", "1-p1"), "door", barrier=Bar("spiked"))
    entrance = having(state, shut, replace(the_dungeon(state).doors["door-2"], barrier=Bar("spiked")))
    assert not doors.is_sealed(entrance), "who came in by the entrance can be followed by it"
    assert not doors.is_sealed(at(having(state, replace(door(state), barrier=Bar("held"))), "1-p1", (5, 2)))
