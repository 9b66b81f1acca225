"""Lines in other words that mean a deed by its own: to hurry home, to end the evening, to put one weapon away and hold
another; and a spell that is but made ready, which casts nothing."""

from __future__ import annotations

from collections.abc import Callable

from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, ours
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import first_part

_HOME, _SWAPS, _ENDS, _READIES = (pattern("put_plainly", name) for name in ("home", "swaps", "ends", "readies"))
CAST_NOW = "To be ready to cast costs nothing; nothing is cast yet. Is it to be cast now?"


def put_plainly(said: str) -> str:
    """The line in the words of the deed."""
    return _HOME.sub(r"\g<lead>go home", _SWAPS.sub(r"\g<who> wields \g<what>", said))


def ended(reader: Reader, said: str) -> Do | None:
    """The end of the evening, where the game has one and the line says so."""
    if reader.state.prompts or not _ENDS.fullmatch(said.rstrip(".! ")):
        return None
    return next((Do(x) for x in reader.options.listed if type(x).__name__ == "EndSession"), None)


def readied(reader: Reader, said: str, parse: Callable[[Reader, str], Meaning]) -> Meaning | None:
    """A spell that somebody makes ready outside a fight: it is cast only if that is wanted, and what else the line
    tells is done."""
    found = _READIES.fullmatch(said)
    if found is None or reader.state.prompts or reader.state.fight is not None:
        return None
    who = next((c for c in ours(reader) if first_part(c.name) == found["who"]), None)
    if who is None:
        return None
    cast = parse(reader, f"{found['who']} casts {found['what']}")
    actions = (cast.action,) if isinstance(cast, Do) else cast.choices if isinstance(cast, Ask) else ()
    spells = tuple(x for x in actions if hasattr(x, "spell"))
    if not found["rest"]:
        return Ask(CAST_NOW, spells) if spells else cast if isinstance(cast, Say) else None
    rest = parse(reader, found["rest"])
    note = f"{who.name} is ready: the spell is cast when that is said."
    return Do(rest.action, rest.note or note) if isinstance(rest, Do) else rest
