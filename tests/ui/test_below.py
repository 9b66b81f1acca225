"""Lines underground with nobody met: nothing is done for a question, who is named does it, no thing goes astray."""

import pytest
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.several import InOrder
from underkeep.table.speech.reasons import without_reasons
from underkeep.table.speech.typed_lines import Do, Say, Show, Undertake

GAMES = ("ose", "knave")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "line",
    [
        "who is quarrelling behind the wall?",
        "what is that knocking?",
        "who can carry more?",
        "whose sword is broken?",
        "what happens if the torch goes out?",
        "what happens if somebody dies?",
        "which way have we not been?",
        "how did the fight go?",
        "are we safe to rest here?",
    ],
)
def test_nothing_is_done_for_a_question(game: str, line: str) -> None:
    assert isinstance(place("dungeon", game).read(line), Say | Show)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("line", ["hang the banner on the wall", "stay close together and keep quiet"])
def test_no_turn_is_rested_for_a_word_among_others(game: str, line: str) -> None:
    assert not isinstance(place("dungeon", game).read(line), Do)


@pytest.mark.parametrize("game", GAMES)
def test_one_is_put_where_the_line_says(game: str) -> None:
    chair = place("dungeon", game)
    last = chair.state.marchers()[-1]
    meant = chair.read(f"put {last.name.lower()} second")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Order) and meant.action.members[1] == last.id


def test_two_listen_each_at_a_door() -> None:
    chair = place("dungeon", "ose")
    one, two = (c for c in chair.state.marchers()[:2])
    meant = chair.read(f"{one.name} listens at the west door and {two.name} at the north")
    assert meant == Say("There is no door in the north to listen at.")
    meant = chair.read(f"{one.name} listens at the west door and {two.name} at the west")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    assert [getattr(x, "actor", "") for x in meant.errand.actions] == [one.id, two.id]


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("burn the wheelbarrow for warmth", "burn the wheelbarrow"),
        ("take a rest, we have earned it", "take a rest"),
    ],
)
def test_what_it_is_for_is_left_out(line: str, left: str) -> None:
    assert without_reasons(line, ["osric"]) == left
