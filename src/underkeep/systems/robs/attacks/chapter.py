"""What this chapter brings: the facts of a fight, and what follows from a wound."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.robs.attacks import death, initiative, morale, poison
from underkeep.systems.robs.basics import wounds
from underkeep.world.creature import Harmed

CHAPTER = Chapter(
    events=(wounds.Wounded, *initiative.EVENTS, *morale.EVENTS),
    reactions={Harmed: death.harmed},
    effects=(poison.on_hit,),
)
