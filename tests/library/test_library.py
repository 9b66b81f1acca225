"""`import underkeep`: what a program may ask of a game, and that asking is cheap."""

import subprocess
import sys

import pytest

import underkeep
from underkeep.procedures.delve_actions import SetOut


@pytest.fixture
def game() -> underkeep.Game:
    return underkeep.new("ose", seed=9, party=2)


def test_importing_it_imports_nothing_else() -> None:
    code = "import sys, underkeep; print([name for name in sys.modules if name.startswith('underkeep.')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_all_that_is_promised_is_there() -> None:
    assert all(getattr(underkeep, name) is not None for name in underkeep.__all__)
    assert set(underkeep.__all__) <= set(dir(underkeep))
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        underkeep.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_the_same_seed_makes_the_same_game(game: underkeep.Game) -> None:
    assert underkeep.new("ose", seed=9, party=2).state == game.state
    assert underkeep.new("ose", seed=10, party=2).state != game.state


def test_a_party_by_name_and_optional_rules() -> None:
    game = underkeep.new("ose", 1, party=["elf", "fighter/2"], switches=["morale"])
    assert [(c.kind) for c in game.view.mine] == ["elf", "fighter"]
    assert "morale" in game.state.switches
    with pytest.raises(underkeep.UnderkeepError, match="no class or monster"):
        underkeep.new("ose", party=["paladin"])
    with pytest.raises(underkeep.UnderkeepError, match="no game"):
        underkeep.new("chess")


def test_a_typed_line_and_its_action_are_the_same(game: underkeep.Game) -> None:
    action = game.read("set out")
    assert action in game.legal
    assert game.describe(action).startswith("set out")
    told = game.do(action)
    assert told == underkeep.new("ose", seed=9, party=2).do("set out")
    assert game.lines[-len(told) :] == told


def test_what_cannot_be_done_changes_nothing(game: underkeep.Game) -> None:
    before = game.state
    for line in ("juggle", "", "look", "hear"):
        with pytest.raises(underkeep.Unclear):
            game.do(line)
    with pytest.raises(underkeep.Refused):
        game.do(SetOut("the moon"))
    assert game.state is before


def test_a_line_that_may_mean_several_things_names_them(game: underkeep.Game) -> None:
    with pytest.raises(underkeep.Unclear, match="sell") as caught:
        game.do("sell")
    assert caught.value.choices
    assert all(choice in game.legal for choice in caught.value.choices)


def test_a_refusal_says_the_rule() -> None:
    fight = underkeep.fight("ose", "fighter[sword] v 2 orc", seed=1)
    refused = next(
        error
        for line in ("cast sleep", "buy 9 plate mail", "hire a dragon")
        if (error := _error(underkeep.new("ose", 9, 1), line))
    )
    assert str(refused)
    assert fight.facts


def _error(game: underkeep.Game, line: str) -> Exception | None:
    try:
        game.do(line)
    except underkeep.UnderkeepError as error:
        return error
    return None
