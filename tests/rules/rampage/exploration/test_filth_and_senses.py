"""Rummaging in filth, and what elves sense of secret doors."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    HALL,
    PASSAGE,
    against,
    beast,
    below,
    do_it,
    has_event,
    last,
    one,
    rolling,
    rules_of,
)

from underkeep.systems.rampage.attacks.events import Unmoved
from underkeep.systems.rampage.checks.vows import FALLEN
from underkeep.systems.rampage.exploration import filth, sensing
from underkeep.systems.rampage.exploration.filth import Avoided, Exposed, Rummage
from underkeep.systems.rampage.exploration.sensing import DoorSensed, DoorSenseRolled
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import cellar
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature, SaveRolled
from underkeep.world.dungeon import Dressing
from underkeep.world.party import PartyWent
from underkeep.world.state import State

RAGS = Rummage("hero", "thing-1")


def among(*people: Creature, kind: str = "heap-of-rags", done: tuple[str, ...] = ()) -> State:
    place = replace(
        cellar(RULESET),
        dressings={"thing-1": Dressing("thing-1", "1-01", f"anywhere/{kind}", square=(1, 2), done=done)},
    )
    state = below(*people, dungeon=place, lights=(people[0].id,))
    assert state.party is not None
    return replace(state, party=replace(state.party, beheld=("1-01",)))


def lackey(level: int = 3) -> Creature:
    return one(kind="lackey", level=level)


def is_sick(do: object) -> bool:
    return do.state.creatures["hero"].condition("disease") is not None  # type: ignore[attr-defined, no-any-return]


@rule("rampage:class.ability.trash-man")
@pytest.mark.parametrize(
    ("level", "faces", "sick", "avoided"),
    [(3, (20,), False, True), (3, (1, 20), False, False), (3, (1, 1), True, False), (2, (20,), False, False),
     (2, (1,), True, False)],
)  # fmt: skip
def test_a_trash_man_has_another_save(level: int, faces: tuple[int, ...], sick: bool, avoided: bool) -> None:
    do = do_it(among(lackey(level)), RAGS, d6(3), *(d20(face) for face in faces))
    assert (is_sick(do), has_event(do, Avoided)) == (sick, avoided)
    assert sum(isinstance(e, SaveRolled) for e in do.events) == len(faces)
    if sick:
        found = do.state.creatures["hero"].condition("disease")
        assert found is not None and found.until is not None
        assert found.until - do.state.now <= 14 * DAY < found.until - do.state.now + DAY
        assert ("class.ability.trash-man" in rules_of(do)) is (level == 3)


@rule("rampage:class.ability.trash-man")
def test_not_every_heap_is_dangerous() -> None:
    do = do_it(among(lackey()), RAGS, d6(4))
    assert not last(do, Exposed).success and not has_event(do, SaveRolled)
    assert do.state.dungeon is not None and do.state.dungeon.dressings["thing-1"].done == ("searched",)


@rule("rampage:class.paladin.disease-immunity")
def test_a_paladin_catches_nothing() -> None:
    do = do_it(among(one(kind="paladin")), RAGS, d6(1))
    assert last(do, Unmoved).rule == ("rampage:class.paladin.disease-immunity",)
    assert not is_sick(do)
    fallen = replace(one(kind="paladin"), conditions=(Condition(FALLEN),))
    assert is_sick(do_it(among(fallen), RAGS, d6(1), d20(1)))


@rule("rampage:class.ability.trash-man")
def test_what_can_be_rummaged_in() -> None:
    assert filth.options(among(lackey())) == [RAGS]
    for state in (among(lackey(), kind="rubble"), among(lackey(), done=("searched",))):
        assert filth.options(state) == []
        assert against(state, RAGS) == "class.ability.trash-man"
    assert against(among(lackey(), beast("mule", "mule")), Rummage("mule", "thing-1")) == "class.ability.trash-man"


# Elves


def went(area: str = "1-01", how: str = "opening-1", place: str = "dungeon") -> PartyWent:
    return PartyWent(place, HALL if area == "1-01" else PASSAGE, how)


@rule("rampage:race.elf.sense-secret-doors")
@pytest.mark.parametrize(("face", "senses"), [(5, True), (6, True), (4, False)])
def test_an_elf_senses_a_secret_door_on_a_five(face: int, senses: bool) -> None:
    do = rolling(below(one("man"), one(race="elf", second="wizard")), d6(face))
    sensing.on_going(do, went())
    assert has_event(do, DoorSensed) is senses
    assert last(do, DoorSenseRolled).seats == ("referee",)
    if senses:
        assert last(do, DoorSensed).creature == "hero"


@rule("rampage:race.elf.sense-secret-doors")
@pytest.mark.parametrize("event", [went("1-p1"), went(how="walk"), went(place="town")])
def test_nothing_is_sensed_elsewhere(event: PartyWent) -> None:
    do = rolling(below(one(race="elf", second="wizard")))
    sensing.on_going(do, event)
    assert not do.events


@rule("rampage:race.elf.sense-secret-doors")
def test_others_sense_nothing_and_found_doors_are_no_secret() -> None:
    do = rolling(below(one(race="dwarf")))
    sensing.on_going(do, went())
    assert not do.events
    place = cellar(RULESET)
    found = replace(place, doors={id: replace(door, found=True) for id, door in place.doors.items()})
    known = rolling(below(one(race="elf", second="wizard"), dungeon=found))
    sensing.on_going(known, went())
    assert not known.events
