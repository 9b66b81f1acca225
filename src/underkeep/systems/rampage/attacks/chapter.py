"""What this chapter brings: the facts of a fight, and what follows from a wound or a loss."""

from __future__ import annotations

from underkeep.procedures.chapter import FIGHT, Chapter, Deed
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import (
    bloodlust,
    breath,
    death,
    events,
    figures,
    flasks,
    ground,
    hidden_blade,
    holds,
    monster_effects,
    morale,
    mounts,
    movement,
    passing_things,
    prowess,
    rage,
)
from underkeep.systems.rampage.checks.wounds import Revived
from underkeep.world.creature import Died, Felled, Fled, Harmed, Yielded
from underkeep.world.fight import FightEnded


def _fight_over(do: Resolution, ended: FightEnded) -> None:
    death.after_battle(do, ended)
    rage.cool(do, ended)
    prowess.after_fight(do, ended)
    mounts.after_fight(do, ended)
    ground.after_fight(do, ended)
    hidden_blade.after_fight(do, ended)


def _lost(do: Resolution, lost: Died | Felled) -> None:
    rage.reveal(do, lost.creature)
    mounts.lose_the_rider(do, lost)
    morale.check_after_loss(do, lost)
    bloodlust.after_loss(do, lost)
    if isinstance(lost, Felled):
        hidden_blade.keep(do, lost)


def _gone(do: Resolution, lost: Fled | Yielded) -> None:
    if isinstance(lost, Fled):
        mounts.ride_off(do, lost)
    else:
        mounts.lose_the_rider(do, lost)
    bloodlust.after_loss(do, lost)


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
        Deed(ground.PlantPavis, (FIGHT,), ground.plant, why_not=ground.why_not, offers=ground.offers),
        Deed(ground.PullPavis, (FIGHT,), ground.pull, why_not=ground.why_not),
        Deed(
            passing_things.HandOver,
            (FIGHT,),
            passing_things.hand_over,
            why_not=passing_things.why_not,
            offers=passing_things.offers,
        ),
        Deed(passing_things.Unpack, (FIGHT,), passing_things.unpack, why_not=passing_things.why_not),
        Deed(holds.HoldShot, (FIGHT,), holds.hold_shot, why_not=holds.why_not, offers=holds.offers),
        Deed(holds.HoldMove, (FIGHT,), holds.hold_move, why_not=holds.why_not),
        Deed(mounts.Mount, (FIGHT,), mounts.mount, why_not=mounts.why_not, offers=mounts.offers),
        Deed(mounts.Dismount, (FIGHT,), mounts.dismount, why_not=mounts.why_not),
        Deed(mounts.MountAttack, (FIGHT,), mounts.attack, why_not=mounts.why_not),
        Deed(mounts.RallyMount, (FIGHT,), mounts.rally, why_not=mounts.why_not),
        Deed(prowess.Distract, (FIGHT,), prowess.distract, why_not=prowess.why_not),
    ),
    events=(
        *events.EVENTS,
        *morale.EVENTS,
        breath.Breathed,
        *prowess.EVENTS,
        *rage.EVENTS,
        *mounts.EVENTS,
        *ground.EVENTS,
        *flasks.EVENTS,
        *holds.EVENTS,
        *bloodlust.EVENTS,
    ),
    reactions={
        Harmed: death.fall,
        Died: _lost,
        Felled: _lost,
        Fled: _gone,
        Yielded: _gone,
        FightEnded: _fight_over,
        Revived: movement.make_room,
    },
    answers={holds.SHOT: holds.answer_shot, holds.STEP_ASIDE: holds.answer_avoid},
    effects=(monster_effects.effects,),
    figures=figures,
)
