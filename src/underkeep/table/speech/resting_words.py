"""Rests in the words that people have for them: how long, where, by whom; `we rest here for ten minutes`, `wait an hour
by the fire`, `take a short break until we are no longer weary`."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.table.resting import Rests
from underkeep.table.speech.meanings import Do, Meaning, Reader, Undertake

MINUTES = 10
_RESTS = re.compile(
    r"(?:(?:we|let us|let everyone|everyone|everybody|the party|all|please|now|then|should)(?: all)?,? )*"
    r"(?:rests?|pauses?|waits?|sits? down|takes? (?:an?|another)"
    r" (?:short |quick |little )?(?:rest|break|breather|pause)"
    r"|catch(?:es)? (?:our|their) breath|stops?)(?P<rest>(?: .+)?)"
)
_WHERE = re.compile(
    r" (?:here|down|now|again|quietly|in (?:here|this \w+|the \w+)|by (?:the|this|that) \w+|on the (?:spot|floor)"
    r"|a bit more|and (?:rests?|waits?|pauses?|catch our breath))(?= |$)"
)
_LONG = re.compile(
    r" (?:for |about |around |another |at least |some )*(?P<count>\d+"
    r"|an?|one|two|three|four|five|six|half an|a few|twenty|thirty)"
    r" (?P<more>more )?(?P<unit>turns?|hours?|minutes?|mins?|moments?|bit|while)(?: or so| longer| more)?"
)
_CURED = re.compile(
    r" (?:(?:until|till) (?:we|everyone|they|nobody|no one) (?:are|is|feel)s?(?: all)? "
    r"(?:no longer |not )?(?:weary|tired|rested|fresh|refreshed)(?: any ?more| again)?"
    r"|(?:so|to) .*(?:weary|weariness|tired(?:ness)?|rested|recover))"
)
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "a few": 3}
_TENS = {"twenty": 20, "thirty": 30}


def resting(reader: Reader, said: str) -> Meaning | None:
    """The rest that such a line means; None of any other, and where nobody can rest."""
    found = _RESTS.fullmatch(said.rstrip("?!. "))
    if found is None or a.Rest() not in reader.options.listed:
        return None
    left = f"{found['rest']}"
    left = _WHERE.sub("", left)
    long = _LONG.search(left)
    left = left[: long.start()] + left[long.end() :] if long is not None else left
    cured = _CURED.search(left)
    left = left[: cured.start()] + left[cured.end() :] if cured is not None else left
    if left.strip(" ,") or (long is None and cured is None and said.split()[0] in ("stop", "stops", "wait", "waits")):
        return None
    turns = _turns(long) if long is not None else 1
    return Do(a.Rest()) if turns == 1 else Undertake(Rests(turns))


def _turns(long: re.Match[str]) -> int:
    """How many turns of rest such a time is, at least one."""
    told, unit = long["count"], long["unit"]
    if unit.startswith("hour"):
        return 3 if told == "half an" else 6 * (_COUNTS.get(told) or _number(told))
    if unit.startswith("min"):
        return max(1, -(-(_TENS.get(told) or _COUNTS.get(told) or _number(told)) // MINUTES))
    return max(1, _COUNTS.get(told) or _number(told)) if unit.startswith("turn") else 1


def _number(told: str) -> int:
    return int(told[:3]) if told.isdecimal() else 1
