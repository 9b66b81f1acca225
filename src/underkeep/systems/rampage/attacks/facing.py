"""Which way a figure faces, and from which side a blow falls."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks.events import Turned
from underkeep.systems.rampage.attacks.field import FLEEING, ends, goes_unseen, in_contact
from underkeep.systems.rampage.attacks.vision import strikes_unseen
from underkeep.systems.rampage.basics.battle import battle
from underkeep.systems.rampage.basics.surroundings import is_unlit
from underkeep.world.creature import Creature
from underkeep.world.grid import Square
from underkeep.world.state import State

_EIGHTHS = {(0, -1): 0, (1, -1): 1, (1, 0): 2, (1, 1): 3, (0, 1): 4, (-1, 1): 5, (-1, 0): 6, (-1, -1): 7}


def heading(start: Square, to: Square) -> int:
    """The nearest of eight directions, 0 up the map and then clockwise."""
    dx, dy = to[0] - start[0], to[1] - start[1]
    step_x = 0 if abs(dy) > 2 * abs(dx) else (dx > 0) - (dx < 0)
    step_y = 0 if abs(dx) > 2 * abs(dy) else (dy > 0) - (dy < 0)
    return _EIGHTHS.get((step_x, step_y), 0)


def facing(state: State, creature: str) -> int | None:
    return battle(state).facing.get(creature)


@executes(
    "rampage:combat.flank",
    "rampage:combat.rear.bonus",
    "rampage:combat.rear.on-fleeing",
    "rampage:vision.cave.rear-attack",
    "rampage:encounter.surprise.mixed-hidden",
)
def side_attacked(state: State, target: Creature, attacker: Creature) -> str:
    """Where a blow falls: front, flank or rear. The right side is the flank, the three squares behind are the rear.
    Ruling: q.rear-needs-two, both need a second attacker, but whoever flees is always taken in the rear.
    Ruling: a figure faces the way it moved or struck last, or the first enemy to come up to it.
    Who strikes from hiding, or out of a darkness that is none to him, strikes from behind.
    """
    if target.conditions and target.condition(FLEEING) is not None:
        return "rear"
    if attacker.conditions and goes_unseen(attacker):
        return "rear"
    if is_unlit(state) and strikes_unseen(state, attacker, target):
        return "rear"
    way = facing(state, target.id)
    if way is None:
        return "front"
    bearing = (heading(*ends(target, attacker)) - way) % 8
    if bearing in (0, 1, 7, 6):
        return "front"
    if all(foe.id == attacker.id for foe in in_contact(state, target)):
        return "front"
    return "flank" if bearing == 2 else "rear"


def face(do: Resolution, creature: str, target: str) -> None:
    """Face an enemy that is not in front already."""
    one, other = do.state.creatures[creature], do.state.creatures[target]
    way = facing(do.state, creature)
    wanted = heading(*ends(one, other))
    if way is not None and (wanted - way) % 8 not in (0, 1, 7):
        do.emit(Turned(creature, wanted))
