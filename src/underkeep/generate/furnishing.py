"""What stands in a place, what it smells of and what is heard there; and what tells of those who live nearby.

Drawn without repetition as long as there is anything new, so that no two areas look alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from underkeep.generate.choice import Chooser
from underkeep.kernel.dice import Dice
from underkeep.kernel.opaque import opaque_id
from underkeep.procedures import dressings
from underkeep.procedures.lore_questions import LoreChapter
from underkeep.world.dungeon import Area, Door, Dressing, Dungeon
from underkeep.world.grid import Square

IN_A_ROOM = (1, 2, 2, 2, 3)
IN_A_LARGE_ROOM = (2, 3, 3)
LARGE = 20
"""From so many squares on a room holds more."""
SMELL, SOUND = 65, 65
"""Chances in a hundred that a room has one; each has at least one of them."""
NEAR_A_LAIR = 60
"""Chance in a hundred that an area next to inhabitants shows it."""
MOST_DRAWS = 20
_SIDES = {(0, -1): "north", (1, 0): "east", (0, 1): "south", (-1, 0): "west"}


class _Pool:
    """Drawn without putting back; a pool that is empty is filled again."""

    def __init__(self, choose: Chooser, what: str, every: Sequence[str]) -> None:
        self._choose, self._what, self._every = choose, what, tuple(every)
        self._left: list[str] = []

    def draw(self) -> str:
        if not self._left:
            self._left = list(self._every)
        found = self._choose.one_of(self._left, self._what)
        self._left.remove(found)
        return found


def furnish(dice: Dice, dungeon: Dungeon, lore: LoreChapter | None = None, salt: str = "") -> Dungeon:
    """The dungeon with what every area looks, smells and sounds like; what somebody described stays as it is."""
    choose = Chooser(dice)
    things, passages = _kinds(choose, dungeon.setting), _things(choose, dressings.PASSAGES)
    senses = _senses(choose, dungeon.setting)
    found: dict[str, Dressing] = {}
    told = set()
    for area in dungeon.areas.values():
        if area.id in dungeon.notes:
            continue
        for _ in range(MOST_DRAWS):
            placed = _furnish_area(choose, dungeon, area, things if area.number else passages, senses, lore, salt)
            text = dressings.description(replace(dungeon, dressings=placed), area)
            if text not in told:
                break
        told.add(text)
        found |= placed
    return replace(dungeon, dressings=found)


def _kinds(choose: Chooser, setting: str) -> _Pool:
    own = [f"{setting}/{id}" for id in dressings.things().get(setting, {})]
    common = [f"{dressings.ANYWHERE}/{id}" for id in dressings.things()[dressings.ANYWHERE]]
    return _Pool(choose, "dressing", [*own, *common])


def _things(choose: Chooser, file: str) -> _Pool:
    return _Pool(choose, "dressing", [f"{file}/{id}" for id in dressings.things()[file]])


def _senses(choose: Chooser, setting: str) -> tuple[_Pool, _Pool]:
    every = dressings.senses_of()
    common, own = every[dressings.ANYWHERE], every.get(setting, every[dressings.ANYWHERE])
    smells, sounds = dict.fromkeys((*own.smells, *common.smells)), dict.fromkeys((*own.sounds, *common.sounds))
    return _Pool(choose, "smell", tuple(smells)), _Pool(choose, "sound", tuple(sounds))


def _furnish_area(
    choose: Chooser,
    dungeon: Dungeon,
    area: Area,
    things: _Pool,
    senses: tuple[_Pool, _Pool],
    lore: LoreChapter | None,
    salt: str,
) -> dict[str, Dressing]:
    many = choose.one_of(IN_A_LARGE_ROOM if len(area.squares) >= LARGE else IN_A_ROOM, "things") if area.number else 1
    drawn: list[tuple[str, str]] = [(kind, "") for kind in dict.fromkeys(things.draw() for _ in range(many))]
    drawn += _left_behind(choose, dungeon, area, lore)
    placed = [
        Dressing(opaque_id(salt, "dressing", area.id, number), area.id, kind, "thing", _square(choose, area), points)
        for number, (kind, points) in enumerate(drawn)
    ]
    smells, sounds = choose.chance(SMELL, "smell"), choose.chance(SOUND, "sound")
    if smells or not sounds:
        placed.append(Dressing(opaque_id(salt, "smell", area.id), area.id, senses[0].draw(), "smell"))
    if sounds:
        placed.append(Dressing(opaque_id(salt, "sound", area.id), area.id, senses[1].draw(), "sound"))
    return {dressing.id: dressing for dressing in placed}


def _square(choose: Chooser, area: Area) -> Square:
    return choose.one_of(area.squares, "where it stands")


def _left_behind(choose: Chooser, dungeon: Dungeon, area: Area, lore: LoreChapter | None) -> list[tuple[str, str]]:
    """What those who live here leave, or those next door, with the way to them; nothing tells of a hidden door."""
    if lore is None:
        return []
    here = [(group.kind, "") for group in dungeon.groups_in(area.id) if group.count]
    near = [
        (group.kind, _side(door, area.id))
        for door in dungeon.doors_of(area.id)
        if door.found
        for group in dungeon.groups_in(door.beyond(area.id))
        if group.count
    ]
    if not here and not (near and choose.chance(NEAR_A_LAIR, "traces")):
        return []
    kind, points = (here or near)[0]
    sorts = [sort for sort in lore.traces(kind) if sort in dressings.traces()]
    if not sorts:
        return []
    sort = choose.one_of(sorts, "trace")
    return [(f"{dressings.TRACES}/{sort}/{choose.one_of(tuple(dressings.traces()[sort]), 'trace')}", points)]


def _side(door: Door, area: str) -> str:
    here, there = door.side(area), door.side(door.beyond(area))
    return _SIDES.get((there[0] - here[0], there[1] - here[1]), "")
