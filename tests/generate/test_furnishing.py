"""What places look, smell and sound like."""

import pytest
from msgspec.structs import replace

from underkeep import systems
from underkeep.generate.dungeon import make_dungeon
from underkeep.generate.furnishing import furnish
from underkeep.generate.settings import settings
from underkeep.kernel.dice import Seeded
from underkeep.procedures import dressings
from underkeep.world.dungeon import Dungeon, Group

LEAST_THINGS, LEAST_SMELLS = 50, 40
"""Ten times what there was before: five furnishings, four smells and four sounds a setting."""


def furnished(seed: int) -> Dungeon:
    dungeon = make_dungeon(Seeded(seed), levels=3)
    return furnish(Seeded(seed, "furnishings"), dungeon)


@pytest.mark.parametrize("seed", range(8))
def test_no_two_areas_look_alike(seed: int) -> None:
    """The whole measure is benchmarks/descriptions.py: a hundred dungeons of each game, stocked."""
    dungeon = furnished(seed)
    told = [dressings.description(dungeon, area) for area in dungeon.areas.values()]
    assert all(told) and len(set(told)) == len(told)


def test_things_of_a_dungeon_repeat_only_when_all_were_used() -> None:
    dungeon = replace(make_dungeon(Seeded(4), levels=1, rooms=12), setting="temple")
    kinds = [d.kind for d in furnish(Seeded(4), dungeon).dressings.values() if d.sort == "thing"]
    rooms = [kind for kind in kinds if not kind.startswith(dressings.PASSAGES)]
    assert len(set(rooms)) == len(rooms) > 12


def test_seven_in_ten_answer_when_examined() -> None:
    every = [
        kind for shelf in (dressings.things(), dressings.traces()) for file in shelf.values() for kind in file.values()
    ]
    own = [kind.look for kind in every if kind.look]
    assert len(own) >= 0.7 * len(every)
    assert len(set(own)) == len(own)


@pytest.mark.parametrize("setting", settings())
def test_each_setting_has_its_own_words(setting: str) -> None:
    common, own = dressings.senses_of()[dressings.ANYWHERE], dressings.senses_of()[setting]
    assert len(dressings.things()[setting]) >= LEAST_THINGS
    assert len({*own.smells, *common.smells}) >= LEAST_SMELLS - 3
    assert len({*own.sounds, *common.sounds}) >= LEAST_SMELLS - 3
    for id, kind in dressings.things()[setting].items():
        assert kind.see and not kind.see.endswith("."), id
        assert kind.look.endswith((".", "!", "?")), id


def test_those_who_live_there_leave_traces_and_next_door_they_show_the_way() -> None:
    lore = systems.load("ose").lore
    bare = make_dungeon(Seeded(5), levels=1, setting="crypt")
    lair = next(area for area in bare.areas.values() if area.number == 4)
    dungeon = replace(bare, groups={"group-1": Group("group-1", lair.id, "orc", 6)})
    found = furnish(Seeded(5), dungeon, lore).dressings.values()
    traces = [d for d in found if d.kind.startswith("traces/goblinoid/")]
    assert [d.points for d in traces if d.area == lair.id] == [""]
    near = [d for d in traces if d.area != lair.id]
    assert near and all(d.points in ("north", "east", "south", "west") for d in near)
    told = dressings.told(near[0], dressings.EXAMINED)
    assert near[0].points in told and told != dressings.told(replace(near[0], points=""), dressings.EXAMINED)


def test_no_trace_tells_of_a_hidden_door() -> None:
    lore = systems.load("ose").lore
    bare = make_dungeon(Seeded(5), levels=1, setting="crypt")
    lair = next(area for area in bare.areas.values() if area.number == 4)
    shut = {id: replace(d, found=lair.id not in d.areas) for id, d in bare.doors.items()}
    dungeon = replace(bare, doors=shut, groups={"group-1": Group("group-1", lair.id, "orc", 6)})
    found = furnish(Seeded(5), dungeon, lore).dressings.values()
    assert {d.area for d in found if d.kind.startswith("traces/")} == {lair.id}
