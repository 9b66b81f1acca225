"""What this chapter brings: the facts of a fight, and what follows from a wound."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.robs.attacks import curses, damage, death, gazes_and_breath, initiative, morale, poison
from underkeep.systems.robs.basics import wounds
from underkeep.world.creature import Harmed, Healed

CHAPTER = Chapter(
    events=(wounds.Wounded, *initiative.EVENTS, *morale.EVENTS, *gazes_and_breath.EVENTS, *curses.EVENTS),
    reactions={Harmed: death.harmed, Healed: damage.on_healed},
    effects=(poison.on_hit,),
)
