"""Questions that have one answer wherever the party stands: what became of somebody, who has a shield, whom the party
has met, what happens at 0 hit points. They are read before all else, each by its whole form, and nothing is done for
them. The forms stand in patterns.toml."""

from __future__ import annotations

import re
from functools import cache

from underkeep.table.speech import told_of_matters, told_of_people, told_of_spells
from underkeep.table.speech.chatter import whole_words
from underkeep.table.speech.leading_words import without_lead
from underkeep.table.speech.meanings import Reader, Show
from underkeep.table.speech.not_understood import names_told
from underkeep.table.speech.patterns import couples
from underkeep.table.speech.wording import plain


def plainly_asked(reader: Reader, line: str) -> Show | None:
    """The answer to such a question; None to any other line, and while something else is asked."""
    if reader.state.prompts or reader.referees:
        return None
    names = names_told(reader)[0]
    said = whole_words(plain(line).rstrip("?!. "), *names_told(reader))
    said = without_lead(re.sub(r"^(?:and|so|but|hey|wait|tell (?:me|us)),? ", "", said), names).rstrip("? ")
    for answer, form in _forms():
        found = form.fullmatch(said)
        told = _ANSWERS[answer](reader, found.groupdict(default="")) if found is not None else None
        if told is not None:
            return told
    return None


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((answer, re.compile(form)) for answer, form in couples("plain_questions", "forms"))


_ANSWERS = {**told_of_people.ANSWERS, **told_of_spells.ANSWERS, **told_of_matters.ANSWERS}
