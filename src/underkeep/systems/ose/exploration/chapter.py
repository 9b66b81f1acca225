"""What this chapter brings: doors, searches, traps, special rooms, the party's own business, rest, called rolls."""

from __future__ import annotations

from underkeep.procedures import delve_actions as a
from underkeep.procedures import doors as any_doors
from underkeep.procedures import meanwhile as any_meanwhile
from underkeep.procedures.actions import CallCheck, CallSave
from underkeep.procedures.chapter import AT_LEISURE, DUNGEON, TOWN, Chapter, Deed, called
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.checks.healing import Camp
from underkeep.systems.ose.combat import ability_checks
from underkeep.systems.ose.equipment import hoards, load
from underkeep.systems.ose.equipment.light import WritingRead
from underkeep.systems.ose.exploration import (
    camping,
    chronicle,
    doors,
    drawn_maps,
    entering_areas,
    footing,
    hazards,
    meanwhile,
    party,
    room_hazards,
    searching,
    sharing,
    special_rooms,
    traps,
    treasure_maps,
    turns,
)
from underkeep.world.creature import Creature, Died, Harmed
from underkeep.world.dungeon import Door, DoorChanged
from underkeep.world.encounter import EncounterBegan
from underkeep.world.fight import FightBegan, FightEnded
from underkeep.world.party import MapNoted, MarchingOrderSet, PartyFormed, PartyWent, TurnEnded
from underkeep.world.state import State

_HERE = (DUNGEON,)
_BELOW = Refusal("That is for dungeons.", "ose:healing.natural")
_AT_HOME = Refusal("Not before the party is home.", sharing.FREE)


def _why_not_search(state: State, action: a.Search) -> Refusal | None:
    return searching.why_not(state, action.square)


def _why_not_at_once(state: State, action: a.Listen | a.PickLock) -> Refusal | None:
    return turns.why_not_act(state, action.actor) or doors.why_not(state, action)


def _pick_lock(do: Resolution, creature: Creature, door: Door) -> None:
    if turns.act(do, creature.id):
        doors.pick_lock(do, creature, door)


def _listen(do: Resolution, creature: Creature, door: Door) -> None:
    if turns.act(do, creature.id):
        doors.listen(do, creature, door)


def _why_not_treasure_trap(state: State, action: a.InspectHoard | a.Disarm) -> Refusal | None:
    return turns.why_not_act(state, action.actor) or traps.why_not(state, action)


def _why_not_note(state: State, action: a.NoteOnMap) -> Refusal | None:
    return drawn_maps.why_not_shown(state) or party.why_not_map(state)


def _why_not_use(state: State, action: a.Use) -> Refusal | None:
    return special_rooms.why_not(state, state.dungeon.features[action.feature]) if state.dungeon is not None else None


def _why_not_brave(state: State, action: room_hazards.Swim | room_hazards.Climb) -> Refusal | None:
    return room_hazards.why_not(state, action) or turns.why_not_act(state, action.actor)


def _brave(do: Resolution, action: room_hazards.Swim | room_hazards.Climb) -> None:
    if turns.act(do, action.actor):
        room_hazards.brave(do, action)


def _why_not_called(state: State, action: CallCheck | CallSave) -> Refusal | None:
    if isinstance(action, CallCheck) and hazards.reads(action.what):
        return hazards.why_not(state, action)
    return ability_checks.why_not(state, action)


def _call(do: Resolution, action: CallCheck | CallSave) -> None:
    if isinstance(action, CallCheck) and hazards.reads(action.what):
        hazards.call(do, action)
    else:
        ability_checks.call(do, action)


_AT_THE_DOOR = ("arrived", "walk")
"""How the party goes without coming to another place underground than the first."""


def _went(do: Resolution, event: PartyWent) -> None:
    """The party is somewhere else: on the road, underground, back in town."""
    turns.came(do, event)
    if event.place == "town":
        turns.rested_in_town(do)
    if event.how == "set out":
        sharing.note_own(do)
        party.set_out(do)
    elif event.how == "arrived" and event.place != "town":
        load.settle(do)
        doors.forget_sounds(do)
        any_meanwhile.go_by(meanwhile, do)
    if event.place == "dungeon" and event.how not in _AT_THE_DOOR:
        chronicle.begin_adventure(do)
    elif event.place == "dungeon" or event.how == "left":
        chronicle.stand_at_its_door(do)
    doors.went_through(do, event)
    entering_areas.arrived(do, event)
    drawn_maps.arrived(do, event)


