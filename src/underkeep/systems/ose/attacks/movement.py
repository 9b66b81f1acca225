"""Moving in a fight: up to the encounter rate, into melee, and out of it again."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import GiveGround, Move
from underkeep.procedures.options import NONE, Moves, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks import blinking
from underkeep.systems.ose.attacks.field import Field, engaged, field_of
from underkeep.systems.ose.basics.battle import battle
from underkeep.systems.ose.basics.conditions import FLEEING, FLYING, IN_WATER, LEVITATING, LIFTED, SICK, SWALLOWED, has
from underkeep.systems.ose.basics.measures import SQUARE_FEET, in_yards
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.equipment.load import base_feet, swim_feet
from underkeep.world.creature import Creature, Fled, Moved
from underkeep.world.fight import Mark, Spent
from underkeep.world.grid import Grid, Square
from underkeep.world.state import State, square_of

WITHDRAW, RETREAT, MOVE = "withdraw", "retreat", "move"
MOST_ROUNDS = 60
_FRONT = 2
_BREATHLESS = ("ose:encounter.movement.max-duration",)
_CORRIDOR = "ose:combat.spacing.corridor"
AND_ATTACK = "ose:combat.attack.and-move"


class Withdraw(GiveGround, frozen=True):
    """Declare a fighting withdrawal."""


class Retreat(GiveGround, frozen=True):
    """Declare a retreat."""


class PaceKept(Event, frozen=True):
    """A creature uses its move of the round; `ends` if it does no more in this step. Rounds stood still tire nobody,
    and end a run.
    """

    creature: str
    ends: bool = False

    def evolve(self, state: State) -> State:
        fight, own, id = state.fight, battle(state), self.creature
        assert fight is not None
        spent, paces, runs = fight.spent.copy(), own.paces.copy(), own.runs.copy()
        spent[id] = (*spent.get(id, ()), MOVE)
        done = (*fight.done, id) if self.ends else fight.done
        run = runs.get(id)
        start = run[0] if run is not None and run[1] >= fight.round - 1 else square_of(state.creatures[id])
        paces[id], runs[id] = paces.get(id, 0) + 1, (start, fight.round)
        own = replace(own, paces=paces, runs=runs)
        return replace(state, fight=replace(fight, spent=spent, done=done, battle=own))


@executes(
    "ose:encounter.movement.rate",
    "ose:movement.rate.two-values",
    "ose:movement.rate.default",
    "ose:combat.movement.outside-melee",
    "ose:hazard.swim.rate",
    "ose:wilderness.yards",
)
def encounter_feet(creature: Creature, state: State | None = None) -> int:
    """A third of the base rate, which loads and hunger lower where the state is known, in yards outdoors; half of that
    for the sick and for swimmers.
    """
    if state is None:
        feet = sheet(creature).movement_feet // 3
    else:
        feet = base_feet(state, creature) // 3 * in_yards(state)
    if creature.conditions and (has(creature, SICK) or has(creature, IN_WATER)):
        return swim_feet(feet)
    return feet


@lru_cache(maxsize=1024)
def ways_out(id: str) -> Options:
    """The declarations that are open to one who is in melee."""
    return Options((Withdraw(id), Retreat(id)))


def move_options(state: State, actor: Creature, spent: tuple[Mark, ...]) -> Options:
    assert state.grid is not None
    if MOVE in spent:
        return NONE
    mask = move_mask(state, actor, spent)
    return Options((), (Moves(Move, actor.id, state.grid, mask),)) if mask else NONE


@executes(
    "ose:combat.movement.outside-melee",
    "ose:combat.movement.in-melee-only",
    "ose:combat.movement.withdrawal",
    "ose:combat.movement.retreat",
    "ose:combat.attack.and-move",
)
def move_mask(state: State, actor: Creature, spent: tuple[Mark, ...]) -> int:
    """The squares a combatant may end on."""
    if actor.conditions:
        if has(actor, LIFTED) or has(actor, SWALLOWED) or (has(actor, LEVITATING) and not has(actor, FLYING)):
            return 0
        if has(actor, FLYING):
            return _overhead(state, actor, _squares(state, actor))
    if actor.kind in blinking.blinkers():
        return blinking.anywhere(state, actor, _squares(state, actor))
    if WITHDRAW in spent:
        return backwards(state, actor, _squares(state, actor) // 2)
    if RETREAT in spent:
        return away(state, actor, _squares(state, actor))
    field = field_of(state)
    if field.besets(actor) or is_out_of_breath(state, actor):
        return 0
    return _towards(state, field, actor, _squares(state, actor))


def _squares(state: State, creature: Creature) -> int:
    return encounter_feet(creature, state) // SQUARE_FEET


def is_held_in_melee(state: State, actor: Creature) -> bool:
    """Whether an enemy beside it keeps a creature where it is: not one that flies by magic, or blinks."""
    if not engaged(state, actor) or (actor.conditions and has(actor, FLYING)):
        return False
    return actor.kind not in blinking.blinkers()


@executes("ose:combat.spacing.corridor")
def _overhead(state: State, actor: Creature, squares: int) -> int:
    """Over everybody's head, to any square where nobody stands."""
    grid, field = state.grid, field_of(state)
    assert grid is not None
    return grid.reach(square_of(actor), squares, 0) & ~field.occupied


