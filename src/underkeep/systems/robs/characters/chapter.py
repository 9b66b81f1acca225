"""What this chapter brings: experience, and what becomes of an alignment."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.robs.characters import alignment_changes, experience

CHAPTER = Chapter(events=(*experience.EVENTS, *alignment_changes.EVENTS))
