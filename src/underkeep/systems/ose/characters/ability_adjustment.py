"""Adjusting ability scores: two points of one for one point of a prime requisite."""

from __future__ import annotations

import re

from underkeep.errors import UnderkeepError, one
from underkeep.kernel.executes import executes
from underkeep.systems.ose.basics.compendium import CharacterClass
from underkeep.systems.ose.characters.abilities import band

LOWERABLE = ("STR", "INT", "WIS")
FLOOR = 9
TOP = 18
_CHANGE = re.compile(r"(STR|INT|WIS|DEX|CON|CHA)\s*([+-])\s*(\d{1,2})")


@executes(
    "ose:creation.adjust.lowerable", "ose:creation.adjust.not-from-prime", "ose:creation.adjust.class-constraints"
)
def donors(character_class: CharacterClass) -> list[str]:
    """The abilities that may be lowered for the sake of a prime requisite."""
    barred = {*character_class.prime_requisites, *character_class.may_not_lower}
    return [ability for ability in LOWERABLE if ability not in barred]


@executes("ose:creation.adjust.floor-9", "ose:creation.adjust.class-constraints")
def lowest(character_class: CharacterClass, ability: str) -> int:
    """How far an ability may be lowered."""
    return max(FLOOR, character_class.requirements.get(ability, FLOOR))


def sensible(character_class: CharacterClass, scores: dict[str, int]) -> dict[str, int]:
    """What a careful player does: raise a prime requisite to its next modifier with points that nobody misses."""
    changes: dict[str, int] = {}
    for prime in character_class.prime_requisites:
        goal = next((b for b in (13, 16, 18) if b > scores[prime]), TOP)
        needed = goal - scores[prime]
        spare = {
            a: (scores[a] + changes.get(a, 0) - _least(character_class, scores, a)) // 2
            for a in donors(character_class)
        }
        if 0 < needed <= sum(points for points in spare.values() if points > 0):
            changes[prime] = needed
            for ability, points in spare.items():
                used = min(needed, max(0, points))
                needed -= used
                if used:
                    changes[ability] = changes.get(ability, 0) - 2 * used
    return changes


def _least(character_class: CharacterClass, scores: dict[str, int], ability: str) -> int:
    return max(FLOOR, band(scores[ability]), character_class.requirements.get(ability, 3))


def read(text: str) -> dict[str, int]:
    """`INT-2 STR+1` as changes."""
    changes: dict[str, int] = {}
    for ability, sign, points in _CHANGE.findall(text.upper()):
        changes[ability] = changes.get(ability, 0) + int(sign + points)
    if not changes or _CHANGE.sub("", text.upper()).strip(" ,"):
        raise UnderkeepError(f'"{text[:60]}" is no adjustment; write it like "INT-2 STR+1".')
    return changes


@executes(
    "ose:creation.adjust.two-for-one",
    "ose:creation.adjust.not-from-prime",
    "ose:creation.adjust.lowerable",
    "ose:creation.adjust.floor-9",
    "ose:creation.adjust.class-constraints",
    "ose:abilities.range",
)
def adjusted(character_class: CharacterClass, scores: dict[str, int], changes: dict[str, int]) -> dict[str, int]:
    """The scores after the changes, or the rule against them. Ruling: creation.question.adjust-limits."""
    after = dict(scores)
    raised = lowered = 0
    for ability, change in changes.items():
        after[ability] += change
        if change > 0:
            raised += change
            if ability not in character_class.prime_requisites:
                sentence = f"{ability} is no prime requisite of a {character_class.name.lower()}."
                raise UnderkeepError(sentence, "ose:creation.adjust.two-for-one")
            if after[ability] > TOP:
                raise UnderkeepError(f"{ability} cannot be raised above {TOP}.", "ose:abilities.range")
        elif change < 0:
            lowered -= change
            _check_lowered(character_class, ability, -change, after[ability])
    if lowered != 2 * raised:
        sentence = "Two points must be given up for each point gained."
        raise UnderkeepError(sentence, "ose:creation.adjust.two-for-one")
    return after


def _check_lowered(character_class: CharacterClass, ability: str, points: int, left: int) -> None:
    if ability not in donors(character_class):
        sentence = f"{one(character_class.name.lower())} may not lower {ability}."
        raise UnderkeepError(sentence, _why_no_donor(character_class, ability))
    if points % 2:
        raise UnderkeepError(f"{ability} is lowered two points at a time.", "ose:creation.adjust.two-for-one")
    least = lowest(character_class, ability)
    if left < least:
        rule = "ose:creation.adjust.floor-9" if least == FLOOR else "ose:creation.adjust.class-constraints"
        raise UnderkeepError(f"{ability} cannot be lowered below {least}.", rule)


def _why_no_donor(character_class: CharacterClass, ability: str) -> str:
    if ability not in LOWERABLE:
        return "ose:creation.adjust.lowerable"
    is_prime = ability in character_class.prime_requisites
    return "ose:creation.adjust.not-from-prime" if is_prime else "ose:creation.adjust.class-constraints"
