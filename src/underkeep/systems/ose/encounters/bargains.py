"""Bargains with those met, and whether they are kept: Law keeps its word, Neutrality looks to itself, Chaos cheats."""

from __future__ import annotations

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.world.creature import Creature
from underkeep.world.state import State

GP_A_HEAD = 5
_LAW, _NEUTRALITY, _CHAOS = "ose:alignment.law", "ose:alignment.neutrality", "ose:alignment.chaos"


class BargainStruck(Note, frozen=True):
    """How an offer was taken: keeps, betrays or declines."""

    gp: int
    outcome: str


def leader(state: State) -> Creature:
    """Who speaks for those met: the strongest."""
    assert state.encounter is not None
    up = [c for id in state.encounter.monsters if (c := state.creatures[id]).status == "up"]
    return max(up, key=lambda c: (sheet(c).level, c.hp))


def price(state: State) -> int:
    """What they expect for their trouble. Ours."""
    assert state.encounter is not None
    return GP_A_HEAD * len(state.encounter.monsters)


@executes("ose:alignment.law", "ose:alignment.neutrality", "ose:alignment.chaos")
def bargain(do: Resolution, gp: int) -> str:
    """Whether an offer of that worth is taken, and whether the word is kept then."""
    other = leader(do.state)
    outcome = answer(do, other, gp)
    do.emit(BargainStruck(gp, outcome, rule=(RULES[sheet(other).alignment],)))
    return outcome


@executes("ose:alignment.law", "ose:alignment.neutrality", "ose:alignment.chaos")
def answer(do: Resolution, other: Creature, gp: int) -> str:
    """Defaults: nobody takes less than the price. For it the lawful agree and keep a bargain; the neutral agree, for
    there is something in it for them; the chaotic agree, and break it where that is safe.
    """
    alignment = sheet(other).alignment
    enough = gp >= price(do.state)
    if alignment == "Lawful":
        return do.ruling(_LAW, ("keeps", "betrays", "declines"), "keeps" if enough else "declines", other.id)
    if alignment == "Neutral":
        return do.ruling(_NEUTRALITY, ("keeps", "declines"), "keeps" if enough else "declines", other.id)
    if not enough:
        return do.ruling(_CHAOS, ("keeps", "betrays", "declines"), "declines", other.id)
    tempting = is_safe_to_betray(do.state)
    if tempting:
        do.emit(RefereeAdvised(other.name, "is not to be trusted.", rule=(_CHAOS,)))
    return do.ruling(_CHAOS, ("keeps", "betrays", "declines"), "betrays" if tempting else "keeps", other.id)


@executes("ose:alignment.chaos")
def is_safe_to_betray(state: State) -> bool:
    """Whether those met have more Hit Dice among them than the party has levels."""
    assert state.encounter is not None
    theirs = sum(sheet(c).level for id in state.encounter.monsters if (c := state.creatures[id]).status == "up")
    return theirs > sum(sheet(c).level for c in state.marchers())


RULES = {"Lawful": _LAW, "Neutral": _NEUTRALITY, "Chaotic": _CHAOS}
