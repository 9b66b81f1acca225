"""What this chapter brings: the steps by which a dungeon is designed."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.ose.magic.memorising import Memorise
from underkeep.systems.ose.referee import maps, regions, seats, world_settings
from underkeep.world.party import PartyFormed, PartyJoined

CHAPTER = Chapter(
    events=(maps.DesignStepTaken, *regions.EVENTS, *world_settings.EVENTS),
    reactions={PartyFormed: world_settings.formed, PartyJoined: world_settings.joined},
    seats=seats,
    objections={Memorise: world_settings.why_not_memorise},
)
