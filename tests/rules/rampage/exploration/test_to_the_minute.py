"""Work in a dungeon to the minute: no attempt takes time of its own, and what lies on either side of each number."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    HALL,
    PASSAGE,
    against,
    below,
    has_event,
    last,
    one,
    rolling,
    rules_of,
    why,
    with_items,
)  # fmt: skip

from underkeep.procedures.delve_actions import Equip
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.barriers import Bar
from underkeep.systems.rampage.checks.tasks import TaskTook, TaskTried
from underkeep.systems.rampage.exploration import chests, doors, searching, sharing
from underkeep.systems.rampage.exploration.doors import OpenSilently
from underkeep.systems.rampage.exploration.searching import DetectPits, NoiseHeard, ProbePits
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import cellar
from underkeep.world.creature import Creature
from underkeep.world.dungeon import (
    DoorChanged,
    Group,
    Hoard,
    HoardChanged,
    SearchedInVain,
    Trap,
    TrapChanged,
)
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.state import State

GOLD = (Item("gp", "Gold piece", count=5),)
NEEDLE = Trap("t", "1-01", "poison-needle", on="hoard")
PIT = Trap("pit", "1-01", "covered-pit", square=(3, 3))
KIT = with_items(one(gear=("sword", "shield")), "tool-kit", "crowbar", "ten-foot-pole", "lamp-oil")


def hall(*people: Creature, traps: tuple[Trap, ...] = (), bar: Bar | None = None) -> State:
    hoard = Hoard("hoard", "1-01", GOLD, (2, 2), barrier=bar)
    place = replace(cellar(RULESET), hoards={"hoard": hoard}, traps={trap.id: trap for trap in traps})
    first = people or (KIT,)
    return below(*first, at=HALL, dungeon=place, lights=(first[0].id,))


def before(bar: Bar | None = None, *people: Creature, tried: bool = True, is_open: bool = False) -> State:
    place = cellar(RULESET)
    door = replace(place.doors["door-1"], barrier=bar, tried=tried, is_open=is_open)
    first = people or (KIT,)
    place = replace(place, doors={**place.doors, "door-1": door})
    return below(*first, at=PASSAGE, dungeon=place, lights=(first[0].id,))


def hoard_of(state: State) -> Hoard:
    assert state.dungeon is not None
    return state.dungeon.hoards["hoard"]


def tried(state: State, work: Callable[[Resolution], object], *faces: int) -> Resolution:
    do = rolling(state, *faces)
    work(do)
    return do


@rule("rampage:task.find-mechanical-traps")
@pytest.mark.parametrize(("traps", "face", "found", "vain"), [
    ((NEEDLE,), 6, ["t"], False), ((NEEDLE,), 4, [], True), ((), 6, [], True),
    ((NEEDLE, PIT), 6, ["t"], False), ((replace(NEEDLE, state="found"),), 6, [], True),
])  # fmt: skip
def test_what_an_inspection_finds(traps: tuple[Trap, ...], face: int, found: list[str], vain: bool) -> None:
    """Whatever comes of it, nobody is told how well it went, and it takes no more than the turn that all share."""
    state = hall(traps=traps)
    do = tried(state, lambda do: searching.inspect(do, KIT, hoard_of(state)), d6(face))
    assert [e.trap.id for e in do.events if isinstance(e, TrapChanged)] == found
    assert has_event(do, SearchedInVain) is vain
    assert not has_event(do, TaskTook) and not has_event(do, TaskTried)
    if vain:
        assert last(do, SearchedInVain).at == HALL


@rule("rampage:task.detect-pits", "rampage:task.find-secret-doors")
def test_who_finds_nothing_is_told_no_more() -> None:
    state = hall()
    do = tried(state, lambda do: searching.detect(do, DetectPits("hero")), d6(1))
    assert last(do, SearchedInVain).at == HALL
    assert not has_event(do, TaskTook) and not has_event(do, TaskTried)
    sought = tried(state, lambda do: searching.search(do, KIT, (2, 3)), d6(1))
    assert not has_event(sought, TaskTook) and not has_event(sought, TaskTried)


@rule("rampage:task.hear-noise")
@pytest.mark.parametrize(("face", "count", "heard"), [(6, 1, True), (1, 1, False), (6, 0, False)])
def test_somebody_must_be_there_to_be_heard_by_a_good_ear(face: int, count: int, heard: bool) -> None:
    state = before()
    assert state.dungeon is not None
    place = replace(state.dungeon, groups={"g": Group("g", "1-02", "orc", count)})
    state = replace(state, dungeon=place)
    do = tried(state, lambda do: searching.listen(do, KIT, place.doors["door-1"]), d6(face))
    assert last(do, NoiseHeard).success is heard
    assert not has_event(do, TaskTook) and not has_event(do, TaskTried)


@rule("rampage:task.manipulate-device", "rampage:task.probe-pits", "rampage:doors.pry")
def test_nothing_takes_longer_than_the_work() -> None:
    found = replace(NEEDLE, state="found")
    state = hall(traps=(found, PIT), bar=Bar("locked"))
    works: tuple[Callable[[Resolution], object], ...] = (
        lambda do: searching.disarm(do, KIT, found),
        lambda do: searching.probe(do, ProbePits(("hero",))),
        lambda do: chests._pry(do, "hero", hoard_of(state), Bar("locked")),
    )
    for work in works:
        do = tried(state, work, d6(6))
        assert not has_event(do, TaskTook)
        assert do.state.now == state.now


@rule("rampage:task.probe-pits", "rampage:task.probe-pits.three")
def test_three_may_probe_and_one_who_succeeds_is_enough() -> None:
    three = tuple(with_items(one(id, gear=()), "ten-foot-pole") for id in ("a", "b", "c"))
    state = hall(*three, traps=(PIT,))
    assert why(state, ProbePits(("a", "b", "c"))) is None
    assert not has_event(tried(state, lambda do: searching.probe(do, ProbePits(("a",))), d6(1)), TrapChanged)
    both = tried(state, lambda do: searching.probe(do, ProbePits(("a", "b"))), d6(6), d6(1))
    assert has_event(both, TrapChanged)


@rule("rampage:task.probe-pits.hands-full")
def test_one_pole_is_enough_for_two_hands() -> None:
    poles = replace(one(gear=("sword",)))
    poles = replace(
        poles, items=(*poles.items, Item("ten-foot-pole", "Pole", id="x"), Item("ten-foot-pole", "Pole", id="y"))
    )
    do = tried(hall(poles), lambda do: searching.take_pole(do, "hero"))
    taken = last(do, ItemsChanged)
    assert [i.place for i in taken.items] == ["belt", "hand", "pack"]
    assert taken.item is not None and taken.item.kind == "ten-foot-pole"
    assert not tried(do.state, lambda again: searching.take_pole(again, "hero")).events


@rule("rampage:doors.pry", "rampage:doors.pry.urn")
@pytest.mark.parametrize(("material", "cited"), [("clay", "doors.pry.urn"), ("wooden", "doors.pry")])
def test_what_prying_goes_by(material: str, cited: str) -> None:
    bar = Bar("locked", material)
    state = hall(bar=bar)
    do = tried(state, lambda do: chests._pry(do, "hero", hoard_of(state), bar), d6(6))
    assert last(do, HoardChanged).rule == (f"rampage:{cited}",)


@rule("rampage:doors.stuck.rounds", "rampage:doors.break.successes")
def test_a_door_that_gave_way_has_been_tried() -> None:
    smith = one(gear=("battle-ax",))
    state = before(Bar("stuck"), smith, tried=False)
    assert state.dungeon is not None
    door = state.dungeon.doors["door-1"]
    forced = tried(state, lambda do: doors._bash(do, smith, door), d6(6), d6(6))
    assert last(forced, DoorChanged).door.tried
    nearly = Bar("locked", "wooden", 2)
    broken = tried(state, lambda do: doors._break(do, smith, door, nearly), d6(6))
    assert last(broken, DoorChanged).what == "broken down" and last(broken, DoorChanged).door.tried


@rule("rampage:doors.break.tools", "rampage:doors.stuck.tool")
def test_what_is_broken_or_lies_on_the_ground_forces_nothing() -> None:
    """What has a haft breaks things down in need, but is no tool for what sticks."""
    for changes in ({"broken": True}, {"place": "ground"}, {"broken": True, "place": "ground"}):
        smith = one(gear=("battle-ax",))
        useless = replace(smith, items=tuple(replace(i, **changes) for i in smith.items))
        assert doors.tool_for(useless, True) == ""
    spear = one(gear=("spear",))
    assert (doors.tool_for(spear, True), doors.tool_for(spear, False)) == ("spear", "")
    struck = tried(before(Bar("locked"), spear), lambda do: doors.strike(do, spear, "door-1", Bar("locked")), d6(6))
    assert [m.amount for m in _check(struck) if m.source == "no heavy tool"] == [-1]


def _check(do: Resolution) -> tuple[object, ...]:
    from underkeep.world.creature import CheckRolled

    return last(do, CheckRolled).roll.modifiers


@rule("rampage:task.open-door-silently")
@pytest.mark.parametrize(("bar", "is_tried", "is_open", "refused"), [
    (None, True, False, None), (Bar("locked"), True, False, None), (Bar("stuck"), False, False, None),
    (Bar("stuck"), True, False, "That will not"), (None, True, True, "There is no shut"),
])  # fmt: skip
def test_which_doors_open_silently(bar: Bar | None, is_tried: bool, is_open: bool, refused: str | None) -> None:
    state = before(bar, tried=is_tried, is_open=is_open)
    found = doors.why_not_open_silently(state, OpenSilently("hero", "door-1"))
    assert (found is None) is (refused is None)
    if refused:
        assert found is not None and found.sentence.startswith(refused)
    nowhere = doors.why_not_open_silently(state, OpenSilently("hero", "door-9"))
    opening = doors.why_not_open_silently(state, OpenSilently("hero", "opening-1"))
    for none in (nowhere, opening):
        assert none is not None and none.sentence.startswith("There is no shut")


def at(creature: Creature, **places: str) -> State:
    """The things of a creature in these places, all else in the pack."""
    items = tuple(
        replace(i, id=i.kind, place=places.get(i.kind.replace("-", "_"), "pack"))  # type: ignore[arg-type]
        for i in creature.items
    )
    return below(replace(creature, items=items))


@rule("rampage:combat.ac.two-handed-no-shield")
def test_what_two_hands_can_hold() -> None:
    many = one(gear=("sword", "dagger", "mace"))
    assert why(at(many, sword="hand"), Equip("hero", "dagger", "hand")) is None
    assert why(at(many), Equip("hero", "dagger", "hand")) is None
    full = at(many, sword="hand", mace="hand")
    assert against(full, Equip("hero", "dagger", "hand")) == "combat.ac.two-handed-no-shield"
    assert sharing.why_not_equip(full, Equip("hero", "mace", "hand")) is None
    sling = one(gear=("halberd",))
    assert why(at(sling), Equip("hero", "halberd", "hand")) is None


@rule("rampage:combat.ac.two-handed-no-shield")
def test_what_a_people_may_never_use_is_only_carried() -> None:
    gnome = replace(one(race="gnome", kind="delver", gear=("dagger",)))
    armed = at(replace(gnome, items=(*gnome.items, Item("halberd", "Halberd"), Item("rope", "Rope"))))
    refusal = sharing.why_not_equip(armed, Equip("hero", "halberd", "hand"))
    assert refusal is not None and refusal.rule == "rampage:race.gnome.no-large-weapons"
    assert sharing.why_not_equip(armed, Equip("hero", "halberd", "pack")) is None
    assert sharing.why_not_equip(armed, Equip("hero", "rope", "hand")) is None
    assert rules_of(rolling(armed)) == set()
