"""A touch that must land as a blow would."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks import attacks, defence
from underkeep.systems.robs.basics.numbers import decided_by, roll_dhl
from underkeep.systems.robs.equipment.arms import UNARMED
from underkeep.world.creature import AttackRolled


@executes("robs:spell.cure-light.reverse", "robs:magic-item.wand.staff-of-paralysis")
def lands(do: Resolution, by: str, on: str, what: str, rule: tuple[str, ...]) -> bool:
    """Whether it hits, by a roll as for any attack hand to hand."""
    attacker, target = do.state.creatures[by], do.state.creatures[on]
    modifiers = (
        *attacks.own_modifiers(do.state, attacker, UNARMED, 0),
        *attacks.melee_modifiers(do, attacker, target),
        *attacks.situation_modifiers(do, attacker, target, False),
    )
    needed = defence.difficulty(do.state, attacker, target, UNARMED, False)
    roll = roll_dhl(do, f"touch of {by} on {on}", modifiers, needed, by=attacker)
    every = (*rule, "robs:combat.attack.roll", *decided_by(roll))
    do.emit(AttackRolled(by, on, what, roll, bool(roll.success), rule=every))
    return bool(roll.success)
