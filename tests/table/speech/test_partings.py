"""To take leave of those who are met is to part in peace, and to stay, or to go the way that is named."""

import pytest
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.procedures.options import Options
from underkeep.table.speech import partings
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say


def action(meant: Meaning):
    assert isinstance(meant, Do), meant
    return meant.action


@pytest.mark.parametrize(
    "line",
    [
        "goodbye",
        "thank you, farewell",
        "goodbye, we go on our way",
        "we leave them in peace",
        "say goodbye",
        "we take our leave",
        "good bye, and good luck",
        "thank them and go on",
        "sorry to disturb you, goodbye",
    ],
)
def test_a_farewell_asks_for_peace(line: str) -> None:
    meant = action(place("meeting", "ose").read(line))
    assert isinstance(meant, a.Parley) and meant.aim == "passage"


def test_an_offer_against_others_is_no_attack() -> None:
    for line in ("we will kill the goblins for you, what would you pay?", "help us against the toads"):
        meant = place("meeting", "ose").read(line)
        found = meant.choices[0] if isinstance(meant, Ask) else action(meant)
        assert isinstance(found, a.Parley) and found.aim in ("alliance", "talk"), line


def test_home_is_not_gone_to_past_them() -> None:
    meant = place("meeting", "ose").read("leave the dungeon")
    is_out = isinstance(meant, Do) and isinstance(meant.action, a.LeaveDungeon)
    assert is_out or (isinstance(meant, Say) and "met somebody" in meant.text)


def test_nobody_who_knows_no_speech_is_attacked_for_a_word() -> None:
    chair = place("meeting", "ose")
    reader = Reader(chair.rules, chair.state, Options(()), chair.seat)
    meant = partings.parted(reader, "fight with us")
    assert isinstance(meant, Say) and "no speech" in meant.text
