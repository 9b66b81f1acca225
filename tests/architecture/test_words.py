"""Fenced words: `turn` in an identifier is ten minutes of exploration, and no creature's go in a fight."""

from __future__ import annotations

import re
import tokenize
from pathlib import Path

import underkeep

PACKAGE = Path(underkeep.__file__).parent
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_OTHER_WORDS = ("undead", "back")
"""To turn undead, and to turn back on the road, are deeds that books and players call so."""

TEN_MINUTES = {
    *("turn", "turns", "turn_seconds", "turns_for", "turns_left", "turns_per_level", "end_turn", "rest_turn"),
    *(
        "closes_turn",
        "feet_per_turn",
        "rate_per_turn",
        "loud_turn",
        "begins_turn",
        "shoulder_turn",
        "most_turns",
        "human_turns",
        "onset_turns",
        "delay_turns",
    ),
    *("TurnEnded", "TurnUsed", "TURN_SECONDS", "TURNS_PER_HOUR", "TURNS_A_DRINK", "TURNS_A_BOUT", "TURNS_AT_DOORS"),
    *("ONE_TURN", "REST_TURNS", "TURN_COST", "COSTS_A_TURN", "TURNS", "MINUTES_A_TURN"),
}
_OF_FIGHTS = {"attacks", "combat", "fight", "battlefield", "soldier", "skirmish"}
IN_FIGHTS = {"turns", "onset_turns", "TURN_SECONDS", "loud_turn"}
"""In a fight only how long something lasts is in turns, and when there was noise."""


def _is_of_fights(path: Path) -> bool:
    return not _OF_FIGHTS.isdisjoint((*path.parts, path.stem))


def strays(path: Path) -> set[str]:
    """The identifiers of a file that have the word and should not."""
    with path.open(encoding="utf-8") as file:
        names = {token.string for token in tokenize.generate_tokens(file.readline) if token.type == tokenize.NAME}
    allowed = IN_FIGHTS if _is_of_fights(path.relative_to(PACKAGE)) else TEN_MINUTES
    return {name for name in names if _says_turn(name) and name.lstrip("_") not in allowed}


def _says_turn(name: str) -> bool:
    parts = {part.lower() for part in _PART.findall(name)}
    return not parts.isdisjoint(("turn", "turns")) and parts.isdisjoint(_OTHER_WORDS)


def test_a_turn_is_ten_minutes() -> None:
    found = {str(path.relative_to(PACKAGE)): names for path in PACKAGE.rglob("*.py") if (names := strays(path))}
    assert found == {}


def test_nothing_else_is_measured_in_turns_where_dungeons_are_drawn() -> None:
    for path in (PACKAGE / "generate").rglob("*.py"):
        assert not re.search(r"\bturns? *[:=]", path.read_text(encoding="utf-8")), path


def test_the_fence_sees_words_not_letters() -> None:
    assert all(map(_says_turn, ("turn", "next_turn", "TurnEnded", "TURNS")))
    assert not any(map(_says_turn, ("returned", "TurnUndead", "turn_back", "turning", "Saturn")))


def test_the_table_asks_no_game_for_its_name() -> None:
    """What a game has or calls otherwise stands in its own words and answers."""
    asks = re.compile(r"rules\.id (?:==|!=|in|not in) ")
    files = [path for layer in ("table", "procedures", "minds") for path in (PACKAGE / layer).rglob("*.py")]
    assert [path.name for path in files if asks.search(path.read_text(encoding="utf-8"))] == []
