"""Reading who should be made."""

import pytest

from underkeep.errors import UnderkeepError
from underkeep.procedures.recruiting import numbered, read
from underkeep.procedures.ruleset import Recruit

CHOICES = {"alignment": ("Lawful", "Chaotic"), "languages": (), "career": tuple(f"career-{n}" for n in range(40))}


def choices(**chosen: str) -> dict[str, str]:
    return dict(read(Recruit("fighter", choices=chosen), "The game", ("fighter", "orc"), CHOICES).choices)


def test_choices_are_spelt_as_the_game_spells_them() -> None:
    assert choices(ALIGNMENT="lawful", languages="elvish, Orcish") == {
        "alignment": "Lawful",
        "languages": "elvish, Orcish",
    }


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"hair": "red"}, 'There is no choice "hair"; there are alignment, languages, career.'),
        ({"alignment": "sleepy"}, '"sleepy" is no alignment; there are Lawful, Chaotic.'),
        ({"career": "carer-39"}, '"carer-39" is no career; did you mean career-39'),
        ({"career": "x"}, '"x" is no career; for example career-0, '),
    ],
)
def test_a_wrong_choice_gets_one_sentence(chosen: dict[str, str], sentence: str) -> None:
    with pytest.raises(UnderkeepError) as error:
        choices(**chosen)
    assert str(error.value).startswith(sentence)


def test_an_unknown_kind_gets_the_nearest() -> None:
    with pytest.raises(UnderkeepError, match='The game has no "figther"; did you mean fighter'):
        read(Recruit("figther"), "The game", ("fighter", "orc"), CHOICES)


def test_monsters_are_numbered_after_their_ids() -> None:
    assert numbered("Orc", "orc-3", "a") == "Orc 3"
    assert numbered("Orc", "b-orc-3", "b") == "Orc B3"
    assert numbered("Orc", "the-king", "b") == "Orc"
