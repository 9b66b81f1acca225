"""What days away from home bring: meals, thirst, and a little healing."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.checks import healing, provisions
from underkeep.systems.rampage.encounters.surprise import terrain
from underkeep.world.clock import TimePassed, day_of


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
