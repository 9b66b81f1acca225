"""What those who are met are asked of what they are about: what they look for, what is in the sack, what they argued
about, why nobody may pass, whether they need a hand."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.conversation import DOING
from underkeep.table.speech.honest_words import ASKED_OF_THEM
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, ours
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.strangers_seen import seen_of
from underkeep.table.speech.wording import first_part, parts

_TOLD, _YOU, _ASKED = (pattern("asked_of_doings", name) for name in ("told", "you", "asked"))


def of_their_doings(reader: Reader, said: str) -> Meaning | None:
    """Such a question put to them, or the offer to put it; None of any other line, and where they know no speech."""
    is_told = _TOLD.fullmatch(said) is not None or _YOU.fullmatch(said) is not None
    if not is_told and _ASKED.fullmatch(said) is None:
        return None
    listed = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == DOING]
    own = [x for x in listed if any(c.id == x.actor and first_part(c.name) in parts(said) for c in ours(reader))]
    if not listed:
        return None
    word = reader.rules.fittest(reader.state, list(own or listed))
    return Do(word) if is_told else to_be_asked(reader, word)


def to_be_asked(reader: Reader, word: Action) -> Ask:
    """What was seen of them and what they said last, and whether more is to be asked."""
    heard = dict.fromkeys(line for line in reader.heard()[_since(reader) :] if line.startswith('"'))
    spoken = list(heard)[-MOST_SAID:]
    said = f"They said: {' '.join(spoken)}" if spoken else ""
    return Ask(" ".join(filter(None, (seen_of(reader), said, MORE if spoken else ASKED_OF_THEM))), (word,))


def _since(reader: Reader) -> int:
    """From which line on what was told is of those who are met."""
    return max((n for n, line in enumerate(reader.heard()) if line.startswith("The party meets ")), default=0)


MOST_SAID = 2
MORE = "More than that nobody of the party knows. Is it to be asked of them?"
