"""What this chapter brings: all that may be done in a fight."""

from __future__ import annotations

from underkeep.procedures import wishes
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.chapter import Chapter, in_fights
from underkeep.systems.robs.attacks import gazes_and_breath, ramming
from underkeep.systems.robs.attacks.attacks import PressAttack, Throw, attack
from underkeep.systems.robs.checks import favours
from underkeep.systems.robs.combat import improvising, rounds
from underkeep.systems.robs.magic import casting, lingering, potions, wondrous_items
from underkeep.systems.robs.magic.effects import places

CHAPTER = Chapter(
    deeds=in_fights(
        rounds.why_not,
        {
            Attack: attack,
            PressAttack: attack,
            Throw: attack,
            Move: rounds.move,
            rounds.Sprint: rounds.sprint,
            rounds.Aim: rounds.aim,
            rounds.Reload: rounds.reload,
            rounds.BreakFree: rounds.break_free,
            rounds.Wriggle: rounds.wriggle,
            ramming.Ram: rounds.ram,
            gazes_and_breath.UsePower: gazes_and_breath.use,
            casting.DeclareSpell: casting.declare,
            casting.Cast: casting.cast,
            potions.Quaff: potions.drink,
            potions.SplashWater: potions.splash,
            lingering.Wake: lingering.wake,
            lingering.Sense: lingering.sense,
            places.Tend: places.tend,
            wondrous_items.Trip: wondrous_items.trip,
            rounds.Yield: rounds.give_up,
            rounds.Flee: rounds.give_up,
            **dict.fromkeys(favours.FAVOUR_ACTIONS, favours.perform),
        },
    ),
    events=rounds.EVENTS,
)
WISHES = wishes.chapter(improvising)
