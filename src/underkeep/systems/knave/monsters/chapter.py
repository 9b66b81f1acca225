"""What this chapter brings: those who are met by chance, and their traces."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.knave.monsters import wandering

CHAPTER = Chapter(events=wandering.EVENTS)
