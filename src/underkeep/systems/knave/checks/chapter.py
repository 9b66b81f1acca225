"""What this chapter brings: wounds, healing and grips."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.knave.checks import fear, hazards, healing, holds, knowledge, wounds
from underkeep.world.creature import Felled, Yielded

CHAPTER = Chapter(
    events=(*wounds.EVENTS, *fear.EVENTS, *hazards.EVENTS, *healing.EVENTS, *holds.EVENTS, knowledge.KnowledgeTried),
    reactions={Felled: holds.on_gone, Yielded: holds.on_gone},
)
