"""The rulebooks are whole, and every entry can be found."""

import re

import pytest

from underkeep.errors import UnderkeepError
from underkeep.rulebook import ledger
from underkeep.rulebook.ledger import Ledger

COUNTS = {"ose": 772, "knave": 209, "rampage": 966, "robs": 593}


@pytest.fixture(params=COUNTS)
def book(request: pytest.FixtureRequest) -> Ledger:
    return ledger.load(request.param)


def test_every_system_with_a_rulebook_is_on_the_shelf() -> None:
    assert [book.system for book in ledger.shelf()] == list(COUNTS)
    assert set(ledger.folders()) == set(COUNTS)


def test_no_rule_is_lost(book: Ledger) -> None:
    assert len(book.rules) == COUNTS[book.system]


def test_an_id_names_one_entry(book: Ledger) -> None:
    parts = (book.rules, book.tables, book.examples, book.questions)
    assert len(book.entries) == sum(map(len, parts))


def test_a_second_entry_of_the_same_id_is_refused() -> None:
    once = next(iter(ledger.load("knave").rules.values()))
    with pytest.raises(UnderkeepError, match=f"two entries called '{once.id}'"):
        ledger._by_id([once, once], "knave")


def test_rule_ids_have_an_area_and_a_topic(book: Ledger) -> None:
    assert [id_ for id_ in book.rules if not re.fullmatch(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+", id_)] == []


def test_examples_work_rules_that_exist(book: Ledger) -> None:
    assert [(e.id, id_) for e in book.examples.values() for id_ in e.rules if id_ not in book.rules] == []


def test_tables_are_rectangular(book: Ledger) -> None:
    assert [t.id for t in book.tables.values() if {len(row) for row in t.rows} != {len(t.columns)}] == []


def test_the_book_says_which_numbers_are_ours(book: Ledger) -> None:
    assert "Automatic default" in book.book.note
    assert "data.proposed" in book.book.note


def test_find_by_full_id() -> None:
    book, rule = ledger.find("ose:combat.ac.sources")
    assert (book.system, rule.id) == ("ose", "combat.ac.sources")


@pytest.mark.parametrize("wrong", ["ose:combat.ac.source", "combat.ac.sources", "osr:combat.ac.sources"])
def test_a_typo_is_answered_with_the_id_that_was_meant(wrong: str) -> None:
    with pytest.raises(UnderkeepError, match=r"did you mean ose:combat\.ac\.sources"):
        ledger.find(wrong)


def test_an_unknown_system_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnderkeepError, match="no system called 'gurps'; choose one of knave, ose, rampage, robs"):
        ledger.load("gurps")


@pytest.mark.parametrize(
    ("full_id", "table"),
    [
        ("ose:abilities.str.melee", "abilities.strength"),  # the same topic, shortened
        ("knave:downtime.carousing.mishap-roll", "downtime.carousing.mishaps"),  # named in the text
        ("robs:dice.dhl.roll", None),
    ],
)
def test_a_rule_knows_its_tables(full_id: str, table: str | None) -> None:
    book, rule = ledger.find(full_id)
    assert isinstance(rule, ledger.Rule)
    assert [found.id for found in book.tables_of(rule)] == ([table] if table else [])


def test_a_rule_knows_its_examples_and_questions() -> None:
    book, rule = ledger.find("robs:task.check.roll")
    assert isinstance(rule, ledger.Rule)
    assert "example.chuck-les" in [example.id for example in book.examples_of(rule)]
    book, rule = ledger.find("ose:combat.initiative.slow-weapons")
    assert isinstance(rule, ledger.Rule)
    assert [question.id for question in book.questions_of(rule)] == ["combat.question.slow-weapons-order"]
