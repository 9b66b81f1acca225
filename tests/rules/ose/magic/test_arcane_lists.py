"""The arcane spells of the third to sixth levels against a second transcription of their heads."""

from __future__ import annotations

import re

import pytest

from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.magic.spell_effects import effects
from underkeep.systems.ose.magic.spells import Spell, forms, spells
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import rule

# Open Game Content under the Open Game License 1.0a: name, level, range, duration, reversed form.
HEADS = [
    ("Clairvoyance", 3, "60'", "12 turns", ""),
    ("Dispel Magic", 3, "120'", "Instant", ""),
    ("Fire Ball", 3, "240'", "Instant", ""),
    ("Fly", 3, "The caster or a creature touched", "1d6 turns +1 per level", ""),
    ("Haste", 3, "240'", "3 turns", ""),
    ("Hold Person", 3, "120'", "1 turn per level", ""),
    ("Infravision", 3, "The caster or a creature touched", "1 day", ""),
    ("Invisibility 10' Radius", 3, "120'", "Permanent (but may be broken, see below)", ""),
    ("Lightning Bolt", 3, "180'", "Instant", ""),
    ("Protection from Evil 10' Radius", 3, "10' around the caster", "12 turns", ""),
    ("Protection from Normal Missiles", 3, "30'", "12 turns", ""),
    ("Water Breathing", 3, "30'", "1 day", ""),
    ("Charm Monster", 4, "120'", "One or more days (see below)", ""),
    ("Confusion", 4, "120'", "12 rounds", ""),
    ("Dimension Door", 4, "10'", "1 round", ""),
    ("Growth of Plants", 4, "120'", "Permanent", ""),
    ("Hallucinatory Terrain", 4, "240'", "Until touched", ""),
    ("Massmorph", 4, "240'", "Permanent", ""),
    ("Polymorph Others", 4, "60'", "Permanent", ""),
    ("Polymorph Self", 4, "The caster", "6 turns +1 per level", ""),
    ("Remove Curse", 4, "The caster or a creature touched", "Instant / Permanent (curse)", "Curse"),
    ("Wall of Fire", 4, "60'", "Concentration", ""),
    ("Wall of Ice", 4, "120'", "12 turns", ""),
    ("Wizard Eye", 4, "240'", "6 turns", ""),
    ("Animate Dead", 5, "60'", "Permanent", ""),
    ("Cloudkill", 5, "30'", "6 turns", ""),
    ("Conjure Elemental", 5, "240'", "Permanent (until dismissed or slain)", ""),
    ("Contact Higher Plane", 5, "The caster", "One conversation", ""),
    ("Feeblemind", 5, "240'", "Permanent", ""),
    ("Hold Monster", 5, "120'", "6 turns +1 per level", ""),
    ("Magic Jar", 5, "The caster", "Special", ""),
    ("Pass-Wall", 5, "30'", "3 turns", ""),
    ("Telekinesis", 5, "120'", "Concentration (up to 6 rounds)", ""),
    ("Teleport", 5, "10'", "Instant", ""),
    ("Transmute Rock to Mud", 5, "120'", "3d6 days / Permanent (transmute mud to rock)", "Transmute Mud to Rock"),
    ("Wall of Stone", 5, "60'", "Permanent", ""),
    ("Anti-Magic Shell", 6, "The caster", "12 turns", ""),
    ("Control Weather", 6, "240 yards around the caster", "Concentration", ""),
    ("Death Spell", 6, "240'", "Instant", ""),
    ("Disintegrate", 6, "60'", "Instant", ""),
    ("Geas", 6, "30'", "Permanent / Instant (remove geas)", "Remove Geas"),
    ("Invisible Stalker", 6, "Summoned to caster's presence", "One mission", ""),
    ("Lower Water", 6, "240'", "10 turns", ""),
    ("Move Earth", 6, "240'", "6 turns", ""),
    ("Part Water", 6, "120'", "6 turns", ""),
    ("Projected Image", 6, "240'", "6 turns", ""),
    ("Reincarnation", 6, "Appears in the caster's presence", "Permanent", ""),
    ("Stone to Flesh", 6, "120'", "Permanent", "Flesh to Stone"),
]
SPECIAL = {
    "Until touched": "permanent",
    "Special": "permanent",
    "One conversation": "instant",
    "One mission": "permanent",
    "One or more days (see below)": "permanent",
}
OF_ITS_OWN = {"Magic Jar": 120, "Dimension Door": 10, "Teleport": 10}
"""Where a use has a range of its own beside the one in the head: possession within 120 feet."""


def lasting(spell: Spell) -> str:
    """A duration as the head of a spell has it."""
    own = spell.duration
    if own.lasts != "timed":
        return own.lasts
    if own.rounds is not None:
        return f"{own.rounds.text} rounds"
    turns = own.turns.text if own.turns is not None else ""
    if turns == "144":
        return "1 day"
    if turns == "3d6x144":
        return "3d6 days"
    if own.turns_per_level:
        return f"{turns} turns +1 per level" if turns else "1 turn per level"
    return f"{turns} turns"


def read(duration: str) -> str:
    """The same from the transcription."""
    first = duration.split(" / ")[0]
    if first in SPECIAL:
        return SPECIAL[first]
    for word in ("Permanent", "Instant", "Concentration"):
        if first.startswith(word):
            return word.lower()
    return first.replace("1 round", "1 rounds") if first == "1 round" else first


@rule("ose:magic.spell-list")
@pytest.mark.parametrize(("name", "level", "reach", "duration", "reversed_name"), HEADS, ids=[h[0] for h in HEADS])
def test_the_head_of_each_spell(name: str, level: int, reach: str, duration: str, reversed_name: str) -> None:
    spell = spells("magic-user")[name]
    assert spell.level == level
    assert (spell.reversed.name if spell.reversed is not None else "") == reversed_name
    assert lasting(spell) == read(duration)
    feet = re.fullmatch(r"(\d+)['’]", reach)
    if feet is not None:
        assert spell.range_feet == int(feet[1])
    elif "touched" in reach:
        assert spell.range_feet == 5
    else:
        assert spell.range_feet == OF_ITS_OWN.get(name, 0)


@rule("ose:magic.spell-list", "ose:creation.starting-spell-book")
def test_every_name_in_a_spell_book_is_a_spell_that_is_carried_out() -> None:
    known = spells("magic-user")
    named = [name for names in compendium.spell_books()["magic-user"].levels for name in names]
    assert sorted(named) == sorted(known) and len(named) == 72
    assert RULESET.book is not None  # whose chapters carry them out
    assert all(use.effect in effects for written in forms("magic-user").values() for use in written.uses)
