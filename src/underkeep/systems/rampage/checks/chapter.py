"""What this chapter brings: the rolls that the referee calls for."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter, called
from underkeep.systems.rampage.checks import checks

CHAPTER = Chapter(deeds=called(checks.why_not, checks.perform))
