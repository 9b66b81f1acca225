"""Names as people write them."""

import pytest

from underkeep.errors import UnderkeepError, did_you_mean, one
from underkeep.procedures.content import look_up

NAMES = {"plate-mail": "plate", "short-bow": "short bow", "long-bow": "long bow", "torches": "torch", "axe": "axe",
         "battle-axe": "great axe", "two-hander": "great sword", "great-sword": "great sword"}  # fmt: skip


def found(text: str) -> str:
    return look_up(text, NAMES, "The book", "axe or torches")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (" Plate  Mail ", "plate"),
        ("plate_mail", "plate"),
        ("Plate Armor", "plate"),
        ("mail", "plate"),
        ("longbow", "long bow"),
        ("torch", "torch"),
        ("axes", "axe"),
        ("battle", "great axe"),
        ("two-handers", "great sword"),
    ],
)
def test_names_are_read_forgivingly(text: str, meant: str) -> None:
    assert found(text) == meant


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("bow", '"bow" may be long-bow or short-bow.'),
        ("batle-axe", 'The book has no "batle-axe"; did you mean battle-axe?'),
        ("banana", 'The book has no "banana"; for example axe or torches.'),
        ("", 'The book has no ""; for example axe or torches.'),
        ("\N{DRAGON}", 'The book has no "\N{DRAGON}"; for example axe or torches.'),
    ],
)
def test_what_is_unknown_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(UnderkeepError) as error:
        found(text)
    assert str(error.value) == sentence


def test_a_whole_word_is_a_better_hint_than_likeness() -> None:
    assert did_you_mean("rat", ["cat", "giant-rat", "bat"]) == "did you mean giant-rat?"
    assert did_you_mean("zzz", ["cat"], "no.") == "no."


def test_the_article() -> None:
    assert (one("elf"), one("Dwarf")) == ("An elf", "A Dwarf")
