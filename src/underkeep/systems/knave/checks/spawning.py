"""Monsters that come into being in the middle of things: called, split off, come through a gate."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.knave.checks.movement import nearest_free
from underkeep.world.creature import Moved
from underkeep.world.grid import Square


def spawn(do: Resolution, kind: str, side: str, beside: Square | None) -> str:
    """A monster of a kind on a side, on the free square nearest to another; its id."""
    number = 1 + sum(c.kind == kind for c in do.state.creatures.values())
    while f"{kind}-{number}" in do.state.creatures:
        number += 1
    creature = do.rules.recruit(do, Recruit(kind), f"{kind}-{number}", side)
    if beside is not None and do.state.grid is not None:
        to = nearest_free(do.state, beside)
        if to is not None:
            do.emit(Moved(creature.id, to, "deploy"))
    return creature.id
