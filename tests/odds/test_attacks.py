"""Exact odds of attacks, by the real rule, against arithmetic done by hand."""

from fractions import Fraction

from underkeep.lab.muster import parse_recruit
from underkeep.lab.odds import attack_odds
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
