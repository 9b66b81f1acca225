"""Which rules have a say about which action outside a fight; the map and the town have had theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.procedures.resolution import Refusal
from underkeep.systems.ose.characters import languages, thief_skills
from underkeep.systems.ose.combat import improvising
from underkeep.systems.ose.encounters import pursuit
from underkeep.systems.ose.equipment import hoards, light, load, market
from underkeep.systems.ose.exploration import (
    doors,
    magic_and_skills,
    party,
    party_actions,
    searching,
    special_rooms,
    traps,
    turns,
)
from underkeep.systems.ose.magic import spell_books
from underkeep.systems.ose.town import hiring, inheritance, roster, rumours, town_actions, wages
from underkeep.systems.ose.travel import journeys
from underkeep.world.journey import route_named
from underkeep.world.state import State

Objection = Callable[[State, Any], Refusal | None]


def why_not(state: State, action: Action) -> Refusal | None:
    """The book's objection to what the map allows, or to one of the system's own actions."""
    objection = _OBJECTIONS.get(type(action))
    return objection(state, action) if objection is not None else None


def _move(state: State, _: Action) -> Refusal | None:
    return load.why_not_move(state)


def _search(state: State, action: a.Search) -> Refusal | None:
    stays = action.square == survey.here(state)[1].square
    return (None if stays else load.why_not_move(state)) or searching.why_not(state, action.square)


def _listen(state: State, action: a.Listen) -> Refusal | None:
    return turns.why_not_act(state, action.actor) or doors.why_not(state, action)


def _pick_lock(state: State, action: a.PickLock) -> Refusal | None:
    return turns.why_not_act(state, action.actor) or thief_skills.why_not(state, action)


def _treasure_trap(state: State, action: a.InspectHoard | a.Disarm) -> Refusal | None:
    return turns.why_not_act(state, action.actor) or traps.why_not(state, action)


def _note(state: State, _: a.NoteOnMap) -> Refusal | None:
    return party.why_not_map(state)


def _use(state: State, action: a.Use) -> Refusal | None:
    return special_rooms.why_not(state, state.dungeon.features[action.feature]) if state.dungeon is not None else None


def _take(state: State, action: a.TakeHoard) -> Refusal | None:
    return hoards.why_not_take(state, action.hoard)


def _evade(state: State, action: a.Evade) -> Refusal | None:
    return pursuit.why_not(state, action.drop)


def _parley(state: State, action: a.Parley) -> Refusal | None:
    return languages.why_not_talk(state, state.creatures[action.actor])


def _leave(state: State, action: a.LeaveDungeon) -> Refusal | None:
    route = route_named(state, action.route)
    refusal = journeys.why_not_take(state, route, True) if route is not None else None
    return refusal or load.why_not_move(state)


@executes("ose:retainer.definition")
def _set_out(state: State, action: a.SetOut) -> Refusal | None:
    """A party sets out by a road that is open, with at least one character, and with time for its studies."""
    route = route_named(state, action.route)
    refusal = journeys.why_not_take(state, route, False) if route is not None else None
    if refusal is not None:
        return refusal
    if not wages.characters(state):
        return Refusal("Retainers do not go without those who hired them.", "ose:retainer.definition")
    return spell_books.why_not_set_out(state)


@executes("ose:party.one-character-per-player")
def _another(objection: Objection) -> Objection:
    """Whether a player may have one more character at all, before the action's own objection."""

    def object_(state: State, action: Action) -> Refusal | None:
        return party.why_not_another(state) or objection(state, action)

    return object_


_OBJECTIONS: dict[type[Action], Objection] = {
    a.Go: _move,
    a.Walk: _move,
    a.LeaveDungeon: _leave,
    a.MarchOn: _move,
    a.TurnBack: _move,
    a.Search: _search,
    a.Listen: _listen,
    a.ForceDoor: doors.why_not,
    a.PickLock: _pick_lock,
    a.InspectHoard: _treasure_trap,
    a.Disarm: _treasure_trap,
    a.LightUp: light.why_not,
    a.NoteOnMap: _note,
    a.Use: _use,
    a.TakeHoard: _take,
    a.Try: improvising.why_not,
    a.Evade: _evade,
    a.Parley: _parley,
    a.SetOut: _set_out,
    a.Buy: market.why_not_buy,
    a.Sell: market.why_not_sell,
    a.Hire: hiring.why_not_hire,
    a.HearRumours: rumours.why_not,
    **dict.fromkeys(inheritance.ACTIONS, inheritance.why_not),
    **dict.fromkeys(party_actions.ACTIONS, party_actions.why_not),
    **dict.fromkeys(magic_and_skills.OWN, magic_and_skills.why_not),
    **dict.fromkeys(town_actions.ACTIONS, town_actions.why_not),
    inheritance.Inherit: _another(inheritance.why_not),
    roster.Enlist: _another(town_actions.why_not),
    roster.CallBack: _another(town_actions.why_not),
}
