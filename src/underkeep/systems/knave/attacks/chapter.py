"""What this chapter brings: the facts of blows and nerve, and the rolls that the referee calls for."""

from __future__ import annotations

from underkeep.procedures.actions import CallCheck, CallSave
from underkeep.procedures.chapter import Chapter, called
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.attacks import afflictions, attacks, ledges, manoeuvres, monster_abilities, morale, stunts
from underkeep.systems.knave.checks import checks, saves
from underkeep.world.state import State


def _why_not(state: State, action: CallCheck | CallSave) -> Refusal | None:
    if isinstance(action, CallSave):
        return saves.why_not_call(state, action)
    if morale.is_called(action.what):
        return morale.why_not_call(state, action)
    return checks.why_not_call(state, action)


def _call(do: Resolution, action: CallCheck | CallSave) -> None:
    if isinstance(action, CallSave):
        saves.call(do, action)
    elif morale.is_called(action.what):
        morale.call(do, action)
    else:
        checks.call(do, action)


CHAPTER = Chapter(
    deeds=called(_why_not, _call),
    events=(
        *manoeuvres.EVENTS,
        *attacks.EVENTS,
        *ledges.EVENTS,
        *stunts.EVENTS,
        *morale.EVENTS,
        *monster_abilities.EVENTS,
        *afflictions.EVENTS,
    ),
    effects=(afflictions.effects, monster_abilities.powers),
)
