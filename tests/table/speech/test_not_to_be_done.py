"""What is refused is not done; what is said beside it is."""

import pytest
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.speech import demanded
from underkeep.table.speech.chatter import whole_negations
from underkeep.table.speech.meanings import Ask, Do, Say, Show, Undertake
from underkeep.table.speech.not_to_be_done import NOT_DONE


@pytest.mark.parametrize("game", ["ose", "knave"])
@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("town", "sell the rations? no, never mind"),
        ("town", "buy a rope? no, forget it"),
        ("town", "we are not hiring anybody"),
        ("town", "I'd rather not rest"),
        ("dungeon", "we won't go east"),
        ("dungeon", "stop, don't open the door"),
        ("dungeon", "I don't want to search here"),
        ("dungeon", "nobody lights a torch"),
        ("meeting", "let's not talk to them"),
        ("meeting", "we do not leave"),
        ("fight", "we don't run"),
    ],
)
def test_nothing_is_done(game: str, where: str, line: str) -> None:
    assert place(where, game).read(line) == Say(NOT_DONE)


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_what_is_left_is_read(game: str) -> None:
    town, strangers = place("town", game), place("meeting", game)
    assert isinstance(town.read("we don't sell the rations, how much is a rope"), Show)
    assert strangers.read("no talking, attack") == strangers.read("attack")
    assert strangers.read("nobody attacks") == Do(a.StandBy())


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_what_is_remarked_after_a_question_is_no_deed(game: str) -> None:
    below = place("dungeon", game)
    assert isinstance(below.read("why are we so tired? We just rested"), Show | Say)
    assert not isinstance(below.read("Why not? it had 5 uses left"), Do | Undertake | Ask)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("We won't pay you a copper", "defy"),
        ("we don't pay", "defy"),
        ("pay them", "pay"),
        ("we turn back", "turn back"),
    ],
)
def test_who_wants_a_toll_and_is_refused_is_not_paid(line: str, answer: str) -> None:
    plainly = whole_negations(line).lower()
    assert next(choice for choice, words in demanded._MEANT if words.search(plainly)) == answer
