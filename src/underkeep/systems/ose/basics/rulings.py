"""Judgements that are not put each time: those that fall before play begins, and those that hold for good."""

from __future__ import annotations

from typing import ClassVar

from underkeep.kernel.event import Event
from underkeep.kernel.prompt import ALWAYS, BY_THE_BOOK, Ruled
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


def settled(
    do: Resolution, who: Recruit, name: str, rule: str, choices: tuple[str, ...], default: str, *also: str
) -> str:
    """What the recruit's choices say on a judgement rule; else what the referee says, or its stated default. `also`
    names what the same choice settles."""
    chosen = who.choices.get(name, "")
    if not chosen:
        return do.foretold(rule, choices, default, also)
    do.emit(Ruled(rule, chosen, "choice", rule=(rule, *also)))
    return chosen


def standing(
    do: Resolution, rule: str, choices: tuple[str, ...], default: str, seats: tuple[str, ...] | None = None
) -> str:
    """A judgement that holds for the whole campaign: put when it first matters, and kept. `seats` hear of it; by
    default all do, for whom it must betray nothing that it came up.
    """
    kept = campaign(do.state).rulings.get(rule)
    if kept is not None and rule not in do.state.standing:
        return kept
    choice = do.ruling(rule, choices, default, seats=seats)
    if do.state.party is not None and choice != kept:
        do.emit(RulingKept(rule, choice, rule=(rule,), seats=seats))
    return choice


def stands(state: State, rule: str, default: str) -> str:
    """How a standing judgement was settled, or its default while it has not come up."""
    said = state.standing.get(rule)
    if said is not None and said.manner == ALWAYS:
        return said.choice
    if said is not None and said.manner == BY_THE_BOOK:
        return default
    return campaign(state).rulings.get(rule, default)
