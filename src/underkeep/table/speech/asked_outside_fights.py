"""Questions outside fights that name somebody or something and what is asked of it: each gets that fact,
whichever words of a question stand around the two."""

from __future__ import annotations

from underkeep.table.speech.asked_belongings import asked_belongings
from underkeep.table.speech.asked_further import asked_further
from underkeep.table.speech.asked_of_known import asked_of_known
from underkeep.table.speech.asked_of_trade import asked_of_trade
from underkeep.table.speech.meanings import Reader, Show


def asked_outside_fights(reader: Reader, line: str) -> Show | None:
    """The answer to such a question; None to any other line."""
    return asked_further(reader, line, _asked) or _asked(reader, line)


def _asked(reader: Reader, line: str) -> Show | None:
    return asked_belongings(reader, line) or asked_of_known(reader, line) or asked_of_trade(reader, line)
