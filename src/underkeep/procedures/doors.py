"""Doors underground: trying, forcing, picking, listening, wedging."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import carrying
from underkeep.procedures import delve_actions as a
from underkeep.procedures.delving import Delving
from underkeep.procedures.resolution import Resolution
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, DoorChanged

ACTIONS = (a.OpenDoor, a.ShutDoor, a.ForceDoor, a.WedgeDoor, a.PickLock, a.Listen)
SPIKES = "iron-spikes"


def listed(door: Door, members: list[Creature]) -> list[Action]:
    """What can be tried with a door that the party knows."""
    if door.kind == "opening":
        return [a.Go(door.id)]
    wedges: list[Action] = [a.WedgeDoor(m.id, door.id) for m in members if carrying.has(m, SPIKES)]
    if door.is_open:
        return [a.Go(door.id), a.ShutDoor(door.id), *([] if door.wedged else wedges)]
    tries: list[Action] = [a.Listen(m.id, door.id) for m in members]
    if not door.tried or not door.fast:
        return [a.OpenDoor(door.id), *tries, *wedges]
    tries += [a.ForceDoor(m.id, door.id) for m in members]
    return [*tries, *(a.PickLock(m.id, door.id) for m in members if door.fast == "locked")]


def perform(do: Resolution, delving: Delving, action: Action) -> None:
    dungeon = do.state.dungeon
    assert dungeon is not None
    door = dungeon.doors[getattr(action, "door", "")]
    actor = do.state.creatures.get(getattr(action, "actor", ""))
    if isinstance(action, a.OpenDoor):
        opens = not door.fast
        do.emit(DoorChanged(replace(door, is_open=opens, tried=True), "opened" if opens else door.fast))
    elif isinstance(action, a.ShutDoor):
        do.emit(DoorChanged(replace(door, is_open=False, wedged=False), "shut"))
    elif isinstance(action, a.ForceDoor) and actor is not None:
        if delving.force_door(do, actor, door):
            do.emit(DoorChanged(replace(door, is_open=True, tried=True, fast=""), "forced", actor.id))
    elif isinstance(action, a.PickLock) and actor is not None:
        if delving.pick_lock(do, actor, door):
            do.emit(DoorChanged(replace(door, tried=True, fast=""), "unlocked", actor.id))
    elif isinstance(action, a.Listen) and actor is not None:
        beyond = door.beyond(do.state.party.at.area) if do.state.party and do.state.party.at else ""
        noise = any(g.count > 0 and g.awake for g in dungeon.groups_in(beyond))
        delving.listen(do, actor, door, noise)
    elif isinstance(action, a.WedgeDoor) and actor is not None:
        carrying.use_up(do, actor.id, SPIKES, "wedged a door")
        wedged = replace(door, wedged=True) if door.is_open else replace(door, fast="spiked", tried=True)
        do.emit(DoorChanged(wedged, "wedged open" if door.is_open else "spiked shut", actor.id))
