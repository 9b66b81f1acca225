"""What this chapter brings: the facts of a fight, and what follows from a wound or a loss."""

from __future__ import annotations

from underkeep.procedures.chapter import FIGHT, Chapter, Deed
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import breath, death, events, monster_effects, morale, prowess, rage
from underkeep.world.creature import Died, Felled, Harmed
from underkeep.world.fight import FightEnded


def _fight_over(do: Resolution, ended: FightEnded) -> None:
    death.after_battle(do, ended)
    rage.cool(do, ended)
    prowess.after_fight(do, ended)


CHAPTER = Chapter(
    deeds=(
        Deed(breath.Breathe, (FIGHT,), breath.breathe, why_not=breath.why_not, offers=breath.offers),
        Deed(prowess.MightyBlow, (FIGHT,), prowess.mighty_blow, why_not=prowess.why_not, offers=prowess.offers),
        Deed(prowess.DeadlyAttack, (FIGHT,), prowess.deadly_attack, why_not=prowess.why_not),
        Deed(prowess.CarefulAim, (FIGHT,), prowess.careful_aim, why_not=prowess.why_not),
        Deed(prowess.DaggerSurprise, (FIGHT,), prowess.dagger_surprise, why_not=prowess.why_not),
        Deed(prowess.HideDagger, (FIGHT,), prowess.hide_dagger, why_not=prowess.why_not),
        Deed(prowess.PoisonTouch, (FIGHT,), prowess.poison_touch, why_not=prowess.why_not),
        Deed(prowess.SpotInvisible, (FIGHT,), prowess.spot, why_not=prowess.why_not),
        Deed(prowess.Distract, (FIGHT,), prowess.distract, why_not=prowess.why_not),
    ),
    events=(*events.EVENTS, *morale.EVENTS, breath.Breathed, *prowess.EVENTS, *rage.EVENTS),
    reactions={
        Harmed: death.fall,
        Died: morale.check_after_loss,
        Felled: morale.check_after_loss,
        FightEnded: _fight_over,
    },
    effects=(monster_effects.effects,),
)
