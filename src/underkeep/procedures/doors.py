"""Doors underground: ways through, trying, shutting, and the attempts on what keeps them shut.

A door is open or shut, and found or not; what bars it is the game's own affair, which its attempts see to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import survey
from underkeep.procedures.chapter import DUNGEON, Deed
from underkeep.procedures.delve_actions import Listen, OpenDoor, ShutDoor
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, DoorChanged
from underkeep.world.state import State

Attempt = Callable[[Resolution, Creature, Door], None]
"""What somebody does to a door: it states the facts, also that the door gave way."""

_UNKNOWN = Refusal("The party knows of no such door here.")


def deeds() -> tuple[Deed, ...]:
    return (
        Deed(OpenDoor, (DUNGEON,), _open, _closed, _why_not_open),
        Deed(ShutDoor, (DUNGEON,), _shut, _opened, _why_not_shut),
    )


OPEN_ALREADY = "That door is open."
NOT_FOUND_FAST = "Nobody has found that door stuck or locked: try to open it first."


def attempt(kind: Callable[[str, str], Action], tries: Attempt, against: str = "") -> Deed:
    """A deed of the game's own: to get a door open that was tried and found barred, `against` one sort of bar if so."""

    def options(state: State) -> list[Action]:
        held = [door for door in closed_doors(state) if door.tried and _fits(door.bar, against)]
        return [kind(m.id, door.id) for door in held for m in state.marchers()]

    def why_not(state: State, action: Action) -> Refusal | None:
        door = known(state, action)
        if door is None or door.kind == "opening" or door.is_open:
            return _why_not_shut_door(door)
        if not (door.tried and door.bar):
            return Refusal(NOT_FOUND_FAST)
        return None if _fits(door.bar, against) else Refusal("No lock holds that door.")

    assert isinstance(kind, type)
    return Deed(kind, (DUNGEON,), partial(_handle, tries), options, why_not)


def listening(listen: Attempt) -> Deed:
    """The game's deed of listening at a shut door."""

    def options(state: State) -> list[Action]:
        return [Listen(m.id, door.id) for door in closed_doors(state) for m in state.marchers()]

    def why_not(state: State, action: Listen) -> Refusal | None:
        return _why_not_shut_door(known(state, action))

    return Deed(Listen, (DUNGEON,), partial(_handle, listen), options, why_not)


def known(state: State, action: Action) -> Door | None:
    """The door that an action means, of those the party knows here."""
    id = getattr(action, "door", "")
    return next((door for door in survey.known_doors(state) if door.id == id), None)


def has_noise_behind(state: State, door: Door) -> bool:
    """Whether anybody who is awake is on the other side."""
    dungeon, at, _ = survey.here(state)
    return any(g.count > 0 and g.awake for g in dungeon.groups_in(door.beyond(at.area)))


def _fits(bar: str, wanted: str) -> bool:
    return bar == wanted if wanted else bool(bar)


def _why_not_shut_door(door: Door | None) -> Refusal | None:
    """What speaks against handling a door that should be a shut one."""
    if door is None:
        return _UNKNOWN
    if door.kind == "opening":
        return Refusal("There is no door in that way.")
    return Refusal(OPEN_ALREADY) if door.is_open else None


def closed_doors(state: State) -> list[Door]:
    return [door for door in survey.known_doors(state) if door.kind != "opening" and not door.is_open]


def _closed(state: State) -> Iterable[Action]:
    return [OpenDoor(door.id) for door in closed_doors(state)]


def _opened(state: State) -> Iterable[Action]:
    return [ShutDoor(door.id) for door in survey.known_doors(state) if door.kind != "opening" and door.is_open]


def _why_not_open(state: State, action: OpenDoor) -> Refusal | None:
    door = known(state, action)
    refusal = _why_not_shut_door(door)
    if refusal is not None or door is None:
        return refusal
    stays = door.tried and door.bar
    return Refusal("That door was tried and will not open by itself.") if stays else None


def _why_not_shut(state: State, action: ShutDoor) -> Refusal | None:
    door = known(state, action)
    if door is None or door.kind == "opening":
        return _UNKNOWN if door is None else Refusal("There is no door in that way.")
    return None if door.is_open else Refusal("That door is shut.")


def _open(do: Resolution, action: OpenDoor) -> None:
    assert do.state.dungeon is not None
    door = do.state.dungeon.doors[action.door]
    do.emit(DoorChanged(replace(door, is_open=not door.bar, tried=True), door.bar or "opened"))


def _shut(do: Resolution, action: ShutDoor) -> None:
    assert do.state.dungeon is not None
    door = do.state.dungeon.doors[action.door]
    barrier = door.barrier.shut() if door.barrier is not None else None
    do.emit(DoorChanged(replace(door, is_open=False, barrier=barrier), "shut"))


def _handle(tries: Attempt, do: Resolution, action: Action) -> None:
    assert do.state.dungeon is not None
    actor, door = getattr(action, "actor", ""), getattr(action, "door", "")
    tries(do, do.state.creatures[actor], do.state.dungeon.doors[door])
