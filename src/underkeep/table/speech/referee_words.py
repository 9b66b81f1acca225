"""From a typed line to what a referee means by it. What is no word of the referee's is left to the others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from underkeep.errors import UnderkeepError
from underkeep.kernel.prompt import ALWAYS, BY_THE_BOOK, EVERYTHING, REFEREE, Answer, Prompt, RulingStands
from underkeep.table import judgements
from underkeep.table.speech import decree_words, placing_words
from underkeep.table.speech.decree_words import Decreed
from underkeep.table.speech.typed_lines import Do, Say, Show
from underkeep.table.speech.wording import folded
from underkeep.world.referee import RefereeNoted, RefereeSaid

if TYPE_CHECKING:
    from underkeep.table.session import Session

MOST_TEXT = 500
ALL_BY_THE_BOOK = f"{EVERYTHING} {BY_THE_BOOK}"
_SHOWS = {"rulings": "rulings", "key": "key", "groups": "groups", "notes": "notes"}


def read(session: Session, seat: str, line: str) -> Do | Decreed | Show | Say | None:
    """The meaning of a referee's line; None if it is none."""
    said = " ".join(line.split())[: 4 * MOST_TEXT]
    try:
        return _answer(session, said) or _word(session, seat, said)
    except UnderkeepError as error:
        return Say(str(error))


def _open(session: Session) -> Prompt | None:
    prompts = session.state.prompts
    return prompts[0] if prompts and REFEREE in prompts[0].seats else None


def _answer(session: Session, said: str) -> Do | Decreed | None:
    """The open question answered by one of its choices, perhaps for good."""
    prompt = _open(session)
    if prompt is None:
        return None
    if folded(said) in (BY_THE_BOOK, ALL_BY_THE_BOOK):
        rule = prompt.question if folded(said) == BY_THE_BOOK else EVERYTHING
        return Decreed(RulingStands(rule, BY_THE_BOOK), "", Answer(prompt.id, prompt.default))
    match = re.fullmatch(r"(always:?\s+)?\"?(.+?)\"?", said, re.IGNORECASE)
    choice = next((c for c in prompt.choices if match is not None and folded(c) == folded(match[2])), None)
    if match is None or (choice is None and not match[1]):
        return None
    if choice is None:
        raise UnderkeepError(f"The choices are {', '.join(prompt.choices)}.")
    answer = Answer(prompt.id, choice)
    return Decreed(RulingStands(prompt.question, ALWAYS, choice), "", answer) if match[1] else Do(answer)


def _word(session: Session, seat: str, said: str) -> Decreed | Show | Say | None:
    if folded(said) == ALL_BY_THE_BOOK:
        return Decreed(RulingStands(EVERYTHING, BY_THE_BOOK), "")
    if folded(said) == BY_THE_BOOK and not session.state.prompts:
        return Say(f"Nothing waits to be judged; `{ALL_BY_THE_BOOK}` settles whatever may come up.")
    word, _, rest = said.partition(" ")
    word = folded(word).rstrip(":")
    if word in _SHOWS:
        return Show(_SHOWS[word], rest)
    if word in ("map", "m") and (seat == REFEREE or folded(rest).startswith(("all", "level", *"123456789"))):
        return Show("whole map", rest)
    if word in ("decree", "place") and not rest:
        return Show(word)
    if word == "decree":
        return decree_words.parse(session.rules, session.state, rest)
    if word == "place":
        return placing_words.parse(session.rules, session.state, rest)
    if word == "weather":
        return placing_words.weather(rest)
    if word in ("note", "say", "tell"):
        return _text(word, rest)
    if word == "ruling":
        return _ruling(session, rest)
    return None


def _text(word: str, rest: str) -> Decreed | None:
    if not rest.strip():
        raise UnderkeepError(f"{word.capitalize()} what? For example: {word} the lantern was left behind")
    text = rest.strip()[:MOST_TEXT]
    return Decreed(RefereeNoted(text) if word == "note" else RefereeSaid(text), "")


def _ruling(session: Session, rest: str) -> Decreed | Say:
    match = re.fullmatch(r"(\S+?):?\s+(?:(ask)|(by the book)|always:?\s*\"?(.*?)\"?)", rest, re.IGNORECASE)
    if match is None:
        return Say('Say how a rule is settled: ruling ID ask, ruling ID by the book, or ruling ID always "choice".')
    manner = "ask" if match[2] else BY_THE_BOOK if match[3] else ALWAYS
    return Decreed(judgements.settled(session, match[1], manner, match[4] or ""), "")
