"""How lengths are told, in the unit of each game."""

import pytest

from underkeep.systems import load, names
from underkeep.testing.toy import RULESET as TOY


def test_far_off_one_speaks_in_another_unit() -> None:
    feet = load("ose").measures
    told = [feet.away(length) for length in (0, 5, 299, 300, 720)]
    assert told == ["within arm's reach", "5 feet away", "299 feet away", "100 yards away", "240 yards away"]
    assert load("robs").measures.away(720) == "720 metres away"


def test_lengths_are_told_whole_or_to_a_tenth() -> None:
    metres = load("robs").measures
    assert [metres.told(metres.of_squares(n)) for n in (1, 6, 125)] == ["1.5 metres", "9.1 metres", "190.5 metres"]
    assert metres.briefly(30) == "30 m" and metres.by_road(7.5) == "7.5 kilometres"
    assert load("knave").measures.sides(30, 70) == "30 by 70 feet"
    assert TOY.measures.told(TOY.measures.map_square) == "10 paces"


@pytest.mark.parametrize("game", names())
def test_so_many_squares_are_as_long_as_they_are(game: str) -> None:
    measures = load(game).measures
    assert [measures.squares(measures.of_squares(n)) for n in range(500)] == [*range(500)]
    assert measures.squares(measures.square * 1.9) == 1
