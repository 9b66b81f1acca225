"""Ground that a spell has changed, for as long as a fight lasts: where one sees nothing, slips, burns or sticks.

A zone is a working on its caster's sheet. The dungeon's own map never changes.
"""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.memo import recall
from underkeep.systems.knave.basics import compendium, spell_conditions
from underkeep.systems.knave.basics.sheet import Working, sheet
from underkeep.systems.knave.basics.steps import step
from underkeep.world.creature import Creature
from underkeep.world.grid import Grid, Square
from underkeep.world.state import State

UNSEEN = frozenset({"fog", "dark", "brush"})
SLOW = frozenset({"brush", "water", "ice", "marbles"})


def workings(state: State, *kinds: str) -> list[tuple[Creature, Working]]:
    """Everything of these kinds that spells keep up, with its caster."""
    return [(c, w) for c in state.creatures.values() for w in sheet(c).workings if not kinds or w.kind in kinds]


def any_in(state: State) -> bool:
    """Whether any spell keeps anything up here."""
    return _any_among(state.creatures)


def _is_any_kept_up(creatures: dict[str, Creature]) -> bool:
    return any(sheet(c).workings for c in creatures.values())


_any_among = recall(_is_any_kept_up, most=4)


def is_in(grid: Grid, working: Working, square: Square | None) -> bool:
    return square is not None and bool(working.mask) and bool(int(working.mask, 16) & grid.bit(square))


def sees_in_dark(creature: Creature) -> bool:
    stats = compendium.monsters().get(creature.kind)
    return stats is not None and stats.sees_in_dark


def is_screened(state: State, seer: Creature, target: Creature) -> bool:
    """Whether fog, darkness or brush lies on the one or the other, so that neither can be aimed at from afar."""
    grid = state.grid
    if grid is None:
        return False
    for _, working in workings(state, *UNSEEN):
        if working.kind == "dark" and sees_in_dark(seer):
            continue
        if is_in(grid, working, seer.at) or is_in(grid, working, target.at):
            return True
    return False


def attack_modifiers(state: State, attacker: Creature, target: Creature) -> list[Modifier]:
    """Striking at what one does not see: two steps."""
    return [step("cannot see", -2)] if is_screened(state, attacker, target) else []


def is_slowed(state: State, mover: Creature) -> bool:
    """Whether the mover stands in something that halves its pace; those who fly or hover pass over it."""
    grid = state.grid
    if (
        grid is None
        or spell_conditions.feet(mover, 0, 0)[1]
        or sheet(mover).fly_feet
        or spell_conditions.is_so(mover, "flies")
    ):
        return False
    return any(is_in(grid, w, mover.at) for _, w in workings(state, *SLOW))


def is_dead_thing(creature: Creature) -> bool:
    stats = compendium.monsters().get(creature.kind)
    return stats is not None and stats.sort == "undead"


def barred_mask(state: State, mover: Creature) -> int:
    """The squares that a ward keeps this creature out of."""
    grid, barred = state.grid, 0
    if grid is None:
        return 0
    for caster, working in workings(state, "ward"):
        if caster.side == mover.side or is_in(grid, working, mover.at):
            continue
        if ("dead" in working.on and is_dead_thing(mover)) or ("living" in working.on and not is_dead_thing(mover)):
            barred |= int(working.mask, 16)
    return barred


def is_warded(state: State, attacker: Creature, target: Creature, is_ranged: bool, is_metal: bool) -> bool:
    """Whether a ward keeps this blow or shot from outside it from its target inside."""
    grid = state.grid
    if grid is None:
        return False
    for caster, working in workings(state, "ward"):
        if caster.side == attacker.side or is_in(grid, working, attacker.at) or not is_in(grid, working, target.at):
            continue
        if (is_ranged and "projectiles" in working.on) or (is_metal and "metal" in working.on):
            return True
    return False
