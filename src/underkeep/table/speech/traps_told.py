"""Lines about the traps of a place that the party knows of: whether one is still dangerous, where the gas came
from, how
one is taken apart. What has gone off strikes no more; of what is still set no more is told than that."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.table import naming
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say
from underkeep.table.speech.mentions import HEAP, THING, WAY, mentions
from underkeep.table.speech.past_pages import spoken_of
from underkeep.table.speech.wording import parts
from underkeep.world.dungeon import Trap

_DISARMS = re.compile(r"\b(?:disarms?|disables?|defuses?|deactivates?|dismantles?|jams?|takes? apart|blocks?)\b")
_TELLS = {
    "sprung": "has gone off, and strikes no more.",
    "disarmed": "has been taken apart, and strikes no more.",
    "found": "has been found and is still set: who goes there may set it off.",
}
_IN_THE_AIR = re.compile(r"\b(?:air|breath|breathe)\b")


def of_traps(reader: Reader, said: str) -> Meaning | None:
    """What is told of a trap that is known here, or what is done with it; None of any other line."""
    known = naming.traps_here(reader.state)
    named = _named(reader, known, said)
    if not named or any(m.role in (THING, HEAP, WAY) for m in mentions(reader, parts(said))):
        return None
    if _DISARMS.search(said) and not is_asked(said):
        return _disarmed(reader, named)
    return Say(" ".join((*_states(reader, named), *_told(reader, named)))) if is_asked(said) else None


def _named(reader: Reader, known: list[Trap], said: str) -> list[Trap]:
    """The traps that a line speaks of: by their names, by what people call such a thing, or as traps."""
    words = parts(said)
    found = [trap for trap in known if any(alike(word, _words_for(reader, trap)) for word in words)]
    is_of_any = {"trap", "traps"} & set(words) and not re.search(r"\b(?:any|more|other|another|for|check)\b", said)
    return found or (known if is_of_any or (_IN_THE_AIR.search(said) and any(map(_is_vapour, known))) else [])


def _is_vapour(trap: Trap) -> bool:
    return bool(set(parts(trap.seems)) & group("trap vapour"))


def _words_for(reader: Reader, trap: Trap) -> frozenset[str]:
    own = frozenset(w for w in parts(naming.trap_name(reader.rules.measures, reader.state, trap)) if len(w) > 2)
    return own | group("trap vapour") if _is_vapour(trap) else own


def _states(reader: Reader, traps: list[Trap]) -> list[str]:
    """How it stands with each."""
    named = [(naming.trap_name(reader.rules.measures, reader.state, trap), trap.state) for trap in traps]
    return [f"The {name.lower()} here {_TELLS[state]}" for name, state in named if state in _TELLS]


def _told(reader: Reader, traps: list[Trap]) -> list[str]:
    """What was told when it went off."""
    sprung = [trap for trap in traps if trap.state == "sprung"]
    names = [naming.trap_name(reader.rules.measures, reader.state, trap) for trap in sprung]
    lines = [line for name in names for line in spoken_of(reader.heard(), name)[-1:]]
    return [f"{TOLD_BEFORE} {' '.join(dict.fromkeys(lines))}"] if lines else []


TOLD_BEFORE = "What was told of it:"


def _disarmed(reader: Reader, traps: list[Trap]) -> Meaning | None:
    """To take one apart, or why there is nothing to be taken apart."""
    listed = [x for x in reader.options.listed if isinstance(x, a.Disarm) and x.trap in [trap.id for trap in traps]]
    if listed:
        return Do(listed[0]) if len(listed) == 1 else Ask("Which is it to be?", tuple(listed))
    if all(trap.state in ("sprung", "disarmed") for trap in traps):
        return Say(f"{' '.join(_states(reader, traps))} There is nothing left to take apart.")
    return None
