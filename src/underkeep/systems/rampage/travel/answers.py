"""What this game answers to the procedures of the road."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.travel import overland

lay_routes = overland.lay_routes
begin_day = overland.begin_day
road_per_day = overland.miles_per_day


def end_day(do: Resolution, rested: bool) -> None:
    return None
