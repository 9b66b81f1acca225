"""What this chapter brings: all that may be done in a fight."""

from __future__ import annotations

from underkeep.procedures import wishes
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.chapter import Chapter, in_fights
from underkeep.systems.rampage.attacks import attacks, manoeuvres
from underkeep.systems.rampage.basics import actions as a
from underkeep.systems.rampage.combat import improvising, refusals, rounds

CHAPTER = Chapter(
    deeds=in_fights(
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
            a.Draw: manoeuvres.draw,
            a.PickUp: manoeuvres.pick_up,
            a.Reload: manoeuvres.reload,
        },
    )
)
WISHES = wishes.chapter(improvising)
