"""All rows of the encounter tables against a second transcription, made from the source and not from the content."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from tests.rules.ose.below import below
from tests.rules.ose.scene import every

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.encounters import meetings, terrains, wandering_monsters
from underkeep.systems.ose.encounters.retinues import RankTaken
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d8, d12, rule
from underkeep.world.dungeon import Group, GroupChanged

RULE = "ose:encounter.wandering.table"
ROWS = list(csv.DictReader((Path(__file__).parent / "encounter_tables.csv").open()))
LEVELS = {"1": 1, "2": 2, "3": 3, "4-5": 4, "6-7": 6, "8+": 8}
COLUMNS = {"Human, City": "city-human", "Human, Settled": "human"}
TERRAINS = {
    "Barren, Hills, Mountains": ("barren", "hills", "mountains"),
    "Clear, Grasslands": ("clear", "grasslands"),
    "Lake, River": ("river",),
    "Ocean, Sea": ("sea", "ocean"),
    "Settled": ("settled", "highway"),
}
OTHERWISE = {
    "Neanderthal (Caveman)": "Neanderthal",
    "Normal Wolf": "Wolf",
    "Tyrannosaurus Rex": "Tyrannosaurus",
    "Normal Hawk": "Hawk",
    "Normal Crocodile": "Crocodile",
    "@group:Water Termite": "Termite",
    "@group:Whale": "",
}
"""What the content calls by fewer words, or by the several kinds of which one is taken."""


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.lower())) - {"s"}


def slug(letter: str, column: str) -> str:
    return f"{letter.lower()}-{COLUMNS.get(column, re.sub('[^a-z]+', '-', column.lower()))}"


def kinds(row: dict[str, str]) -> tuple[str, ...]:
    if row["table"] == "dungeon":
        return wandering_monsters.table_for(LEVELS[row["column"]]).entries[int(row["roll"]) - 1].kinds
    return terrains.tables()[slug(row["table"][-1], row["column"])].kinds[int(row["roll"]) - 1]


def test_there_are_632_rows() -> None:
    assert len(ROWS) == 632


@rule(RULE)
def test_every_row_of_a_dungeon_level_or_a_sub_table_brings_what_is_printed() -> None:
    for row in ROWS:
        if row["table"] == "wilderness_terrain":
            continue
        ref = OTHERWISE.get(row["ref"], row["entry"] if row["ref"].startswith("@") else row["ref"])
        found = kinds(row)
        assert found, row
        for kind in found:
            assert kind in monsters(), row
            assert words(ref) <= words(kind) | words(monsters()[kind].name), (row, kind)


@rule(RULE)
@pytest.mark.parametrize(("table", "kind"), [("l", "freshwater"), ("o", "saltwater"), ("s", "swamp")])
def test_water_termites_are_of_the_water_they_are_met_in(table: str, kind: str) -> None:
    met = {k for kinds in terrains.tables()[f"{table}-swimmer"].kinds for k in kinds if "termite" in k}
    assert met == {f"{kind}-termite"}


@rule(RULE)
def test_the_numbers_of_the_dungeon_tables() -> None:
    for row in (row for row in ROWS if row["table"] == "dungeon"):
        entry = wandering_monsters.table_for(LEVELS[row["column"]]).entries[int(row["roll"]) - 1]
        assert entry.number.text == row["number"], row


@rule(RULE)
def test_every_country_leads_to_its_sub_tables() -> None:
    seen = set()
    for row in (row for row in ROWS if row["table"] == "wilderness_terrain"):
        letter, _, column = row["entry"].removeprefix("@").partition("/")
        for terrain in TERRAINS.get(row["column"], (row["column"].lower(),)):
            seen.add(terrain)
            found = terrains.terrains()[terrain].encounters[int(row["roll"]) - 1]
            expected = slug(letter, column)
            if terrain == "city" and column == "Human":
                expected = "c-city-human"
            assert found == expected, (row, found)
    assert seen == set(terrains.terrains())


@rule(RULE)
@pytest.mark.parametrize(
    ("kind", "classes", "least"),
    [
        ("high-level-cleric", {"cleric", "fighter"}, 7),
        ("high-level-fighter", {"fighter"}, 7),
        ("high-level-magic-user", {"magic-user", "fighter"}, 7),
    ],
)
def test_those_of_high_level_are_met_with_companions(kind: str, classes: set[str], least: int) -> None:
    for seed in range(1, 6):
        do = Resolution(below(), Seeded(seed, "met"), RULESET)
        group = Group("them", "1-01", kind, 5)
        do.emit(GroupChanged(group, "placed"))
        first, *others = (do.state.creatures[id] for id in meetings.muster(do, group))
        assert first.kind == kind.removeprefix("high-level-") and sheet(first).level >= least
        assert {c.kind for c in others} <= classes and max(sheet(c).level for c in others) < least
        assert len(every(do, RankTaken)) == 5


@rule(RULE)
def test_parties_of_characters_are_met_in_the_wilderness() -> None:
    do = Resolution(below(), Scripted(d8(5), d12(7)), RULESET)
    assert terrains.roll_kind(do, terrains.terrains()["hills"]) == "high-level-cleric"
