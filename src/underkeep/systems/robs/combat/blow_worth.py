"""What minds should think of a blow or a shot: which part of a foe's life it may be expected to take.

These are estimates for those who play themselves, and no rules.
"""

from __future__ import annotations

from functools import lru_cache

from underkeep.procedures.tactics import is_known, life_left
from underkeep.systems.robs.attacks import attacks, damage, ranged
from underkeep.systems.robs.attacks.defence import difficulty
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import OnHit
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.equipment.armour import worn
from underkeep.systems.robs.equipment.arms import Arm, range_penalty
from underkeep.world.creature import Creature
from underkeep.world.grid import distance
from underkeep.world.state import State, square_of

USUAL_LIFE, USUAL_GUARD = 6, 2
"""The hit points and the armour that a stranger is taken to have."""
OF_THE_HELPLESS = 0.05
"""What it is worth to strike those who are out of it anyway."""
VENOM = 2
OUT_OF_RANGE = -3
DODGING = -1


@lru_cache(maxsize=65536)
def part_taken(bonus: int, harm: int, left: int, least: int = 0) -> float:
    """The part of so many hit points that an attack takes with this much on the roll, and this much on the damage; a
    hit takes so much at `least`."""
    taken = 0
    for shown in range(-5, 6):
        if shown == 5 or (shown > -5 and shown + bonus >= 0):
            taken += (6 - abs(shown)) * min(left, max(least, shown + bonus + harm))
    return taken / (36 * left)


def worth(state: State, actor: Creature, target: Creature, arm: Arm, far: bool, bonus: int = 0) -> float:
    """The part of the target that an attack with this arm may be expected to take."""
    if target.conditions and sight.is_helpless(target):
        return OF_THE_HELPLESS
    known = is_known(state, actor, target)
    if known and damage.cannot_harm(target, arm):
        return 0.0
    bonus += sum(m.amount for m in attacks.own_modifiers(state, actor, arm, 0)) + sheet(actor).proficiencies.get(
        arm.skill, 0
    )
    bonus += _from_afar(state, actor, target, arm, known) if far else 0
    if known:
        bonus -= difficulty(state, actor, target, arm, far)
    harm = sum(m.amount for m in damage.offensive(state, actor, arm)) - _guard(state, actor, target, known)
    return part_taken(bonus, harm, life_left(state, actor, target, USUAL_LIFE), _venom(actor, arm))


def _venom(actor: Creature, arm: Arm) -> int:
    """What a hit does besides its harm, by poison or worse, is worth a point or two."""
    traits = (found for found in sheet(actor).traits if isinstance(found, OnHit))
    return VENOM if any(found.attack in ("", arm.skill, arm.kind) for found in traits) else 0


def _from_afar(state: State, actor: Creature, target: Creature, arm: Arm, known: bool) -> int:
    own = sheet(actor)
    penalty = range_penalty(arm, own.attributes["STR"], own.scale, distance(square_of(actor), square_of(target)))
    found = (OUT_OF_RANGE if penalty is None else penalty) + DODGING + int(ranged.has_aimed(state, actor, target.id))
    if known:
        found += ranged.cover(target) + ranged.size_modifier(own.scale, sheet(target).scale)
    return found


def _guard(state: State, actor: Creature, target: Creature, known: bool) -> int:
    """What takes off harm: armour, a shield, and size."""
    if not known:
        return USUAL_GUARD
    found = -sum(m.amount for m in damage.armour_defence(target))
    found -= sum(m.amount for m in damage.scale_factors(state, actor, target))
    shield = worn(target.items).shield
    return found + (1 if shield is not None else 0)
