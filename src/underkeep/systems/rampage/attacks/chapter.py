"""What this chapter brings: the facts of a fight, and what follows from a wound or a loss."""

from __future__ import annotations

from underkeep.procedures.chapter import FIGHT, Chapter, Deed
from underkeep.systems.rampage.attacks import breath, death, events, monster_effects, morale
from underkeep.world.creature import Died, Felled, Harmed
from underkeep.world.fight import FightEnded

CHAPTER = Chapter(
    deeds=(Deed(breath.Breathe, (FIGHT,), breath.breathe, why_not=breath.why_not, offers=breath.offers),),
    events=(*events.EVENTS, *morale.EVENTS, breath.Breathed),
    reactions={
        Harmed: death.fall,
        Died: morale.check_after_loss,
        Felled: morale.check_after_loss,
        FightEnded: death.after_battle,
    },
    effects=(monster_effects.effects,),
)
