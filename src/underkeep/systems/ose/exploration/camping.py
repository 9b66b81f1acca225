"""A night's rest underground, and the sleep in which spells come back."""

from __future__ import annotations

from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.checks import healing
from underkeep.systems.ose.checks.healing import Camp
from underkeep.systems.ose.magic import memorising
from underkeep.world.encounter import EncounterBegan
from underkeep.world.state import State


def asked(state: State, action: Camp) -> str:
    """A day is not spent by a slip of the hand; nor is the last light."""
    burns = any(light.until is not None for light in state.lights)
    near = survey.neighbours(state)
    beside = " Those whom it has met are still here." if near else ""
    dark = ", and wakes in the dark: what burns now burns down" if burns else ""
    return f"The party camps for a whole day{dark}.{beside}"


def camp(do: Resolution, action: Camp) -> None:
    """Who sleeps undisturbed has slept for the spells as well."""
    before = len(do.events)
    healing.camp(do)
    if not any(isinstance(event, EncounterBegan | healing.RestBroken) for event in do.events[before:]):
        memorising.slept(do)
