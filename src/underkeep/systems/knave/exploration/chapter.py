"""What this chapter brings: doors, the hazard die, traps, odd places, and what can be carried and worn."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import doors, lights
from underkeep.procedures import meanwhile as any_meanwhile
from underkeep.procedures.chapter import DUNGEON, MEETING, Chapter, Deed
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.equipment import light
from underkeep.systems.knave.equipment.inventory import ItemsDropped
from underkeep.systems.knave.exploration import (
    aftermath,
    carried,
    exploring,
    features,
    followers,
    hazard_die,
    meanwhile,
    rousing,
    shifts,
    traps,
)
from underkeep.world.creature import Died
from underkeep.world.party import PartyWent
from underkeep.world.state import State


def _why_not_use(state: State, action: a.Use) -> Refusal | None:
    return features.why_not(state, state.dungeon.features[action.feature]) if state.dungeon is not None else None


def _went(do: Resolution, event: PartyWent) -> None:
    lights.go_on_without(do, (light.THREE_USES,))
    if event.place == "dungeon" and event.how == "arrived":
        shifts.pass_away(do, at_once=True)
        any_meanwhile.go_by(meanwhile, do)


CHAPTER = Chapter(
    deeds=(
        doors.attempt(a.ForceDoor, exploring.force_door),
        doors.attempt(a.PickLock, exploring.pick_lock, "locked"),
        doors.listening(exploring.listen),
        Deed(followers.TakeAlong, (MEETING,), followers.take_along, followers.options, followers.why_not, free=True),
        Deed(rousing.Rouse, (MEETING,), rousing.rouse, rousing.options, rousing.why_not, free=True),
        Deed(features.DrinkFrom, (DUNGEON,), features.drink_from, features.drinks),
    ),
    events=(*hazard_die.EVENTS, *shifts.EVENTS, *traps.EVENTS, *features.EVENTS, *aftermath.EVENTS, *rousing.EVENTS),
    reactions={PartyWent: _went, ItemsDropped: aftermath.on_dropped, Died: aftermath.on_died},
    objections={
        Action: exploring.why_not_anything,
        a.Walk: exploring.why_not_walk,
        a.Go: exploring.why_not_walk,
        a.LightUp: exploring.why_not_light,
        a.PickLock: exploring.why_not_handle,
        a.Disarm: exploring.why_not_handle,
        a.TakeHoard: exploring.why_not_take,
        a.Give: carried.why_not_give,
        a.Equip: carried.why_not_wear,
        a.Use: _why_not_use,
    },
    effects=(traps.effects,),
)
