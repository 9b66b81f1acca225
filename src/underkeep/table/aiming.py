"""Whom the words of a line mean: `wolf 5`, `the wolves`, `them`, `the nearest`, `the most wounded of them`."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures.options import Options
from underkeep.procedures.tactics import LOOKS
from underkeep.table import whereabouts
from underkeep.table.speech.wording import parts, stem
from underkeep.world.creature import Creature
from underkeep.world.grid import in_sight
from underkeep.world.state import State

TOGETHER = {
    "them", "all", "they", "everyone", "everybody", "lot", "both", "foes", "enemies", "monsters", "others", "ones",
    "guys", "those", "these", "bunch", "group", "bastards", "buggers", "creatures", "brutes",
}  # fmt: skip
_ONE = {
    "him", "her", "it", "foe", "enemy", "monster", "one", "guy", "creature", "thing", "beast", "bastard", "bugger",
    "something", "someone", "somebody", "anything", "anyone", "opponent", "critter", "last", "remaining", "other",
    "another", "this", "that", "target", "wretch", "villain", "brute", "fiend", "scum", "captain", "rogue", "knave",
}  # fmt: skip
_NUMBERED = {"number", "no", "the", "nr"}
_NEAREST = {"foremost", "front", "whoever", "nearest", "closest", "near", "first", "adjacent", "next"}
_NTH = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
"""One of several in the order in which they are told."""
_WHOEVER = {"whichever", "whomever", "anything", "visible"}
_HURT = {
    "wounded",
    "hurt",
    "weakest",
    "weaker",
    "injured",
    "bloodied",
    "bleeding",
    "weak",
    "dying",
    "limping",
    "bloody",
}
_FARTHEST = {"farthest", "furthest", "rear", "far", "rearmost"}
_BIGGEST = {
    "big", "biggest", "leader", "chief", "boss", "king", "captain", "strongest", "toughest", "largest", "tallest",
    "meanest", "chieftain", "shaman",
}  # fmt: skip


def meant(actor: Creature, foes: Sequence[Creature], words: str, friends: Sequence[Creature] = ()) -> list[Creature]:
    """Those whom the words name, as they look from where the actor stands; nobody if they name nobody. What `friends`
    there are tells the sides and the rows in which the foes stand."""
    if not whereabouts.placed(words):
        return _named(actor, foes, words)
    there = whereabouts.by_place(actor, friends, foes, words)
    found = _named(actor, foes, whereabouts.but_where(words))
    return [foe for foe in there if foe in found]


def _named(actor: Creature, foes: Sequence[Creature], words: str) -> list[Creature]:
    """Those whom the words name by what they are called, by how they look, or by how near they are."""
    said = set(parts(words))
    numbers = {word for word in said if word.isdecimal()}
    plain = said | {stem(word) for word in said}
    found = [foe for foe in foes if _kin(foe) & plain]
    if said & _SLEEPERS and (sleepers := [foe for foe in found or foes if _sleeps(foe)]):
        found = sleepers
    if numbers and not found and not plain - numbers - _NUMBERED:
        found = list(foes)
    found = [foe for foe in found if not numbers or numbers & set(parts(foe.name))]
    if not found and not numbers and said & (TOGETHER | _ONE | _NEAREST | _HURT | _BIGGEST | _FARTHEST | set(_NTH)):
        found = list(foes)
    if found and not numbers and (nth := next((_NTH[word] for word in parts(words) if word in _NTH), 0)):
        return found[nth - 1 : nth]
    if found and said & _BIGGEST and not said & {word for foe in found for word in _kin(foe)} & _BIGGEST:
        leads = bool(said & _LEADING)

        def bigness(foe: Creature) -> tuple[bool, int, bool, int]:
            return leads and _seems(foe, "lead"), foe.size, _seems(foe, "strength"), -_steps(actor, foe)

        return [max(found, key=bigness)]
    if found and said & _HURT:
        return [min(found, key=lambda foe: (LOOKS[foe.health], _steps(actor, foe)))]
    if found and said & _FARTHEST:
        return [max(found, key=lambda foe: _steps(actor, foe))]
    if found and said & (_NEAREST | _WHOEVER):
        return [min(found, key=lambda foe: _steps(actor, foe))]
    return found


def of_the_nearest(words: str) -> bool:
    """Whether it is left to how they stand who is meant: the nearest, or whichever can be seen."""
    return bool(set(parts(words)) & (_NEAREST | _WHOEVER))


def within_sight(state: State, actor: Creature, foes: Sequence[Creature]) -> list[Creature]:
    """Those to whom no wall bars the line."""
    grid, at = state.grid, actor.at
    if grid is None or at is None:
        return list(foes)
    return [foe for foe in foes if foe.at is not None and in_sight(grid, at, foe.at)]


_SLEEPERS = {"sleeper", "sleepers", "sleeping", "asleep"}


def _sleeps(foe: Creature) -> bool:
    """Whether somebody is seen to sleep."""
    return any("sleep" in condition.name for condition in foe.conditions)


_LEADING = {"leader", "chief", "boss", "king", "captain", "chieftain", "shaman"}


def _seems(foe: Creature, word: str) -> bool:
    """Whether what shows of somebody is told with this word: who leads the others, who is of great strength."""
    return any(word in condition.name for condition in foe.conditions)


def are_several(foes: Sequence[Creature], words: str) -> bool:
    """Whether the words speak of several: `them`, or a name in the plural."""
    said = set(parts(words))
    kin = {word for foe in foes for word in _kin(foe)}
    return bool(said & TOGETHER) or any(stem(word) != word and stem(word) in kin for word in said - kin)


def at_aim(state: State, actor: Creature, ways: Sequence[Action], aim: str) -> list[Action]:
    """Of the ways to cast a spell those that go where the words say: at one who is named, or at nobody alone."""
    foes = state.enemies_of(actor)
    named = [c.id for c in meant(actor, [*foes, *state.active(actor.side)], aim)]
    at_one = [x for x in ways if getattr(x, "target", "") in named]
    at_none = [x for x in ways if getattr(x, "target", "") not in state.creatures]
    return (at_none or at_one) if not named or are_several(foes, aim) else (at_one or at_none)


def spells_named(own: Options, spell: str) -> Options:
    """What is listed of a spell, and the squares that it may be aimed at."""
    listed = tuple(x for x in own.listed if getattr(x, "spell", "") == spell)
    aims = (m for m in own.moves if m.is_aim)
    return Options(listed, tuple(m for m in aims if getattr(m.to(m.grid.first(m.mask)), "spell", "") == spell))


def _kin(foe: Creature) -> set[str]:
    """The words of a name but for its number."""
    return {word for word in parts(foe.name) if not word.isdecimal()}


def _steps(actor: Creature, foe: Creature) -> int:
    return actor.steps_to(foe) if actor.at is not None and foe.at is not None else 0
