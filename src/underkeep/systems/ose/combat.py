"""The combat round: its steps, who may do what in each, and moving in and out of melee."""

from __future__ import annotations

from underkeep.kernel.event import Action, Modifier
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.options import NONE, Moves, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose import attacks
from underkeep.systems.ose.abilities import modifier
from underkeep.systems.ose.morale import check_morale
from underkeep.systems.ose.sheet import sheet
from underkeep.world.creature import Creature, Died, Moved
from underkeep.world.fight import InitiativeRolled, Spent, Step, StepsPlanned
from underkeep.world.grid import SQUARE_FEET, distance
from underkeep.world.state import State, square_of

INDIVIDUAL_INITIATIVE = "individual-initiative"


class Withdraw(Action, frozen=True):
    """Declare a fighting withdrawal."""

    actor: str


class Retreat(Action, frozen=True):
    """Declare a retreat."""

    actor: str


ACTIONS = (Withdraw, Retreat)


def plan_round(do: Resolution) -> tuple[Step, ...]:
    """ose:combat.round-sequence, combat.declare

    Declarations come first; what follows is planned when initiative has been rolled.
    """
    return (Step("declare", tuple(c.id for c in do.state.active())), Step("initiative"))


def enter_step(do: Resolution, step: Step) -> None:
    if step.phase == "initiative":
        do.emit(StepsPlanned(_roll_initiative(do), rule=("ose:combat.round-sequence",)))
    elif step.phase == "morale":
        check_morale(do, step.side)


def leave_step(do: Resolution, step: Step) -> None:
    """Those who fell in a simultaneous step drop when it ends."""
    if step.together:
        for creature in do.state.active():
            if creature.hp <= 0:
                do.emit(Died(creature.id, rule=("ose:death.zero-hp", "ose:combat.initiative.ties")))


def _roll_initiative(do: Resolution) -> tuple[Step, ...]:
    """ose:combat.initiative.side, combat.initiative.ties"""
    sides = do.state.sides()
    while True:
        scores: dict[str, int] = {}
        for side in sides:
            roll = do.roll(1, 6, f"initiative of side {side}")
            scores[side] = roll.total
            do.emit(InitiativeRolled(side, roll, rule=("ose:combat.initiative.side",)))
        if len(set(scores.values())) == len(scores):
            return _steps(do.state, [(side,) for side in sorted(sides, key=lambda s: -scores[s])])
        rule = "ose:combat.initiative.ties"
        if do.ruling(rule, ("simultaneous", "re-roll"), "simultaneous") == "simultaneous":
            groups: dict[int, tuple[str, ...]] = {}
            for side in sides:
                groups[scores[side]] = (*groups.get(scores[side], ()), side)
            return _steps(do.state, [groups[score] for score in sorted(groups, reverse=True)])


def _steps(state: State, order: list[tuple[str, ...]]) -> tuple[Step, ...]:
    """Morale, movement, missiles and melee for each side in turn; slow weapons when all have acted."""
    steps: list[Step] = []
    slow: list[Step] = []
    for sides in order:
        members = [c for c in state.active() if c.side in sides]
        ids = tuple(c.id for c in members)
        late = tuple(c.id for c in members if attacks.is_slow(c))
        side, together = "+".join(sides), len(sides) > 1
        steps += [Step("morale", (), s) for s in sides]
        steps.append(Step("movement", ids, side))
        quick = tuple(id for id in ids if id not in late)
        steps += [Step("missile", quick, side, together), Step("melee", quick, side, together)]
        if late:
            slow += [Step("missile", late, side, together), Step("melee", late, side, together)]
    return (*steps, *slow)


def engaged(state: State, creature: Creature) -> bool:
    """ose:combat.melee.distance

    Whether an enemy stands within 5 feet.
    """
    at, side = creature.at, creature.side
    assert at is not None
    x, y = at
    for other in state.creatures.values():
        if other.side != side and other.status == "up" and other.at is not None:
            ox, oy = other.at
            if -1 <= ox - x <= 1 and -1 <= oy - y <= 1:
                return True
    return False


def encounter_squares(creature: Creature) -> int:
    """ose:combat.movement.outside-melee

    The encounter rate is a third of the movement rate.
    """
    return sheet(creature).movement_feet // 3 // SQUARE_FEET


