"""Breaking and entering."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    PASSAGE,
    STORE,
    against,
    below,
    do_it,
    game,
    has_event,
    last,
    one,
    rules_of,
    why,
    with_items,
)  # fmt: skip

from underkeep.procedures.delve_actions import ForceDoor, Go, Listen, OpenDoor, PickLock, Rest
from underkeep.systems.rampage.basics.barriers import Bar
from underkeep.systems.rampage.basics.campaign import Work, campaign
from underkeep.systems.rampage.exploration import doors
from underkeep.systems.rampage.exploration.doors import DoorBashed, OpenSilently, UseAcid
from underkeep.systems.rampage.exploration.turns import NoiseMade
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import cellar
from underkeep.world.creature import CheckRolled, Creature
from underkeep.world.dungeon import DoorChanged, Dungeon
from underkeep.world.encounter import ChanceRolled
from underkeep.world.state import State


def behind(bar: Bar | None, tried: bool = True) -> Dungeon:
    place = cellar(RULESET)
    door = replace(place.doors["door-1"], barrier=bar, tried=tried)
    return replace(place, doors={**place.doors, "door-1": door})


def before(bar: Bar | None, *people: Creature, tried: bool = True, **remembered: object) -> State:
    first = people or (one(gear=("battle-ax",)),)
    return below(*first, at=PASSAGE, dungeon=behind(bar, tried), lights=(first[0].id,), **remembered)


def door(state: State) -> object:
    assert state.dungeon is not None
    return state.dungeon.doors["door-1"]


FORCE, PICK = ForceDoor("hero", "door-1"), PickLock("hero", "door-1")
STUCK, LOCKED, BARRED, MAGIC = Bar("stuck"), Bar("locked"), Bar("barred"), Bar("held by magic")


def picker(**scores: int) -> Creature:
    return with_items(one(gear=("dagger",), **scores), "tool-kit", "acid")


@rule("rampage:doors.stuck.tool")
def test_a_stuck_door_is_for_axes_and_hammers() -> None:
    assert against(before(STUCK, one(gear=("sword",))), FORCE) == "doors.stuck.tool"
    for tool in ("hand-ax", "hammer", "battle-ax"):
        assert why(before(STUCK, one(gear=(tool,))), FORCE) is None


@rule("rampage:doors.stuck.rounds", "rampage:doors.stuck.wandering", "rampage:doors.stuck.scope")
def test_each_shove_takes_a_round_and_may_bring_somebody() -> None:
    """A man bashes on 5 or 6."""
    state = before(STUCK)
    failed = do_it(state, FORCE, d6(4), d6(2))
    assert failed.state.now == state.now + 60
    assert last(failed, ChanceRolled).roll.needed == 1
    assert "doors.stuck.wandering" in rules_of(failed)
    forced = do_it(failed.state, FORCE, d6(5), d6(2))
    assert forced.state.now == state.now + 120
    assert last(forced, DoorChanged).what == "forced" and last(forced, DoorChanged).door.is_open


@rule("rampage:encounter.surprise.door-bash", "rampage:encounter.surprise.door-bash-fail")
def test_only_the_first_round_takes_anybody_unawares() -> None:
    first = do_it(before(STUCK), FORCE, d6(6), d6(6))
    assert campaign(first.state).bashers == ("hero",)
    assert campaign(first.state).warned == ()
    failed = do_it(before(STUCK), FORCE, d6(1), d6(6))
    assert "1-02" in campaign(failed.state).warned
    second = do_it(failed.state, FORCE, d6(6), d6(6))
    assert last(second, DoorBashed).rounds == 2
    assert campaign(second.state).bashers == ()


@rule("rampage:doors.attempts-per-turn")
def test_one_door_a_turn_for_each() -> None:
    busy = before(STUCK, work={"hero": Work(1, "door-9", "bash")})
    assert against(busy, FORCE) == "doors.attempts-per-turn"
    again = before(STUCK, work={"hero": Work(1, "door-1", "bash")})
    assert why(again, FORCE) is None
    yesterday = before(STUCK, work={"hero": Work(0, "door-9", "bash")})
    assert why(yesterday, FORCE) is None
    picked = before(LOCKED, picker(), work={"hero": Work(1, "door-1", "pick")})
    assert against(picked, PICK) == "doors.attempts-per-turn"


@rule("rampage:doors.one-per-object")
def test_one_at_a_lock() -> None:
    state = before(LOCKED, picker(), one("friend"), work={"friend": Work(1, "door-1", "pick")})
    assert against(state, PICK) == "doors.one-per-object"


@rule("rampage:doors.break.three-men")
def test_three_break_a_door_and_a_fourth_stands_by() -> None:
    people = [one(f"h{n}", gear=("battle-ax",)) for n in range(5)]
    work = {f"h{n}": Work(1, "door-1", "break") for n in range(3)}
    two = {id: done for id, done in work.items() if id != "h2"}
    assert why(before(BARRED, *people, work=two), ForceDoor("h3", "door-1")) is None
    assert against(before(BARRED, *people, work=work), ForceDoor("h3", "door-1")) == "doors.break.three-men"
    mixed = {"h0": Work(1, "door-1", "pick")}
    assert against(before(LOCKED, *people, work=mixed), ForceDoor("h3", "door-1")) == "doors.one-per-object"


@rule("rampage:doors.break.tools")
@pytest.mark.parametrize(("tool", "needed_face"), [("battle-ax", 5), ("hand-ax", 6), ("spear", 6)])
def test_a_light_tool_is_at_minus_one(tool: str, needed_face: int) -> None:
    for face, success in ((needed_face - 1, False), (needed_face, True)):
        do = do_it(before(BARRED, one(gear=(tool,))), FORCE, d6(face), d6(6))
        checks = [e for e in do.events if isinstance(e, CheckRolled)]
        assert checks[0].success is success
    assert against(before(BARRED, one(gear=("sword",))), FORCE) == "doors.break.tools"


@rule("rampage:doors.break.successes")
@pytest.mark.parametrize(("material", "blows"), [("wooden", 3), ("reinforced", 6), ("stone or metal", 9)])
def test_successes_needed(material: str, blows: int) -> None:
    nearly = Bar("barred", material, blows - 2)  # type: ignore[arg-type]
    do = do_it(before(nearly), FORCE, d6(6), d6(6))
    assert last(do, DoorChanged).what == "splintered"
    done = do_it(before(replace(nearly, struck=blows - 1)), FORCE, d6(6), d6(6))
    assert last(done, DoorChanged).what == "broken down"
    assert last(done, DoorChanged).door.is_open


@rule("rampage:doors.break.wandering")
@pytest.mark.parametrize(("face", "comes"), [(3, True), (4, False)])
def test_breaking_is_noisy(face: int, comes: bool) -> None:
    from tests.rules.rampage.delve import rolling

    from underkeep.systems.rampage.exploration import turns

    state = before(BARRED, noisy=0)
    do = rolling(state, d6(face))
    if comes:
        with pytest.raises(Exception, match="faces left"):
            turns.end_turn(do)
    else:
        turns.end_turn(do)
    assert last(do, ChanceRolled).success is comes
    assert last(do, ChanceRolled).rule == ("rampage:doors.break.wandering",)
    whole = do_it(before(BARRED), FORCE, d6(1), d6(6))
    assert has_event(whole, NoiseMade)
    assert whole.state.now == state.now + 600


@rule("rampage:doors.locked.pick", "rampage:doors.locked.methods")
def test_a_lock_yields_to_a_tool_kit() -> None:
    assert against(before(LOCKED), PICK) == "doors.locked.pick"
    assert against(before(BARRED, picker()), PICK) == "doors.locked.methods"
    do = do_it(before(LOCKED, picker()), PICK, d6(6))
    assert last(do, DoorChanged).door.barrier is None
    assert not last(do, DoorChanged).door.is_open
    assert not has_event(do_it(before(LOCKED, picker()), PICK, d6(5)), DoorChanged)


@rule("rampage:doors.locked.acid", "rampage:doors.locked.acid-fail")
@pytest.mark.parametrize(("face", "what"), [(12, "unlocked"), (13, "jammed")])
def test_acid_opens_a_lock_or_spoils_it(face: int, what: str) -> None:
    state = before(LOCKED, picker(DEX=12))
    do = do_it(state, UseAcid("hero", "door-1"), d20(face))
    assert last(do, DoorChanged).what == what
    assert not any(i.kind == "acid" for i in do.state.creatures["hero"].items)
    assert against(before(LOCKED, one()), UseAcid("hero", "door-1")) == "doors.locked.acid"


@rule("rampage:doors.locked.acid-fail")
def test_a_jammed_lock_yields_to_neither() -> None:
    jammed = Bar("jammed")
    assert against(before(jammed, picker()), PICK) == "doors.locked.acid-fail"
    assert against(before(jammed, picker()), UseAcid("hero", "door-1")) == "doors.locked.acid-fail"
    assert why(before(jammed), FORCE) is None


@rule("rampage:doors.magic-lock")
def test_a_spell_yields_to_axes_alone() -> None:
    assert against(before(MAGIC, picker()), PICK) == "doors.magic-lock"
    assert against(before(MAGIC, picker()), UseAcid("hero", "door-1")) == "doors.magic-lock"
    do = do_it(before(Bar("held by magic", "wooden", 2)), FORCE, d6(6), d6(6))
    assert last(do, DoorChanged).door.is_open
    assert "doors.magic-lock" in rules_of(do)


@rule("rampage:doors.fortress")
def test_no_axes_on_a_castle_gate() -> None:
    assert against(before(Bar("fortress gate")), FORCE) == "doors.fortress"


@rule("rampage:task.open-door-silently", "rampage:task.open-door-silently.one")
def test_opening_without_a_sound() -> None:
    quiet = with_items(one(race="gnome", kind="thief", gear=("dagger",)), "lamp-oil")
    act = OpenSilently("hero", "door-1")
    assert against(before(STUCK, quiet), act) == "task.open-door-silently"
    assert against(before(LOCKED, quiet), act) == "task.open-door-silently"
    assert why(before(LOCKED, with_items(quiet, "tool-kit")), act) is None
    do = do_it(before(None, quiet, tried=False), act, d6(6))
    assert last(do, DoorChanged).what == "opened silently"
    stuck = do_it(before(STUCK, quiet, tried=False), act, d6(6))
    assert not last(stuck, DoorChanged).door.is_open and last(stuck, DoorChanged).door.tried
    busy = before(None, quiet, one("friend"), tried=False, work={"friend": Work(1, "door-1", "silent")})
    assert against(busy, act) == "doors.one-per-object"


@rule("rampage:doors.break.three-men")
def test_a_turn_is_over_when_everybody_has_had_a_part_in_it() -> None:
    two = (one("hero", gear=("battle-ax",)), one("other", gear=("battle-ax",)))
    first = do_it(before(BARRED, *two), FORCE, d6(1))
    assert first.state.now == before(BARRED).now
    second = do_it(first.state, ForceDoor("other", "door-1"), d6(1), d6(6))
    assert second.state.now == first.state.now + 600


@rule("rampage:task.hear-noise", "rampage:task.hear-noise.quiet", "rampage:task.hear-noise.one-door")
def test_listening_at_a_door() -> None:
    listen = Listen("hero", "door-1")
    assert against(before(STUCK, noisy=1), listen) == "task.hear-noise.quiet"
    busy = before(STUCK, one(), one("friend"), work={"friend": Work(1, "door-1", "listen")})
    assert against(busy, listen) == "task.hear-noise.one-door"
    state = before(STUCK, one(race="elf", second="wizard"))
    assert do_it(state, listen, d6(5)).state.now == state.now + 600


def test_going_on_closes_the_turn() -> None:
    state = before(LOCKED, picker(), one("friend"))
    picked = do_it(state, PICK, d6(1)).state
    assert picked.now == state.now
    assert do_it(picked, Go("opening-1")).state.now >= state.now + 600
    assert do_it(picked, Rest()).state.now == state.now + 600
    assert doors.barrier("stuck") == STUCK and doors.barrier("locked") == LOCKED and doors.barrier("") is None
    assert why(before(None), OpenDoor("door-1")) is None
    assert game(one()) and STORE and door(state)
