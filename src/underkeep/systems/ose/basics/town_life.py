"""What the game knows of the base town beyond what every town has: its people, its guard, and what it thinks of the
party.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import TownLife
from underkeep.kernel.secret import Secrets, of_the_referee
from underkeep.world.gear import Item
from underkeep.world.state import State

NO_HEALING = "none"


class Guard(Struct, frozen=True, gc=False):
    """Whether the guards take bribes, and the hours between their rounds in each quarter."""

    secrets: ClassVar[Secrets] = of_the_referee("is_bribable", "hours_between_rounds")

    is_bribable: bool
    hours_between_rounds: dict[str, int]


class OseTown(Struct, TownLife, frozen=True, gc=False):
    """`people` say who is to be found at each service, `healing` which cure is to be had; `company` is how many
    adventurers the party began with.

    `week` is the one whose job-seekers are about, `applicants_ever` counts them all. `tavern_day` and `gossip_day` are
    the last days on which the party looked for hirelings there, or asked for rumours. `deposits_cp`, the things that
    are `kept` and `wills` are by character. Of the party's name speak `complaints` of retainers, `has_ill_will` after
    an offer that was resented, `is_shunned` if nobody will work for it at all, and `is_outlaw` if it pays no
    taxes.
    """

    secrets: ClassVar[Secrets] = of_the_referee("week", "applicants_ever")

    population: int = 0
    ruler: str = ""
    people: dict[str, str] = {}
    healing: str = NO_HEALING
    guard: Guard | None = None
    company: int = 0
    week: int = 0
    applicants_ever: int = 0
    tavern_day: int | None = None
    gossip_day: int | None = None
    deposits_cp: dict[str, int] = {}
    kept: dict[str, tuple[Item, ...]] = {}
    wills: frozenset[str] = frozenset()
    complaints: int = 0
    has_ill_will: bool = False
    is_shunned: bool = False
    is_outlaw: bool = False


_AT_FIRST = OseTown()


def town_life(state: State) -> OseTown:
    town = state.settlement
    return (town.life if town is not None else None) or _AT_FIRST  # type: ignore[return-value]


def with_town_life(state: State, **changes: object) -> State:
    """The state with this changed of what is known of the town."""
    assert state.settlement is not None
    life = replace(town_life(state), **changes)
    return replace(state, settlement=replace(state.settlement, life=life))
