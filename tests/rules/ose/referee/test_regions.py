"""A wilderness in seven steps, as the book has it designed, in regions of many seeds."""

from functools import cache

import pytest

from underkeep.procedures.region_questions import People
from underkeep.procedures.resolution import Resolution
from underkeep.systems import load
from underkeep.systems.ose.encounters import terrains
from underkeep.systems.ose.referee import regions
from underkeep.table.new_game import Plan, new_game, questions
from underkeep.testing import rule
from underkeep.world.hexes import apart, beside
from underkeep.world.region import SPAN, Region

SEEDS = range(1, 13)
MIDDLE = (10, 10)


@cache
def made(seed: int) -> Resolution:
    return new_game(load("ose"), seed, Plan(1, levels=1))


def region(seed: int) -> Region:
    found = made(seed).state.region
    assert found is not None
    return found


@rule("ose:wilderness-design.steps")
def test_the_seven_steps_are_taken_in_their_order() -> None:
    taken = [event for event in made(1).events if isinstance(event, regions.RegionStepTaken)]
    names = ["setting", "map", "human-realms", "non-human-realms", "base-town", "dungeons", "encounter-tables"]
    assert [(event.number, event.step) for event in taken] == list(enumerate(names, 1))
    assert all(event.rule[0] == "ose:wilderness-design.steps" for event in taken)


@rule("ose:wilderness-design.geography")
@rule("ose:wilderness-design.milieu")
def test_the_setting_comes_first() -> None:
    for seed in SEEDS:
        agreed = region(seed).setting
        assert agreed["climate"] in regions.climates()
        assert agreed["terrain"] in regions.climates()[agreed["climate"]].terrains
        assert agreed["size"] == "120 miles each way, 24 of them worked out"
        assert all(agreed[what] for what in ("technology", "magic", "monsters", "races"))


@rule("ose:wilderness-design.geography")
def test_each_climate_has_its_country() -> None:
    desert = [s for s in range(1, 60) if region(s).setting["climate"] == "dry"]
    assert desert
    for seed in desert[:3]:
        assert not {"jungle", "swamp"} & {word for row in region(seed).large for word in row}


