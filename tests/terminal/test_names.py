"""Classes and monsters by name: what there is, and what is said of what there is not."""

import json

import pytest
from click.testing import CliRunner, Result

from underkeep.systems import load
from underkeep.table.speech.describe import verb
from underkeep.terminal.console import filled
from underkeep.terminal.main import underkeep


def run(*arguments: str, lines: str = "") -> Result:
    return CliRunner().invoke(underkeep, list(arguments), input=lines)


@pytest.mark.parametrize("system", ["ose", "knave", "rampage", "robs"])
def test_the_arena_lists_all_it_has(system: str) -> None:
    roster = load(system).roster()
    told = json.loads(run("arena", system, "--list", "--json").stdout)
    assert {*told["character"], *told["monster"]} == set(roster)
    words = run("arena", system, "--list").stdout
    assert words.startswith("Classes: ") and all(name in words for name in roster)
    assert max(map(len, words.splitlines())) <= 100


def test_no_class_is_told_from_no_monster() -> None:
    wrong = run("character", "ose", "--class", "wizard").stderr
    assert 'no class "wizard"; there is ' in wrong and "magic-user" in wrong and "lizard" not in wrong
    wrong = run("arena", "ose", "fighter v jabberwock").stderr
    assert 'no class or monster "jabberwock"; `underkeep arena ose --list` lists all.' in wrong
    assert "did you mean goblin" in run("arena", "ose", "fighter v gobblin").stderr
    assert run("arena", "ose").stderr.startswith("Error: Name a match-up")


def test_long_lists_are_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = run("play", "ose", "--menu", lines="2\n\n\n\nq\n").stdout
    listed = told[told.index("Monsters: ") : told.index("Match-up")]
    assert max(map(len, listed.splitlines())) <= 80
    assert " ".join(listed.split()) == " ".join(f"Monsters: {', '.join(_monsters())}.".split())
    assert filled("large-crocodile " * 9).split() == ["large-crocodile"] * 9


def _monsters() -> list[str]:
    return [name for name, sort in load("ose").roster().items() if sort == "monster"]


@pytest.mark.parametrize(
    ("system", "action", "words"),
    [
        ("ose", "KeepFormation", "remember this marching order"),
        ("ose", "Divide", "divide the treasure"),
        ("ose", "EndSession", "end tonight's session"),
        ("knave", "Quaff", "drink"),
    ],
)
def test_a_game_words_its_own_actions(system: str, action: str, words: str) -> None:
    rules = load(system)
    kind = next(x for x in rules.codec.action_types if x.__name__ == action)
    assert verb(rules, kind) == words
