"""Looking for what is hidden, and traps."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    HALL,
    against,
    below,
    do_it,
    has_event,
    last,
    one,
    rolling,
    rules_of,
    why,
    with_items,
)

from underkeep.kernel.event import Action
from underkeep.procedures.delve_actions import Disarm, InspectHoard, Search
from underkeep.systems.rampage.basics.campaign import Work
from underkeep.systems.rampage.checks.half_damage import harm_or_half
from underkeep.systems.rampage.exploration import traps
from underkeep.systems.rampage.exploration.searching import PROBING, DetectPits, ProbePits
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d6, d8, d20, rule
from underkeep.testing.builders import cellar
from underkeep.world.creature import CheckRolled, Creature, Died, Harmed
from underkeep.world.dungeon import DoorChanged, Hoard, Trap, TrapChanged
from underkeep.world.gear import Item
from underkeep.world.party import PartyWent
from underkeep.world.state import State


def hall(*people: Creature, trap: Trap | None = None, **remembered: object) -> State:
    place = cellar(RULESET)
    hoard = Hoard("hoard", "1-01", (Item("gp", "Gold piece", count=5),), (2, 2))
    place = replace(place, hoards={"hoard": hoard}, traps={trap.id: trap} if trap is not None else {})
    return below(*people, at=HALL, dungeon=place, lights=(people[0].id,), **remembered)


PIT, STONE = Trap("t", "1-01", "covered-pit", square=(3, 3)), Trap("t", "1-01", "falling-stones", square=(3, 3))
NEEDLE = Trap("t", "1-01", "poison-needle", on="hoard")


@rule("rampage:task.find-secret-doors", "rampage:task.find-secret-doors.one-per-10ft")
def test_the_best_searcher_looks_and_nobody_else() -> None:
    """An elf finds on 3, a man on 5."""
    state = hall(one("man"), one("elf", race="elf", second="wizard"))
    found = do_it(state, Search((2, 3)), d6(3))
    assert [e.creature for e in found.events if isinstance(e, CheckRolled)] == ["elf"]
    assert last(found, DoorChanged).what == "found"
    assert found.state.now == state.now + 600
    assert not has_event(do_it(state, Search((2, 3)), d6(2)), DoorChanged)


@rule("rampage:task.detect-pits")
@pytest.mark.parametrize("trap", [PIT, STONE])
def test_half_a_turn_finds_pits_and_stone_traps(trap: Trap) -> None:
    dwarf = one(race="dwarf")
    state = hall(dwarf, trap=trap)
    do = do_it(state, DetectPits("hero"), d6(3))
    assert last(do, TrapChanged).trap.state == "found"
    assert do.state.now == state.now + 300
    assert not has_event(do_it(state, DetectPits("hero"), d6(2)), TrapChanged)
    far = replace(trap, area="1-02")
    assert not has_event(do_it(hall(dwarf, trap=far), DetectPits("hero"), d6(6)), TrapChanged)


@rule("rampage:task.probe-pits", "rampage:task.probe-pits.three", "rampage:task.probe-pits.hands-full")
def test_poles_find_pits_and_fill_the_hands() -> None:
    prober = with_items(one(gear=("sword", "shield")), "ten-foot-pole")
    state = hall(prober, trap=PIT)
    do = do_it(state, ProbePits(("hero",)), d6(2))
    assert last(do, TrapChanged).trap.state == "found"
    held = {i.kind: i.place for i in do.state.creatures["hero"].items}
    assert (held["ten-foot-pole"], held["sword"], held["shield"]) == ("hand", "belt", "pack")
    assert do.state.creatures["hero"].condition(PROBING)
    went = rolling(do.state)
    went.emit(PartyWent("dungeon", HALL, "opening-1"))
    assert not went.state.creatures["hero"].condition(PROBING)
    assert not has_event(do_it(hall(prober, trap=STONE), ProbePits(("hero",)), d6(6)), TrapChanged)
    four = [with_items(one(f"h{n}"), "ten-foot-pole") for n in range(4)]
    assert against(hall(*four), ProbePits(("h0", "h1", "h2", "h3"))) == "task.probe-pits.three"
    assert against(hall(one()), ProbePits(("hero",))) == "task.probe-pits"
    assert against(hall(one()), ProbePits(())) == "task.probe-pits"


@rule("rampage:task.find-mechanical-traps", "rampage:task.find-mechanical-traps.one")
def test_a_tool_kit_finds_the_needle() -> None:
    look = InspectHoard("hero", "hoard")
    gnome = with_items(one(race="gnome", kind="delver"), "tool-kit")
    assert against(hall(one(), trap=NEEDLE), look) == "task.find-mechanical-traps"
    assert last(do_it(hall(gnome, trap=NEEDLE), look, d6(3)), TrapChanged).trap.state == "found"
    assert not has_event(do_it(hall(gnome, trap=NEEDLE), look, d6(2)), TrapChanged)
    busy = hall(gnome, one("other"), trap=NEEDLE, work={"other": Work(1, "hoard", "inspect")})
    assert against(busy, look) == "task.find-mechanical-traps.one"


@rule("rampage:task.manipulate-device", "rampage:task.manipulate-device.one")
def test_a_found_trap_is_made_harmless() -> None:
    gnome = with_items(one(race="gnome", kind="delver"), "tool-kit")
    found = replace(NEEDLE, state="found")
    assert last(do_it(hall(gnome, trap=found), Disarm("hero", "t"), d6(3)), TrapChanged).what == "disarmed"
    assert not has_event(do_it(hall(gnome, trap=found), Disarm("hero", "t"), d6(2)), TrapChanged)
    busy = hall(gnome, one("other"), trap=found, work={"other": Work(1, "t", "disarm")})
    assert against(busy, Disarm("hero", "t")) == "task.manipulate-device.one"


@rule("rampage:save.half-damage-floor")
@pytest.mark.parametrize(
    ("hp", "amount", "face", "left"), [(3, 20, 19, 1), (20, 9, 19, 16), (3, 20, 18, 0), (1, 2, 19, 1), (10, 4, 18, 6)]
)
def test_a_save_leaves_at_least_a_point(hp: int, amount: int, face: int, left: int) -> None:
    """A 3 hp target, 20 damage halved to 10, save made: 1 hp."""
    do = rolling(hall(replace(one(), hp=hp), trap=STONE), d20(face), *((d8(8),) if left == 0 else ()))
    harm_or_half(do, "hero", amount, "general")
    assert do.state.creatures["hero"].hp == max(left, 1) if left else do.state.creatures["hero"].status == "down"


def test_traps_spring_and_hurt() -> None:
    state = hall(one(), trap=PIT)
    hero = state.creatures["hero"]
    assert not traps.springs(rolling(state, d6(3)), PIT, hero)
    assert traps.springs(rolling(state, d6(2)), PIT, hero)
    assert not traps.springs(rolling(state), replace(PIT, state="found"), hero)
    assert traps.springs(rolling(state), NEEDLE, hero)
    do = rolling(state, d6(4))
    traps.spring(do, PIT, hero)
    assert last(do, Harmed).amount == 4
    dead = rolling(state, d6(1), d20(1))
    traps.spring(dead, NEEDLE, hero)
    assert has_event(dead, Died)
    assert traps.told("covered-pit") == "covered pit: a fall of 10 feet"
    action: Action = Search((2, 3))
    assert why(state, action) is None and rules_of(do)
