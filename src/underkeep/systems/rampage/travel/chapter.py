"""What this chapter brings: days on the road and under the earth."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.rampage.travel import days, overland
from underkeep.world.clock import TimePassed

CHAPTER = Chapter(events=overland.EVENTS, reactions={TimePassed: days.underground})
