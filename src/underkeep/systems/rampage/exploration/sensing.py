"""What elves sense of secret doors as they go by."""

from __future__ import annotations

from underkeep.kernel.event import Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.world.party import PartyWent

SENSES_ON = 5
_SENSE = "rampage:race.elf.sense-secret-doors"


class DoorSenseRolled(Note, frozen=True):
    """The judge's die for what an elf may sense."""

    creature: str
    roll: Roll
    success: bool


class DoorSensed(Note, frozen=True):
    """An elf has a feeling that something is hidden here."""

    creature: str


EVENTS: tuple[type[Event], ...] = (DoorSenseRolled, DoorSensed)


@executes("rampage:race.elf.sense-secret-doors")
def on_going(do: Resolution, event: PartyWent) -> None:
    """Where a secret door is near, each elf may notice that there is one, on 5 or more; not which."""
    dungeon = do.state.dungeon
    if event.place != "dungeon" or event.at is None or dungeon is None or do.state.party is None:
        return
    if event.how == "walk" or all(door.found for door in dungeon.doors_of(event.at.area)):
        return
    for elf in [c for c in do.state.marchers() if sheet(c).race == "elf"]:
        roll = do.roll(1, 6, f"senses of {elf.id}", needed=SENSES_ON)
        do.emit(DoorSenseRolled(elf.id, roll, bool(roll.success), rule=(_SENSE,), seats=(REFEREE,)))
        if roll.success:
            do.emit(DoorSensed(elf.id, rule=(_SENSE,)))
