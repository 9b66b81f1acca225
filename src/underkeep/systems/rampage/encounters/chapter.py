"""What this chapter brings: meetings, offers and flight from them."""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.kernel.prompt import Prompt
from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import Chapter
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.encounters import answers, evasion, meetings, offers, surprise

_EVENTS: tuple[type[Event], ...] = (
    surprise.SurpriseSettled,
    *evasion.EVENTS,
    meetings.PassedBy,
    meetings.TheyJoin,
    meetings.FavourGranted,
)


def _answer_offer(do: Resolution, prompt: Prompt, answer: str) -> None:
    meetings.after_offer(do, offers.accept(do, prompt, answer), str(prompt.context["column"]))


CHAPTER = Chapter(
    events=_EVENTS,
    objections={a.Parley: meetings.why_not_parley, a.Evade: answers.why_not_evade},
    answers={offers.OFFER: _answer_offer},
)
