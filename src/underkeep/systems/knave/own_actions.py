"""The actions that only this game has outside a fight, gathered for its delving, and its objections to the shared ones."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave import alchemy, company, days, encounters, exploring, features, potions, town
from underkeep.world.state import State

EVENTS: tuple[type[Event], ...] = (*potions.EVENTS, *alchemy.EVENTS)
ACTIONS: tuple[type[Action], ...] = (*potions.ACTIONS, *alchemy.ACTIONS, *days.ACTIONS)


def options(state: State) -> tuple[Action, ...]:
    found: list[Action] = []
    for member in state.marchers():
        found += [*potions.options(member), *potions.tastes(member)]
    if state.encounter is None:
        found += alchemy.options(state)
        found.append(days.Camp())
    return tuple(action for action in found if why_not(state, action) is None)


def why_not(state: State, action: Action) -> Refusal | None:
    actor = state.creatures.get(getattr(action, "actor", ""))
    assert state.party is not None
    if actor is not None and actor.id not in state.party.members:
        return Refusal(f"{actor.name} is not in the party.")
    refusal = exploring.why_not(state, action)
    if refusal is not None:
        return refusal
    if isinstance(action, potions.Quaff | potions.Taste):
        return potions.why_not(state, action)
    if isinstance(action, alchemy.Harvest | alchemy.Brew):
        return alchemy.why_not(state, action)
    if isinstance(action, days.Camp):
        return days.why_not_camp(state)
    return None


def why_not_shared(state: State, action: Action) -> Refusal | None:
    """What the book says against an action that any game has."""
    refusal = exploring.why_not(state, action)
    if refusal is not None:
        return refusal
    if isinstance(action, a.Evade):
        return encounters.why_not_evade(state, action.drop)
    if isinstance(action, a.Parley):
        return encounters.why_not_parley(state, state.creatures[action.actor])
    if isinstance(action, a.Use) and state.dungeon is not None and action.feature in state.dungeon.features:
        return features.why_not(state, state.dungeon.features[action.feature])
    if isinstance(action, a.Buy):
        ware = next(w for w in town.wares(state) if w.kind == action.item)
        return town.why_not_buy(state, state.creatures[action.actor], ware, action.count)
    if isinstance(action, a.Sell):
        return town.why_not_sell(state.creatures[action.actor], action.item, action.count)
    if isinstance(action, a.Hire):
        return company.why_not_hire(state, state.creatures[action.actor], action.applicant, action.daily_gp)
    if isinstance(action, a.HearRumours):
        return town.why_not_hear(state)
    return None


def perform(do: Resolution, action: Action) -> None:
    if isinstance(action, potions.Quaff | potions.Taste):
        potions.perform(do, action)
    elif isinstance(action, alchemy.Harvest | alchemy.Brew):
        alchemy.perform(do, action)
    elif isinstance(action, days.Camp):
        days.camp(do)
    else:
        raise AssertionError(f"Nothing here does {action}.")
