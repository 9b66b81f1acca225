"""Languages: what a class speaks, the alignment tongues, and what can be learned besides."""

from __future__ import annotations

from functools import cache

from underkeep.errors import UnderkeepError
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose import abilities, compendium
from underkeep.systems.ose.compendium import CharacterClass
from underkeep.systems.ose.monsters import monsters

TONGUES = {"Lawful": "Law tongue", "Neutral": "Neutral tongue", "Chaotic": "Chaos tongue"}
_SPECIES = {"Orc": "Orcish", "Gnome": "Gnomish"}


@cache
def spoken() -> tuple[str, ...]:
    """Every language that can be learned: those of the classes and of the intelligent humanoids."""
    known = {language for c in compendium.classes().values() for language in c.languages}
    for listing in monsters().values():
        if listing.humanoid and not listing.human and listing.mind == "intelligent":
            known.add(_SPECIES.get(listing.name, listing.name))
    return tuple(sorted(known))


def native(character_class: CharacterClass, alignment: str) -> tuple[str, ...]:
    """ose:creation.languages, language.native-by-class, language.common

    Ruling: language.question.always-or-typically.
    """
    return (*character_class.languages, TONGUES[alignment])


def learned(do: Resolution, id: str, intelligence: int, have: tuple[str, ...], wanted: str) -> tuple[str, ...]:
    """ose:abilities.int.languages, language.extra-by-int, creation.languages

    As many more as INT allows, by name or by the dice. An alignment tongue is never among them.
    """
    most = abilities.additional_languages(intelligence)
    free = [language for language in spoken() if language not in have]
    chosen = [_named(name, free) for name in wanted.split(",") if name.strip()]
    if len(chosen) > most:
        raise UnderkeepError(f"INT {intelligence} allows {most} more languages, not {len(chosen)}.")
    while len(chosen) < most and not wanted.strip():
        chosen.append(do.pick(tuple(x for x in free if x not in chosen), f"language of {id}"))
    return tuple(chosen)


def _named(name: str, free: list[str]) -> str:
    for language in free:
        if language.lower() == name.strip().lower():
            return language
    raise UnderkeepError(f'"{name.strip()[:60]}" cannot be learned; there are {", ".join(free)}.')
