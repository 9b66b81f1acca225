"""Lines that mean one thing and are told in other words than the readers know, put into known ones, by the kind of
place. The forms stand in patterns.toml."""

from __future__ import annotations

import re

from underkeep.table.speech.meanings import Reader
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.not_understood import names_told
from underkeep.table.speech.patterns import couples


def in_known_words(reader: Reader, line: str) -> str:
    """The line as it would be said to a reader; the same if no form fits."""
    if reader.state.prompts or reader.referees:
        return line
    names = "|".join(re.escape(name) for name in names_told(reader)[0]) or "-"
    said = " ".join(line.split()).rstrip(" .!")
    place = place_of(reader)
    here = couples("in_known_words", place) if place else ()
    for form, known in (*here, *couples("in_known_words", "anywhere")):
        found = re.fullmatch(form.replace("{names}", names), said, re.IGNORECASE)
        if found is not None:
            said = line = " ".join(found.expand(known).split())
    return line
