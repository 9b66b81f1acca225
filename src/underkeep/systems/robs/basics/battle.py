"""What this game remembers of a fight, as long as it lasts."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Battle
from underkeep.kernel.secret import Secrets, of_the_referee
from underkeep.world.state import State

TieMethod = Literal["reroll", "dex-then-d6", "simultaneous"]


class RobsBattle(Struct, Battle, frozen=True, gc=False):
    """`strength` is how many each side had at the start; `tested` are the sides and creatures whose nerve was tried.

    `hp_before` is what everybody had when those who act at the same moment began; `tie_method` is how the referee
    settles ties in initiative, None before the first of them.
    """

    secrets: ClassVar[Secrets] = of_the_referee("strength", "tested", "hp_before")

    strength: dict[str, int] = {}
    tested: tuple[str, ...] = ()
    hp_before: dict[str, int] = {}
    tie_method: TieMethod | None = None


_UNTOUCHED = RobsBattle()


def battle(state: State) -> RobsBattle:
    """What is remembered of the present fight; whole even if there is none."""
    found = state.fight.battle if state.fight is not None else None
    return found if isinstance(found, RobsBattle) else _UNTOUCHED


def with_battle(state: State, **changes: object) -> State:
    """For the evolve of a fact that changes what is remembered."""
    assert state.fight is not None
    return replace(state, fight=replace(state.fight, battle=replace(battle(state), **changes)))
