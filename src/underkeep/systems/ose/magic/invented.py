"""Spells that stand on no list: what somebody has worked out, and how it is like a spell that does."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.sheet import OwnSpell, sheet
from underkeep.systems.ose.magic.spells import Written, forms
from underkeep.world.creature import Creature


def known(creature: Creature) -> dict[str, Written]:
    """Every form on somebody's list, and the spells that are its own."""
    own = sheet(creature)
    own_class = compendium.classes().get(own.character_class)
    return with_own(own_class.spell_list, own.own_spells) if own_class is not None and own_class.spell_list else {}


@lru_cache(maxsize=256)
def with_own(list_name: str, more: tuple[OwnSpell, ...]) -> dict[str, Written]:
    """A list, and these besides."""
    found = forms(list_name)
    return {**found, **{spell.name: _written(spell) for spell in more}} if more else found


def _written(own: OwnSpell) -> Written:
    """It does all that the spell does which it is like; it has no reversed form."""
    model = forms(own.list_name)[own.like]
    spell = replace(model.spell, name=own.name, level=own.level, reversed=None)
    return replace(model, name=own.name, spell=spell, like=own.like)
