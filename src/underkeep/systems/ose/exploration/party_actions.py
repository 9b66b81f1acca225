"""What a party may do of its own accord besides what the map offers: camp, read, form up, divide, call it a night."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.checks import healing, illusions, provisions, saves
from underkeep.systems.ose.checks.healing import Camp
from underkeep.systems.ose.combat import ability_checks
from underkeep.systems.ose.equipment import light, load
from underkeep.systems.ose.equipment.light import Read
from underkeep.systems.ose.exploration import chronicle, doors, hazards, party, searching, sharing, traps, turns
from underkeep.systems.ose.exploration.chronicle import EndSession
from underkeep.systems.ose.exploration.sharing import Divide
from underkeep.systems.ose.magic import memorising
from underkeep.world.encounter import EncounterBegan
from underkeep.world.state import State

ACTIONS: tuple[type[Action], ...] = (Camp, Read, Divide, EndSession, *party.ACTIONS)
EVENTS: tuple[type[Event], ...] = (
    ability_checks.TaskAllowed,
    *chronicle.EVENTS,
    *doors.EVENTS,
    *turns.EVENTS,
    hazards.HazardMet,
    healing.RestBroken,
    *illusions.EVENTS,
    light.SeenByHeat,
    light.WritingRead,
    load.TreasureWeighed,
    *party.EVENTS,
    provisions.Fed,
    saves.ThreatRuled,
    searching.SquareSearched,
    *sharing.EVENTS,
    traps.TrapSprang,
)


def options(state: State) -> list[Action]:
    if state.party is None or state.encounter is not None:
        return []
    found: list[Action] = [*light.readings(state), *party.options(state), EndSession()]
    found.append(Divide() if state.party.place == "town" else Camp())
    return found


def why_not(state: State, action: Action) -> Refusal | None:
    assert state.party is not None
    if state.encounter is not None:
        return Refusal("Not while somebody is met.", "ose:encounter.sequence")
    if isinstance(action, Camp):
        underground = state.party.place == "dungeon"
        return None if underground else Refusal("That is for dungeons.", "ose:healing.natural")
    if isinstance(action, Divide):
        in_town = state.party.place == "town"
        return sharing.why_not(state, action) if in_town else Refusal("Not before the party is home.", sharing.FREE)
    if isinstance(action, Read):
        return light.why_not_read_item(state, action)
    return chronicle.why_not(state) if isinstance(action, EndSession) else party.why_not(state, action)


def perform(do: Resolution, action: Action) -> None:
    if isinstance(action, Camp):
        before = len(do.events)
        healing.camp(do)
        if not any(isinstance(event, EncounterBegan | healing.RestBroken) for event in do.events[before:]):
            memorising.slept(do)
    elif isinstance(action, Divide):
        sharing.divide(do, action)
    elif isinstance(action, Read):
        light.read(do, action)
    elif isinstance(action, EndSession):
        chronicle.end_session(do)
    else:
        party.perform(do, action)
