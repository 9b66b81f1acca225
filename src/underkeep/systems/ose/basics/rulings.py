"""Judgements that are not put each time: those that fall before play begins, and those that hold for good."""

from __future__ import annotations

from typing import ClassVar

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Event
from underkeep.kernel.prompt import REFEREE, Ruled
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.world.state import State


class RulingKept(Event, frozen=True):
    """How the referee ruled on a judgement that holds for the whole campaign."""

    secret: ClassVar[bool] = True

    judgement: str
    choice: str

    def evolve(self, state: State) -> State:
        return with_campaign(state, rulings={**campaign(state).rulings, self.judgement: self.choice})


def settled(do: Resolution, who: Recruit, name: str, rule: str, default: str, *also: str) -> str:
    """What the recruit's choices say on a judgement rule, or its stated default; told either way. `also`
    names what the same choice settles."""
    chosen = who.choices.get(name, "")
    do.emit(Ruled(rule, chosen or default, "choice" if chosen else "default", rule=(rule, *also)))
    return chosen or default


def foretold(do: Resolution, rule: str, choices: tuple[str, ...], default: str) -> str:
    """What the referee said on a judgement rule when ordering a dungeon, or its stated default; told either way."""
    chosen = do.rulings.get(rule, "")
    if chosen and chosen not in choices:
        raise UnderkeepError(f'"{chosen[:60]}" is no ruling on {rule}; there are {", ".join(choices)}.')
    do.emit(Ruled(rule, chosen or default, REFEREE if chosen else "default", rule=(rule,)))
    return chosen or default


def standing(do: Resolution, rule: str, choices: tuple[str, ...], default: str) -> str:
    """A judgement that holds for the whole campaign: put when it first matters, and kept."""
    kept = campaign(do.state).rulings.get(rule)
    if kept is not None:
        return kept
    choice = do.ruling(rule, choices, default)
    if do.state.party is not None:
        do.emit(RulingKept(rule, choice, rule=(rule,)))
    return choice


def stands(state: State, rule: str, default: str) -> str:
    """How a standing judgement was settled, or its default while it has not come up."""
    return campaign(state).rulings.get(rule, default)
