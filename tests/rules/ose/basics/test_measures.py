from __future__ import annotations

import pytest
from tests.rules.ose.below import H1, below

from underkeep.systems.ose.basics import measures
from underkeep.systems.ose.equipment import load
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import rule


@rule("ose:movement.units.distance")
def test_a_mile_in_feet_yards_and_inches():
    assert measures.converted(1, "mile", "foot") == 5280
    assert measures.converted(1, "mile", "yard") == 1760
    assert measures.converted(1, "mile", "inch") == 63360
    assert measures.distance(5280) == "1 mile"
    assert measures.distance(120) == "120 ft"


@rule("ose:encumbrance.unit.coins")
def test_ten_coins_weigh_a_pound():
    assert measures.weight(150) == "150 coins (15 lb)"
    assert measures.weight(7) == "7 coins (0.7 lb)"


@rule("ose:movement.rate.two-values")
@pytest.mark.parametrize(
    ("base", "text"), [(120, "120 ft (40 ft)"), (90, "90 ft (30 ft)"), (60, "60 ft (20 ft)"), (30, "30 ft (10 ft)")]
)
def test_a_rate_is_written_with_its_third(base: int, text: str):
    assert measures.rate(base) == text


@rule("ose:movement.rate.default")
def test_a_character_moves_120_feet_and_its_card_says_so():
    state = below()
    assert load.base_feet(state, state.creatures[H1]) == 120
    card = RULESET.card(state, state.creatures[H1])
    assert ("Movement", "120 ft (40 ft)") in card.sections[0][1]