def _reach(state: State, actor: Creature, squares: int) -> int:
    """Squares a combatant can move to. Ruling: a move ends where it comes within reach of an enemy."""
    grid = state.grid
    assert grid is not None
    occupied = state.occupied()
    enemies = grid.mask(square_of(c) for c in state.enemies_of(actor))
    return grid.reach(square_of(actor), squares, occupied, grid.spread(enemies))


def fight_options(state: State, actor: Creature, step: Step) -> Options:
    fight = state.fight
    assert fight is not None and state.grid is not None
    spent = fight.spent.get(actor.id, ())
    if step.phase == "declare":
        if spent or not engaged(state, actor):
            return NONE
        return Options((Withdraw(actor.id), Retreat(actor.id)))
    if step.phase == "movement":
        return _movement_options(state, actor, spent)
    if step.phase in ("missile", "melee") and "attack" not in spent and "retreat" not in spent:
        return Options(attacks.listed(state, actor, step.phase))
    return NONE


def _movement_options(state: State, actor: Creature, spent: tuple[str, ...]) -> Options:
    assert state.grid is not None
    if "move" in spent:
        return NONE
    mask = _move_mask(state, actor, spent)
    return Options((), (Moves(Move, actor.id, state.grid, mask),)) if mask else NONE


def _move_mask(state: State, actor: Creature, spent: tuple[str, ...]) -> int:
    """ose:combat.movement.outside-melee, combat.movement.in-melee-only, combat.movement.withdrawal, combat.movement.retreat"""
    squares = encounter_squares(actor)
    if "withdraw" in spent:
        return _away(state, actor, squares // 2)
    if "retreat" in spent:
        return _away(state, actor, squares)
    return 0 if engaged(state, actor) else _reach(state, actor, squares)


def _away(state: State, actor: Creature, squares: int) -> int:
    """Squares out of every enemy's reach that can be got to without passing an enemy."""
    grid = state.grid
    assert grid is not None
    enemies = grid.mask(square_of(c) for c in state.enemies_of(actor))
    return grid.reach(square_of(actor), squares, state.occupied()) & ~grid.spread(enemies)


def why_not(state: State, action: Action) -> Refusal | None:
    """The rule against an action of a creature whose step it is."""
    fight = state.fight
    assert fight is not None
    actor = state.creatures[getattr(action, "actor", "")]
    phase, spent = fight.step.phase, fight.spent.get(actor.id, ())
    if isinstance(action, Withdraw | Retreat):
        return None if phase == "declare" else Refusal("That is declared before initiative.", "ose:combat.declare")
    if isinstance(action, Move):
        return _why_not_move(state, actor, action, phase, spent)
    if isinstance(action, Attack):
        if phase not in ("missile", "melee"):
            return Refusal(f"{actor.name} cannot attack in the {phase} step.", "ose:combat.round-sequence")
        return attacks.why_not(state, actor, action, phase)
    return Refusal(f"This game has no action {type(action).__name__}.")


def _why_not_move(
    state: State, actor: Creature, action: Move, phase: str, spent: tuple[str, ...]
) -> Refusal | None:
    assert state.grid is not None
    if phase != "movement":
        return Refusal(f"{actor.name} cannot move in the {phase} step.", "ose:combat.round-sequence")
    if not state.grid.contains(action.to) or not _move_mask(state, actor, spent) & state.grid.bit(action.to):
        return Refusal(f"{actor.name} cannot get to {action.to}.", "ose:combat.movement.outside-melee")
    return None


def perform(do: Resolution, action: Action) -> None:
    if isinstance(action, Withdraw):
        do.emit(Spent(action.actor, "withdraw", rule=("ose:combat.movement.withdrawal", "ose:combat.declare")))
    elif isinstance(action, Retreat):
        do.emit(Spent(action.actor, "retreat", rule=("ose:combat.movement.retreat", "ose:combat.declare")))
    elif isinstance(action, Move):
        do.emit(Spent(action.actor, "move"))
        do.emit(Moved(action.actor, action.to, rule=("ose:combat.movement.outside-melee",)))
    elif isinstance(action, Attack):
        attacks.attack(do, action)
