"""Questions in a fight that are about its magic: whether somebody can be seen, and what a spell that is named does."""

from __future__ import annotations

import re

from underkeep.table.speech.asking_words import is_question
from underkeep.table.speech.meanings import Reader, Say, Show
from underkeep.table.speech.those_told import called_so
from underkeep.table.speech.wording import parts, plain

_SEEN = re.compile(
    r"(?:can|could|do|does|will|would) (?:they|it|he|she|the \w+|any of them|anyone|anybody)(?: still)?"
    r" (?:see|notice|spot) (?P<who>\w+)(?: now| still| any more| anymore)?"
    r"|is (?P<other>\w+) (?:still )?(?:visible|invisible|hidden|unseen)(?: to them)?(?: now)?"
)
_UNSEEN = ("shroud", "invisib", "hidden", "unseen", "hiding", "vanish")
_DOES = re.compile(
    r"(?:what (?:does|is|do)|how (?:does|do|long (?:does|will|is)|far (?:does|can)))(?: the)?(?: spell)?(?: of)?"
    r" (?P<spell>.+?)(?: spell)? (?:do|last|work|mean|reach|go|cover)\b.*"
)


def amid_blows(reader: Reader, line: str) -> Say | Show | None:
    """The answer to such a question; None to any other, and where nobody fights."""
    if reader.state.fight is None or reader.state.prompts or not is_question(line):
        return None
    said = plain(line).rstrip("?!. ")
    return _of_sight(reader, said) or _of_a_spell(reader, said)


def _of_sight(reader: Reader, said: str) -> Say | None:
    """Whether the foes can see one of the party."""
    found = _SEEN.fullmatch(said)
    name = (found["who"] or found["other"]) if found is not None else ""
    who = next((c for c in reader.state.active() if name in called_so(c)), None)
    if not name or who is None or not reader.state.owns(reader.seat, who.id):
        return None
    hides = [one.name for one in who.conditions if any(word in one.name for word in _UNSEEN)]
    if hides:
        return Say(f"{who.name} is {hides[0].replace('-', ' ')}: nobody sees {who.name} as long as that lasts.")
    return Say(f"Nothing is known that would hide {who.name} from them.")


def _of_a_spell(reader: Reader, said: str) -> Show | None:
    """The page on a spell that is asked about by its whole name."""
    found = _DOES.fullmatch(said)
    asked = " ".join(parts(found["spell"])) if found is not None else ""
    names = (name.partition(" (")[0] for name in reader.rules.spells())
    return next((Show("spell", name) for name in names if asked and " ".join(parts(name)) == asked), None)
