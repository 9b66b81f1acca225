"""What each game declares of how it may begin."""

import pytest

from underkeep.errors import UnderkeepError
from underkeep.procedures.switches import switches_of, switches_on
from underkeep.systems import every, load
from underkeep.table.new_game import Plan, new_game
from underkeep.table.presets import BY_THE_BOOK, opening, preset, presets

GAMES = list(every())


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_every_game_says_what_it_is_like_and_its_presets_hold(rules) -> None:  # type: ignore[no-untyped-def]
    assert opening(rules).like.endswith(".")
    known = presets(rules)
    assert next(iter(known)) == BY_THE_BOOK and known[BY_THE_BOOK].switches == ()
    for found in known.values():
        switches_on(rules, found.switches)


@pytest.mark.parametrize("rules", [load("ose"), load("knave")], ids=lambda rules: rules.id)
def test_a_gentle_game_has_companions_from_the_start(rules) -> None:  # type: ignore[no-untyped-def]
    gentle = preset(rules, "Gentle")
    plan = Plan(4, levels=1, switches=gentle.switches, rulings=gentle.rulings, companions=gentle.companions)
    made = new_game(rules, 5, plan).state
    assert made.party is not None and len(made.party.members) > 4
    assert {"by the book", "gentle", "grim"} <= set(presets(rules))


def test_a_preset_that_is_not_there_is_refused_with_a_hint() -> None:
    with pytest.raises(UnderkeepError, match="gentle"):
        preset(load("ose"), "gentel")
    assert preset(load("ose"), "by-the-book").companions == ()


def test_the_table_has_a_switch_of_its_own_in_every_game() -> None:
    for rules in GAMES:
        assert "take-back" in switches_of(rules)
        assert "take-back" in switches_on(rules, ["take-back"])
        assert "take-back" not in switches_on(rules)
