"""Search finds what a referee half remembers."""

import pytest

from underkeep.rulebook import ledger
from underkeep.rulebook.search import search


def ids(words: str, system: str | None = None, limit: int = 5) -> list[str]:
    books = [ledger.load(system)] if system else ledger.shelf()
    return [hit.full_id for hit in search([words], books, limit)]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("surprise door", "ose:doors.stuck.lost-surprise"),
        ("surprised by doors", "ose:doors.stuck.lost-surprise"),
        ("falling damage", "knave:hazard.falling.damage"),
        ("armor class", "knave:combat.armor-class"),
        ("armour class", "knave:combat.armor-class"),
        ("saving throw poison", "ose:save.poison.fatal"),
        ("bandage wounds", "rampage:task.bandage-wounds"),
    ],
)
def test_finds(words: str, wanted: str) -> None:
    assert wanted in ids(words)


def test_an_entry_with_both_words_comes_before_one_with_either() -> None:
    for full_id in ids("surprise door", limit=3):
        _, entry = ledger.find(full_id)
        assert "surpris" in str(entry)
        assert "door" in str(entry)


def test_one_system_only() -> None:
    assert all(full_id.startswith("knave:") for full_id in ids("morale", system="knave"))


def test_the_limit_holds() -> None:
    assert len(ids("door", limit=3)) == 3


def test_a_short_word_does_not_drown_in_longer_ones() -> None:
    """`fall` is not `fallback`, and `hit` is not `hitherto`: whole words and their endings come first."""
    first, *_ = ids("fall", limit=1)
    assert "fall" in first


@pytest.mark.parametrize("words", ["xyzzy", "", "+-*", "("])
def test_nothing_fits(words: str) -> None:
    assert ids(words) == []
