"""Those met underground who would like to come along: they are taken along, whether they understand words or not."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures import conversation
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.knave.encounters import companions, meetings
from underkeep.systems.knave.exploration import talk
from underkeep.world.state import State

ROLL = "knave:reaction.roll"
JOINING = "joining"


class TakeAlong(Action, frozen=True):
    """Take along those who would like to come."""


def options(state: State) -> list[Action]:
    return [TakeAlong()] if state.encounter is not None and state.encounter.attitude == JOINING else []


@executes("knave:reaction.roll")
def why_not(state: State, action: TakeAlong) -> Refusal | None:
    if state.encounter is None or state.encounter.attitude != JOINING:
        return Refusal("They have not asked to come along.", ROLL)
    full = companions.no_room(state)
    return Refusal(full, ROLL) if full else None


@executes("knave:reaction.roll")
def take_along(do: Resolution, action: TakeAlong) -> None:
    """As many of them as those here can lead; the others go their way."""
    assert do.state.encounter is not None
    pass_time(do, meetings.ROUND_SECONDS, "talk")
    for id in do.state.encounter.monsters:
        if do.state.creatures[id].is_up and companions.join(do, id):
            conversation.one_leaves(talk.part, do, id)
    if do.state.encounter is not None:
        talk.part(do, JOINING)
