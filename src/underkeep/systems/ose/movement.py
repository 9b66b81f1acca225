"""Moving in a fight: up to the encounter rate, into melee, and out of it again."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures.actions import Move
from underkeep.procedures.options import NONE, Moves, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.conditions import FLEEING, SICK, has, is_helpless
from underkeep.systems.ose.sheet import sheet
from underkeep.world.creature import Creature, Fled, Moved
from underkeep.world.fight import Spent
from underkeep.world.grid import SQUARE_FEET, distance
from underkeep.world.state import State, square_of

WITHDRAW, RETREAT, MOVE = "withdraw", "retreat", "move"
MOST_ROUNDS = 60
AND_ATTACK = "ose:combat.attack.and-move"


class Withdraw(Action, frozen=True):
    """Declare a fighting withdrawal."""

    actor: str


class Retreat(Action, frozen=True):
    """Declare a retreat."""

    actor: str


def engaged(state: State, creature: Creature) -> bool:
    """ose:combat.melee.distance

    Whether an enemy that can fight stands within 5 feet.
    """
    at, side = creature.at, creature.side
    assert at is not None
    x, y = at
    for other in state.creatures.values():
        if other.side != side and other.status == "up" and other.at is not None:
            ox, oy = other.at
            if -1 <= ox - x <= 1 and -1 <= oy - y <= 1 and not (other.conditions and is_helpless(other)):
                return True
    return False


def encounter_feet(creature: Creature) -> int:
    """ose:movement.rate.two-values, movement.rate.default, combat.movement.outside-melee

    A third of the base rate; half of that for the sick.
    """
    feet = sheet(creature).movement_feet // 3
    return feet // 2 if creature.conditions and has(creature, SICK) else feet


def declarations(state: State, actor: Creature, spent: tuple[str, ...]) -> Options:
    """ose:combat.declare

    Moving while in melee must be announced before initiative.
    """
    if spent or not engaged(state, actor):
        return NONE
    return Options((Withdraw(actor.id), Retreat(actor.id)))


def move_options(state: State, actor: Creature, spent: tuple[str, ...]) -> Options:
    assert state.grid is not None
    if MOVE in spent:
        return NONE
    mask = move_mask(state, actor, spent)
    return Options((), (Moves(Move, actor.id, state.grid, mask),)) if mask else NONE


def move_mask(state: State, actor: Creature, spent: tuple[str, ...]) -> int:
    """ose:combat.movement.outside-melee, combat.movement.in-melee-only, combat.movement.withdrawal,
    combat.movement.retreat, combat.attack.and-move

    The squares a combatant may end on.
    """
    assert state.fight is not None
    squares = encounter_feet(actor) // SQUARE_FEET
    if WITHDRAW in spent:
        return backwards(state, actor, squares // 2)
    if RETREAT in spent:
        return away(state, actor, squares)
    if state.fight.round > MOST_ROUNDS or engaged(state, actor):
        return 0
    return _towards(state, actor, squares)


def _towards(state: State, actor: Creature, squares: int) -> int:
    """ose:combat.spacing.corridor

    One to a square, so a passage 10 feet wide holds a front of two. A move ends where it comes within reach of an
    enemy, for from there on only a withdrawal or a retreat is possible.
    """
    grid = state.grid
    assert grid is not None
    return grid.reach(square_of(actor), squares, state.occupied(), grid.spread(_enemies(state, actor)))


def backwards(state: State, actor: Creature, squares: int) -> int:
    """ose:combat.movement.withdrawal

    A clear path: from the first step on out of every enemy's reach.
    """
    grid = state.grid
    assert grid is not None
    threatened = grid.spread(_enemies(state, actor))
    return grid.reach(square_of(actor), squares, state.occupied() | threatened)


def away(state: State, actor: Creature, squares: int) -> int:
    """ose:combat.movement.retreat

    Any way that is open, ending out of every enemy's reach.
    """
    grid = state.grid
    assert grid is not None
    return grid.reach(square_of(actor), squares, state.occupied()) & ~grid.spread(_enemies(state, actor))


def _enemies(state: State, actor: Creature) -> int:
    grid, side = state.grid, actor.side
    assert grid is not None
    stride, mask = grid.width + 2, 0
    for c in state.creatures.values():
        if c.side != side and c.status == "up" and c.at is not None:
            mask |= 1 << ((c.at[1] + 1) * stride + c.at[0] + 1)
    return mask


def why_not_declare(state: State, actor: Creature, phase: str, spent: tuple[str, ...]) -> Refusal | None:
    if phase != "declare":
        return Refusal("That is declared before initiative.", "ose:combat.declare")
    if spent or not engaged(state, actor):
        return Refusal(f"{actor.name} is not in melee.", "ose:combat.movement.in-melee-only")
    return None


def why_not_move(state: State, actor: Creature, action: Move, spent: tuple[str, ...]) -> Refusal | None:
    grid = state.grid
    assert grid is not None and state.fight is not None
    if MOVE in spent:
        return Refusal(f"{actor.name} has moved.", "ose:combat.movement.outside-melee")
    if grid.contains(action.to) and move_mask(state, actor, spent) & grid.bit(action.to):
        return None
    if WITHDRAW in spent:
        return Refusal(f"{actor.name} has no clear path there.", "ose:combat.movement.withdrawal")
    if RETREAT in spent:
        return Refusal(f"{actor.name} cannot flee there.", "ose:combat.movement.retreat")
    if engaged(state, actor):
        return Refusal(f"{actor.name} is in melee.", "ose:combat.movement.in-melee-only")
    return Refusal(f"{actor.name} cannot get there this round.", "ose:combat.movement.outside-melee")


def declare(do: Resolution, action: Withdraw | Retreat) -> None:
    """ose:combat.declare"""
    if isinstance(action, Withdraw):
        do.emit(Spent(action.actor, WITHDRAW, rule=("ose:combat.declare", "ose:combat.movement.withdrawal")))
    else:
        do.emit(Spent(action.actor, RETREAT, rule=("ose:combat.declare", "ose:combat.movement.retreat")))


_HOW = {
    WITHDRAW: ("withdrawal", ("ose:combat.movement.withdrawal",)),
    RETREAT: ("retreat", ("ose:combat.movement.retreat",)),
}
_PLAIN = ("move", ("ose:combat.movement.outside-melee",))


def move(do: Resolution, action: Move) -> None:
    """ose:combat.movement.outside-melee, combat.movement.withdrawal, combat.movement.retreat"""
    assert do.state.fight is not None
    spent = do.state.fight.spent.get(action.actor, ())
    how, rule = _HOW.get(spent[0], _PLAIN) if spent else _PLAIN
    do.emit(Spent(action.actor, MOVE))
    do.emit(Moved(action.actor, action.to, how, rule=rule))


def run(do: Resolution, creature: Creature, rule: tuple[str, ...]) -> None:
    """A creature whose nerve broke leaves: at once if no enemy holds it, else by a retreat to the farthest square.

    Ruling: evasion.question.flee-in-combat. The cornered do not run.
    """
    state = do.state
    if not engaged(state, creature):
        do.emit(Fled(creature.id, rule=rule))
        return
    grid = state.grid
    assert grid is not None
    mask = away(state, creature, encounter_feet(creature) // SQUARE_FEET)
    if not mask:
        return
    foes = [square_of(c) for c in state.enemies_of(creature)]
    refuge = max(grid.squares(mask), key=lambda square: min(distance(square, foe) for foe in foes))
    do.emit(Spent(creature.id, RETREAT, rule=("ose:combat.movement.retreat", *rule)))
    do.emit(Spent(creature.id, MOVE))
    do.emit(Moved(creature.id, refuge, "flight", rule=rule))


def is_fleeing(creature: Creature) -> bool:
    return bool(creature.conditions) and has(creature, FLEEING)
