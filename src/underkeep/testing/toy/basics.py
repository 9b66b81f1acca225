"""The sheet, what the game remembers, what bars a door, and the one chance there is."""

from __future__ import annotations

from msgspec import Struct

from underkeep.kernel.codec import Barrier, Campaign, Sheet
from underkeep.procedures.chapter import Chapter
from underkeep.procedures.resolution import Resolution
from underkeep.world.encounter import ChanceRolled
from underkeep.world.measures import Measures
from underkeep.world.state import State

MEASURES = Measures("paces", "pace", "p", square=5, road_unit="leagues")
HIT_POINTS = 3
STEPS = 6


def everything(do: Resolution) -> tuple[str, ...]:
    """The one rule there is, of the toy or of the game that is made from it."""
    return (f"{do.rules.id}:everything",)


class ToySheet(Struct, Sheet, frozen=True):
    sort: str


class ToyCampaign(Struct, Campaign, frozen=True):
    """How many delves came to an end, and whether the last day on the road was one of rest."""

    delves: int = 0
    rested: bool = False


def campaign(state: State) -> ToyCampaign:
    return state.campaign if isinstance(state.campaign, ToyCampaign) else ToyCampaign()


class ToyBar(Struct, Barrier, frozen=True, tag=True):
    """A door that sticks, or a lock that takes so many successes; one that is jammed takes force."""

    sort: str
    left: int = 1
    jammed: bool = False

    @property
    def word(self) -> str:
        return "jammed" if self.jammed else self.sort


def chance(do: Resolution, what: str, who: str = "") -> bool:
    roll = do.roll(1, 6, what, needed=4)
    do.emit(ChanceRolled(what, roll, bool(roll.success), who, rule=everything(do)))
    return bool(roll.success)


BASICS = Chapter(own={Sheet: (ToySheet,), Campaign: (ToyCampaign,), Barrier: (ToyBar,)})
