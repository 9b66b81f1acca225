"""What a bare dungeon is filled with: a situational roll for each room.

Ruling: delve-stocking. Against the party there are monsters, then a trap; for it there is treasure, or an odd place.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.numbers import roll_dhl
from underkeep.systems.robs.equipment import treasure
from underkeep.systems.robs.exploration import features, traps
from underkeep.systems.robs.monsters import wandering
from underkeep.world.dungeon import Area, Dungeon, Feature, Group, Hoard, Trap
from underkeep.world.gear import Item

STUCK_DOORS = "barred-doors"
TRAPS, ODD_PLACES = "traps", "odd-places"
MONSTERS_TO, TRAP_AT, FEATURE_AT = -2, -1, 1
TREASURE_FROM = 2


def stock(do: Resolution, dungeon: Dungeon) -> Dungeon:
    """Every numbered area but the way in. Where doors are never barred, what bars them is taken away."""
    if STUCK_DOORS not in do.state.switches:
        dungeon = replace(dungeon, doors={id: replace(d, barrier=None) for id, d in dungeon.doors.items()})
    for area in dungeon.areas.values():
        if area.number and area.id != dungeon.entrance.area:
            dungeon = _stock_area(do, dungeon, area)
    return _place_relic(do, dungeon)


@executes("robs:xp.no-treasure")
def _place_relic(do: Resolution, dungeon: Dungeon) -> Dungeon:
    """What the story is about lies in the last room of the deepest level. Ruling: delve-stocking."""
    rooms = [room for room in dungeon.rooms_on(len(dungeon.levels)) if room.id != dungeon.entrance.area]
    if not rooms:
        return dungeon
    room = rooms[-1]
    name = str(do.pick(treasure.RELICS, "what the story is about"))
    relic = Item(treasure.RELIC, name.capitalize())
    id = do.state.opaque("hoard", room.id, treasure.RELIC)
    dungeon = _with(dungeon, "hoards", Hoard(id, room.id, (relic,)))
    return replace(
        dungeon, notes={**dungeon.notes, "what the story is about": f"the {name}, in {room.name or room.number}"}
    )


@executes("robs:task.situational.roll", "robs:task.situational.reading")
def _stock_area(do: Resolution, dungeon: Dungeon, area: Area) -> Dungeon:
    """The worse the roll, the worse the monsters; the better, the more there is to find."""
    total = roll_dhl(do, f"what is in {area.id}").total
    guard, scale = "", 0
    if total <= MONSTERS_TO:
        kind = wandering.choose(do, "dungeon", area.level, total + 1)
        group = _group(do, area, kind)
        guard, scale = group.id, compendium.monsters()[kind].scale
        dungeon = _with(dungeon, "groups", group)
    elif total == TRAP_AT and TRAPS in do.state.switches:
        dungeon = _with(dungeon, "traps", _trap(do, area))
    elif total == FEATURE_AT and ODD_PLACES in do.state.switches:
        kind = str(do.pick(features.KINDS, f"feature of {area.id}"))
        dungeon = _with(dungeon, "features", Feature(do.state.opaque("feature", area.id), area.id, kind))
    found = _luck(do, area)
    if total >= TREASURE_FROM or (guard and found.total >= 0):
        dungeon = _hoard(do, dungeon, area, guard, scale, found)
    return dungeon


def _luck(do: Resolution, area: Area) -> Roll:
    """A second roll says how well a treasure is kept: guarded, hidden or trapped."""
    return roll_dhl(do, f"treasure in {area.id}")


def _group(do: Resolution, area: Area, kind: str) -> Group:
    count = wandering.number(do, kind, area.level)
    awake = roll_dhl(do, f"whether they sleep in {area.id}").total < 3
    return Group(do.state.opaque("group", area.id), area.id, kind, count, lair=True, awake=awake)


def _with(dungeon: Dungeon, kind: str, thing: Group | Trap | Hoard | Feature) -> Dungeon:
    return replace(dungeon, **{kind: {**getattr(dungeon, kind), thing.id: thing}})


def _trap(do: Resolution, area: Area) -> Trap:
    kind = do.pick(traps.waiting_on(area.level), f"trap in {area.id}")
    square = do.pick(area.squares, f"where the trap in {area.id} is")
    return Trap(do.state.opaque("trap", area.id), area.id, kind, square=square)


def _hoard(do: Resolution, dungeon: Dungeon, area: Area, guard: str, scale: int, luck: Roll) -> Dungeon:
    """What nobody guards is hidden unless the roll was good; a bad one has a trap on it."""
    id = do.state.opaque("hoard", area.id)
    hidden = not guard and luck.total < 0
    dungeon = _with(
        dungeon, "hoards", Hoard(id, area.id, treasure.hoard(do, area.level, scale), hidden=hidden, group=guard)
    )
    if not guard and luck.total <= -3 and TRAPS in do.state.switches:
        kind = do.pick(traps.on_treasure(), "what trap")
        dungeon = _with(dungeon, "traps", Trap(do.state.opaque("trap", id), area.id, kind, on=id))
    return dungeon
