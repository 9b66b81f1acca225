"""Questions about a word of the game: what the temple does, who Tobin is, what two hirelings cost for three days."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table.speech.meanings import Reader, Show
from underkeep.table.speech.topics import named
from underkeep.table.speech.wording import parts

_OF_A_TOPIC = re.compile(
    r"(?:what|why|how|is|are|does|do|can|could|will|would|tell (?:me|us)|explain|describe|who is|who are"
    r"|about|which|anything|has|was|should|any)\b.*"
)
_NO_TOPIC = re.compile(
    r"\b(?:who (?!is|are)|how many|(?:do|have|are|am) (?:we|i)\b(?! (?:need|have to|supposed))|we have|i have|everyone"
    r"|everybody|nearest|where|near|far|(?:anyone|anybody|someone|somebody) "
    r"(?:is |still |badly )*(?:hurt|wounded|injured"
    r"|dead|dying|need)\w*|rumou?rs?|heard?|set out|find a|is there|are there|look for|get a bed|for us)\b"
)
_OF_WAGES = re.compile(
    r"\b(?:(?P<count>\d+) (?P<unit>day|week|month)|(?P<one>a|an|one|per) (?P<single>week|month))s?\b"
)
_WARES = {"buy", "sale"}


def topic_asked(reader: Reader, said: str, own: Sequence[str], is_of_pay: bool) -> Show | None:
    """What a question asks of a service of the town, of who looks for work there, of hunger or mending; None if it
    asks nothing of the kind. `own` are those of the party whom it names."""
    words = parts(said)
    hits = [name for name, _ in named(reader.rules, reader.state, words)]
    seekers = [name for name in hits if name.startswith("seeker ")]
    if seekers and (is_of_pay or _OF_WAGES.search(said)):
        return Show("wages", f"{_days(said)} {' '.join(name.split()[1] for name in seekers)}")
    hits = seekers or hits
    if hits == ["hunger"] and re.match(r"how (?:many|long)", said):
        return Show("several", "topic|hunger\nsupplies|")
    if not hits or own or not _OF_A_TOPIC.fullmatch(said) or (_NO_TOPIC.search(said) and not seekers):
        return None
    if _WARES & set(words) and not seekers:
        return None
    shown = [f"topic|{name}" for name in hits[:2]]
    shown += ["supplies|"] if "hunger" in hits else []
    return Show("topic", hits[0]) if len(shown) == 1 else Show("several", "\n".join(shown))


def _days(said: str) -> int:
    """For how many days it is asked; one where nothing is said of that."""
    found = _OF_WAGES.search(said)
    if found is None:
        return 1
    unit = found["unit"] or found["single"]
    return int(found["count"] or 1) * {"day": 1, "week": 7, "month": 30}[unit]
