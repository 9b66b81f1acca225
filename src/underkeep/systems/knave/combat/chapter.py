"""What this chapter brings: all that may be done in a fight, and the answers that an attack waits for."""

from __future__ import annotations

from dataclasses import replace

from underkeep.procedures import wishes
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.chapter import Chapter, in_fights
from underkeep.procedures.delve_actions import BreakOff
from underkeep.systems.knave.attacks import attacks, monster_abilities, stunts
from underkeep.systems.knave.attacks.manoeuvres import Manoeuvre
from underkeep.systems.knave.checks import holds
from underkeep.systems.knave.combat import improvising, moves_and_actions, rounds
from underkeep.systems.knave.combat.rounds import answered, settled, with_the_action
from underkeep.systems.knave.encounters import running
from underkeep.systems.knave.equipment import inventory
from underkeep.systems.knave.magic import casting, potions

CHAPTER = Chapter(
    deeds=in_fights(
        moves_and_actions.why_not,
        {
            Attack: settled(attacks.attack),
            Move: settled(rounds.move),
            moves_and_actions.Blink: settled(rounds.blink),
            moves_and_actions.BlinkTo: settled(rounds.blink_to),
            casting.Cast: settled(casting.perform),
            casting.WriteBook: settled(casting.perform),
            stunts.Stunt: settled(stunts.attempt),
            Manoeuvre: settled(rounds.manoeuvre),
            holds.BreakFree: settled(with_the_action(holds.break_free)),
            moves_and_actions.PutOutFlames: settled(with_the_action(rounds.put_out)),
            inventory.PickUp: settled(with_the_action(inventory.pick_up)),
            potions.Quaff: settled(with_the_action(potions.drink)),
        },
    )
    + tuple(
        replace(deed, asks=running.asked)
        for deed in in_fights(moves_and_actions.why_not, {BreakOff: running.break_off})
    ),
    events=rounds.EVENTS,
    answers={
        casting.REACTION: rounds.answer_reaction,
        attacks.ASKS_FOR_POWER: answered(attacks.answer_power_attack),
        attacks.ASKS_FOR_MANOEUVRE: answered(attacks.answer_manoeuvre),
        monster_abilities.AVERT: answered(attacks.answer_avert),
    },
)
WISHES = wishes.chapter(improvising)
