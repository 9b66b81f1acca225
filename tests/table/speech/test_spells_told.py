"""Every spell has a plain sentence of its own, with the figures of the content; who has it is told with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from underkeep.systems import load
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.spell_conditions import bonds
from underkeep.table.speech.spells_told import described, sentences, spells_in, uses

GAMES = ("ose", "knave")
FIGURE = re.compile(r"\d+d\d+(?:\+\d+)?|\d+(?= (?:feet|rounds?|turns?|days?|hours?|Hit Dice|hit points|slots|squares))")
OF_THE_RULES = {
    "Wall of Fire": {"1d6"},
    "Wall of Ice": {"1d6"},
    "Striking": {"1d6"},
    "Conjure Elemental": {"16"},
    "Fly": {"360"},
    "Infravision": {"60"},
    "Projected Image": {"240"},
    "Detect Magic": {"1"},
    "Insect Plague": {"2"},
}
"""Figures that stand in no entry, because they are those of the rules for all such magic."""


@pytest.mark.parametrize("game", GAMES)
def test_every_spell_has_a_sentence_of_its_own(game: str) -> None:
    rules = load(game)
    told = sentences(type(rules))
    assert set(told) == set(rules.spells())
    assert len(set(told.values())) == len(told)


@pytest.mark.parametrize("game", GAMES)
def test_a_sentence_is_plain_and_short(game: str) -> None:
    for name, text in sentences(type(load(game))).items():
        assert len(re.findall(r"\.(?: |$)", text)) <= 2 and text.endswith("."), name
        assert len(text) <= 340, (name, len(text))
        assert not re.search(r"\b(?:bind|bond|bestow|afflict|count|radius_feet)\b", text), name


@pytest.mark.parametrize("game", GAMES)
def test_the_figures_of_a_sentence_are_those_of_the_content(game: str) -> None:
    rules = load(game)
    known = rules.spells()
    for name, text in sentences(type(rules)).items():
        entry = msgspec.to_builtins(known[name], enc_hook=str)
        content = {*_figures(entry), *OF_THE_RULES.get(name, ())}
        for figure in FIGURE.findall(text):
            assert figure in content, (name, figure, text)


def _figures(entry: Any) -> Iterator[str]:
    """Every figure of an entry, and of the conditions and creatures that it names."""
    if isinstance(entry, dict):
        for key, value in entry.items():
            if key == "bond":
                yield from _figures(msgspec.to_builtins(bonds().get(value), enc_hook=str))
            elif key == "kind" and value in compendium.monsters():
                yield from _figures(msgspec.to_builtins(compendium.monsters()[value], enc_hook=str))
            else:
                yield from _figures(value)
    elif isinstance(entry, list | tuple):
        for value in entry:
            yield from _figures(value)
    elif entry is not None and not isinstance(entry, bool):
        yield str(entry)
        yield from re.findall(r"\d+d\d+(?:\+\d+)?|\d+", str(entry))


@pytest.mark.parametrize(
    ("game", "asked", "told"),
    [
        ("knave", "hover", "Hover. One friend a point of INT within 40 feet"),
        ("ose", "fire ball", "Fire Ball: level 3. In a fight, fire strikes everybody"),
        ("ose", "finger of death", "Finger of Death: level 5. In a fight, one living foe within 120 feet"),
    ],
)
def test_a_spell_is_told_by_its_name_its_level_and_its_sentence(game: str, asked: str, told: str) -> None:
    (line,) = described(load(game), asked)
    assert line.startswith(told)


def test_the_other_form_of_a_spell_is_named() -> None:
    rules = load("ose")
    assert described(rules, "raise dead")[0].endswith("Reversed it is Finger of Death.")
    assert described(rules, "finger of death")[0].endswith("It is the reverse of Raise Dead.")


def test_a_spell_without_a_sentence_is_read_off_its_entry() -> None:
    rules = load("robs")
    name = next(iter(rules.spells()))
    assert not sentences(type(rules))
    assert described(rules, name)[0].startswith(name)


def test_where_a_spell_is_cast_is_told_for_each_use() -> None:
    assert [use.partition(":")[0] for use in uses(load("knave"), "telekinesis")] == [
        "In a fight, at a foe",
        "While exploring, at a trap",
        "While exploring, at treasure",
    ]


@pytest.mark.parametrize(
    ("game", "text", "found"),
    [
        ("knave", "Spellbook of X-Ray Vision", ["X-Ray Vision"]),
        ("knave", "Spellbook of Vision", ["Vision"]),
        ("ose", "In mind Light, Continual Light", ["Light", "Continual Light"]),
        ("ose", "In mind Protection from Evil 10' Radius", ["Protection from Evil 10' Radius"]),
        ("ose", "Shield, worn", ["Shield"]),
    ],
)
def test_a_name_within_a_longer_name_is_not_meant(game: str, text: str, found: list[str]) -> None:
    assert spells_in(load(game), text) == found
