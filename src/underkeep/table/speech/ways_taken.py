"""Whether a line takes a way: `take the stairs` does, `take them` takes something up."""

from __future__ import annotations

import re

_TAKES = re.compile(
    r"^(?:(?:let us|we|i|\w+),? )?(?:(?:would|want|wants?|like|wish|need|try|going|should|can|could|may|just|please"
    r"|to) )*"
    r"(?:takes?|gets?|grabs?|picks? up|collects?|pockets?|keeps?)\b(?P<what>.*)"
)
_WAYS = re.compile(
    r"\b(?:trap ?doors?|stairs?|stairway|staircase|steps|ladder|hatch|hole|shaft|chute|slide|ramp|doors?|doorway"
    r"|openings?|passages?|corridors?|tunnels?|ways?|exits?|paths?|roads?|route|gates?|arch|archway|portcullis"
    r"|turn|turning"
    r"|down|up"
    r"|out|through|inside|in|into|to|back|north\w*|south\w*|east\w*|west\w*|left|right|[nsew]|n[ew]|s[ew])\b"
)


def takes_no_way(said: str) -> bool:
    """Whether a line takes something without a word for a way: `take them` leads nowhere."""
    found = _TAKES.match(said)
    return found is not None and _WAYS.search(found["what"]) is None
