"""What is told of spells when a plain question asks for them: what somebody can cast, who has a spell, what one's own
does."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.table.speech.casting_words import mends
from underkeep.table.speech.describe import describe
from underkeep.table.speech.meanings import Reader, Show, ours
from underkeep.table.speech.plain_answers import Answer, Groups, own_named
from underkeep.table.speech.spell_holders import of_one
from underkeep.table.speech.wording import parts

_ANYBODY = {"", "we", "i", "anyone", "anybody", "someone", "somebody"}
_LIKE = ("cure", "healing", "fire", "light", "protection", "detect", "charm", "sleep")
"""What people call several spells by."""


def _spells_of(reader: Reader, found: Groups) -> Show | None:
    """What somebody can cast."""
    who = own_named(reader, found["who"])
    return Show("spells", found["who"]) if who is not None and who in ours(reader) else None


def _that_spell(reader: Reader, found: Groups) -> Show | None:
    """Who has a spell, and what it does."""
    if found["who"] not in _ANYBODY and own_named(reader, found["who"]) not in ours(reader):
        return None
    known = {" ".join(parts(name.partition(" (")[0])): name.partition(" (")[0] for name in reader.rules.spells()}
    asked = " ".join(parts(found["what"]))
    if asked in known:
        return Show("spell", known[asked])
    if asked.replace(" ", "") in (joined := {name.replace(" ", ""): told for name, told in known.items()}):
        return Show("spell", joined[asked.replace(" ", "")])
    return Show("spell", asked) if asked in _LIKE and any(asked in name.split() for name in known) else None


def _what_it_does(reader: Reader, found: Groups) -> Show | None:
    """What the spells of one of the party do."""
    who = own_named(reader, found["who"])
    spells = of_one(reader.rules, reader.state, who) if who is not None and who in ours(reader) else []
    return Show("several", "\n".join(f"spell|{name}" for name in spells)) if spells else None


def _heals(reader: Reader, found: Groups) -> Show | None:
    """Whether somebody has what heals another, and how that one is."""
    who = own_named(reader, found["who"])
    if who is None or who not in ours(reader):
        return None
    ways = [x for x in reader.options.listed if getattr(x, "actor", "") == who.id and mends(reader, x)]
    told = (
        f"{who.name} can: {describe(reader.rules, reader.state, ways[0])}."
        if ways
        else f"{who.name} has nothing that heals now. Rest does, and in some towns a healer or temple."
    )
    whom = own_named(reader, found["whom"])
    return Show("several", "\n".join([f"said|{told}", *([f"party|{found['whom']}"] if whom is not None else [])]))


ANSWERS: Mapping[str, Answer] = {
    "spells": _spells_of,
    "any spell": _spells_of,
    "that spell": _that_spell,
    "what it does": _what_it_does,
    "heals": _heals,
}
