"""A line without an end is answered as soon as any other: nobody waits for a form to give up."""

import time

import pytest
from tests.ui.places import place

MOST_SECONDS = 4.0
WORDS = (
    *(
        "go",
        "and",
        "a",
        "we",
        "the",
        "all",
        "everybody",
        "now",
        "take",
        "buy",
        "to",
        "of",
        "who",
        "what",
        "is",
        "attack",
    ),
    *("go and", "we all", "back to", "let us", "give the", "of the", "and then", "one two", "please do", "not in"),
    *("go north and take", "we go back and", "x y z", "hit the one", "buy a rope and"),
)


def _mixed(words: str) -> str:
    """The words again and again, so that no two rounds of them are alike."""
    return " ".join(f"{words} {chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(60))[:300]


@pytest.mark.parametrize("game", ["ose", "knave"])
@pytest.mark.parametrize("where", ["town", "road", "dungeon", "meeting", "fight"])
def test_endless_lines_are_answered_at_once(game: str, where: str) -> None:
    chair = place(where, game)
    chair.read("look")
    slow = {}
    for words in WORDS:
        for line in ((f"{words} " * 150)[:300], _mixed(words), _mixed(words) + "?"):
            before = time.process_time()
            chair.read(line)
            if (took := time.process_time() - before) > MOST_SECONDS:
                slow[line[:40]] = took
    assert slow == {}
