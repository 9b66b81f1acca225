"""What this chapter brings: what binds a character to others."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.knave.characters import ties

CHAPTER = Chapter(events=ties.EVENTS)