@executes("ose:encounter.movement.max-duration")
def is_out_of_breath(state: State, creature: Creature) -> bool:
    """Encounter pace lasts sixty rounds: those in which one has moved."""
    return battle(state).paces.get(creature.id, 0) >= MOST_ROUNDS


@executes("ose:combat.spacing.corridor")
def _towards(state: State, field: Field, actor: Creature, squares: int) -> int:
    """One to a square, so a passage 10 feet wide holds a front of two. A move ends where it comes within reach of an
    enemy, for from there on only a withdrawal or a retreat is possible.
    """
    grid = field.grid
    stop = grid.spread(field.enemies[actor.side])
    if battle(state).walls:
        grid, flames = _through_walls(state, grid, actor)
        stop |= flames
    if actor.size > 1:
        stop = _for_size(grid, stop, actor.size)
    return grid.reach(square_of(actor), squares, field.occupied, stop, actor.size)


@executes("ose:magic.spell-list")
def _through_walls(state: State, grid: Grid, actor: Creature) -> tuple[Grid, int]:
    """The field as it is to one whom some magical walls do not stop, and the squares of those: a move ends in them."""
    dice = sheet(actor).level
    passed = [w.squares for w in battle(state).walls if w.passed_from_hd and dice >= w.passed_from_hd]
    squares = frozenset(square for wall in passed for square in wall)
    return _without(grid, squares), grid.mask(squares)


@lru_cache(maxsize=64)
def _without(grid: Grid, squares: frozenset[Square]) -> Grid:
    return Grid(grid.width, grid.height, tuple(s for s in grid.walls if s not in squares))


@executes("ose:combat.movement.withdrawal")
def backwards(state: State, actor: Creature, squares: int) -> int:
    """A clear path: from the first step on out of every enemy's reach."""
    grid, field = state.grid, field_of(state)
    assert grid is not None
    threatened = grid.spread(field.enemies[actor.side])
    return grid.reach(square_of(actor), squares, field.occupied | threatened, size=actor.size)


@executes("ose:combat.movement.retreat")
def away(state: State, actor: Creature, squares: int) -> int:
    """Any way that is open, ending out of every enemy's reach."""
    grid, field = state.grid, field_of(state)
    assert grid is not None
    threatened = _for_size(grid, grid.spread(field.enemies[actor.side]), actor.size)
    return grid.reach(square_of(actor), squares, field.occupied, size=actor.size) & ~threatened


def _for_size(grid: Grid, mask: int, size: int) -> int:
    """Where the upper left of something so many squares a side stands if any part of it is on the mask."""
    for _ in range(size - 1):
        mask |= mask >> 1
        mask |= mask >> grid.stride
    return mask


def why_not_declare(
    state: State, actor: Creature, action: Withdraw | Retreat, phase: str, spent: tuple[Mark, ...]
) -> Refusal | None:
    if phase != "declare":
        return Refusal("That is declared before initiative.", "ose:combat.declare")
    if spent or not engaged(state, actor):
        return Refusal(f"{actor.name} is not in melee.", "ose:combat.movement.in-melee-only")
    return None


