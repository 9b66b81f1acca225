"""Designing a dungeon: scenario, setting, map, monsters, and what each room holds."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import every, first, making, table

from underkeep.errors import UnderkeepError
from underkeep.generate.dungeon import make_dungeon
from underkeep.generate.furnishing import furnish
from underkeep.generate.key import key
from underkeep.generate.site import make_site
from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.prompt import Ruled
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.equipment import treasure_settings
from underkeep.systems.ose.equipment.treasure import worth_cp
from underkeep.systems.ose.equipment.treasure_settings import Placing
from underkeep.systems.ose.exploration import scenarios, special_rooms
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.referee import maps, stocking
from underkeep.systems.ose.referee.maps import DesignStepTaken
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d2, d3, d4, d6, d10, d20, d100, die, rule
from underkeep.testing.builders import cellar
from underkeep.world.dungeon import Area, Dungeon, Feature, Group, Hoard

PLAIN = Placing()


def rolling(*faces: int, rulings: dict[str, str] | None = None) -> Resolution:
    return Resolution(making(), Scripted(*faces), RULESET, rulings)


def stocked(seed: int = 1, levels: int = 3, setting: str | None = None, **rulings: str) -> tuple[Dungeon, Resolution]:
    """A dungeon of the generator, stocked by a seed."""
    bare = make_dungeon(Seeded(seed, "map"), levels=levels, setting=setting)
    ids = {f"ose:{name}": ruled for name, ruled in rulings.items()}
    do = Resolution(making(), Seeded(seed, "stock"), RULESET, ids)
    return stocking.stock(do, bare), do


def room(level: int = 1) -> tuple[Dungeon, Area]:
    """The store room of the cellar, at some depth."""
    dungeon = cellar(RULESET)
    area = replace(dungeon.areas["1-02"], level=level)
    return replace(dungeon, areas={**dungeon.areas, "1-02": area}), area


def filled(*faces: int, level: int = 1, notes: dict[str, str] | None = None) -> Dungeon:
    """The store room stocked under these faces, all of which must be used."""
    dungeon, area = room(level)
    do = rolling(*faces)
    found = stocking.stock_room(do, replace(dungeon, notes=notes or {}), area, PLAIN)
    do.dice.finish()
    return found


@rule("ose:dungeon-design.room.roll")
def test_the_contents_of_a_room():
    names = {"Empty": "empty", "Monster": "monster", "Special": "special", "Trap": "trap"}
    rows = table("dungeon-design.room-contents")
    assert [names[row[2]] for row in rows] == list(stocking.CONTENTS)
    for face in (1, 2):
        empty = filled(*d6(face, 2))
        assert not (empty.groups or empty.hoards or empty.traps or empty.features)
        assert filled(*d6(face, 1, 1), *d100(51, 6, 3, 3)).hoards
    for face in (3, 4):
        assert filled(*d6(face, 4), d20(12), *d4(2, 2)).groups
    assert filled(d6(5), die(9, 4)).features
    trap = filled(*d6(6, 3, 2))
    assert (len(trap.traps), trap.hoards) == (1, {})
    both = filled(*d6(6, 2, 1), *d100(51, 6, 3, 3), d6(1))
    assert (len(both.traps), len(both.hoards)) == (1, 1)


@rule("ose:dungeon-design.room.roll")
def test_a_special_room_never_has_treasure():
    for special in range(1, 10):
        dungeon, area = room()
        do = rolling(d6(5), die(9, special), d2(1), *die(9, 1, 1))
        assert not stocking.stock_room(do, dungeon, area, PLAIN).hoards


@rule("ose:dungeon-design.unguarded")
def test_no_unguarded_treasure_far_down_or_where_the_referee_wants_none():
    assert filled(*d6(1, 1, 1, 1), *d100(41, 21, 21), level=8).hoards
    assert not filled(d6(1), level=9).hoards
    assert not filled(d6(1), notes={"ose:dungeon-design.unguarded": "none"}).hoards
    assert filled(*d6(6, 2, 1, 1), *d100(41, 21, 21), d6(1), level=9).hoards
    none, do = stocked(3, **{"dungeon-design.unguarded": "none"})
    assert all(hoard.group or any(t.on == hoard.id for t in none.traps.values()) for hoard in none.hoards.values())
    assert ("ose:dungeon-design.unguarded", "none", "referee") in [
        (e.question, e.choice, e.by) for e in every(do, Ruled)
    ]


@rule("ose:dungeon-design.room.monsters")
def test_monsters_by_the_levels_table_or_from_the_dungeons_list():
    group = next(iter(filled(*d6(3, 4), d20(12), *d4(2, 3)).groups.values()))
    assert (group.kind, group.count, group.lair) == ("orc", 5, False)
    listed = {"ose:dungeon-design.room.monsters": "dungeon's list", "monsters of level 1": "goblin, thoul"}
    group = next(iter(filled(*d6(3, 4), d2(2), d6(6), notes=listed).groups.values()))
    assert (group.kind, group.count) == ("thoul", 2)
    _, do = stocked()
    assert next(e.choice for e in every(do, Ruled) if e.question.endswith("room.monsters")) == "level's table"


@rule("ose:dungeon-design.room.treasure", "ose:treasure.hoards")
def test_treasure_by_the_monsters_type_or_by_depth():
    found = filled(*d6(3, 3), d20(12), d6(1), *d100(11, 16, 60), d6(2), *d100(31, 31, 16))
    hoard, group = next(iter(found.hoards.values())), next(g for g in found.groups.values() if g.lair)
    assert (group.kind, group.lair, group.count) == ("orc", True, 9 - 9 // 4)
    assert [i.kind for i in hoard.items] == ["gp"]
    assert (hoard.hidden, hoard.group) == (True, group.id)
    by_depth = next(iter(filled(*d6(6, 1, 4), *d100(51, 6, 3, 3), d6(1)).hoards.values()))
    assert [(i.kind, i.count) for i in by_depth.items] == [("sp", 400)]
    assert not by_depth.hidden


def test_a_lair_of_many_who_think_posts_a_patrol():
    found = filled(*d6(3, 3), d20(12), d6(1), *d100(11, 16, 61, 31, 31, 16))
    assert {(g.area, g.count) for g in found.groups.values()} == {("1-02", 7), ("1-p1", 2)}


@rule("ose:dungeon-design.room.traps")
def test_a_trap_is_set_on_treasure_or_on_the_room():
    found = filled(*d6(6, 2, 1), *d100(51, 6, 3, 3), d6(6))
    treasure_trap, treasure = next(iter(found.traps.values())), next(iter(found.hoards.values()))
    assert (treasure_trap.kind, treasure_trap.on) == ("sprung-needle", treasure.id)
    pit = next(iter(filled(*d6(6, 3, 4), die(9, 5)).traps.values()))
    assert (pit.kind, pit.on, pit.square) == ("pit", "", cellar(RULESET).areas["1-02"].squares[4])
    gas = next(iter(filled(*d6(6, 3, 2)).traps.values()))
    assert (gas.kind, gas.square) == ("gas", None)


@rule("ose:traps.room.mist", "ose:traps.room.gas")
def test_gas_and_mist_are_taken_for_the_same():
    gas, mist = (next(iter(filled(*d6(6, 3, face)).traps.values())) for face in (2, 3))
    assert (gas.kind, mist.kind) == ("gas", "mist")
    assert (gas.seems, gas.id) == (mist.seems, mist.id)


@rule("ose:traps.examples.pick")
def test_example_traps_by_one_die_or_by_choice():
    wanted = [row[1].lower().replace(" ", "-") for row in table("traps.room-examples")]
    assert list(stocking.ROOM_TRAPS) == wanted
    assert list(stocking.TREASURE_TRAPS) == [
        row[1].lower().replace(" ", "-") for row in table("traps.treasure-examples")
    ]
    chosen, _ = stocked(2, **{"traps.examples.pick": "pit"})
    assert {t.kind for t in chosen.traps.values() if not t.on} == {"pit"}
    _, do = stocked(2)
    assert next(e.choice for e in every(do, Ruled) if e.question == "ose:traps.examples.pick") == "roll"


@rule("ose:dungeon-design.room.specials", "ose:dungeon-design.special.pick")
def test_specials_by_one_die_or_by_choice():
    listed = [row[1] for row in table("dungeon-design.specials")]
    names = [special.name for special in special_rooms.specials().values()]
    assert len(names) == len(listed) == 9
    for face, id in enumerate(special_rooms.specials(), 1):
        dungeon, area = room()
        found = stocking.stock_room(rolling(d6(5), die(9, face), d2(1), *die(9, 1, 1)), dungeon, area, PLAIN)
        feature = next(iter(found.features.values()))
        assert feature.kind == id
        assert found.notes[feature.id] == special_rooms.specials()[id].text
    chosen, _ = stocked(2, **{"dungeon-design.special.pick": "fountain"})
    assert {f.kind for f in specials_of(chosen)} == {"fountain"}


def specials_of(dungeon: Dungeon) -> list[Feature]:
    return [f for f in dungeon.features.values() if f.kind in special_rooms.specials()]


@rule("ose:dungeon-design.special.pick")
def test_a_portal_leads_to_an_area_that_exists():
    for seed in range(6):
        dungeon, _ = stocked(seed, **{"dungeon-design.special.pick": "shimmering-portal"})
        assert specials_of(dungeon)
        for feature in specials_of(dungeon):
            assert feature.state in dungeon.areas
            assert feature.state != feature.area


@rule("ose:dungeon-design.scenario", "ose:dungeon-design.scenario.pick")
def test_a_scenario_comes_first():
    names = [row[1] for row in table("dungeon-design.scenarios")]
    assert [s.name for s in scenarios.scenarios().values()] == names
    notes = scenarios.choose_scenario(rolling(d10(7), *d3(2, 1, 3)))
    assert notes["scenario"] == "Rescue captives"
    assert {"captors", "captives", "motive"} <= notes.keys()
    chosen = scenarios.choose_scenario(
        rolling(*d3(1, 1), rulings={"ose:dungeon-design.scenario.pick": "perform-quest"})
    )
    assert chosen["scenario"] == "Perform a quest"
    with pytest.raises(UnderkeepError, match="is no ruling"):
        scenarios.choose_scenario(rolling(rulings={"ose:dungeon-design.scenario.pick": "win"}))
    own = replace(cellar(RULESET), notes={"scenario": "Find the cat"})
    kept = stocking.stock(Resolution(making(), Seeded(1), RULESET), own)
    assert kept.notes["scenario"] == "Find the cat"


@rule("ose:dungeon-design.steps", "ose:dungeon-design.scenario")
def test_the_steps_are_recorded_in_order():
    dungeon, do = stocked()
    assert [e.step for e in every(do, DesignStepTaken)] == ["scenario", "setting", "monsters", "map", "stock"]
    assert first(do, DesignStepTaken).what == dungeon.notes["scenario"]
    assert all(e.secret for e in every(do, DesignStepTaken))


@rule("ose:dungeon-design.choose-setting")
def test_the_setting_by_one_die():
    rows = table("dungeon-design.setting")
    assert [s.name for s in maps.settings().values()] == [row[1] for row in rows]
    assert maps.choose_setting(rolling(d6(4))) == "mine"
    for face, id in enumerate(maps.settings(), 1):
        assert maps.choose_setting(rolling(d6(face))) == id
    do = Resolution(making(), Seeded(3), RULESET)
    assert make_site(do, RULESET, 1).setting in maps.settings()


@rule("ose:dungeon-design.map.shape")
def test_the_setting_decides_the_walls():
    for setting, listed in maps.settings().items():
        dungeon = make_dungeon(Seeded(5, "map"), levels=1, setting=setting)
        rooms = [a for a in dungeon.areas.values() if a.number]
        ragged = [a for a in rooms if not _is_regular(a)]
        if listed.shape == "natural":
            assert len(ragged) >= 0.9 * len(rooms)
        if setting == "tower":
            assert not any(a.kind == "cavern" for a in rooms)
        assert maps.faults(dungeon) == []
    cave = make_dungeon(Seeded(5, "map"), levels=1, setting="caverns")
    wrong = replace(cave, setting="tower")
    assert len(maps.faults(wrong)) == sum(bool(a.number) for a in cave.areas.values())
    do = Resolution(making(), Seeded(1), RULESET)
    stocking.stock(do, wrong)
    assert {e.about for e in every(do, RefereeAdvised)} == {"the map"}


def _is_regular(area: Area) -> bool:
    """The same from both sides, as a plan would be."""
    xs, ys = [x for x, _ in area.squares], [y for _, y in area.squares]
    flipped = {(min(xs) + max(xs) - x, y) for x, y in area.squares}
    turned = {(x, min(ys) + max(ys) - y) for x, y in area.squares}
    return set(area.squares) in (flipped, turned)


@rule("ose:dungeon-design.map.numbering")
def test_each_area_has_its_number_and_its_description():
    dungeon, _ = stocked()
    for level in (1, 2, 3):
        numbers = [a.number for a in dungeon.areas.values() if a.number and a.level == level]
        assert sorted(numbers) == list(range(1, len(numbers) + 1))
    text = key(dungeon, RULESET.measures)
    for area in dungeon.areas.values():
        if area.number:
            record = stocking.room_record(dungeon, area)
            assert (record.number, record.name) == (area.number, area.name)
            assert f"### {area.number}. {area.name}" in text
    second = dungeon.rooms_on(1)[1]
    twins = replace(dungeon, areas={**dungeon.areas, second.id: replace(second, number=1)})
    assert "level 1 has two areas 1" in maps.faults(twins)


@rule("ose:dungeon-design.levels")
def test_the_way_in_is_on_the_first_level_and_each_deeper_one_has_a_way_up():
    for seed in range(5):
        dungeon, _ = stocked(seed, 4)
        assert dungeon.entrance.level == 1
        for level in (2, 3, 4):
            assert any(s.down.level == level and s.up.level == level - 1 for s in dungeon.stairs.values())
    assert "level 2 has no way up" in maps.faults(replace(dungeon, stairs={}))
    below = replace(dungeon, entrance=replace(dungeon.entrance, level=2))
    assert "the entrance is not on the first level" in maps.faults(below)


@rule("ose:dungeon-design.map.scale")
def test_a_square_is_ten_feet_unless_the_referee_draws_larger():
    bare = cellar(RULESET)
    do = Resolution(making(), Seeded(1), RULESET)
    assert stocking.stock(do, bare).areas == bare.areas
    assert next(e.choice for e in every(do, Ruled) if e.question.endswith("map.scale")) == "10"
    do = Resolution(making(), Seeded(1), RULESET, {"ose:dungeon-design.map.scale": "20"})
    large = stocking.stock(do, bare)
    assert len(large.areas["1-01"].squares) == 4 * len(bare.areas["1-01"].squares)
    grid = large.level(1).grid
    assert (grid.width, grid.height) == (24, 14)
    floor = {square for area in large.areas.values() for square in area.squares}
    assert set(grid.squares(grid.floor)) == floor
    for door in large.doors.values():
        (ax, ay), (bx, by) = door.squares
        assert abs(ax - bx) + abs(ay - by) == 1
        for area in door.areas:
            assert door.side(area) in large.areas[area].squares
    assert large.entrance.square in large.areas[large.entrance.area].squares


@rule("ose:dungeon-design.monsters")
def test_who_lives_there_is_noted_and_the_list_may_be_ones_own():
    dungeon, _ = stocked(**{"dungeon-design.scenario.pick": "rescue-captives"})
    first_level = scenarios.monster_list(dungeon, 1)
    assert first_level[:3] == ("bandit", "goblin", "orc")
    own = replace(cellar(RULESET), notes={"monsters of level 1": "tyrannosaurus"})
    do = Resolution(making(), Seeded(4), RULESET, {"ose:dungeon-design.room.monsters": "dungeon's list"})
    kept = stocking.stock(do, own)
    assert scenarios.monster_list(kept, 1) == ("tyrannosaurus",)
    assert {g.kind for g in kept.groups.values()} == {"tyrannosaurus"}


@rule("ose:dungeon-design.stock.order")
def test_the_chief_lair_first_and_nothing_placed_by_hand_is_overwritten():
    hand = {
        "groups": {"boss": Group("boss", "1-02", "ogre", 1)},
        "features": {"throne": Feature("throne", "1-03", "stone-face")},
    }
    for seed in range(8):
        do = Resolution(making(), Seeded(seed), RULESET)
        found = stocking.stock(do, replace(cellar(RULESET), **hand))
        assert (found.groups, found.features, found.hoards, found.traps) == (hand["groups"], hand["features"], {}, {})
    dungeon, _ = stocked(7)
    last = max((a for a in dungeon.areas.values() if a.number), key=lambda a: (a.level, a.number))
    chief = next(g for g in dungeon.groups.values() if g.area == last.id)
    assert chief.lair
    assert next(iter(dungeon.groups.values())).kind == chief.kind


@rule("ose:dungeon-design.stock.contents", "ose:dungeon-design.stock.details")
def test_a_room_is_noted_with_all_it_holds():
    found = filled(
        *d6(3, 3),
        d20(12),
        d6(1),
        *d100(11, 16, 60),
        d6(2),
        *d100(31, 31, 16),
        notes={"1-02": "Old crates. It smells of fish."},
    )
    record = stocking.room_record(found, found.areas["1-02"])
    assert record.monsters == ("7 orc (lair)",)
    assert record.patrols == ("2 orc (on guard)",)
    assert record.treasure[0].endswith("gold piece")
    assert record.details == "Old crates. It smells of fish."
    trapped = filled(*d6(6, 3, 2))
    assert stocking.room_record(trapped, trapped.areas["1-02"]).traps == ("gas",)
    special = filled(d6(5), die(9, 6))
    assert stocking.room_record(special, special.areas["1-02"]).specials == ("fountain",)
    dungeon, _ = stocked()
    dungeon = furnish(Seeded(1), dungeon, RULESET.lore)
    assert all(stocking.room_record(dungeon, a).details for a in dungeon.areas.values() if a.number)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_the_seed_the_dungeon_makes_sense(seed):
    dungeon, do = stocked(seed, 5)
    for group in dungeon.groups.values():
        assert group.kind in monsters()
        assert group.count >= 1
        assert group.area in dungeon.areas
        assert group.area != dungeon.entrance.area
    for hoard in dungeon.hoards.values():
        assert hoard.items
        assert all(item.count > 0 for item in hoard.items)
        assert not hoard.group or hoard.group in dungeon.groups
    for trap in dungeon.traps.values():
        assert not trap.on or trap.on in dungeon.hoards
        assert trap.square is None or trap.square in dungeon.areas[trap.area].squares
    assert stocked(seed, 5)[0] == dungeon
    assert not every(do, RefereeAdvised)


@rule("ose:advancement.rate.fast", "ose:advancement.rate.slow")
def test_the_pace_of_a_campaign_shows_in_the_dungeon():
    def dungeon(*switches: str) -> Dungeon:
        bare = make_dungeon(Seeded(3, "map"), levels=2)
        return stocking.stock(Resolution(making(*switches), Seeded(3), RULESET), bare)

    def gp(hoards: dict[str, Hoard]) -> int:
        return sum(worth_cp(i) for h in hoards.values() for i in h.items) // 100

    plain, slow = dungeon(), dungeon("slow-advancement")
    assert sum(g.count for g in slow.groups.values()) < sum(g.count for g in plain.groups.values())
    assert gp(slow.hoards) < gp(plain.hoards)
    fast = dungeon("fast-advancement")
    assert treasure_settings.read(making(), fast.notes).treasure == 2
    assert "monsters of level 1" in fast.notes
    assert scenarios.monster_list(fast, 1) != scenarios.monster_list(plain, 1)
