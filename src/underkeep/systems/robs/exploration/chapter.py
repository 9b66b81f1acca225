"""What this chapter brings: doors, the turn, traps and odd places."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import doors, lights
from underkeep.procedures.chapter import AT_LEISURE, DUNGEON, Chapter, Deed
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.equipment import fitting, light
from underkeep.systems.robs.exploration import aftermath, breaking, exploring, features, noise, traps, turn, wings
from underkeep.world.creature import Felled
from underkeep.world.light import LightLit
from underkeep.world.party import PartyWent
from underkeep.world.state import State


def _why_not_use(state: State, action: a.Use) -> Refusal | None:
    return features.why_not(state, state.dungeon.features[action.feature]) if state.dungeon is not None else None


def _went(do: Resolution, event: PartyWent) -> None:
    lights.go_on_without(do, (light.OURS,))
    wings.on_going(do, event)


CHAPTER = Chapter(
    deeds=(
        doors.attempt(a.ForceDoor, exploring.force_door),
        doors.attempt(a.PickLock, exploring.pick_lock, "locked"),
        doors.listening(exploring.listen),
        Deed(breaking.HackDoor, (DUNGEON,), breaking.hack, breaking.hackings, breaking.why_not_hack),
        Deed(breaking.BreakThing, AT_LEISURE, breaking.break_thing, why_not=breaking.why_not_break, free=True),
    ),
    events=(
        *turn.EVENTS,
        *noise.EVENTS,
        *traps.EVENTS,
        *features.EVENTS,
        *aftermath.EVENTS,
        *light.EVENTS,
        *wings.EVENTS,
        *breaking.EVENTS,
    ),
    reactions={PartyWent: _went, LightLit: light.on_lit, Felled: aftermath.on_felled},
    answers={aftermath.CAPTIVES: aftermath.answer},
    objections={
        Action: exploring.why_not_anything,
        a.LightUp: exploring.why_not_light,
        a.Equip: fitting.why_not_equip,
        a.Use: _why_not_use,
    },
    effects=(traps.effects,),
)
