"""What the party is told of a place, and what it may do with the things in it."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import dressings, exploration, play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.view import view
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.dungeon import AreaDescribed, Dressing, DressingChanged, Group, GroupChanged
from underkeep.world.light import Light, LightLit
from underkeep.world.party import PartyWent
from underkeep.world.state import State

BELL = Dressing("dressing-bell", "1-01", "crypt/funeral-bell", square=(2, 2))
SHROUDS = Dressing("dressing-shrouds", "1-01", "crypt/heap-of-shrouds", square=(1, 2))
SMELL = Dressing("smell", "1-01", "cold dust", "smell")
TORCH = Light("torch", "hero-1", "torch", "Torch", 30, None)
SLEEPERS = Group("sleepers", "1-p1", "goblin", 2, awake=False)


def hall(lit: bool = True, seen: bool = True) -> State:
    state = delving_party(RULESET, cellar(RULESET), "fighter", "thief")
    assert state.dungeon is not None and state.party is not None
    things = {d.id: d for d in (BELL, SHROUDS, SMELL)}
    dungeon = replace(state.dungeon, dressings=things, groups={SLEEPERS.id: SLEEPERS})
    party = replace(state.party, beheld=("1-01",) if seen else ())
    do = Resolution(replace(state, dungeon=dungeon, party=party, lights=(TORCH,) if lit else ()), Scripted(), RULESET)
    exploration.look(do)
    return do.state


def act(state: State, action: Action) -> Resolution:
    return play.resolve(RULESET, state, "player", action, Seeded(1))


def offered(state: State, kind: type[Action]) -> list[str]:
    return [x.dressing for x in play.legal_actions(RULESET, state, "player").listed if isinstance(x, kind)]


def changed(done: Resolution) -> list[str]:
    return [e.what for e in done.events if isinstance(e, DressingChanged)]


def test_a_place_is_described_by_what_is_in_it() -> None:
    dungeon = hall().dungeon
    assert dungeon is not None
    area = dungeon.areas["1-01"]
    told = dressings.description(dungeon, area)
    assert told == "A funeral bell on a frame and a heap of shrouds. It smells of cold dust."
    assert dressings.description(dungeon, area, sees=False) == "It smells of cold dust."
    assert view(hall(), "player", RULESET).delve.description == told  # type: ignore[union-attr]
    assert view(hall(seen=False), "player", RULESET).delve.description == "It smells of cold dust."  # type: ignore[union-attr]


def test_what_is_dark_is_described_when_a_light_burns() -> None:
    state = hall(lit=False, seen=False)
    assert state.party is not None and state.party.at is not None
    do = Resolution(state, Scripted(), RULESET)
    do.emit(PartyWent("dungeon", state.party.at, "arrived"))
    assert [(e.seen, e.text) for e in do.events if isinstance(e, AreaDescribed)] == [(False, "It smells of cold dust.")]
    assert not offered(do.state, a.Examine)
    do.emit(LightLit(TORCH))
    last = next(e for e in reversed(do.events) if isinstance(e, AreaDescribed))
    assert last.seen and "bell" in last.text
    assert set(offered(do.state, a.Examine)) == {BELL.id, SHROUDS.id}


def test_a_thing_is_examined_used_searched_and_burnt() -> None:
    state = hall()
    looked = act(state, a.Examine(BELL.id))
    assert changed(looked) == ["examined"] and looked.state.now == state.now
    assert offered(looked.state, a.Examine) == [SHROUDS.id]
    assert play.why_not(RULESET, looked.state, "player", a.Examine(BELL.id)) is None
    assert offered(state, a.Burn) == [SHROUDS.id]
    burnt = act(state, a.Burn(SHROUDS.id)).state
    assert burnt.dungeon is not None
    assert "the ashes of the heap of shrouds" in dressings.description(burnt.dungeon, burnt.dungeon.areas["1-01"])
    assert not offered(burnt, a.Burn)
    assert play.why_not(RULESET, state, "player", a.Burn(BELL.id)) is not None
    assert not offered(hall(lit=False), a.Burn)
    searched = act(state, a.Search((1, 2)))
    assert changed(searched)[:1] == ["searched"]
    assert "searched" not in changed(act(searched.state, a.Search((2, 1))))


def test_a_loud_thing_wakes_those_next_door() -> None:
    state = hall()
    assert offered(state, a.Handle) == [BELL.id]
    rung = act(state, a.Handle(BELL.id))
    assert [e.group.id for e in rung.events if isinstance(e, GroupChanged)] == [SLEEPERS.id]
    assert rung.state.dungeon is not None and rung.state.dungeon.groups[SLEEPERS.id].awake
    assert not offered(rung.state, a.Handle)


def test_things_elsewhere_or_unseen_are_refused_alike() -> None:
    nowhere = play.why_not(RULESET, hall(), "player", a.Examine("dressing-nowhere"))
    unseen = play.why_not(RULESET, hall(seen=False), "player", a.Examine(BELL.id))
    assert str(nowhere) == str(unseen) == "The party knows of no such thing here."
