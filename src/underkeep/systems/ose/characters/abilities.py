"""The six abilities and what their scores are worth."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.executes import executes
from underkeep.systems.ose.basics.compendium import CharacterClass

_BANDS = (3, 3, 3, 3, 4, 4, 6, 6, 6, 9, 9, 9, 9, 13, 13, 13, 16, 16, 18)
_MODIFIER = {3: -3, 4: -2, 6: -1, 9: 0, 13: 1, 16: 2, 18: 3}
_OPEN_DOORS = {3: 1, 4: 1, 6: 1, 9: 2, 13: 3, 16: 4, 18: 5}
_LANGUAGES = {3: 0, 4: 0, 6: 0, 9: 0, 13: 1, 16: 2, 18: 3}
_LITERACY = {
    3: "illiterate",
    4: "illiterate",
    6: "basic",
    9: "literate",
    13: "literate",
    16: "literate",
    18: "literate",
}
_INITIATIVE = {3: -2, 4: -1, 6: -1, 9: 0, 13: 1, 16: 1, 18: 2}
_REACTIONS = {3: -2, 4: -1, 6: -1, 9: 0, 13: 1, 16: 1, 18: 2}
_RETAINERS = {3: 1, 4: 2, 6: 3, 9: 4, 13: 5, 16: 6, 18: 7}
_LOYALTY = {3: 4, 4: 5, 6: 6, 9: 7, 13: 8, 16: 9, 18: 10}


def band(score: int) -> int:
    """The lowest score with the same modifiers."""
    return _BANDS[score]


@executes("ose:abilities.tables")
def modifier(score: int) -> int:
    """The column that melee, magic saves, AC, missiles and hit points share."""
    return _MODIFIER[_BANDS[score]]


@executes("ose:abilities.str.open-doors")
def open_doors_in_6(score: int) -> int:
    """In how many of six tries such strength forces a stuck door."""
    return _OPEN_DOORS[_BANDS[score]]


@executes("ose:abilities.int.languages", "ose:language.extra-by-int")
def additional_languages(score: int) -> int:
    """How many languages may be learnt beyond the native ones."""
    return _LANGUAGES[_BANDS[score]]


@executes("ose:abilities.int.languages")
def speech(score: int) -> str:
    """Ruling: abilities.question.broken-and-basic."""
    return "broken" if score <= 3 else "normal"


@executes("ose:abilities.int.literacy")
def literacy(score: int) -> str:
    """How well somebody so clever reads and writes."""
    return _LITERACY[_BANDS[score]]


@executes("ose:abilities.tables", "ose:abilities.dex.initiative")
def initiative(score: int) -> int:
    """What Dexterity does to one's own initiative."""
    return _INITIATIVE[_BANDS[score]]


@executes("ose:abilities.tables")
def reactions(score: int) -> int:
    """What Charisma does to reactions."""
    return _REACTIONS[_BANDS[score]]


@executes("ose:abilities.tables", "ose:abilities.cha.max-retainers")
def most_retainers(score: int) -> int:
    """How many retainers somebody of this Charisma may have."""
    return _RETAINERS[_BANDS[score]]


@executes("ose:abilities.tables", "ose:abilities.cha.loyalty")
def loyalty(score: int) -> int:
    """The loyalty that somebody of this Charisma finds in retainers."""
    return _LOYALTY[_BANDS[score]]


@executes(
    "ose:abilities.prime-requisite.multiple", "ose:abilities.prime-requisite.xp", "ose:advancement.prime-requisite"
)
def xp_percent(character_class: CharacterClass, scores: Mapping[str, int]) -> int:
    """One prime requisite is looked up in the table; a class with several brings its own modifiers."""
    if character_class.xp_bonuses:
        for bonus in character_class.xp_bonuses:
            if all(scores[ability] >= least for ability, least in bonus.at_least.items()):
                return bonus.percent
        return 0
    score = scores[character_class.prime_requisites[0]]
    for least, percent in ((16, 10), (13, 5), (9, 0), (6, -10)):
        if score >= least:
            return percent
    return -20
