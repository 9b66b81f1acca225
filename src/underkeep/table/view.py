"""What a seat may see of a state: a whitelist. Two states that differ only in secrets give equal views."""

from __future__ import annotations

from msgspec import Struct

from underkeep.kernel.prompt import REFEREE, Prompt
from underkeep.world.creature import Creature, Status
from underkeep.world.grid import Grid, Square
from underkeep.world.state import State


class Glimpse(Struct, frozen=True):
    """A creature as those see it who do not play it: hit points are described, not counted."""

    id: str
    name: str
    side: str
    at: Square | None
    status: Status
    health: str
    conditions: tuple[str, ...]


class View(Struct, frozen=True):
    """All that one seat knows."""

    seat: str
    now: int
    round: int
    grid: Grid | None
    mine: tuple[Creature, ...]
    others: tuple[Glimpse, ...]
    prompts: tuple[Prompt, ...]


def view(state: State, seat: str) -> View:
    """The state as `seat` may know it. The referee sees every creature whole."""
    mine = tuple(c for c in state.creatures.values() if seat == REFEREE or c.side in state.seats.get(seat, ()))
    others = tuple(glimpse(c) for c in state.creatures.values() if c not in mine)
    prompts = tuple(p for p in state.prompts if p.seat == seat or seat == REFEREE)
    return View(seat, state.now, state.fight.round if state.fight else 0, state.grid, mine, others, prompts)


def glimpse(creature: Creature) -> Glimpse:
    conditions = tuple(c.name for c in creature.conditions)
    return Glimpse(
        creature.id, creature.name, creature.side, creature.at, creature.status, health(creature), conditions
    )


def health(creature: Creature) -> str:
    """How hurt a creature looks."""
    if creature.status == "dead":
        return "dead"
    if creature.hp >= creature.max_hp:
        return "unhurt"
    if creature.hp * 2 > creature.max_hp:
        return "scratched"
    return "bloodied" if creature.hp * 4 > creature.max_hp else "near death"
