"""A spell that is aimed at a square: what is legal, what is offered and said, and what it does."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.toys.fireball import CONTENT, Cast, Spell, chapter

from underkeep.kernel.dice import Scripted
from underkeep.minds.soldier import Soldier
from underkeep.procedures import content, play
from underkeep.procedures.actions import Attack, Move
from underkeep.table.speech.choices import flat, menu
from underkeep.table.speech.describe import describe
from underkeep.table.speech.typed_lines import Do, Reader, parse
from underkeep.testing import contract, d6
from underkeep.testing.builders import field, in_step
from underkeep.testing.toy import ToyRuleset
from underkeep.world.creature import SaveRolled
from underkeep.world.grid import distance
from underkeep.world.state import State, square_of


@pytest.fixture
def rules(tmp_path: Path) -> ToyRuleset:
    file = tmp_path / "spells.toml"
    file.write_text(CONTENT, encoding="utf-8")
    return ToyRuleset(chapter(content.read(file, Spell)))


def scene(rules: ToyRuleset) -> State:
    """A hero six squares from three rats that stand in a row."""
    return in_step(field(rules, "hero v 3 rat", gap=6), "act", "hero-1", side="a")


def test_squares_are_offered_as_a_set_and_legal_one_by_one(rules: ToyRuleset) -> None:
    state = scene(rules)
    options = play.legal_actions(rules, state, "a", "hero-1")
    aim = next(moves for moves in options.moves if moves.is_aim)
    here, grid = square_of(state.creatures["hero-1"]), state.grid
    assert grid is not None
    assert set(grid.squares(aim.mask)) == {s for s in grid.squares(grid.floor) if distance(here, s) <= 12}
    assert Cast("hero-1", "fireball", square_of(state.creatures["rat-1"])) in options
    for far in ((here[0], here[1] + 13), (-1, 0), (10**6, 3)):
        refusal = play.why_not(rules, state, "a", Cast("hero-1", "fireball", far))
        assert refusal is not None, far
    assert play.why_not(rules, state, "a", Cast("hero-1", "ice", here)) is not None


def test_all_in_the_circle_burn_and_a_save_halves_it(rules: ToyRuleset) -> None:
    state = scene(rules)
    centre = square_of(state.creatures["rat-2"])
    done = play.resolve(rules, state, "a", Cast("hero-1", "fireball", centre), Scripted(*d6(2, 3, 4, 6)))
    saves = [event.success for event in done.events if isinstance(event, SaveRolled)]
    assert saves == [False, True, True]
    assert [done.state.creatures[f"rat-{n}"].hp for n in (1, 2, 3)] == [1, 2, 2]
    assert done.state.creatures["hero-1"].hp == 3


def test_friends_in_the_circle_burn_too(rules: ToyRuleset) -> None:
    state = scene(rules)
    here = square_of(state.creatures["hero-1"])
    done = play.resolve(rules, state, "a", Cast("hero-1", "fireball", here), Scripted(*d6(1, 1)))
    assert done.state.creatures["hero-1"].hp == 2


def test_the_table_can_say_it(rules: ToyRuleset) -> None:
    state = scene(rules)
    options = play.legal_actions(rules, state, "a", "hero-1")
    labels = [choice.label for choice in menu(rules, state, options)]
    assert sum("fireball" in label for label in labels) == 1
    reader = Reader(rules, state, options, "a", focus="hero-1")
    aim = next(x for choice in menu(rules, state, options) for x in flat([choice]) if choice.kind == "Cast").action
    assert isinstance(aim, Cast)
    assert parse(reader, describe(rules, state, aim)) == Do(aim)


def test_a_soldier_still_walks_and_strikes(rules: ToyRuleset) -> None:
    state = scene(rules)
    hero = state.creatures["hero-1"]
    assert isinstance(Soldier().act(state, hero, play.legal_actions(rules, state, "a", "hero-1")), Move)
    near = in_step(field(rules, "hero v rat", gap=1), "act", "hero-1", side="a")
    assert isinstance(
        Soldier().act(near, near.creatures["hero-1"], play.legal_actions(rules, near, "a", "hero-1")), Attack
    )


@pytest.mark.parametrize("check", contract.CHECKS, ids=contract.name)
def test_the_contract_holds(rules: ToyRuleset, check: contract.Check) -> None:
    check(rules, "2 hero v 3 rat", 1)
