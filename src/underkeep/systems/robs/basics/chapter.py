"""What this chapter brings: the structs that this game keeps in the places the core leaves to it."""

from __future__ import annotations

from underkeep.kernel.codec import Battle, Sheet
from underkeep.procedures.chapter import Chapter
from underkeep.systems.robs.basics.battle import RobsBattle
from underkeep.systems.robs.basics.sheet import RobsSheet

CHAPTER = Chapter(own={Sheet: (RobsSheet,), Battle: (RobsBattle,)})
