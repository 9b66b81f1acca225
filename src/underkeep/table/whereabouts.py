"""Foes by where they stand: `the one at G5`, `the beast on the left`, `the two goblins in front`, `the second row`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table import naming
from underkeep.world.creature import Creature
from underkeep.world.grid import Square

_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "2": 2, "3": 3, "4": 4, "5": 5, "both": 2}
_SQUARE = re.compile(r"\b[a-z]{1,2}\d{1,2}\b")
_COUNTED = re.compile(
    r"(?:^|\b(?:the|all|those|these|nearest|closest|first|any|at|on|into|for) )(?P<count>two|three|four|five|[2-5])"
    r" (?:\w+ ){0,2}?(?P<whom>\w{3,}s|of them|in front|nearest|closest|ones?)\b"
)
_FIRST_ROW = re.compile(
    r"\b(?:front|first|nearest|foremost) (?:row|rank|line)\b|\bup front\b|\bin (?:the )?front(?! of)\b"
)
_SECOND_ROW = re.compile(r"\b(?:second|next|other) (?:row|rank|line)\b")
_LAST_ROW = re.compile(r"\b(?:back|rear|last|hindmost) (?:row|rank|line)\b|\b(?:at|in) the (?:back|rear)\b")
_RIGHT = re.compile(
    r"\b(?:on|to|at) (?:the|our|his|her|my) (?:far )?right\b|\brightmost\b|\bright hand\b|\bright (?:one|flank)\b"
)
_MIDDLE = re.compile(r"\b(?:in the|the) (?:middle|centre|center)\b")
_LEFT_SIDE = re.compile(
    r"\b(?:on|to|at) (?:the|our|his|her|my) (?:far )?left\b|\bleftmost\b|\bleft hand\b|\bleft (?:one|flank)\b"
)
_WAY = r"(?P<way>(?:north|south)(?:east|west)?|east|west)"
_AT_A_POINT = re.compile(
    rf"(?<=\w )(?:(?:over |off |away )?(?:in|to|on|at|from) the |(?=\w+$)){_WAY}(?:ern)?(?: (?:side|wall|end"
    rf"|corner))?\b"
)
_OF_A_POINT = re.compile(rf"\b{_WAY}(?:ern)?(?:most)?(?= \w)")


def _point(words: str) -> str:
    """The point of the compass at which somebody stands by the words."""
    found = _AT_A_POINT.search(words) or _OF_A_POINT.search(words)
    return found["way"] if found is not None else ""


def placed(words: str) -> bool:
    """Whether the words speak of where somebody stands."""
    forms = (_SQUARE, _FIRST_ROW, _SECOND_ROW, _LAST_ROW, _RIGHT, _LEFT_SIDE, _MIDDLE, _COUNTED)
    return bool(_point(words)) or any(form.search(words) for form in forms)


def by_place(actor: Creature, friends: Sequence[Creature], foes: Sequence[Creature], words: str) -> list[Creature]:
    """Those of the foes whom the words place; all of them if the words place nobody."""
    there = [foe for foe in foes if foe.at is not None]
    if named := {naming.square_named(word) for word in _SQUARE.findall(words)}:
        return [foe for foe in there if foe.at in named]
    if (way := _point(words)) and actor.at is not None:
        there = _towards(actor.at, there, way)
    counted = _COUNTED.search(words)
    in_row = _in_row(friends or [actor], there, words) if there else list(foes)
    found = _on_side(friends or [actor], in_row if counted is None else there or list(foes), words)
    if counted is not None and len(found) > _COUNTS[counted["count"]]:
        return sorted(found, key=lambda foe: _steps(actor, foe))[: _COUNTS[counted["count"]]]
    return found


def _towards(at: Square, foes: list[Creature], way: str) -> list[Creature]:
    """Those who stand that way as it is told, else those who stand more that way than any other."""
    ways = {foe.id: naming.direction(at, foe.at) for foe in foes if foe.at is not None}
    told = [foe for foe in foes if ways[foe.id] == way]
    return told or [foe for foe in foes if way in ways[foe.id]]


def but_where(words: str) -> str:
    """The words without what places those of whom they speak: who they are by name."""
    counted = _COUNTED.search(words)
    if counted is not None:
        words = f"{words[: counted.start('count')]}the {words[counted.end('count') :]}"
        words = re.sub(r"\b(?:nearest|closest|first)\b", " ", words)
    for form in (_SQUARE, _AT_A_POINT, _OF_A_POINT, _FIRST_ROW, _SECOND_ROW, _LAST_ROW, _RIGHT, _LEFT_SIDE, _MIDDLE):
        words = form.sub(" ", words)
    rest = " ".join(words.split())
    return rest if set(rest.split()) - _EMPTY else "them"


_EMPTY = {"the", "a", "on", "in", "at", "to", "from", "of", "standing", "who", "is", "that", "all", "each", "both"}


def _steps(one: Creature, other: Creature) -> int:
    return one.steps_to(other) if one.at is not None and other.at is not None else 0


def _in_row(friends: Sequence[Creature], foes: list[Creature], words: str) -> list[Creature]:
    """Those of the row that the words name, as far as they stand in rows; a row stands equally far from the friends."""
    far = {foe.id: min((_steps(friend, foe) for friend in friends), default=0) for foe in foes}
    rows = sorted(set(far.values()))
    wanted = (
        rows[0]
        if _FIRST_ROW.search(words)
        else rows[min(1, len(rows) - 1)]
        if _SECOND_ROW.search(words)
        else rows[-1]
        if _LAST_ROW.search(words)
        else None
    )
    return foes if wanted is None else [foe for foe in foes if far[foe.id] == wanted]


def _on_side(friends: Sequence[Creature], foes: list[Creature], words: str) -> list[Creature]:
    """The one farthest to a side, as the map shows them; of those who stand one below the other as the friends look at
    them."""
    is_left, is_right = _LEFT_SIDE.search(words) is not None, _RIGHT.search(words) is not None
    is_middle = _MIDDLE.search(words) is not None
    if not (is_left or is_right or is_middle) or len(foes) < 2:
        return foes
    ours, theirs = (
        _middle([c.at for c in friends if c.at is not None]),
        _middle([c.at for c in foes if c.at is not None]),
    )
    ahead = theirs[0] - ours[0], theirs[1] - ours[1]

    is_row = len({foe.at[0] for foe in foes if foe.at is not None}) > 1

    def leftness(foe: Creature) -> float:
        at = foe.at or (0, 0)
        if is_row:
            return -at[0]
        return (at[0] - ours[0]) * ahead[1] - (at[1] - ours[1]) * ahead[0]

    ranked = sorted(foes, key=leftness, reverse=True)
    return [ranked[len(ranked) // 2] if is_middle else ranked[0] if is_left else ranked[-1]]


def _middle(squares: Sequence[Square]) -> tuple[float, float]:
    count = max(1, len(squares))
    return sum(x for x, _ in squares) / count, sum(y for _, y in squares) / count
