"""Those who sleep may be woken: they see the party, and do what they feel like."""

from __future__ import annotations

from underkeep.kernel.event import Action, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.knave.encounters import meetings
from underkeep.world.state import State

ASLEEP = "asleep"
WHEN = "knave:reaction.when"


class Rouse(Action, frozen=True):
    """Wake those who sleep."""


class Roused(Note, frozen=True):
    """Those who slept are awake."""

    monsters: tuple[str, ...]


EVENTS: tuple[type[Note], ...] = (Roused,)


def options(state: State) -> list[Action]:
    return [Rouse()] if state.encounter is not None and state.encounter.attitude == ASLEEP else []


def why_not(state: State, action: Rouse) -> Refusal | None:
    return None if options(state) else Refusal("Nobody sleeps here.", WHEN)


@executes("knave:reaction.when")
def rouse(do: Resolution, action: Rouse) -> None:
    """Whoever is woken takes the party as it would have been taken at first sight."""
    assert do.state.encounter is not None
    pass_time(do, meetings.ROUND_SECONDS, "talk")
    do.emit(Roused(do.state.encounter.monsters, rule=(WHEN,)))
    meetings.wake(do)
