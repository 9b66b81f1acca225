"""Lines about a comrade who has died: what he carried lies where he fell, and the party mourns him at home."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say
from underkeep.table.speech.wording import first_part, parts
from underkeep.world.creature import Creature

_TAKES = re.compile(
    r"\b(?:takes?|gets?|grabs?|loots?|strips?|search(?:es)?|collects?|gathers?|recovers?|picks? up|fetch(?:es)?"
    r"|retrieves?|rummages?|frisks?|rifles?)\b"
)
_BODY = re.compile(
    r"\b(?:bury|buries|bur(?:y|ied)|carry|carries|drag|drags|lift|lifts|bring|burn|cremate|wrap|shoulder)\b"
)
_LOOKS = re.compile(r"\b(?:where|look|looks|find|body|corpse|remains|dead|examine|check|heal|bandage|raise|revive)\b")
WHICH = "What the fallen carried lies among this. Which is it to be?"


def of_the_dead(reader: Reader, said: str) -> Meaning | None:
    """What a line means that is about one of the party's own dead; None of any other."""
    party = reader.state.party
    if party is None or party.at is None or reader.state.fight or reader.state.encounter or reader.state.prompts:
        return None
    words = parts(said)
    named = [c for c in _fallen(reader) if first_part(c.name) in words or f"{first_part(c.name)}s" in words]
    if not named:
        return None
    if _TAKES.search(said):
        return _goods(reader, named[0])
    if _BODY.search(said) or _LOOKS.search(said):
        return Say(f"{named[0].name} is dead. The party takes its dead home, and mourns them there{_lying(reader)}.")
    return None


def _fallen(reader: Reader) -> list[Creature]:
    """The party's own who have died since it set out."""
    party = reader.state.party
    members = party.members if party is not None else ()
    return [c for id in members if (c := reader.state.creatures[id]).status == "dead"]


def _heaps(reader: Reader) -> tuple[a.TakeHoard, ...]:
    known = survey.known_hoards(reader.state)
    return tuple(a.TakeHoard(hoard.id) for hoard in known if hoard.barrier is None and not hoard.bar and hoard.items)


def _goods(reader: Reader, dead: Creature) -> Meaning:
    """What lies here is taken; of several heaps the party says which."""
    heaps = _heaps(reader)
    if not heaps:
        return Say(f"Nothing that {dead.name} carried lies here: it lies where {dead.name} fell, or was taken.")
    return Do(heaps[0]) if len(heaps) == 1 else Ask(WHICH, heaps)


def _lying(reader: Reader) -> str:
    return "; what the fallen carried lies here, to be taken" if _heaps(reader) else ""
