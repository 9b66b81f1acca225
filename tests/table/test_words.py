"""The words of every game belong to facts and actions that it has."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest
from msgspec import structs

from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load, names
from underkeep.table.narrate import phrase

DOING = "doing"


def words(rules: Ruleset) -> dict[str, Any]:
    own = files(type(rules).__module__.rpartition(".")[0]).joinpath("words.toml")
    return tomllib.loads(own.read_text("utf-8"))


@pytest.mark.parametrize("system", names())
def test_no_fact_is_told_inside_another(system: str) -> None:
    """A line that has slipped under the heading of a table says nothing."""
    rules = load(system)
    events = {event.__name__ for event in rules.codec.event_types}
    told = words(rules)
    assert set(told) - {DOING} <= events
    slipped = {name: sorted(events & set(entry)) for name, entry in told.items() if isinstance(entry, dict)}
    assert {name: found for name, found in slipped.items() if found} == {}


@pytest.mark.parametrize("system", names())
def test_phrases_are_for_actions_and_their_fields(system: str) -> None:
    rules = load(system)
    actions = {action.__name__: action for action in rules.codec.action_types}
    for name, template in words(rules).get(DOING, {}).items():
        fields = {field.name for field in structs.fields(actions[name])}
        template.format(**dict.fromkeys(fields, ""))
        assert phrase(rules, name) == template
