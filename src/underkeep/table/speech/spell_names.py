"""Spells by the beginnings of their names: `cast prot evil`, `the xray spell`, `cure light on Aldric`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, ours
from underkeep.table.speech.wording import parts

_AFTER = re.compile(
    r"\b(?:casts?|casting|memori[sz]es?|prepares?)(?: (?:the|a|an|my|his|her))?(?: spell)? (?P<name>.+)"
)
_BEFORE = re.compile(r"\b(?:the|a|an|my|his|her) (?P<name>(?:[a-z]+ ){1,4})spell(?:book)?\b")
_MOST, _LEAST, _JOINED = 4, 3, 4
_ENDS = {"on", "at", "upon", "over", "against", "to", "with", "in", "from", "so", "and"}


def spelled(reader: Reader, said: str) -> str:
    """The line with the whole name of a spell that it has the beginning of."""
    if reader.state.prompts or reader.state.fight is not None:
        return said
    for form in (_AFTER, _BEFORE):
        found = form.search(said)
        if found is not None:
            words = found["name"].split()
            for count in range(min(_MOST, len(words)), 0, -1):
                some = [word.rstrip(",;") for word in words[:count]]
                if name := _meant(reader, some):
                    stop = "," if words[count - 1].endswith((",", ";")) else ""
                    rest = f"{name}{stop} {' '.join(words[count:])}"
                    return " ".join(f"{said[: found.start('name')]}{rest} {said[found.end('name') :]}".split())
    return said


def _meant(reader: Reader, words: Sequence[str]) -> str:
    """The one spell of whose name these are beginnings; those that one's own have come first."""
    if any(word in _ENDS for word in words[-1:]):
        return ""
    known = {" ".join(parts(name.partition(" (")[0])) for name in reader.rules.spells()}
    if " ".join(words) in known:
        return " ".join(words)
    fits = [name for name in sorted(known) if _begins(words, name.split())]
    if len(fits) > 1:
        own = _own(reader)
        fits = [name for name in fits if name in own]
    return fits[0] if len(fits) == 1 else ""


def _begins(words: Sequence[str], name: Sequence[str]) -> bool:
    """Whether the words begin some of the name's in their order, the first its first; or all joined begin it joined."""
    joined = "".join(words)
    if len(joined) >= _JOINED and "".join(name).startswith(joined):
        return True
    if not name[0].startswith(words[0]) or len(words[0]) < _LEAST:
        return False
    place = 0
    for word in words:
        while place < len(name) and not (name[place].startswith(word) and len(word) >= min(_LEAST, len(name[place]))):
            place += 1
        if place == len(name):
            return False
        place += 1
    return True


def _own(reader: Reader) -> set[str]:
    """The spells that the sheets and books of one's own have."""
    told = [
        value for c in ours(reader) for _, rows in reader.rules.card(reader.state, c).sections for _, value in rows
    ] + [item.name for c in ours(reader) for item in c.items]
    text = f" {' '.join(' '.join(parts(value)) for value in told)} "
    return {
        name for spell in reader.rules.spells() if f" {(name := ' '.join(parts(spell.partition(' (')[0])))} " in text
    }


_AIMED = re.compile(r"(?P<deed>(?:[a-z]+,? )?casts? .+?) (?:on|at|upon|over|against|through|towards?|in|into) .+")
NO_AIM = "It takes no aim: it is cast from where the caster stands."


def without_aim(reader: Reader, said: str, meant: Meaning, read: Callable[[str], Meaning | None]) -> Meaning:
    """A spell that is aimed at something though it takes no aim, as it can be cast; else what the line means."""
    found = _AIMED.fullmatch(said)
    if found is None or not isinstance(meant, Say) or reader.state.fight is not None or reader.state.prompts:
        return meant
    plain = read(found["deed"])
    takes_none = isinstance(plain, Do) and hasattr(plain.action, "spell") and not getattr(plain.action, "target", "")
    return Do(plain.action, NO_AIM) if isinstance(plain, Do) and takes_none else meant
