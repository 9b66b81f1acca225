"""Monsters are described until somebody can name them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import every, first

from underkeep.kernel.audience import seen_by
from underkeep.kernel.dice import Scripted, Seeded
from underkeep.mechanics.looks import look_of
from underkeep.procedures import lore
from underkeep.procedures.actions import Recall
from underkeep.procedures.play import resolve
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.encounters import meetings, recognising
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.view import view
from underkeep.testing import rule
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.creature import CreatureSeen
from underkeep.world.dungeon import Group
from underkeep.world.knowledge import KindLearnt
from underkeep.world.settlement import Rumour, RumourHeard
from underkeep.world.state import State

ORCS = Group("orcs", "1-p1", "orc", 2)
DESCRIBED = "ose:referee.describe.monsters"


def below(*classes: str) -> State:
    state = delving_party(RULESET, cellar(RULESET), *(classes or ("fighter", "thief")), knowing=False)
    assert state.dungeon is not None
    return replace(state, dungeon=replace(state.dungeon, groups={ORCS.id: ORCS}))


def meet(state: State, group: Group = ORCS) -> Resolution:
    do = Resolution(state, Seeded(3, "meeting"), RULESET)
    meetings.muster(do, group)
    return do


@rule(DESCRIBED)
def test_who_knows_nothing_of_them_sees_what_they_look_like() -> None:
    done = meet(below())
    assert {c.name for c in done.state.creatures.values() if c.kind == "orc"} == {
        "Pig-snouted warrior 1",
        "Pig-snouted warrior 2",
    }
    assert not every(done, KindLearnt)
    ids = [c.id for c in done.state.creatures.values() if c.kind == "orc"]
    assert ids == ["pig-snouted-warrior-1", "pig-snouted-warrior-2"]


@rule(DESCRIBED)
def test_what_a_seat_is_given_does_not_name_them() -> None:
    done = meet(below())
    seen = [seen_by(event, "player", done.state) for event in done.events]
    assert any(isinstance(event, CreatureSeen) for event in seen)
    assert "orc" not in repr([event for event in seen if event is not None]).lower()
    assert "orc" not in repr(view(done.state, "player", RULESET).others).lower()


@rule(DESCRIBED)
@pytest.mark.parametrize(
    ("character", "knows"), [("elf", True), ("dwarf", True), ("fighter", False), ("cleric", False)]
)
def test_a_tongue_or_a_calling_is_enough_to_know_them(character: str, knows: bool) -> None:
    done = meet(below(character))
    assert (recognising.recognised_by(below(character), "orc") == "hero-1") is knows
    assert [e.by for e in every(done, KindLearnt)] == (["hero-1"] if knows else [])
    names = {c.name for c in done.state.creatures.values() if c.kind == "orc"}
    assert names == ({"Orc 1", "Orc 2"} if knows else {"Pig-snouted warrior 1", "Pig-snouted warrior 2"})


@rule(DESCRIBED)
def test_the_second_time_they_are_known_and_numbers_go_on() -> None:
    once = meet(below()).state
    again = meet(once, replace(ORCS, id="others", count=1))
    assert first(again, KindLearnt).how == lore.MET
    names = [c.name for c in again.state.creatures.values() if c.kind == "orc"]
    assert names == ["Orc 1", "Orc 2", "Orc 3"]
    assert again.state.party is not None and again.state.party.knows == ("orc",)
    assert not every(meet(again.state, replace(ORCS, id="more")), KindLearnt)


@rule(DESCRIBED)
def test_who_looks_as_it_is_called_keeps_its_number() -> None:
    group = replace(ORCS, kind="red-dragon", count=1)
    once = meet(below(), group).state
    again = meet(once, replace(group, members=tuple(c.id for c in once.creatures.values() if c.kind == "red-dragon")))
    assert [c.name for c in again.state.creatures.values() if c.kind == "red-dragon"] == ["Red dragon 1"]


@rule(DESCRIBED)
def test_who_remembers_what_they_are_names_them() -> None:
    state = meet(below()).state
    done = Resolution(state, Scripted(), RULESET)
    lore.learn(done, "orc", lore.RECALLED, "hero-1")
    assert first(done, KindLearnt).names == {"pig-snouted-warrior-1": "Orc 1", "pig-snouted-warrior-2": "Orc 2"}
    assert lore.kind_meant(state, ["the", "pig", "snouted", "warriors"]) == ""
    on_field = replace(state.creatures["pig-snouted-warrior-1"], at=(1, 1))
    state = replace(state, creatures={**state.creatures, on_field.id: on_field})
    assert lore.kind_meant(state, ["pig", "snouted", "warrior"]) == "orc"
    asked = resolve(RULESET, state, "player", Recall("hero-1", "pig-snouted warrior"), Seeded(1))
    assert "orc" not in [getattr(e, "about", "") for e in asked.events if not getattr(e, "facts", ("x",))]


@rule(DESCRIBED)
def test_a_guess_at_a_name_tells_nobody_what_stands_there() -> None:
    state = meet(below()).state
    on_field = replace(state.creatures["pig-snouted-warrior-1"], at=(1, 1))
    state = replace(state, creatures={**state.creatures, on_field.id: on_field})
    learnt = {}
    for about in ("orcs", "pig-snouted warrior"):
        for seed in range(12):
            done = resolve(RULESET, state, "player", Recall("hero-1", about), Seeded(seed))
            if any(getattr(e, "facts", ()) for e in done.events):
                learnt[about] = bool(every(done, KindLearnt))
    assert learnt == {"orcs": False, "pig-snouted warrior": True}


@rule(DESCRIBED)
def test_a_rumour_may_give_the_name_away() -> None:
    state = below()
    assert state.settlement is not None
    town = replace(state.settlement, rumours=(Rumour("It is so.", True, "orc"), Rumour("Hm.", True)))
    for index, learnt in ((0, ["orc"]), (1, [])):
        do = Resolution(replace(state, settlement=town), Scripted(), RULESET)
        do.emit(RumourHeard(index, town.rumours[index].text))
        assert [e.kind for e in every(do, KindLearnt)] == learnt


@rule(DESCRIBED)
def test_what_everybody_knows_is_named_at_once() -> None:
    done = meet(below(), replace(ORCS, kind="giant-rat"))
    assert {c.name for c in done.state.creatures.values() if c.kind == "giant-rat"} == {"Giant rat 1", "Giant rat 2"}
    assert not every(done, KindLearnt)


@rule(DESCRIBED)
def test_every_monster_has_a_look_and_one_without_is_described_by_its_listing() -> None:
    for kind in monsters():
        look = recognising.look(kind)
        assert look and not look.endswith(".")
        assert look_of(kind) is not None, kind
    assert recognising.look("hydra-5-heads") == recognising.look("hydra-12-heads")
    ogre = monsters()["ogre"]
    assert recognising._from_listing(ogre) == "large figure"
    assert recognising._from_listing(replace(ogre, undead=True)) == "large corpse"
    assert recognising._from_listing(replace(ogre, humanoid=False, mind="animal", size="huge")) == "huge creature"


@rule("ose:dungeon-design.stock.details", "ose:referee.describe.senses-only")
def test_things_take_light_and_smells_do_not() -> None:
    dark = below("fighter")
    assert not recognising.notices(dark, "thing")
    assert recognising.notices(dark, "smell") and recognising.notices(dark, "sound")
    assert recognising.notices(below("elf"), "thing")


@rule(DESCRIBED)
def test_of_those_who_surprise_the_party_the_name_is_told_when_they_are_seen() -> None:
    do = Resolution(below("fighter", "dwarf"), Seeded(3, "meeting"), RULESET)
    meetings.muster(do, ORCS, is_told=False)
    assert not every(do, KindLearnt)
