"""Whom a question about a fight is about, of the foes and of one's own, and how lengths and looks are told."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.procedures.tactics import Manner
from underkeep.table import aiming
from underkeep.table.naming import by_numbers
from underkeep.table.speech.by_place import DECLARING
from underkeep.table.speech.meanings import Reader
from underkeep.table.speech.those_told import called_so
from underkeep.table.speech.wording import parts, stem
from underkeep.world.creature import Creature

OURS = {"we", "us", "our", "ours", "party", "i", "me", "my", "everyone", "everybody", "anyone", "anybody", "team"}

THEIRS = {
    "they",
    "them",
    "their",
    "theirs",
    "foe",
    "foes",
    "enemy",
    "enemies",
    "monster",
    "monsters",
    "it",
    "he",
    "she",
    "those",
    "these",
    "its",
}


def foes_of(reader: Reader, own: Sequence[Creature]) -> list[Creature]:
    return [foe for foe in reader.state.enemies_of(own[0]) if foe.at is not None]


def foes_named(reader: Reader, own: Sequence[Creature], said: str) -> list[Creature]:
    """The foes whom a question names; nobody of words that name no foe."""
    foes = foes_of(reader, own)
    kin = {word for foe in foes for word in parts(foe.name) if not word.isdecimal()}
    words = set(parts(said)) | {stem(word) for word in parts(said)}
    if re.search(r"\bfirst one\b", said) and (one := [foe for foe in foes if parts(foe.name)[-1:] == ["1"]]):
        return one
    if words & (kin | THEIRS) or re.search(r"\b(?:nearest|closest|farthest|leader|chief|boss|biggest|big one)\b", said):
        return aiming.meant(own[0], foes, re.sub(r"\b(?:first|next)\b", "", said), own) or (
            foes if words & (kin | THEIRS) else []
        )
    return []


def friends_named(own: Sequence[Creature], reader: Reader, said: str) -> list[Creature]:
    """Those of one's own side, the fallen too, whom a question names, in the order of its words."""
    words = parts(said)
    all_of_ours = [c for c in reader.state.creatures.values() if c.side == own[0].side]
    named = [c for c in all_of_ours if set(called_so(c)) & set(words)]
    return sorted(named, key=lambda c: min(words.index(w) for w in called_so(c) if w in words))


def stretch(reader: Reader, steps: int) -> str:
    measures = reader.rules.measures
    return measures.told(measures.of_squares(steps))


def is_declaring(reader: Reader) -> bool:
    fight = reader.state.fight
    return fight is not None and bool(fight.steps) and fight.step.phase == DECLARING


def manner_of(reader: Reader, creature: Creature) -> Manner | None:
    tactics = reader.rules.tactics
    return tactics.manner(reader.state, creature) if tactics is not None and creature.at is not None else None


def looks_of(foes: Sequence[Creature]) -> str:
    """How the foes look, those alike together; the most hurt first."""
    order = ("falling", "near death", "bloodied", "scratched", "unhurt")
    seen: dict[str, list[str]] = {}
    for foe in foes:
        seen.setdefault(foe.health, []).append(foe.name)
    ranked = sorted(seen, key=lambda look: order.index(look) if look in order else 0)
    return "; ".join(f"{by_numbers(seen[look])} {look}" for look in ranked) if seen else "nobody"
