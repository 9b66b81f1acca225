"""What days away from home bring: meals, thirst, and a little healing."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.checks import healing, provisions
from underkeep.systems.rampage.encounters.surprise import terrain
from underkeep.world.clock import TimePassed, day_of
from underkeep.world.journey import Route
from underkeep.world.state import State


def end_day(do: Resolution, rested: bool) -> None:
    """A day out of doors: food and water, then what rest or time heals."""
    provisions.feed(do, terrain(do.state))
    for creature in do.state.marchers():
        healing.day_passes(do, creature.id, rested)


def underground(do: Resolution, event: TimePassed) -> None:
    """Who stays below past midnight eats there."""
    party, fed = do.state.party, campaign(do.state).eaten
    if party is None or party.at is None or do.state.fight is not None or not fed:
        return
    for _ in range(day_of(do.state.now) - fed):
        provisions.feed(do, "")


def supplies(state: State) -> tuple[str, ...]:
    """Rations, each for one for a day; water is found everywhere but in dry country."""
    eaters = [c for c in state.marchers() if provisions.carrying_folk(c)]
    found = sum(i.count for c in state.marchers() for i in c.items if i.kind == provisions.RATIONS)
    left = found // max(1, len(eaters))
    return (f"Rations for {left} day{'' if left == 1 else 's'}.",)


def dangers(state: State) -> str:
    """No march kills by itself."""
    return ""


def toll(route: Route) -> str:
    """No way is paid for."""
    return ""
