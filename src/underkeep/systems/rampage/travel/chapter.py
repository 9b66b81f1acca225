"""What this chapter brings: days on the road."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.rampage.travel import overland

CHAPTER = Chapter(events=overland.EVENTS)
