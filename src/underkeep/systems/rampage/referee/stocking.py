"""What a bare dungeon is filled with. The tables are stand-ins of our own."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.barriers import Bar, Material
from underkeep.systems.rampage.encounters.surprise import AMBUSH_SITE
from underkeep.systems.rampage.equipment import treasure
from underkeep.systems.rampage.exploration import traps
from underkeep.systems.rampage.monsters import wandering
from underkeep.world.dungeon import Area, Door, Dungeon, Feature, Group, Hoard, Trap

CONTENTS = ("monsters", "monsters", "trap", "ambush", "empty", "empty")
TREASURE_IN_6 = {"monsters": 3, "trap": 2, "ambush": 1, "empty": 1}
_MATERIALS: tuple[Material, ...] = ("wooden", "wooden", "wooden", "wooden", "reinforced", "stone or metal")
_LOCKS: tuple[Bar, ...] = (
    Bar("locked"),
    Bar("locked"),
    Bar("locked"),
    Bar("locked"),
    Bar("locked"),
    Bar("barred"),
    Bar("barred"),
    Bar("barred"),
    Bar("held by magic"),
    Bar("held by magic"),
    Bar("fortress gate"),
)
_CHESTS: tuple[Bar | None, ...] = (
    None,
    None,
    Bar("locked"),
    Bar("locked"),
    Bar("stuck"),
    Bar("stuck", "clay"),
)


def stock(do: Resolution, dungeon: Dungeon) -> Dungeon:
    """Every numbered area but the way in, and what its doors are made of."""
    doors = {id: _door(do, door) for id, door in dungeon.doors.items()}
    dungeon = replace(dungeon, doors=doors)
    for area in dungeon.areas.values():
        if area.number and area.id != dungeon.entrance.area:
            dungeon = _area(do, dungeon, area)
    return dungeon


def _door(do: Resolution, door: Door) -> Door:
    if not isinstance(door.barrier, Bar):
        return door
    material = do.pick(_MATERIALS, f"what {door.id} is made of")
    bar = do.pick(_LOCKS, f"what holds {door.id}") if door.barrier.sort == "locked" else door.barrier
    return replace(door, barrier=replace(bar, material=material))


def _area(do: Resolution, dungeon: Dungeon, area: Area) -> Dungeon:
    what = do.pick(CONTENTS, f"what is in {area.id}")
    guard = ""
    if what == "monsters":
        kind, count = wandering.underground(do, area.level)
        guard = do.state.opaque("group", area.id)
        awake = do.dice.roll(1, 6, f"whether they sleep in {area.id}")[0] > 1
        dungeon = _with(dungeon, "groups", Group(guard, area.id, kind, count, lair=True, awake=awake))
    elif what == "trap":
        kind = do.pick(traps.waiting_on(area.level, False), f"trap in {area.id}")
        square = do.pick(area.squares, f"where the trap in {area.id} is")
        dungeon = _with(dungeon, "traps", Trap(do.state.opaque("trap", area.id), area.id, kind, square=square))
    elif what == "ambush":
        site = Feature(do.state.opaque("feature", area.id), area.id, AMBUSH_SITE)
        dungeon = _with(dungeon, "features", site)
    if do.dice.roll(1, 6, f"treasure in {area.id}")[0] <= TREASURE_IN_6[what]:
        dungeon = _hoard(do, dungeon, area, guard)
    return dungeon


def _with(dungeon: Dungeon, kind: str, thing: Group | Trap | Hoard | Feature) -> Dungeon:
    return replace(dungeon, **{kind: {**getattr(dungeon, kind), thing.id: thing}})


def _hoard(do: Resolution, dungeon: Dungeon, area: Area, guard: str) -> Dungeon:
    """Half of what nobody guards is hidden; some lies in chests or urns, and some has a trap on it."""
    hidden = not guard and do.dice.roll(1, 2, f"whether it is hidden in {area.id}")[0] == 1
    barrier = do.pick(_CHESTS, f"what holds the treasure of {area.id}")
    id = do.state.opaque("hoard", area.id)
    hoard = Hoard(id, area.id, treasure.hoard(do, area.level), hidden=hidden, group=guard, barrier=barrier)
    dungeon = _with(dungeon, "hoards", hoard)
    if barrier is not None and do.dice.roll(1, 3, f"a trap on the treasure of {area.id}")[0] == 1:
        kind = do.pick(traps.waiting_on(area.level, True), "what trap")
        dungeon = _with(dungeon, "traps", Trap(do.state.opaque("trap", hoard.id), area.id, kind, on=hoard.id))
    return dungeon
