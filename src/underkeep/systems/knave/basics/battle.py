"""What this game remembers of a fight, as long as it lasts."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Battle
from underkeep.kernel.secret import Secrets, of_the_referee
from underkeep.world.state import State

BreakingPoint = Literal[
    "first casualty",
    "half of the forces lost",
    "leader killed",
    "alone with half its hit points",
    "attacked with what it fears",
    "something else",
]


class KnaveBattle(Struct, Battle, frozen=True, gc=False):
    """`leaders` led their sides and `may_break` is how many there were of each side that could break, when it came
    to blows.

    `order` is that of the sides. `tested` are the breaking points a side has come to, `rallied` the sides that their
    leader has called back, `frightened` those attacked with what they fear. `blinks` says how many squares away a
    creature may appear now; `animators` have animated what serves them, and the `songproof` have withstood a song.
    The `awed` are sides on which magic was worked; `drop` are the squares of a drop, in hexadecimal, `drop_feet` deep.
    """

    secrets: ClassVar[Secrets] = of_the_referee("leaders", "may_break", "tested", "rallied", "frightened")

    leaders: tuple[str, ...] = ()
    may_break: dict[str, int] = {}
    order: tuple[str, ...] = ()
    tested: dict[str, tuple[BreakingPoint, ...]] = {}
    rallied: tuple[str, ...] = ()
    frightened: tuple[str, ...] = ()
    blinks: dict[str, int] = {}
    animators: tuple[str, ...] = ()
    songproof: tuple[str, ...] = ()
    awed: tuple[str, ...] = ()
    drop: str = ""
    drop_feet: int = 0


_UNTOUCHED = KnaveBattle()


def battle(state: State) -> KnaveBattle:
    """What is remembered of the present fight; whole even if there is none."""
    found = state.fight.battle if state.fight is not None else None
    return found if isinstance(found, KnaveBattle) else _UNTOUCHED


def with_battle(state: State, **changes: object) -> State:
    """For the evolve of a fact that changes what is remembered."""
    assert state.fight is not None
    return replace(state, fight=replace(state.fight, battle=replace(battle(state), **changes)))
