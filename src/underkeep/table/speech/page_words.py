"""Lines that are but the name of a page: `exits`, `the map`, `time?`, `hp`. They show it, in every kind of place, and
nothing is ever done by them: no stair is taken, no word said to strangers, no spell cast."""

from __future__ import annotations

import re

from underkeep.table.speech.meanings import Reader, Show
from underkeep.table.speech.patterns import pairs

_ARTICLE = re.compile(r"^(?:(?:show|tell|give)(?: (?:me|us))? )?(?:the |our |my |all )*")
_MARKS = re.compile(r"[?!. ]+$")


def page_named(reader: Reader, line: str) -> Show | None:
    """The page that a line names and no more; None of any other line, and of an answer to an open question."""
    typed = " ".join(line.lower().split())
    said = _ARTICLE.sub("", _MARKS.sub("", typed))
    found = _asked().get(said) if typed.endswith("?") else None
    found = found or pairs("page_words", "pages").get(said)
    is_answer = any(said == choice.lower() for prompt in reader.state.prompts for choice in prompt.choices)
    return Show(found) if found and not is_answer and not reader.referees else None


def _asked() -> dict[str, str]:
    """Words that are a page only if they are asked."""
    return pairs("page_words", "asked")
