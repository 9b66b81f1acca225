"""How fast the party advances: a record of its adventures, and a report on them now and then."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.equipment.treasure_settings import party_levels
from underkeep.world.state import State

REPORT_EVERY = 4
LEAST_TREASURE_SHARE = 0.75
_STANDARD = "ose:advancement.rate.standard"
_ANSWERS = {"report only": 100, "more treasure": 150, "less treasure": 50}


class PacingReported(Note, frozen=True):
    """After some adventures: the levels reached, the part of all experience that treasure brought, and advice."""

    secret: ClassVar[bool] = True

    adventures: int
    levels: tuple[int, ...]
    treasure_percent: int
    is_treasure_short: bool
    advice: str


class AdventureRecorded(Event, frozen=True):
    """All adventures so far: how many, the experience they brought, and how much of it treasure did."""

    adventures: int
    xp: int
    treasure_gp: int

    def evolve(self, state: State) -> State:
        so_far = campaign(state).chronicle
        more = replace(so_far, adventures=self.adventures, xp=self.xp, treasure_gp=self.treasure_gp)
        return with_campaign(state, chronicle=more)


class TreasureRateSet(Event, frozen=True):
    """From now on there is so much treasure to be found, against the usual."""

    percent: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, wealth=replace(campaign(state).wealth, treasure_percent=self.percent))


EVENTS: tuple[type[Event], ...] = (PacingReported, AdventureRecorded, TreasureRateSet)


def record(do: Resolution, xp: int, gp: int) -> None:
    """Add an adventure to the record, and report after every fourth."""
    so_far = campaign(do.state).chronicle
    do.emit(AdventureRecorded(so_far.adventures + 1, so_far.xp + xp, so_far.treasure_gp + gp))
    if (so_far.adventures + 1) % REPORT_EVERY == 0:
        report(do)


@executes("ose:advancement.rate.standard")
def advice(levels: list[int]) -> str:
    """After three or four adventures somebody should be of 2nd level, and most not of 3rd."""
    if not any(level >= 2 for level in levels):
        return "more treasure"
    if sum(level >= 3 for level in levels) * 2 > len(levels):
        return "less treasure"
    return "as before"


@executes("ose:treasure.xp-share")
def treasure_share(state: State) -> float:
    """The part of all experience so far that treasure brought."""
    so_far = campaign(state).chronicle
    return so_far.treasure_gp / so_far.xp if so_far.xp else 1.0


@executes("ose:advancement.rate.standard", "ose:treasure.xp-share")
def report(do: Resolution) -> None:
    """Default: a report to the referee, who may place more or less treasure from now on."""
    levels, share = party_levels(do.state), treasure_share(do.state)
    do.emit(
        PacingReported(
            campaign(do.state).chronicle.adventures,
            tuple(levels),
            int(share * 100),
            share < LEAST_TREASURE_SHARE,
            advice(levels),
            rule=(_STANDARD, "ose:treasure.xp-share"),
        )
    )
    answer = do.ruling(_STANDARD, tuple(_ANSWERS), "report only", advice(levels))
    if _ANSWERS[answer] != 100:
        do.emit(TreasureRateSet(_ANSWERS[answer], rule=(_STANDARD,)))
