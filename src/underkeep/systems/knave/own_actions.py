"""The actions that only this game has outside a fight, and its objections to those that any game has."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import Prompt
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.characters import ties
from underkeep.systems.knave.encounters import meetings
from underkeep.systems.knave.equipment import experience, purse
from underkeep.systems.knave.exploration import exploring, features
from underkeep.systems.knave.magic import alchemy, casting, potions
from underkeep.systems.knave.town import carousing, gambling, gaol, hirelings, mishaps, town, training
from underkeep.systems.knave.travel import days
from underkeep.world.state import State

EVENTS: tuple[type[Event], ...] = (
    *potions.EVENTS,
    *alchemy.EVENTS,
    *carousing.EVENTS,
    *mishaps.EVENTS,
    *experience.EVENTS,
    *purse.EVENTS,
    *ties.EVENTS,
    *gambling.EVENTS,
    *training.EVENTS,
)
ACTIONS: tuple[type[Action], ...] = (
    *potions.ACTIONS,
    *alchemy.ACTIONS,
    *days.ACTIONS,
    *carousing.ACTIONS,
    *gambling.ACTIONS,
    *training.ACTIONS,
    *gaol.ACTIONS,
    *casting.ACTIONS,
)
QUESTIONS = (*mishaps.QUESTIONS, gambling.QUESTION)


def options(state: State) -> tuple[Action, ...]:
    assert state.party is not None
    found: list[Action] = []
    members = state.marchers()
    for member in members:
        found += [*potions.options(member), *potions.tastes(member)]
    found += casting.own_options(state)
    if state.encounter is None:
        found += alchemy.options(state)
        found.append(days.Camp())
    if state.party.place == "town":
        found += [make(m.id) for m in members for make in (carousing.Carouse, carousing.DrinkAnHour)]
        found += [*gambling.options(state), *training.options(state), *gaol.options(state)]
    return tuple(action for action in found if why_not(state, action) is None)


def why_not(state: State, action: Action) -> Refusal | None:
    """What the book says against one of its own actions."""
    actor = state.creatures.get(getattr(action, "actor", ""))
    assert state.party is not None
    if hasattr(action, "actor") and (actor is None or actor.id not in state.party.members):
        return Refusal("Nobody of that name is in the party.")
    refusal = _why_not_anything(state, action)
    if refusal is not None:
        return refusal
    match action:
        case potions.Quaff() | potions.Taste():
            return potions.why_not(state, action)
        case alchemy.Harvest() | alchemy.Brew():
            return alchemy.why_not(state, action)
        case days.Camp():
            return days.why_not_camp(state)
        case carousing.Carouse():
            return carousing.why_not_carouse(state, action)
        case carousing.DrinkAnHour():
            return carousing.why_not(state, action.actor)
        case gambling.Gamble():
            return gambling.why_not(state, action)
        case training.Train():
            return training.why_not(state, action)
        case gaol.Bail():
            return gaol.why_not_bail(state, action)
        case casting.Cast() | casting.WriteBook():
            return casting.why_not(state, action)
    return None


def _why_not_anything(state: State, action: Action) -> Refusal | None:
    actor = state.creatures.get(getattr(action, "actor", ""))
    if actor is not None and gaol.is_in(actor):
        return Refusal(f"{actor.name} is in prison.", gaol.RULE)
    return exploring.why_not(state, action)


def why_not_shared(state: State, action: Action) -> Refusal | None:
    """What the book says against an action that any game has."""
    refusal = _why_not_anything(state, action)
    if refusal is not None:
        return refusal
    match action:
        case a.SetOut():
            return gaol.why_not_go(state) or hirelings.why_not_go(state)
        case a.Evade():
            return meetings.why_not_evade(state, action.drop)
        case a.Parley():
            return meetings.why_not_parley(state, state.creatures[action.actor])
        case a.Use() if state.dungeon is not None and action.feature in state.dungeon.features:
            return features.why_not(state, state.dungeon.features[action.feature])
        case a.Buy():
            assert state.settlement is not None
            ware = town.on_sale(state.settlement.size)[action.item]
            return town.why_not_buy(state, state.creatures[action.actor], ware, action.count)
        case a.Sell():
            return town.why_not_sell(state.creatures[action.actor], action.item, action.count)
        case a.Hire():
            return hirelings.why_not_hire(state, state.creatures[action.actor], action.applicant, *action.terms)
        case a.HearRumours():
            return town.why_not_hear(state)
    return None


def perform(do: Resolution, action: Action) -> None:
    match action:
        case potions.Quaff() | potions.Taste():
            potions.perform(do, action)
        case alchemy.Harvest() | alchemy.Brew():
            alchemy.perform(do, action)
        case days.Camp():
            days.camp(do)
        case carousing.Carouse():
            carousing.carouse(do, action)
        case carousing.DrinkAnHour():
            carousing.drink(do, action)
        case gambling.Gamble():
            gambling.gamble(do, action)
        case training.Train():
            training.train(do, action)
        case gaol.Bail():
            gaol.bail(do, action)
        case casting.Cast():
            casting.perform(do, action)
        case _:
            raise AssertionError(f"Nothing here does {action}.")


def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """Go on from a question of the downtime."""
    if prompt.question == gambling.QUESTION:
        gambling.answer(do, prompt, choice)
    else:
        mishaps.answer(do, prompt, choice)
