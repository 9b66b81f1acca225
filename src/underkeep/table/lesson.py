"""A first delve of ten minutes: a small place made by hand, in which light, doors, listening, talk and flight come up.

The rules are the game's own; only the map and who is on it are laid out here, with the kinds that the game names.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.procedures import exploration
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.town import form_party
from underkeep.table.new_game import PARTY, Plan, first_morning, recruit_all
from underkeep.table.presets import Lesson, opening, presets
from underkeep.world.dungeon import Area, Door, Dungeon, DungeonMade, Group, Hoard, Level, Spot
from underkeep.world.gear import Item
from underkeep.world.grid import Grid, Square
from underkeep.world.party import PartyWent

NAME = "The Old Cellars"
SIZE, COINS = 4, 60
WIDTH, HEIGHT = 20, 11
SETTING = "guide"
"""Under this name a game's record says that there is a guide."""


def lesson_plan(rules: Ruleset) -> Plan:
    """A small party, as gently as the game allows."""
    gentle = presets(rules).get("gentle")
    plan = Plan(size=SIZE, levels=1)
    return plan if gentle is None else replace(plan, switches=gentle.switches, rulings=gentle.rulings)


def first_delve(rules: Ruleset, seed: int) -> Resolution:
    """A game that begins at the entrance of the old cellars."""
    taught = opening(rules).lesson
    if taught is None or rules.town is None or rules.road is None:
        raise UnderkeepError(f"{rules.title} has no first delve with a guide.")
    plan = lesson_plan(rules)
    do = first_morning(rules, seed, plan)
    form_party(do, PARTY, tuple(recruit_all(do, plan, seed)))
    rules.town.found_settlement(do)
    place = cellars(rules, taught)
    do.emit(DungeonMade(place))
    rules.road.lay_routes(do)
    do.emit(PartyWent("dungeon", place.entrance, "arrived"))
    exploration.enter(do)
    return do


def _block(left: int, top: int, right: int, bottom: int) -> tuple[Square, ...]:
    return tuple((x, y) for y in range(top, bottom + 1) for x in range(left, right + 1))


def cellars(rules: Ruleset, taught: Lesson) -> Dungeon:
    """A hall; behind a door a passage; behind one that sticks a guard room with people to talk to; from there a store
    with coins, and a den that is better left alone."""
    assert rules.dungeon is not None
    areas = [
        Area("hall", 1, "room", _block(1, 5, 4, 8), 1, "Entrance hall"),
        Area("passage", 1, "corridor", _block(5, 6, 8, 6), 0, "Passage"),
        Area("guards", 1, "room", _block(9, 4, 12, 8), 2, "Guard room"),
        Area("store", 1, "room", _block(9, 1, 12, 3), 3, "Store"),
        Area("den", 1, "room", _block(14, 5, 17, 8), 4, "Den"),
        Area("steps", 1, "corridor", ((13, 6),), 0, "Narrow way"),
    ]
    bar = rules.dungeon.barrier(taught.bar)
    doors = [
        Door("door-hall", 1, ((4, 6), (5, 6)), ("hall", "passage")),
        Door("door-guards", 1, ((8, 6), (9, 6)), ("passage", "guards"), barrier=bar),
        Door("door-store", 1, ((10, 4), (10, 3)), ("guards", "store")),
        Door("way-steps", 1, ((12, 6), (13, 6)), ("guards", "steps"), kind="opening"),
        Door("door-den", 1, ((13, 6), (14, 6)), ("steps", "den")),
    ]
    floor = {square for area in areas for square in area.squares}
    walls = tuple((x, y) for y in range(HEIGHT) for x in range(WIDTH) if (x, y) not in floor)
    return Dungeon(
        NAME,
        taught.setting,
        (Level(1, Grid(WIDTH, HEIGHT, walls)),),
        Spot(1, (2, 8), "hall"),
        {area.id: area for area in areas},
        {door.id: door for door in doors},
        {},
        {},
        {"coins": Hoard("coins", "store", (Item(taught.coin, taught.coin_name, count=COINS),), (11, 1))},
        {
            "talkers": Group("talkers", "guards", taught.talker, 2),
            "terror": Group("terror", "den", taught.terror, 1, lair=True),
        },
    )
