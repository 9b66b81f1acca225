"""Doors underground: trying, forcing, picking, listening, wedging."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import carrying
from underkeep.procedures import delve_actions as a
from underkeep.procedures.delving import Delving
from underkeep.procedures.resolution import Refusal, Resolution
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


def why_not(door: Door, action: Action, actor: Creature | None) -> Refusal | None:
    """What stands against handling a known door, as far as the party can tell."""
    tried = door.tried and bool(door.fast)
    if door.kind == "opening":
        return None if isinstance(action, a.Go) else Refusal("There is no door in that way.")
    if isinstance(action, a.Go | a.ShutDoor):
        return None if door.is_open else Refusal("That door is shut.")
    if isinstance(action, a.WedgeDoor):
        if door.wedged or door.fast == "spiked":
            return Refusal("There is a spike in it already.")
        if actor is not None and not carrying.has(actor, SPIKES):
            return Refusal(f"{actor.name} has no iron spikes.")
        return Refusal("That door was tried and will not open.") if tried and not door.is_open else None
    if door.is_open:
        return Refusal("That door is open.")
    if isinstance(action, a.OpenDoor):
        return Refusal("That door was tried and will not open by itself.") if tried else None
    if isinstance(action, a.ForceDoor | a.PickLock) and not tried:
        return Refusal("Nobody has found that door stuck or locked: try to open it first.")
    return Refusal("No lock holds that door.") if isinstance(action, a.PickLock) and door.fast != "locked" else None


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
        carrying.use_up(do, actor.id, SPIKES, "wedged")
        wedged = replace(door, wedged=True) if door.is_open else replace(door, fast="spiked", tried=True)
        do.emit(DoorChanged(wedged, "wedged open" if door.is_open else "spiked shut", actor.id))
