"""What this chapter brings: the steps by which a dungeon is designed."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.ose.referee import maps

CHAPTER = Chapter(events=(maps.DesignStepTaken,))
