"""Whether a line says yes or no to what was asked, in whatever words, and what it says besides."""

from __future__ import annotations

import re

from msgspec import Struct

_YES = (
    r"y|yes|yeah|yep|yup|yea|aye|ok|okay|sure|certainly|definitely|absolutely|indeed|gladly|agreed|of course"
    r"|alright|all right|go ahead|please do|do (?:it|so|that)|by all means|make it so|so be it|that is right|correct"
    r"|very well"
    r"|(?:right|fine|(?:and )?off we go|let'?s go|let us go|we are ready|ready|we do)(?= now| then|[ ]*[,.!;]|$)"
)
_NO = (
    r"n|no|nope|nah|nay|never|never mind|cancel|stop|do not|don'?t|not (?:now|yet|really)|better not|rather not"
    r"|of course not|certainly not|wait|hold on|on second thoughts?|forget it|let'?s not|let us not|0"
)
_SAYS = re.compile(rf"^(?:(?P<no>{_NO})|(?P<yes>{_YES}))(?![\w'])[ ,.!;:\u2013\u2014-]*(?P<rest>.*)$", re.DOTALL)
_TURNS = re.compile(r"\b(?:but|first|before|wait|instead|not|don'?t|rather|unless|until)\b")
_GOES_ON = re.compile(r"^(?:and then|and also|and|then|also|after that)[ ,]+(?=\w+ \w)")
_MORE_OF_IT = re.compile(
    r"^(?:(?:no|thanks?|thank you|please|not|now|yet|really|never mind|mind|wait|hold on|stop|do|don'?t|it|that|this|so"
    r"|let|us|we|i|would|rather|better|yes|sir|sorry|here|there|at all|ok|okay|go|want|to)\W*)*$"
)


class Answered(Struct, frozen=True):
    """A yes or a no, and what else the line would have done."""

    is_yes: bool
    besides: str = ""


def answered(line: str, told: str | None = None) -> Answered | None:
    """What a line answers; None if it is something else, a yes with a condition, or a yes that leads into another wish
    than what is `told` of the one that was asked about."""
    said = " ".join(line.replace("\u2019", "'").split()).lower()
    found = _SAYS.match(said)
    if found is None:
        return None if said else Answered(is_yes=False)
    rest = found["rest"]
    if found["no"] is None:
        if _TURNS.search(rest):
            return None
        more = _GOES_ON.match(rest)
        if told is not None and more is None and not _is_of_it(rest, told):
            return None
        return Answered(is_yes=True, besides=rest[more.end() :] if more is not None else "")
    while (again := _SAYS.match(rest)) is not None and again["no"] is not None:
        rest = again["rest"]
    return Answered(is_yes=False, besides="" if _MORE_OF_IT.match(rest) else rest)


def _is_of_it(rest: str, told: str) -> bool:
    """Whether what follows a yes only says again what was asked about: `yes, do it please`, `ok, set out then`."""
    words = [word for word in re.findall(r"[a-z']+|\d+", rest) if word not in _SMALL]
    asked = set(re.findall(r"[a-z']+|\d+", told.lower()))
    same = sum(word in asked or word.rstrip("s") in asked for word in words)
    return not words or 2 * same >= len(words) or _WITH_IT.match(rest) is not None


_SMALL = set(
    re.findall(
        r"[a-z']+",
        "please thanks thank you do it that this so let us lets we i all now then go ahead yes sure the a an to of and"
        " with him her them one sir here there everybody everyone at once right on off my our want will would just"
        " that's it's",
    )
)
_WITH_IT = re.compile(
    r"(?:please |let us |let's |we |i )*[a-z]+ (?:it|him|her|them|that|this|so|us|one)\b[ .!]*(?:now|then|please)?$"
)