@rule("ose:wilderness-design.start-small")
@pytest.mark.parametrize(("miles", "worked_out"), [(None, 4), ("72", 12), ("120", 20)])
def test_a_small_area_is_worked_out_first(miles: str | None, worked_out: int) -> None:
    rulings = {} if miles is None else {"ose:wilderness-design.start-small": miles}
    found = new_game(load("ose"), 2, Plan(1, levels=1, rulings=rulings)).state.region
    assert found is not None
    assert found.setting["size"].endswith(f"{miles or 24} of them worked out")
    inland = [(x, y) for y in range(20) for x in range(20) if found.large[y // SPAN][x // SPAN] != "sea"]
    near = {(x, y) for x, y in inland if max(abs(x - 9.5), abs(y - 9.5)) < worked_out / 2}
    assert near <= {(x, y) for x, y in inland if found.hexes[y][x]}
    rest = [found.hexes[y][x] for x, y in inland if (x, y) not in near]
    assert not rest or rest.count("") > len(rest) / 2


@rule("ose:wilderness-design.start-small")
@rule("ose:wilderness-design.scale")
def test_a_referee_is_asked_beforehand() -> None:
    asked = {prompt.question: prompt for prompt in questions(load("ose"), 2, Plan(1, levels=1))}
    assert asked["ose:wilderness-design.start-small"].default == "24"
    assert asked["ose:wilderness-design.scale"].default == "24 and 6"


@rule("ose:wilderness-design.scale")
@pytest.mark.parametrize(("scale", "miles"), [("24 and 6", 6), ("12 and 3", 3)])
def test_a_large_hex_opens_into_four_by_four(scale: str, miles: int) -> None:
    rulings = {"ose:wilderness-design.scale": scale}
    found = new_game(load("ose"), 2, Plan(1, levels=1, rulings=rulings)).state.region
    assert found is not None
    assert found.miles == miles
    assert len(found.hexes) == SPAN * len(found.large) == 4 * len(found.large)
    across = next(way for way in found.ways if way.route.id == "across")
    assert len(across.path) - 1 == across.route.length // miles


@rule("ose:wilderness-design.map")
def test_every_hex_has_one_terrain_and_rivers_run_on_their_sides() -> None:
    for seed in SEEDS:
        found = region(seed)
        words = {found.terrain((x, y)) for x in range(20) for y in range(20)}
        assert words <= set(terrains.terrains())
        assert found.rivers
        assert all(other in beside(one) for one, other in found.rivers)


@rule("ose:wilderness-design.human-realms")
def test_people_live_by_water_or_fields() -> None:
    for seed in SEEDS:
        found = region(seed)
        for realm in (realm for realm in found.realms if realm.sort == "human"):
            for at in realm.hexes:
                near = (at, *beside(at))
                wet = found.has_river(at) or any(found.terrain(h) == "sea" for h in near)
                assert wet or any(found.terrain(h) == "settled" for h in near)


@rule("ose:wilderness-design.human-realms")
def test_deserts_and_mountains_are_not_settled() -> None:
    assert regions.is_habitable("grasslands", False)
    assert regions.is_habitable("forest", True)
    assert not regions.is_habitable("forest", False)
    assert not regions.is_habitable("desert", True)


@rule("ose:wilderness-design.government")
def test_every_land_of_people_has_a_ruler() -> None:
    for seed in SEEDS:
        human = [realm for realm in region(seed).realms if realm.sort == "human"]
        assert len(human) >= 2
        assert all(realm.ruler in regions.world().rulers for realm in human)


@rule("ose:wilderness-design.non-human-realms")
def test_a_realm_keeps_to_the_country_its_people_prefer() -> None:
    seen = 0
    for seed in SEEDS:
        for realm in region(seed).realms:
            if realm.sort == "other" and realm.bounds == "bordered":
                seen += 1
                likes = regions.folk()[realm.kind].terrains
                assert {region(seed).terrain(at) for at in realm.hexes} <= set(likes)
    assert seen


@rule("ose:wilderness-design.nomads")
def test_nomads_roam_beyond_the_country_they_like() -> None:
    orcs = People("orc", "orcs", ("hills",), "nomadic")
    assert regions.is_home(orcs, "swamp", is_seat=False)
    assert not regions.is_home(orcs, "swamp", is_seat=True)
    assert not regions.is_home(orcs, "sea", is_seat=False)
    assert any(realm.bounds == "nomadic" and realm.sort == "other" for realm in region(1).realms)


@rule("ose:wilderness-design.monster-territories")
def test_monsters_have_territories_too() -> None:
    found = [realm for realm in region(1).realms if realm.sort == "monsters"]
    assert found
    assert all(regions.folk()[realm.kind].sort == "monsters" for realm in found)


@rule("ose:wilderness-design.base-town")
def test_the_base_town_is_about_the_middle_on_a_river_or_road() -> None:
    for seed in SEEDS:
        found = region(seed)
        at = found.places["base"].at
        assert apart(at, MIDDLE) <= 2
        assert found.has_river(at) or any(at in way.path for way in found.ways if way.route.way == "road")
    assert not regions.is_base(3, True, True)
    assert not regions.is_base(1, False, False)


@rule("ose:wilderness-design.dungeons")
def test_a_dungeon_is_a_days_journey_from_the_base_town() -> None:
    for seed in SEEDS:
        ways = [way for way in region(seed).ways if way.ends == ("base", "dungeon-2") and way.route.way == "road"]
        assert [18 <= way.route.length <= 24 for way in ways] == [True]


@rule("ose:wilderness-design.encounter-tables")
def test_a_lands_own_table_has_its_species_and_common_animals() -> None:
    table = regions.table("orc", ("forest",))
    assert table[0] == "orc"
    assert "wolf" in table and "black-dragon" not in table and "veteran" not in table
    for seed in SEEDS:
        assert all(realm.kind in realm.table for realm in region(seed).realms if realm.sort != "human")


@rule("ose:wilderness-design.base-town")
def test_a_base_town_without_a_road_has_a_river_led_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, found = load("ose"), region(1)
    assert not found.has_river(found.places["base"].at)
    monkeypatch.setattr(rules.region, "is_base", lambda *_: False)
    other = new_game(rules, 1, Plan(1, levels=1)).state.region
    assert other is not None
    assert other.has_river(other.places["base"].at)


@rule("ose:wilderness-design.dungeons")
@pytest.mark.parametrize(("miles", "near"), [(12, False), (17, False), (18, True), (24, True), (25, False)])
def test_about_a_days_journey(miles: int, near: bool) -> None:
    assert regions.is_days_journey(miles) is near
