"""Classes, scores and demonic blades on both sides of each number."""

import pytest
from tests.rules.rampage.scene import hero

from underkeep.errors import UnderkeepError
from underkeep.systems.rampage.basics.sheet import ABILITIES, sheet
from underkeep.systems.rampage.characters import class_abilities, classes, scores
from underkeep.testing import rule


@rule("rampage:class.jack.surprise")
def test_who_has_no_class_surprises_on_two() -> None:
    assert classes.surprise_in_6((), 1) == 2


@rule("rampage:class.fighter.min-str", "rampage:class.mage.min-int")
def test_the_point_goes_first_to_what_it_does_not_mend() -> None:
    """What is bought is cheaper than what a Man gets for nothing only if it is little."""
    start = dict(zip(ABILITIES, (8, 5, 18, 18, 18, 18), strict=True))
    assert scores.fit(start, "man", ("warrior", "wizard"), "", True) == ("WIS-2 DEX-2 CON-2 CHA-2 STR+1 INT+3", "INT")


@rule("rampage:creation.trade-scores")
@pytest.mark.parametrize("text", ["foo", "ABC+2", "STR4", "ABC-2 STR+1"])
def test_what_is_no_trade(text: str) -> None:
    with pytest.raises(UnderkeepError, match="is not a trade"):
        scores.trade(dict.fromkeys(ABILITIES, 12), text)


@rule("rampage:class.ability.blade-of-doom.magic", "rampage:class.ravager.blade-magic")
@rule("rampage:class.ability.blade-of-doom.heal", "rampage:class.ravager.blade-of-death")
@pytest.mark.parametrize(("kind", "blade"), [
    ("ravager", "sword"), ("warrior", "blade-of-death"), ("ravager", "blade-of-doom"), ("punisher", "blade-of-death"),
    ("punisher", "mace"), ("warrior", "blade-of-doom"),
])  # fmt: skip
def test_no_other_blade_serves_and_nobody_else(kind: str, blade: str) -> None:
    own = sheet(hero("x", kind=kind, level=9))
    assert class_abilities.blade_bonus(own, blade) == (0, "")
    assert class_abilities.blade_heals(own, blade) == (0, "")
