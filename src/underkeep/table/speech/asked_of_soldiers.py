"""What is asked of soldiers in pay: whether they come below, where they are; and what helps whoever is poisoned."""

from __future__ import annotations

import re

from underkeep.procedures.chapter import DUNGEON, ROAD, TOWN
from underkeep.table.speech.meanings import Meaning, Reader, Say, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.wording import first_part, parts

_WHO = r"\b(?:soldiers?|mercenar(?:y|ies)|footm[ae]n|archers|crossbowmen|longbowmen|troops?|men at arms|peasants)\b"
_BELOW = re.compile(
    r"(?:and |but |so )?(?:can|could|do|does|will|would|are|is|may|who)\b.*"
    r"\b(?:dungeon|underground|below|inside|in there|down there|in with us|with us|follow|come along|enter)\b.*"
)
_WHERE = re.compile(r"(?:and |but |so )?(?:where|who|what|how many)\b.*\b(?:are|is|do|does|did|have)\b.*")
_SOLDIERS = re.compile(_WHO)
BELOW = "Soldiers hired by the month march with the party and camp outside: they do not go underground. Retainers do."
THEIRS = f"They serve for a month, and are in no list of the party. {BELOW}"
NONE = f"No soldiers are in the party's pay. {BELOW}"
_POISON = re.compile(
    r"(?:.*\b(?:poison(?:ed|ing)?|venom|dying|dies?|cure|heal|save|help|antidote|remedy)\b.*"
    r"|.*\bdo (?:anything|something) for\b.*"
    r"|how (?:long|much time) (?:has|have|does|is|can|will)\b.*\b(?:got|left|live|last|has|have)\b.*)"
)
_ASKED = re.compile(r"(?:.*[.!] ?)?(?:and |but |so )?(?:can|could|what|how|is|who|does|do|will|has|have|any|which)\b.*")


def of_soldiers_and_poison(reader: Reader, typed: str) -> Meaning | None:
    """What is answered to such a question; None of any other line."""
    if reader.state.prompts or reader.state.fight is not None or reader.state.encounter is not None:
        return None
    said = typed.rstrip("? ")
    return _of_soldiers(reader, said) or _of_poison(reader, said)


def _of_soldiers(reader: Reader, said: str) -> Say | None:
    kinds = {x.action.__name__ for x in reader.rules.book.in_scene(TOWN)}
    if place_of(reader) not in (TOWN, ROAD) or _SOLDIERS.search(said) is None or "HireSoldiers" not in kinds:
        return None
    has_some = any(type(x).__name__ == "DismissSoldiers" for x in reader.options.listed)
    if _BELOW.fullmatch(said):
        return Say(BELOW)
    if _WHERE.fullmatch(said) and (re.search(r"\bour\b|\bwhere\b", said) is not None or has_some):
        return Say(THEIRS if has_some else NONE)
    return None


def _of_poison(reader: Reader, said: str) -> Say | None:
    """Who may die, and what is there to be drunk: of one who is poisoned, or of poison itself."""
    road = reader.rules.road
    if place_of(reader) not in (TOWN, ROAD, DUNGEON) or road is None:
        return None
    if not _POISON.fullmatch(said) or not _ASKED.fullmatch(said):
        return None
    told = road.dangers(reader.state)
    if not told:
        return None
    named = {first_part(c.name) for c in ours(reader)} & set(parts(said))
    ill = set(parts(told.partition(".")[0]))
    is_meant = bool(named & ill) if named else bool(set(parts(said)) & {"poison", "poisoned", "her", "him", "antidote"})
    return Say(told) if is_meant else None
