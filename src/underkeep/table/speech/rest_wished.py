"""Days of rest in a town: so many, or until somebody is well."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.table.naming import listing
from underkeep.table.resting import DaysOfRest, wounded
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.wording import first_part, parts

_DAYS = re.compile(r"\b(?P<count>\d{1,3}|an?|one) (?P<unit>days?|nights?|weeks?)\b")
_RESTS = {
    "hang",
    "chill",
    "crash",
    "rest",
    "sleep",
    "stay",
    "heal",
    "recover",
    "recuperate",
    "recuperation",
    "lodge",
    "room",
    "wait",
    "relax",
    "pause",
    "repose",
    "bed",
    "inn",
    "nap",
    "convalesce",
    "downtime",
    "skip",
}
_WELL = {"healed", "healthy", "better", "recovered", "well", "fit", "full"}


def rest_wished(reader: Reader, said: str) -> Meaning | None:
    """So many days of rest, wherever in the line they stand; until all are well is asked about."""
    words = set(parts(said))
    if not words & _RESTS or words & {"buy", "rations", "food", "what", "how", "cost", "price"}:
        return None
    found = _DAYS.search(said)
    if found is not None:
        count = int(found["count"]) if found["count"].isdecimal() else 1
        return Do(a.RestDays(count * (7 if found["unit"].startswith("week") else 1)))
    listed = tuple(x for x in reader.options.listed if isinstance(x, a.RestDays))
    if not (words & _WELL and words & {"until", "till"} and listed):
        return None
    own = [c.id for c in ours(reader)]
    named = [c.id for c in ours(reader) if first_part(c.name) in words]
    hurt = wounded(reader.rules, reader.state, named or own)
    if not hurt:
        return Say("Nobody of those is hurt.")
    names = listing([reader.state.creatures[id].name for id in hurt])
    return Undertake(DaysOfRest(hurt), question=f"Rest day by day until {names} {_ARE_WELL[len(hurt) > 1]}?")


_ARE_WELL = ("is well", "are well")
