"""Pages of what was told before: of somebody or something that is not here, of what was found, of the way by which the
party came. They have no more than the lines that the seat has heard."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.wording import parts
from underkeep.table.view import ways
from underkeep.world.state import State

TOLD, FOUND, CAME, CUT_OFF = "told", "found", "came from", "cut off"
MOST = 3
FAILURE = re.compile(r"\b(?:fail\w*|miss\w*|held up|not (?:\w+ )?(?:make|get|manage|succeed|work|hit)\w*)\b")
"""What somebody asks about who has failed at something."""
FAILED = re.compile(r"\b(?:fails?|miss(?:es)?|is held up|does not work)\b")
"""How it is told."""
_DICE = re.compile(r"\bfor initiative\b|^Round \d+")
"""Lines that tell of no thing."""
_NEAR = 0.8
_SHORT = 3
_TAKEN = re.compile(r"\b(?:takes?|gathers?|gathered|finds?|found|gains?)\b")
_NOTHING_FOUND = re.compile(
    r"\b(?:nothing|nobody|takes? \d+ damage|takes? up|takes? (?:cover|wounds?))\b", re.IGNORECASE
)


def told_of(rules: Ruleset, log: Sequence[str], scene: Sequence[str], asked: str) -> list[str]:
    """What was said of the things that a question names, or that nothing was. Only of monsters of whom nobody is here
    it is said that they are gone: what a line calls by another name may well be in sight."""
    words, found = _named(asked), spoken_of(log, asked)
    is_here = any(_speaks_of(line, word) for line in scene for word in words)
    gone = "None of them are in sight now." if names_a_monster(rules, asked) and not is_here else ""
    if not found:
        return [f"{gone} Nothing was told of that.".strip() if words else "Nothing more is known of that."]
    head = f"{gone} What was told of it:".strip()
    return [head, *(f"  {line}" for line in dict.fromkeys(found))]


def spoken_of(log: Sequence[str], asked: str) -> list[str]:
    """The last lines that have most of the words for things of a question."""
    words = _named(asked)
    lines = [(line, sum(_speaks_of(line, word) for word in words)) for line in log if not _DICE.search(line)]
    most = max((count for _, count in lines), default=0)
    return [line for line, count in lines if count and count == most][-MOST:]


def recalled(log: Sequence[str], asked: str, share: float) -> list[str]:
    """The last lines that have so much of the words for things of a question, each word for itself and none but spelt
    alike."""
    words = _named(asked)
    lines = [(line, sum(_has(line, word) for word in words)) for line in log]
    most = max((count for _, count in lines), default=0)
    return [line for line, count in lines if count == most][-MOST:] if most and most >= share * len(words) else []


def _has(line: str, word: str) -> bool:
    """Whether a line has a word in any form."""
    return len(word) > _SHORT and any(
        alike(w, frozenset((word,))) or alike(word, frozenset((w,))) for w in parts(line) if len(w) > _SHORT
    )


def _named(asked: str) -> list[str]:
    return [w for w in parts(asked) if w not in group("past") and not alike(w, group("small")) and len(w) > 2]


def _speaks_of(line: str, word: str) -> bool:
    """Whether a line has a word, in any form or nearly so spelt."""
    own = [w for w in parts(line) if len(w) > 2 and (len(w) > _SHORT or w in (word, word[:-1]))]
    return any(alike(w, frozenset((word,))) or alike(word, frozenset((w,))) for w in own) or bool(
        len(word) > 4 and difflib.get_close_matches(word, own, 1, _NEAR)
    )


def found_last(log: Sequence[str]) -> list[str]:
    """The last lines in which somebody took something."""
    told = [line for line in log if _TAKEN.search(line) and not _NOTHING_FOUND.search(line)]
    return told[-MOST:] or ["Nothing has been found yet."]


def came_from(state: State, before: str) -> list[str]:
    """The way by which the party came where it is, and that it leads back."""
    party, dungeon = state.party, state.dungeon
    if party is None or party.at is None or dungeon is None:
        return ["The party is not underground."]
    here = party.at.area
    known = [w for w in ways(state) if w.id in dungeon.doors]
    been = [w.name for w in known if any(_leads(state, w.id, area) for area in party.visited if area != here)]
    names = [w.name for w in known if before and _leads(state, w.id, before)] or (been if len(been) == 1 else [])
    if names:
        return [f"The party came in by the {naming.listing(names)}; go back returns that way."]
    if dungeon.entrance is not None and dungeon.entrance.area == here:
        return ["The party came in from outside: the entrance is here."]
    return ["The way by which the party came is not among those that are seen here; go back returns."]


def _leads(state: State, door: str, area: str) -> bool:
    """Whether a way out of where the party is leads to this area."""
    assert state.dungeon is not None and state.party is not None and state.party.at is not None
    return state.dungeon.doors[door].beyond(state.party.at.area) == area


_BEHIND = re.compile(r"\bbehind the party\b|\bis (?:blocked|barred)\b|\bfalls? shut\b|\bcomes? down behind\b")


def cut_off(log: Sequence[str], ways_out: Sequence[str]) -> list[str]:
    """What has shut behind the party as far as it was told, and the ways that are left."""
    return [*dict.fromkeys(line for line in log if _BEHIND.search(line)), *ways_out][-MOST - 1 :]
