"""Lines about the traps of a place that the party knows of: whether one is still dangerous, where the gas came
from, how
one is taken apart. What has gone off strikes no more; of what is still set no more is told than that."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.table import course, naming
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, ours
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
    if not named and is_asked(said) and not _DISARMS.search(said):
        return _elsewhere(reader, said)
    if not named or any(m.role in (THING, HEAP, WAY) for m in mentions(reader, parts(said))):
        return None
    if _DISARMS.search(said) and not is_asked(said):
        return _disarmed(reader, named)
    return Say(" ".join((*_states(reader, named), *_told(reader, named)))) if is_asked(said) else None


def _elsewhere(reader: Reader, said: str) -> Say | None:
    """Of a trap that the party knows of in another place it is told where that is, and how it stands with it."""
    state = reader.state
    assert state.dungeon is not None and state.party is not None
    known = [t for t in state.dungeon.traps.values() if t.state != "hidden" and t.area in state.party.visited]
    spoken = {word for word in parts(said) if len(word) > 2}
    some = [t for t in known if (set(parts(t.seems)) - {"trap"}) & spoken and _KNOWN.search(said)]
    if not some and _AGAIN.search(said):
        some = known[-1:]
    kinds = [(naming.trap_kind(reader.rules.measures, t.seems).lower(), t) for t in some if t.state in _TELLS]
    told = [f"The {kind} in {course.area_name(state, t.area)} {_TELLS[t.state]}" for kind, t in kinds]
    return Say(" ".join(dict.fromkeys(told))) if told else None


_KNOWN = re.compile(r"\b(?:trap|traps|set off|go off|goes off|triggers?|again|still|dangerous|armed|safe)\b")
_AGAIN = re.compile(
    r"\btraps?\b.*\b(?:again|still|re ?set|once more|twice|a second time)\b|\b(?:again|still)\b.*\btraps?\b"
)


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
    tries = [a.Disarm(c.id, trap.id) for trap in traps if trap.state == "found" for c in ours(reader)]
    refused = [play.why_not(reader.rules, reader.state, reader.seat, x) for x in tries]
    why = next((r for r in refused if r is not None), None)
    return Say(why.sentence, why.rule) if why is not None else None
