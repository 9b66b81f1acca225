"""Meeting somebody: talk, run, wait or fight. What they do is the game's answer."""

from __future__ import annotations

from functools import partial
from itertools import count, islice

from underkeep.kernel.event import Action
from underkeep.procedures import battlefield, fight
from underkeep.procedures.chapter import MEETING, Chapter, Deed
from underkeep.procedures.delve_actions import Engage, Evade, Parley, StandBy
from underkeep.procedures.questions import MeetingChapter
from underkeep.procedures.resolution import Resolution
from underkeep.world.state import State

AIMS = ("talk", "passage")
HERE = (MEETING,)
_ELSE = "The party has met somebody: fight, talk, run or wait."


def chapter(meetings: MeetingChapter) -> Chapter:
    """The deeds of any meeting, as this game answers for them."""
    return Chapter(
        (
            Deed(Engage, HERE, _engage, lambda _: (Engage(),)),
            Deed(StandBy, HERE, partial(_stand_by, meetings), lambda _: (StandBy(),)),
            Deed(Evade, HERE, partial(_evade, meetings), partial(_flights, meetings), refusal=_ELSE),
            Deed(Parley, HERE, partial(_parley, meetings), _talks, refusal=_ELSE),
        )
    )


def _flights(meetings: MeetingChapter, state: State) -> list[Action]:
    return [Evade(), *(Evade(lure) for lure in meetings.lures(state))]


def _talks(state: State) -> list[Action]:
    return [Parley(m.id, aim) for m in state.marchers() for aim in AIMS]


def _engage(do: Resolution, action: Engage) -> None:
    come_to_blows(do)


def _parley(meetings: MeetingChapter, do: Resolution, action: Parley) -> None:
    meetings.parley(do, do.state.creatures[action.actor], action.aim)


def _evade(meetings: MeetingChapter, do: Resolution, action: Evade) -> None:
    meetings.evade(do, action.drop)


def _stand_by(meetings: MeetingChapter, do: Resolution, action: StandBy) -> None:
    meetings.stand_by(do)


def ids_of_met(state: State, kind: str, many: int) -> tuple[str, ...]:
    """Ids for so many of a kind who are met: their numbers go on from those of their kind that were met before."""
    free = (id for number in count(1) if (id := f"{kind}-{number}") not in state.creatures)
    return tuple(islice(free, many))


def come_to_blows(do: Resolution) -> None:
    """Lay out the ground, draw up both sides and begin the fight."""
    battlefield.draw_up(do)
    fight.begin_fight(do)