def _met(do: Resolution, event: EncounterBegan) -> None:
    chronicle.begin_adventure(do)


def _hurt(do: Resolution, event: Harmed) -> None:
    state = do.state
    if state.party is not None and state.party.place != "town" and event.creature in state.party.members:
        chronicle.begin_adventure(do)


def _died(do: Resolution, event: Died) -> None:
    """What the dead carried lies where they fell, or on the road is taken up by the others; in a fight it is seen to
    afterwards."""
    company, quiet = do.state.party, do.state.fight is None and do.state.encounter is None
    if company is None or event.creature not in company.members:
        return
    is_away = company.at is not None or (company.place == "road" and do.state.dungeon is not None)
    if quiet and is_away:
        hoards.leave_lying(do, event.creature)


CHAPTER = Chapter(
    deeds=(
        any_doors.attempt(a.ForceDoor, doors.force),
        any_doors.attempt(a.PickLock, _pick_lock, "locked"),
        any_doors.listening(_listen),
        Deed(doors.WedgeDoor, _HERE, doors.wedge, doors.wedgings, doors.why_not_wedge),
        Deed(doors.PassDoor, _HERE, doors.pass_held, doors.held_ways, doors.why_not_pass),
        Deed(room_hazards.Swim, _HERE, _brave, room_hazards.swims, _why_not_brave, asks=room_hazards.asked),
        Deed(room_hazards.Climb, _HERE, _brave, room_hazards.climbs, _why_not_brave, asks=room_hazards.asked),
        Deed(Camp, _HERE, camping.camp, lambda _: (Camp(),), elsewhere=_BELOW, asks=camping.asked),
        Deed(
            sharing.Divide,
            (TOWN,),
            sharing.divide,
            lambda _: (sharing.Divide(),),
            sharing.why_not,
            free=True,
            asks=sharing.asked,
            elsewhere=_AT_HOME,
        ),
        Deed(drawn_maps.PaceOut, _HERE, drawn_maps.pace_out, drawn_maps.paces, drawn_maps.why_not_pace, free=True),
        Deed(chronicle.EndSession, AT_LEISURE, chronicle.end_session, chronicle.options, chronicle.why_not),
        Deed(party.KeepFormation, AT_LEISURE, party.keep_formation, party.formations_to_keep, party.why_not_formation),
        Deed(party.TakeFormation, AT_LEISURE, party.take_formation, party.formations_kept, party.why_not_formation),
        Deed(party.NameCaller, AT_LEISURE, party.name_caller, party.callers, party.why_not_caller),
        *called(_why_not_called, _call),
    ),
    events=(
        *chronicle.EVENTS,
        *doors.EVENTS,
        *drawn_maps.EVENTS,
        *entering_areas.EVENTS,
        hazards.HazardMet,
        *party.EVENTS,
        searching.SquareSearched,
        *sharing.EVENTS,
        special_rooms.FeatureTried,
        traps.TrapSprang,
        *treasure_maps.EVENTS,
        *turns.EVENTS,
    ),
    reactions={
        WritingRead: treasure_maps.read,
        EncounterBegan: _met,
        Harmed: _hurt,
        FightBegan: footing.began,
        FightEnded: footing.ended,
        PartyWent: _went,
        PartyFormed: party.formed,
        MarchingOrderSet: party.ordered,
        Died: _died,
    },
    reasons={TurnEnded: turns.why_ended, MapNoted: party.why_noted, DoorChanged: doors.why_changed},
    objections={
        a.Search: _why_not_search,
        a.Listen: _why_not_at_once,
        a.PickLock: _why_not_at_once,
        a.ForceDoor: doors.why_not,
        a.InspectHoard: _why_not_treasure_trap,
        a.Disarm: _why_not_treasure_trap,
        a.NoteOnMap: _why_not_note,
        a.Use: _why_not_use,
    },
    answers={party.MARCHING_ORDER: party.answer},
    effects=(traps.effects, special_rooms.on_entering, special_rooms.on_use),
)
