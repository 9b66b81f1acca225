"""How a judgement was settled once for the whole campaign."""

from __future__ import annotations

from underkeep.kernel.prompt import ALWAYS
from underkeep.world.state import State


def stands(state: State, rule: str, default: str) -> str:
    """What the referee said once for always on a judgement, or its default."""
    said = state.standing.get(rule)
    return said.choice if said is not None and said.manner == ALWAYS else default
