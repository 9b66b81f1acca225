"""What lies in a hoard: coins, and by the dice a valuable, a potion, a book of magic, an enchanted weapon."""

from __future__ import annotations

import pytest
from tests.rules.knave.scenes import RULESET, delvers

from underkeep.kernel.dice import Face
from underkeep.systems.knave.exploration import treasure
from underkeep.testing import d3, d4, d6, d8, d100, die, rule
from underkeep.testing.builders import scripted

BARE = (d3(2), d4(2), d6(2), d8(2))


def hoard(level: int, *faces: Face) -> list[str]:
    do = scripted(RULESET, delvers(), *faces)
    found = treasure.hoard(do, level)
    do.dice.finish()  # type: ignore[attr-defined]
    return [item.kind for item in found]


@rule("knave:magic.spellbook.sources")
def test_one_hoard_in_six_has_a_book_of_magic() -> None:
    plain = hoard(1, *d6(1, 2, 3), *BARE)
    assert plain == ["coin"]
    with_book = hoard(1, *d6(1, 2, 3), d3(2), d4(2), d6(1), d100(1), d8(2))
    assert with_book[0] == "coin"
    assert with_book[1].startswith("spellbook:")


@pytest.mark.parametrize(("level", "coins"), [(1, 60), (3, 180)])
def test_coins_grow_with_the_level(level: int, coins: int) -> None:
    do = scripted(RULESET, delvers(), *d6(1, 2, 3))
    assert treasure.coins(do, level).count == coins


def test_a_valuable_a_potion_and_a_weapon() -> None:
    found = hoard(1, *d6(1, 2, 3), d3(1), d6(1), d4(1), die(12, 1), d6(2), d8(1), d3(1))
    assert [kind.partition("-")[0] for kind in found] == ["coin", "valuable", "potion", "rune"]