@executes("ose:combat.spacing.corridor")
def why_not_move(state: State, actor: Creature, action: Move, phase: str, spent: tuple[Mark, ...]) -> Refusal | None:
    """In the movement step, once, and where there is a way; in a passage nobody joins a front that is full."""
    grid = state.grid
    assert grid is not None and state.fight is not None
    if not phase.endswith("movement"):
        return Refusal(f"{actor.name} cannot move in the {phase} step.", "ose:combat.round-sequence")
    if MOVE in spent:
        return Refusal(f"{actor.name} has moved.", "ose:combat.movement.outside-melee")
    if grid.contains(action.to) and move_mask(state, actor, spent) & grid.bit(action.to):
        return None
    if WITHDRAW in spent:
        return Refusal(f"{actor.name} has no clear path there.", "ose:combat.movement.withdrawal")
    if RETREAT in spent:
        return Refusal(f"{actor.name} cannot flee there.", "ose:combat.movement.retreat")
    if is_held_in_melee(state, actor):
        return Refusal(f"{actor.name} is in melee.", "ose:combat.movement.in-melee-only")
    if is_out_of_breath(state, actor):
        return Refusal(f"{actor.name} has kept up this pace long enough.", "ose:encounter.movement.max-duration")
    if grid.contains(action.to) and field_of(state).occupied & grid.bit(action.to) and _is_passage(grid, action.to):
        return Refusal("The passage has room for two abreast, and that place is taken.", _CORRIDOR)
    return Refusal(f"{actor.name} cannot get there this round.", "ose:combat.movement.outside-melee")


@executes("ose:combat.declare")
def declare(do: Resolution, action: Withdraw | Retreat) -> None:
    """Announces before initiative how the creature will leave a melee."""
    if isinstance(action, Withdraw):
        do.emit(Spent(action.actor, WITHDRAW, rule=("ose:combat.declare", "ose:combat.movement.withdrawal")))
    else:
        do.emit(Spent(action.actor, RETREAT, rule=("ose:combat.declare", "ose:combat.movement.retreat")))


_HOW: dict[Mark, tuple[str, tuple[str, ...]]] = {
    WITHDRAW: ("withdrawal", ("ose:combat.movement.withdrawal",)),
    RETREAT: ("retreat", ("ose:combat.movement.retreat",)),
}
_PLAIN = ("move", ("ose:combat.movement.outside-melee", "ose:encounter.movement.rate"))


@executes("ose:combat.movement.outside-melee", "ose:combat.movement.withdrawal", "ose:combat.movement.retreat")
def move(do: Resolution, action: Move) -> None:
    """One who came out of a melee is not done with the step: the last to come free can give the word to leave."""
    assert do.state.fight is not None
    spent = do.state.fight.spent.get(action.actor, ())
    declared = next((_HOW[mark] for mark in spent if mark in _HOW), None) if spent else None
    how, rule = declared or _PLAIN
    is_last = battle(do.state).paces.get(action.actor, 0) + 1 == MOST_ROUNDS
    do.emit(PaceKept(action.actor, ends=declared is None, rule=_BREATHLESS if is_last else ()))
    grid = do.state.grid
    assert grid is not None
    rule = (*rule, _CORRIDOR) if grid.walls and _is_passage(grid, action.to) else rule
    do.emit(Moved(action.actor, action.to, how, rule=rule))


@executes("ose:combat.spacing.corridor")
def _is_passage(grid: Grid, square: Square) -> bool:
    """Whether there is room for a front of two only, between walls."""
    floor = grid.floor
    for step in (1, grid.stride):
        front = grid.bit(square)
        for _ in range(_FRONT):
            front |= (front << step | front >> step) & floor
        if front.bit_count() <= _FRONT:
            return True
    return False


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
    mask = away(state, creature, _squares(state, creature))
    if not mask:
        return
    refuge = _farthest(grid, mask, field_of(state).enemies[creature.side], square_of(creature))
    do.emit(Spent(creature.id, RETREAT, rule=("ose:combat.movement.retreat", *rule)))
    do.emit(PaceKept(creature.id))
    do.emit(Moved(creature.id, refuge, "flight", rule=rule))


def _farthest(grid: Grid, mask: int, foes: int, start: Square) -> Square:
    """The square of the mask to which every foe has the longest way; of several the farthest from all of them
    together, and then the one that is straight ahead.
    """
    left, reached = mask, foes
    while left:
        mask = left
        grown = grid.spread(reached) & grid.floor
        if grown == reached:
            break
        reached = grown
        left = mask & ~reached
    who = tuple(grid.squares(foes))

    ahead = sum(start[0] - x for x, _ in who), sum(start[1] - y for _, y in who)

    def worth(square: Square) -> tuple[int, int, int]:
        (x, y), far = square, 0
        for foe_x, foe_y in who:
            across, down = abs(x - foe_x), abs(y - foe_y)
            far += across if across > down else down
        dx, dy = x - start[0], y - start[1]
        return far, -abs(dx * ahead[1] - dy * ahead[0]), -(dx * dx + dy * dy)

    return max(grid.squares(mask), key=worth)


def is_fleeing(creature: Creature) -> bool:
    return bool(creature.conditions) and has(creature, FLEEING)
