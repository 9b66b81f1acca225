"""A burning light that goes from hand to hand: `Kit gives the lit torch to Wat`, `hand Wat the burning torch`."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.procedures.delve_actions import Give
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, ours
from underkeep.table.speech.wording import tokens

_HANDED = re.compile(
    r"(?:(?P<who>\w+) )?(?:gives?|hands?|pass(?:es)?)(?: (?:over|on))? (?:(?P<first>(?!the\b|her\b|his\b)\w+) )?"
    r"(?:(?:the|his|her|our) )?(?:lit|burning|lighted) (?:torch|lantern|candle|light)"
    r"(?: (?:over |on )?to (?P<last>\w+))?"
)


_FOR_EACH = re.compile(
    r"(?:lights?|gets?|makes?|readies|ready) (?:\w+ )?(?:(?:more|new"
    r"|fresh|another|other|spare) )*(?P<what>torch|lantern|candle)(?:es|s)?"
    r"(?:,|:)? (?:one |each )?(?:each )?for (?P<who>.+)"
)


def lit_for_each(reader: Reader, said: str, parse: Callable[[Reader, str], Meaning]) -> Meaning | None:
    """`Light two more torches, one for Wat and one for Kit`: each lights one."""
    found = _FOR_EACH.fullmatch(said)
    own = [tokens(c.name)[0] for c in ours(reader)]
    told = (
        re.sub(r"\b(?:and|one|another|for|the other|each)\b", " ", found["who"]).replace(",", " ").split()
        if found
        else []
    )
    if found is None or len(told) < 2 or not set(told) <= set(own):
        return None
    return parse(reader, f"{', '.join(told[:-1])} and {told[-1]} light a {found['what']}")


def handed_on(reader: Reader, said: str) -> Do | Say | None:
    """Who hands a light that burns to whom; None of any other line."""
    found = _HANDED.fullmatch(said)
    if found is None or reader.state.fight is not None:
        return None
    own = {tokens(c.name)[0]: c for c in ours(reader)}
    taker = own.get(found["first"] or found["last"] or "")
    giver = own.get(found["who"] or "")
    if taker is None:
        return None
    lights = [x for x in reader.state.lights if x.bearer in {c.id for c in ours(reader)} and x.bearer != taker.id]
    lights = [x for x in lights if giver is None or x.bearer == giver.id]
    if not lights:
        return Say(f"{giver.name if giver is not None else 'Nobody else'} bears no light that burns.")
    return Do(Give(lights[0].bearer, taker.id, lights[0].id, 1))
