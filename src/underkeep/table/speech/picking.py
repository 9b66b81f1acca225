"""An answer in words to `Which do you mean?`: `the east one`, `the second`, `yes` where there is but one, `neither`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table.speech.wording import COMPASS, parts

NEITHER, SEVERAL = 0, -1
_NOTHING = re.compile(
    r"(?:no|nope|nah|neither|none|nothing|cancel|never ?mind|forget it|not (?:yet|now)"
    r"|(?:do not|don'?t)(?: do it)?|wait|stop)"
    r"(?:,? (?:of (?:them|these|those)|thanks|thank you|please|not yet|not now|wait|do not|don'?t))*"
)
_YES = re.compile(r"(?:yes|y|yeah|yep|aye|ok|okay|sure|right|that(?: one)?|correct)")
_AGREED = re.compile(
    r"(?:yes|yeah|yep|aye|ok|okay|sure|right)[, ]+(?:please|(?:(?:please|let'?s|let us|we|i) )*"
    r"(?:do|buy|take|hire|sell|cast|use|go|try|give|get|make|visit)"
    r"(?: (?:it|that|so|them|him|her|one))?)(?: please| now| then)*"
)
_YES_TO = re.compile(r"(?:yes|yeah|yep|aye|ok|okay|sure|right)[, ]+(?:please )?(?=\w)")
_SMALL = {"the", "one", "please", "a", "an", "mean", "meant", "option", "number", "that", "this", "we", "of", "them"}
_PLACES = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
_MOST_WORDS = 4


def picked(labels: Sequence[str], said: str, known: Sequence[str] = ()) -> int | None:
    """The number of the choice that a short answer names, NEITHER if it declines them all, SEVERAL if it
    agrees to more than one; None if it is no answer, as what says an option of its own (`known`) by all its words."""
    said = said.strip(" .!").lower()
    if said in (told.lower() for told in known) and said not in (label.lower() for label in labels):
        return None
    if _NOTHING.fullmatch(said):
        return NEITHER
    if is_yes(said):
        return 1 if len(labels) == 1 else SEVERAL
    said = _YES_TO.sub("", said)
    words = [COMPASS.get(word, word) for word in parts(said) if word not in _SMALL]
    if not words or len(words) > _MOST_WORDS:
        return None
    if len(words) == 1 and (place := _placed(words[0], len(labels))):
        return place
    fitting = [n for n, label in enumerate(labels, 1) if set(words) <= set(parts(label))]
    return fitting[0] if len(fitting) == 1 else None


def is_yes(said: str) -> bool:
    """Whether an answer agrees: `yes`, `yes, buy it`."""
    said = said.strip(" .!").lower()
    return _YES.fullmatch(said) is not None or _AGREED.fullmatch(said) is not None


def agrees(said: str, told: str) -> bool:
    """Whether an answer agrees to what was asked, perhaps in its own words: `yes, set out`."""
    said = said.strip(" .!").lower()
    return is_yes(said) or (_YES_TO.match(said) is not None and picked([told], said) == 1)


def is_all(said: str) -> bool:
    """Whether an answer takes all that is offered: `both`, `all of them`."""
    return re.fullmatch(r"(?:both|all|everything)(?: of (?:them|those|it))?", said.strip(" .!").lower()) is not None


def is_no(said: str) -> bool:
    """Whether an answer declines: `no`, `not yet`."""
    return _NOTHING.fullmatch(said.strip(" .!").lower()) is not None


def _placed(word: str, count: int) -> int:
    """The place that an ordinal names, if there are so many."""
    place = count if word == "last" else _PLACES.get(word, 0)
    return place if place <= count else 0
