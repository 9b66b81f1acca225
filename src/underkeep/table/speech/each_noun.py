"""What a question names, noun by noun: `oil, rope and a lantern` are three things, and before it is said that nobody
has or sells such a thing each is looked for by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable

from underkeep.table.speech.handling import fits
from underkeep.table.speech.wording import parts

_BETWEEN = re.compile(r",| and | or | nor | plus ")
_AROUND = re.compile(
    r"^(?:(?:and|or|an?|the|any|some|our|my|their|his|her|this|that|those|these|also|one|another|more|enough) )+"
    r"|(?: (?:now|here|left|already|with (?:us|him|her|them)|still|too|at all|anywhere|yet|right|then))+$"
)


def nouns(what: str, names: Iterable[str]) -> list[str]:
    """The things that the words name, each as one of the names or, where it is none of them, in the words' own."""
    known = list(dict.fromkeys(names))
    found: list[str] = []
    for piece in _BETWEEN.split(what):
        bare = _bare(piece)
        if not bare:
            continue
        found += [bare] if any(fits(bare, name) for name in known) else _within(bare, known)
    return list(dict.fromkeys(found))


def _bare(piece: str) -> str:
    said, before = piece.strip(), ""
    while said != before:
        before, said = said, _AROUND.sub("", said).strip()
    return said


def _within(said: str, known: list[str]) -> list[str]:
    """The known things one after another in words without a comma, with what stands between them and is none."""
    words, start = parts(said), 0
    found: list[str] = []
    other: list[str] = []
    while start < len(words):
        runs = range(len(words), start, -1)
        end = next((n for n in runs if any(fits(" ".join(words[start:n]), name) for name in known)), 0)
        if not end:
            other.append(words[start])
        if other and (end or start + 1 == len(words)):
            found.append(" ".join(other))
            other = []
        if end:
            found.append(" ".join(words[start:end]))
        start = max(end, start + 1)
    return found if any(any(fits(x, name) for name in known) for x in found) else [said]
