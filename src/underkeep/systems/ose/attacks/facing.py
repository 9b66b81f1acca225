"""Which way a combatant looks, and who stands at its back."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.systems.ose.basics.battle import battle
from underkeep.systems.ose.basics.conditions import BACK_TURNED, can_fight, has
from underkeep.world.creature import Creature
from underkeep.world.grid import Square
from underkeep.world.state import State


@executes("ose:combat.behind")
def is_behind(state: State, attacker: Creature, target: Creature) -> bool:
    """Whether an attack comes from behind: on one whose back is turned, or who fights hand to hand with another on the
    side away from the attacker.
    """
    if target.conditions and has(target, BACK_TURNED):
        return True
    faced = battle(state).facing.get(target.id)
    if faced is None or faced == attacker.id:
        return False
    foe = state.creatures.get(faced)
    if foe is None or foe.status != "up" or (foe.conditions and not can_fight(foe)):
        return False
    if target.at is None or attacker.at is None or foe.at is None:
        return False
    (x, y), (foe_x, foe_y) = target.at, foe.at
    if not (-1 <= foe_x - x <= 1 and -1 <= foe_y - y <= 1):
        return False
    return direction(target.at, attacker.at) == (x - foe_x, y - foe_y)


def direction(start: Square, end: Square) -> Square:
    """The one of the eight directions that is nearest to the line between two squares."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if -1 <= dx <= 1 and -1 <= dy <= 1:
        return dx, dy
    x = 0 if abs(dy) > 2 * abs(dx) else dx
    y = 0 if abs(dx) > 2 * abs(dy) else dy
    return (x > 0) - (x < 0), (y > 0) - (y < 0)
