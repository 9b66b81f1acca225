"""What this chapter brings: tongues that are spoken, and living up to an alignment."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.ose.basics import rulings
from underkeep.systems.ose.characters import alignment_conduct, languages, thief_skills
from underkeep.systems.ose.monsters.listings import ListingRead
from underkeep.world.fight import FightBegan

CHAPTER = Chapter(
    events=(rulings.RulingKept, ListingRead, *languages.EVENTS, *alignment_conduct.EVENTS, *thief_skills.EVENTS),
    reactions={
        FightBegan: alignment_conduct.blows_fall,
        alignment_conduct.DeviationNoted: alignment_conduct.noted,
    },
)
