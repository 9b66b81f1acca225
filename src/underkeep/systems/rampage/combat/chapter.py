"""What this chapter brings: all that may be done in a fight."""

from __future__ import annotations

from underkeep.procedures import wishes
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.chapter import FIGHT, Chapter, Deed, in_fights
from underkeep.systems.rampage.attacks import attacks, manoeuvres, mounts
from underkeep.systems.rampage.basics import actions as a
from underkeep.systems.rampage.checks.healing import TakeRemedy
from underkeep.systems.rampage.combat import (
    dogs_of_war,
    improvising,
    refusals,
    remedies_in_fights,
    rounds,
    surprise_rounds,
)

_LISTED = in_fights(
    refusals.why_not,
    {
        Attack: attacks.attack,
        Move: rounds.move,
        a.Charge: rounds.charge,
        a.ChargeOn: rounds.charge_on,
        a.FollowUp: rounds.follow_up,
        a.Run: rounds.run,
        a.Stand: rounds.stand,
        a.Withdraw: rounds.withdraw,
        a.Escape: rounds.escape,
        a.Flee: rounds.flee,
        a.Rally: rounds.rally,
        a.Parry: manoeuvres.guard,
        a.ShieldParry: manoeuvres.guard,
        a.SetToReceive: manoeuvres.set_to_receive,
        a.Grapple: manoeuvres.grapple,
        a.DisarmEnemy: manoeuvres.disarm,
        a.SplitShield: manoeuvres.split_shield,
        a.KnockDown: manoeuvres.knock_down,
        a.Unhorse: mounts.unhorse,
        a.Draw: manoeuvres.draw,
        a.PickUp: manoeuvres.pick_up,
        a.Reload: manoeuvres.reload,
    },
)
_DOGS = Deed(dogs_of_war.SendDog, (FIGHT,), dogs_of_war.send, why_not=dogs_of_war.why_not, offers=dogs_of_war.offers)
_REMEDIES = Deed(
    TakeRemedy, (FIGHT,), remedies_in_fights.take, why_not=remedies_in_fights.why_not, offers=remedies_in_fights.offers
)
CHAPTER = Chapter(deeds=(*_LISTED, _DOGS, _REMEDIES), events=(*dogs_of_war.EVENTS, surprise_rounds.BattleJoined))
WISHES = wishes.chapter(improvising)
