from __future__ import annotations

from importlib.resources import files

from tests.rules.robs.scene import make

from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.equipment.gear import find
from underkeep.systems.robs.ruleset import RULESET


def test_everything_loads():
    assert len(compendium.weapons()) >= 8
    assert len(compendium.armours()) >= 4
    assert len(compendium.monsters()) >= 50
    for monster in compendium.monsters().values():
        assert set(monster.attributes) == {"STR", "DEX", "CON", "INT", "CHA"}
        assert monster.attacks or monster.gear
        for kind in monster.gear:
            assert find(kind) == kind


def test_few_abilities_are_left_to_the_referee():
    manual = sorted(id for id, monster in compendium.monsters().items() if monster.manual)
    assert manual == ["adult-dragon"]


def test_every_kind_has_a_card():
    for kind in RULESET.roster():
        creature, done = make(kind, seed=1)
        card = RULESET.card(done.state, creature)
        assert card.title == "Bob"
        titles = [title for title, _ in card.sections]
        assert titles[:4] == ["Attributes", "Body", "Attacks", "Defence"]
        assert all(label and value for _, rows in card.sections for label, value in rows)


def test_content_says_where_it_is_from():
    folder = files("underkeep.systems.robs").joinpath("content")
    for path in sorted(p for p in folder.rglob("*.toml") if p.name != "fields.toml"):  # type: ignore[attr-defined]
        assert path.read_text("utf-8").startswith("# Open Game Content under the Open Game License 1.0a")
