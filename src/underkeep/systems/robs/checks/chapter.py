"""What this chapter brings: checks, contests and situations, as the game master calls for them."""

from __future__ import annotations

from underkeep.procedures.actions import CallSituation
from underkeep.procedures.chapter import Chapter, called
from underkeep.systems.robs.checks import checks, falling, healing

CHAPTER = Chapter(deeds=called(checks.why_not, checks.perform, CallSituation), events=(*checks.EVENTS, *healing.EVENTS, *falling.EVENTS))
