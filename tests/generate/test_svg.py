"""The printed map: sound XML that shows the referee everything and the players nothing hidden."""

from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from tests.generate.small_dungeon import small_dungeon

from underkeep.generate.dungeon import make_dungeon
from underkeep.generate.settings import settings
from underkeep.generate.signs import SIZE
from underkeep.generate.svg import svg_map
from underkeep.kernel.dice import Seeded
from underkeep.testing.toy import RULESET as TOY
from underkeep.world.dungeon import Dungeon

SVG = "{http://www.w3.org/2000/svg}"


def texts(drawing: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(drawing).iter(f"{SVG}text")]


@pytest.mark.parametrize("setting", list(settings()))
def test_every_setting_can_be_drawn(setting: str) -> None:
    dungeon = make_dungeon(Seeded(3), setting=setting, levels=2)
    drawing = svg_map(dungeon, TOY.measures, note="a note")
    found = texts(drawing)
    assert {dungeon.name, "a note", "Level 1", "Level 2", "1 square = 10 paces"} <= set(found)
    numbers = [int(text) for text in found if text.isdigit()]
    assert sorted(numbers) == sorted(area.number for area in dungeon.areas.values() if area.number)


def test_a_name_cannot_break_the_drawing() -> None:
    assert "<b>&\"'" in texts(svg_map(small_dungeon("<b>&\"'"), TOY.measures))


def test_one_level_may_be_drawn_alone() -> None:
    found = texts(svg_map(small_dungeon(), TOY.measures, levels=[2]))
    assert "Level 2" in found
    assert "Level 1" not in found


def test_the_walls_stand_where_the_floor_ends() -> None:
    drawing = svg_map(small_dungeon(), TOY.measures, levels=[2])
    walls = [
        path.get("d") for path in ElementTree.fromstring(drawing).iter(f"{SVG}path") if path.get("class") == "wall"
    ]
    assert f"M0.0 {SIZE / 2:.1f}L0 0L{2 * SIZE} 0L{2 * SIZE} {SIZE}L0 {SIZE}Z" in walls


def drawn(dungeon: Dungeon, is_referee: bool) -> str:
    """The map without title and legend."""
    drawing = svg_map(dungeon, TOY.measures, levels=[1], is_referee=is_referee)
    return drawing.partition("Level 1</text>")[2].partition("way in")[0]


def test_players_see_nothing_hidden() -> None:
    dungeon = small_dungeon()
    plain = replace(dungeon, traps={}, hoards={}, groups={}, features={}, notes={})
    door = replace(dungeon.doors["door-1-02"], barrier=None)
    plain = replace(plain, doors={**plain.doors, door.id: door})
    assert drawn(dungeon, is_referee=False) == drawn(plain, is_referee=False)
    assert drawn(dungeon, is_referee=True) != drawn(plain, is_referee=True)
    assert ">S<" in drawn(dungeon, is_referee=True)
    assert ">S<" not in drawn(dungeon, is_referee=False)
