"""What this chapter brings: meetings, offers and flight from them."""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.kernel.prompt import Prompt
from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import DUNGEON, Chapter, Deed
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.encounters import (
    answers,
    evasion,
    favours,
    meetings,
    offers,
    prisoners,
    recognising,
    surprise,
)
from underkeep.world.knowledge import KindLearnt

_EVENTS: tuple[type[Event], ...] = (
    surprise.SurpriseSettled,
    *evasion.EVENTS,
    meetings.PassedBy,
    meetings.TheyJoin,
    meetings.FavourGranted,
    meetings.DrivenToKill,
    offers.NoOffer,
)


def _answer_offer(do: Resolution, prompt: Prompt, answer: str) -> None:
    meetings.after_offer(do, offers.accept(do, prompt, answer), str(prompt.context["column"]))


CHAPTER = Chapter(
    deeds=(
        Deed(prisoners.Interrogate, (DUNGEON,), prisoners.interrogate, prisoners.options, prisoners.why_not, free=True),
    ),
    events=(*_EVENTS, *prisoners.EVENTS, *recognising.EVENTS, *favours.EVENTS),
    reactions={KindLearnt: recognising.on_learning},
    objections={a.Parley: meetings.why_not_parley, a.Evade: answers.why_not_evade},
    answers={offers.OFFER: _answer_offer},
)
