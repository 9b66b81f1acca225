"""Exact odds of attacks, by the real rule, against arithmetic done by hand."""

from fractions import Fraction

import pytest

from underkeep.errors import UnderkeepError
from underkeep.lab import odds
from underkeep.lab.muster import parse_recruit
from underkeep.lab.odds import attack_odds
from underkeep.lab.portrait import make
from underkeep.procedures.ruleset import Recruit
from underkeep.systems import load


def test_an_average_ose_fighter_hits_an_orc_on_13() -> None:
    ose = load("ose")
    dist = attack_odds(ose, parse_recruit(ose, "fighter[sword]"), parse_recruit(ose, "orc"))
    assert dist.chance(lambda o: o[0]) == Fraction(8, 20)
    assert dist.map(lambda o: o[1])[3] == Fraction(8, 20) * Fraction(1, 6)


def test_the_weapons_own_die_is_an_option() -> None:
    ose = load("ose")
    by, on = parse_recruit(ose, "fighter[sword]"), parse_recruit(ose, "orc")
    dist = attack_odds(ose, by, on, switches=["variable-weapon-damage"])
    assert dist.map(lambda o: o[1])[8] == Fraction(8, 20) * Fraction(1, 8)


def test_without_a_seed_a_character_is_average() -> None:
    ose, rampage = load("ose"), load("rampage")
    dist = attack_odds(ose, parse_recruit(ose, "orc"), parse_recruit(ose, "fighter[plate mail]"))
    assert dist.chance(lambda o: o[0]) == Fraction(5, 20)  # THAC0 19 against AC 3
    for rules, hero in ((ose, "thief"), (rampage, "paladin")):
        by, on = parse_recruit(rules, f"{hero}[dagger]"), parse_recruit(rules, "orc")
        assert attack_odds(rules, by, on) == attack_odds(rules, by, on)
    made = make(rampage, Recruit("paladin", choices={"abilities": "average"}), 1).creature.sheet
    assert sum(score >= 15 for score in made.scores) == 1  # the charisma a paladin must have


def test_a_bow_comes_with_arrows() -> None:
    ose = load("ose")
    dist = attack_odds(ose, parse_recruit(ose, "fighter[short bow]"), parse_recruit(ose, "orc"), 50)
    assert dist.chance(lambda o: o[0]) == Fraction(9, 20)  # +1 at short range


def test_a_blow_is_preferred_to_what_needs_no_roll() -> None:
    knave = load("knave")
    dist = attack_odds(knave, parse_recruit(knave, "harpy"), parse_recruit(knave, "knave"))
    assert 0 < dist.chance(lambda o: o[0]) < 1


def test_too_many_dice_are_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "MOST_BRANCHES", 10)
    ose = load("ose")
    with pytest.raises(UnderkeepError, match="fighter rolls too many dice"):
        attack_odds(ose, parse_recruit(ose, "fighter"), parse_recruit(ose, "orc"))
