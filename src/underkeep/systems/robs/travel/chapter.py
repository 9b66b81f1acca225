"""What this chapter brings: nothing of its own yet but its answers."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter

CHAPTER = Chapter()
