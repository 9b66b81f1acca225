"""What this chapter brings: the steps in which the country was made."""

from __future__ import annotations

from underkeep.mechanics import countryside
from underkeep.procedures.chapter import Chapter

CHAPTER = Chapter(events=countryside.EVENTS)
