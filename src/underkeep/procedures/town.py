"""In town: shops, hirelings, rumours, rest, and the road to the dungeon."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures import carrying, containers
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import ACTIONS
from underkeep.procedures.delving import Delving
from underkeep.procedures.options import Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.journey import JourneyBegan, marched_today, route_named, routes
from underkeep.world.party import MarchingOrderSet, Party, PartyFormed, PartyLeft, PartyWent
from underkeep.world.state import GameEnded, State

MOST_DAYS = 30
MOST_OFFERED = 1_000_000
ELSEWHERE = (*ACTIONS, *a.UNDERGROUND, *a.OF_MEETINGS, *a.ON_THE_ROAD)


def is_on(state: State) -> bool:
    return state.party is not None and state.party.place == "town" and not state.over


def options(delving: Delving, state: State) -> Options:
    """What the town offers; selling and buying in other counts are legal too."""
    assert state.settlement is not None and state.party is not None
    members = state.marchers()
    found: list[Action] = [a.SetOut(), *(a.SetOut(route.id) for route in routes(state)[1:])] if members else []
    found += [a.RestDays(1), a.RestDays(7), a.Retire()]
    found += [a.HearRumours(m.id) for m in members]
    found += [a.Buy(m.id, ware.kind, ware.count) for m in members for ware in delving.wares(state)]
    found += [a.Sell(m.id, item.id, item.count) for m in members for item in m.items if delving.price_of(state, item)]
    found += [
        a.Hire(m.id, who.id, terms)
        for m in members
        for who in state.settlement.applicants
        for terms in delving.offers(state, who)
    ]
    found += [a.Dismiss(id) for id in state.party.members]
    found += delving.own_options(state)
    return Options(tuple(action for action in found if delving.why_not(state, action) is None))


def why_not(delving: Delving, state: State, action: Action) -> Refusal | None:
    """By what there is in town first, then by the book."""
    assert state.settlement is not None and state.party is not None
    if isinstance(action, ELSEWHERE):
        return Refusal("That is not done in town.")
    if isinstance(action, carrying.ACTIONS):
        return carrying.why_not(state, action) or delving.why_not(state, action)
    if isinstance(action, containers.ACTIONS):
        return containers.why_not(delving.containers, state, action)
    if isinstance(action, a.Order):
        return None if sorted(action.members) == sorted(state.party.members) else Refusal("Name each member once.")
    actor = getattr(action, "actor", None)
    if actor is not None and actor not in state.party.members:
        return Refusal(f"{actor} is not in the party.")
    if isinstance(action, a.Dismiss) and action.creature not in state.party.members:
        return Refusal(f"{action.creature or 'Nobody'} is not in the party.")
    if isinstance(action, a.Buy) and not any(w.kind == action.item for w in delving.wares(state)):
        return Refusal(f"Nobody here sells {action.item}.")
    if isinstance(action, a.Buy | a.Sell) and not 1 <= action.count <= 1000:
        return Refusal("A number from 1 to 1000, please.")
    if isinstance(action, a.Sell):
        sold = state.creatures[action.actor].item(action.item)
        if sold is None:
            return Refusal("There is no such thing to sell.")
        if sold.holds:
            return Refusal("It must be emptied first.")
    if isinstance(action, a.Hire) and not any(w.id == action.applicant for w in state.settlement.applicants):
        return Refusal(f"Nobody called {action.applicant} looks for work.")
    if isinstance(action, a.Hire) and (len(action.terms) != len(delving.terms) or not _are_numbers(action.terms)):
        return Refusal(
            f"An offer is a number for each of: {', '.join(t.told.format('so many') for t in delving.terms)}."
        )
    if isinstance(action, a.RestDays) and not 1 <= action.days <= MOST_DAYS:
        return Refusal(f"Between 1 and {MOST_DAYS} days, please.")
    if isinstance(action, a.SetOut) and not state.marchers():
        return Refusal("There is nobody to set out.")
    if isinstance(action, a.SetOut) and route_named(state, action.route) is None:
        return Refusal(f"No route is called {action.route[:60]}.")
    return delving.why_not(state, action)


def _are_numbers(terms: tuple[int, ...]) -> bool:
    return all(0 <= amount <= MOST_OFFERED for amount in terms)


def perform(do: Resolution, delving: Delving, action: Action) -> None:
    if isinstance(action, a.SetOut):
        set_out(do, action.route)
    elif isinstance(action, a.RestDays):
        delving.rest_days(do, action.days)
    elif isinstance(action, a.HearRumours):
        delving.hear_rumours(do, do.state.creatures[action.actor])
    elif isinstance(action, a.Buy):
        ware = next(w for w in delving.wares(do.state) if w.kind == action.item)
        delving.buy(do, do.state.creatures[action.actor], ware, action.count)
    elif isinstance(action, a.Sell):
        creature = do.state.creatures[action.actor]
        item = creature.item(action.item)
        assert item is not None
        delving.sell(do, creature, item, action.count)
    elif isinstance(action, a.Hire):
        delving.hire(do, do.state.creatures[action.actor], action.applicant, action.terms)
    elif isinstance(action, a.Dismiss):
        do.emit(PartyLeft(action.creature))
    elif isinstance(action, a.Order):
        do.emit(MarchingOrderSet(action.members))
    elif isinstance(action, a.Retire):
        do.emit(GameEnded("retired"))
    elif isinstance(action, carrying.ACTIONS):
        carrying.perform(do, action)
    elif isinstance(action, containers.ACTIONS):
        containers.perform(do, action)
    else:
        delving.perform(do, action)


def set_out(do: Resolution, id: str) -> None:
    """Out by a route; the journey goes on by itself."""
    route = route_named(do.state, id)
    assert route is not None
    do.emit(JourneyBegan(route, homeward=False, marched=marched_today(do.state)))
    do.emit(PartyWent("road", None, "set out"))


def form_party(do: Resolution, side: str, members: tuple[str, ...]) -> None:
    do.emit(PartyFormed(Party(side, members)))
