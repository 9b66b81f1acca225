"""What is typed while a question is open that is neither of its answers: a question of one's own, which passes and
leaves it open, or a yes or a no in more words: `no thanks`, `no, he keeps it`."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from underkeep.kernel.prompt import Answer
from underkeep.procedures import play
from underkeep.table.speech.asking_words import is_question
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Show
from underkeep.table.speech.wording import parts, plain
from underkeep.table.speech.yes_or_no import answered

_NO = {"no", "none", "leave", "let", "keep", "decline", "refuse"}
_YES = {"yes", "go", "do", "accept"}


def read(reader: Reader, line: str, whole: Callable[[Reader, str], Meaning]) -> Meaning | None:
    """What such a line comes to; None of any other."""
    if not reader.state.prompts:
        return None
    if is_question(line) or is_asked(plain(line)) or line.rstrip().endswith("?"):
        return _passed(reader, line, whole)
    said = answered(line)
    if said is None:
        return None
    wanted = _YES if said.is_yes else _NO
    answers = [x for x in reader.options.listed if isinstance(x, Answer)]
    meant = [x for x in answers if parts(x.choice)[:1] and parts(x.choice)[0] in wanted]
    return Do(meant[0]) if len(meant) == 1 and len(answers) == _TWO else None


_TWO = 2


def _passed(reader: Reader, line: str, whole: Callable[[Reader, str], Meaning]) -> Show | Say | None:
    """The answer to what is asked meanwhile; nothing is done for it."""
    state = replace(reader.state, prompts=())
    options = play.legal_actions(reader.rules, state, reader.seat)
    meant = whole(replace(reader, state=state, options=options, within=()), line)
    is_list = isinstance(meant, Show) and meant.what in ("options", "help")
    return meant if isinstance(meant, Show | Say) and not is_list else None
