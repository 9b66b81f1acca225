"""Judgements that are not put each time: those that fall before play begins, and those that hold for good."""

from __future__ import annotations

from underkeep.errors import UnderkeepError
from underkeep.kernel.prompt import REFEREE, Ruled
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.world.party import Counted
from underkeep.world.state import State


def settled(do: Resolution, who: Recruit, name: str, rule: str, default: str) -> str:
    """What the recruit's choices say on a judgement rule, or its stated default; told either way."""
    chosen = who.choices.get(name, "")
    do.emit(Ruled(rule, chosen or default, "choice" if chosen else "default", rule=(rule,)))
    return chosen or default


def foretold(do: Resolution, rule: str, choices: tuple[str, ...], default: str) -> str:
    """What the referee said on a judgement rule when ordering a dungeon, or its stated default; told either way."""
    chosen = do.rulings.get(rule, "")
    if chosen and chosen not in choices:
        raise UnderkeepError(f'"{chosen[:60]}" is no ruling on {rule}; there are {", ".join(choices)}.')
    do.emit(Ruled(rule, chosen or default, REFEREE if chosen else "default", rule=(rule,)))
    return chosen or default


def standing(do: Resolution, rule: str, choices: tuple[str, ...], default: str) -> str:
    """A judgement that holds for the whole campaign: put when it first matters, and kept with the party."""
    party = do.state.party
    if party is not None and _kept(rule) in party.counts:
        return choices[party.counts[_kept(rule)]]
    choice = do.ruling(rule, choices, default)
    if party is not None:
        do.emit(Counted(_kept(rule), choices.index(choice), rule=(rule,), seats=(REFEREE,)))
    return choice


def stands(state: State, rule: str, choices: tuple[str, ...], default: str) -> str:
    """How a standing judgement was settled, or its default while it has not come up."""
    kept = state.party.counts.get(_kept(rule)) if state.party is not None else None
    return default if kept is None else choices[kept]


def _kept(rule: str) -> str:
    return f"ruling:{rule}"
