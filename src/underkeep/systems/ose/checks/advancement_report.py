"""How fast the party advances: the tallies of its adventures, and a report on them now and then."""

from __future__ import annotations

from typing import ClassVar

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.equipment.treasure_settings import TREASURE_PERCENT, party_levels
from underkeep.world.party import Counted
from underkeep.world.state import State

TOTAL_XP, TOTAL_GP, ADVENTURES = "total:xp", "total:gp", "total:adventures"
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


def keep_count(do: Resolution, xp: int, gp: int) -> None:
    """Add an adventure to the tallies, and report after every fourth."""
    party = do.state.party
    assert party is not None
    for key, more in ((TOTAL_XP, xp), (TOTAL_GP, gp), (ADVENTURES, 1)):
        do.emit(Counted(key, party.counts.get(key, 0) + more))
    if (party.counts.get(ADVENTURES, 0) + 1) % REPORT_EVERY == 0:
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
    assert state.party is not None
    counts = state.party.counts
    return counts.get(TOTAL_GP, 0) / counts[TOTAL_XP] if counts.get(TOTAL_XP) else 1.0


@executes("ose:advancement.rate.standard", "ose:treasure.xp-share")
def report(do: Resolution) -> None:
    """Default: a report to the referee, who may place more or less treasure from now on."""
    party = do.state.party
    assert party is not None
    levels, share = party_levels(do.state), treasure_share(do.state)
    do.emit(
        PacingReported(
            party.counts[ADVENTURES],
            tuple(levels),
            int(share * 100),
            share < LEAST_TREASURE_SHARE,
            advice(levels),
            rule=(_STANDARD, "ose:treasure.xp-share"),
        )
    )
    answer = do.ruling(_STANDARD, tuple(_ANSWERS), "report only", advice(levels))
    if _ANSWERS[answer] != 100:
        do.emit(Counted(TREASURE_PERCENT, _ANSWERS[answer], rule=(_STANDARD,)))
