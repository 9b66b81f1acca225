"""Noise: what is heard far off weighs on the roll at the end of the turn."""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics.campaign import campaign, with_campaign
from underkeep.systems.robs.basics.spell_conditions import is_hushed
from underkeep.world.state import State

OURS = "robs:delve-turn"


class NoiseChanged(Event, frozen=True):
    """Whether this turn has been a loud one so far."""

    loud: bool

    def evolve(self, state: State) -> State:
        return with_campaign(state, noise=self.loud)


EVENTS: tuple[type[Event], ...] = (NoiseChanged,)


@executes("robs:spell.silence.area")
def make_noise(do: Resolution) -> None:
    """Nothing is heard of a party inside a field of silence."""
    if any(is_hushed(do.state, creature) for creature in do.state.marchers()):
        return
    if not campaign(do.state).noise:
        do.emit(NoiseChanged(True, rule=(OURS,)))


def hush(do: Resolution) -> None:
    if campaign(do.state).noise:
        do.emit(NoiseChanged(False, rule=(OURS,)))
