"""What this chapter brings: doors, chests, searching, traps, light, and what can be carried."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import doors as ways
from underkeep.procedures import lights
from underkeep.procedures.chapter import AT_LEISURE, DUNGEON, Chapter, Deed
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.attacks import vision
from underkeep.systems.rampage.equipment import light
from underkeep.systems.rampage.exploration import (
    aftermath,
    chests,
    division,
    doors,
    filth,
    searching,
    sensing,
    sharing,
    traps,
    turns,
    venom,
)
from underkeep.world.dungeon import DoorChanged, HoardChanged
from underkeep.world.party import PartyWent, SquaresSeen
from underkeep.world.state import State

_HERE = (DUNGEON,)


def _went(do: Resolution, event: PartyWent) -> None:
    lights.go_on_without(do, ("rampage:light.drop.torch",))
    searching.stop_probing(do, event)
    sensing.on_going(do, event)


def _why_not_anything(state: State, action: Action) -> Refusal | None:
    """Those who lie senseless do nothing at all."""
    actor = state.creatures.get(getattr(action, "actor", ""))
    if actor is not None and not actor.is_up:
        return Refusal(f"{actor.name} cannot do anything now.")
    return None


def _open_silently(do: Resolution, action: doors.OpenSilently) -> None:
    assert do.state.dungeon is not None
    doors.open_silently(do, do.state.creatures[action.actor], do.state.dungeon.doors[action.door])


CHAPTER = Chapter(
    deeds=(
        ways.attempt(a.ForceDoor, doors.force),
        ways.attempt(a.PickLock, doors.pick),
        ways.attempt(doors.UseAcid, doors.dissolve),
        ways.listening(searching.listen),
        Deed(doors.OpenSilently, _HERE, _open_silently, doors.silent_openings, doors.why_not_open_silently),
        Deed(chests.OpenChest, _HERE, chests.open_chest, chests.options, chests.why_not),
        Deed(searching.DetectPits, _HERE, searching.detect, searching.detectings),
        Deed(searching.ProbePits, _HERE, searching.probe, searching.probings, searching.why_not_probe, free=True),
        Deed(filth.Rummage, _HERE, filth.rummage, filth.options, filth.why_not, free=True),
        Deed(venom.HarvestVenom, _HERE, venom.harvest, venom.harvests, venom.why_not_harvest, free=True),
        Deed(venom.CoatWeapon, AT_LEISURE, venom.coat, venom.coatings, venom.why_not_coat, free=True, personal=True),
        Deed(light.TrimLantern, AT_LEISURE, light.trim, light.trimmings, light.why_not_trim, free=True, personal=True),
    ),
    events=(
        *turns.EVENTS,
        *doors.EVENTS,
        *chests.EVENTS,
        *searching.EVENTS,
        *traps.EVENTS,
        *venom.EVENTS,
        *aftermath.EVENTS,
        *filth.EVENTS,
        *sensing.EVENTS,
        light.LightDropped,
    ),
    reactions={PartyWent: _went, DoorChanged: doors.note_opening, HoardChanged: division.divided},
    objections={
        Action: _why_not_anything,
        a.LightUp: light.why_not_light,
        a.ForceDoor: doors.why_not_force_door,
        a.PickLock: doors.why_not_pick_door,
        doors.UseAcid: doors.why_not_dissolve,
        a.Listen: searching.why_not_listen,
        a.InspectHoard: searching.why_not_inspect,
        a.Disarm: searching.why_not_disarm,
        a.TakeHoard: sharing.why_not_take,
        a.Give: sharing.why_not_give,
        a.Equip: sharing.why_not_equip,
    },
    effects=(traps.effects,),
    reasons={SquaresSeen: vision.why_so_far},
)
