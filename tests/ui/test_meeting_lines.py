"""Lines before strangers: what is asked of them, what is for later, and what only seems to be an attack."""

import pytest
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.speech.meanings import Ask, Do, Meaning, Undertake

GAMES = ("ose", "knave")
DOING = (
    "ask what they are looking for",
    "ask them what they lost",
    "{one} asks what is in the sack",
    "say hello and ask what they were arguing about",
    "{one} says hello and asks if they need a hand looking",
    "ask them why nobody may pass",
    "what are you counting?",
    "offer to help them search",
)
TRADE = ("ask them for water", "ask if they can spare some food", "{one} offers to trade", "ask for torches")
PASSAGE = ("{one} walks over, says good day and asks if we may go on", "ask them not to eat us")
THREAT = ("there are eight of us and two of you. go home!",)
TOLD = [
    *((line, aim) for aim, lines in (("doing", DOING), ("trade", TRADE), ("passage", PASSAGE)) for line in lines),
    *((line, "threat") for line in THREAT),
]


def read(chair: Chair, line: str) -> Meaning:
    meant = chair.read(line.replace("{one}", chair.view.mine[0].name.split()[0].lower()))
    assert isinstance(meant, Meaning)
    return meant


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("line", "aim"), TOLD)
def test_words_to_them_are_of_what_they_name(game: str, line: str, aim: str) -> None:
    meant = read(place("meeting", game), line)
    assert isinstance(meant, Do), meant
    assert isinstance(meant.action, a.Parley), meant
    assert meant.action.aim == aim


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("line", "later"),
    [
        ("ask them for passage, if that does not work we run", "run"),
        ("offer them food, and if they attack we fight", "fight"),
        ("talk to them, otherwise run back", "run back"),
    ],
)
def test_what_is_for_another_case_is_not_done(game: str, line: str, later: str) -> None:
    meant = read(place("meeting", game), line)
    assert isinstance(meant, Do), meant
    assert not isinstance(meant.action, a.Evade | a.Engage)
    assert later in meant.note


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("line", ["buy torches from them", "burn the torch", "ask them about torches", "light a torch"])
def test_torches_are_no_weapons_of_themselves(game: str, line: str) -> None:
    meant = read(place("meeting", game), line)
    actions = meant.choices if isinstance(meant, Ask) else (meant.action,) if isinstance(meant, Do) else ()
    assert not isinstance(meant, Undertake)
    assert a.Engage() not in actions


@pytest.mark.parametrize("game", GAMES)
def test_a_sum_that_the_party_has_not_is_not_paid(game: str) -> None:
    meant = read(place("meeting", game), "tell them we haven't got 30 coins, only 2")
    assert isinstance(meant, Do), meant
    assert isinstance(meant.action, a.Offer)
    assert meant.action.count == 2


@pytest.mark.parametrize("game", GAMES)
def test_strangers_say_what_they_are_about(game: str) -> None:
    chair = place("meeting", game)
    meant = read(chair, "ask what they are doing here")
    assert isinstance(meant, Do), meant
    assert isinstance(meant.action, a.Parley)
    assert meant.action.aim == "doing"
