"""Who of those who look for work is meant: `hire Sigrun as a torchbearer`, `hire a fighter` where there is one."""

from __future__ import annotations

import re

from underkeep.table.speech.meanings import Reader
from underkeep.table.speech.wording import first_part, parts

_HIRES = re.compile(r"(?P<verb>(?:\w+,? )?(?:hires?|recruits?|employs?|engages?|takes? on)) (?P<whom>.+)")
_AS = re.compile(r" (?:as|to be|for) (?:an?|the|our|my) (?!\d)[a-z -]+$")
_ONE = re.compile(r"(?:an?|the|that|this|our)(?: \w+)?? (?P<kind>[a-z -]+?)")


def named(reader: Reader, said: str) -> str:
    """The line with the name of the one who is meant, and without what that one is hired for."""
    town = reader.state.settlement
    found = _HIRES.fullmatch(said) if town is not None and town.applicants else None
    if found is None or town is None:
        return said
    whom = _AS.sub("", found["whom"])
    if first_part(whom) in [first_part(x.name) for x in town.applicants]:
        return f"{found['verb']} {whom}"
    kind = _ONE.fullmatch(whom)
    some = [x for x in town.applicants if kind is not None and parts(x.kind) == parts(kind["kind"])]
    return f"{found['verb']} {first_part(some[0].name)}" if len(some) == 1 else said
