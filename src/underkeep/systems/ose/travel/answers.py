"""What this game answers to the procedures of the road."""

from __future__ import annotations

from underkeep.systems.ose.checks import provisions
from underkeep.systems.ose.travel import journeys

lay_routes = journeys.lay_routes
begin_day = journeys.begin_day
road_per_day = journeys.party_miles
end_day = journeys.end_day
supplies = provisions.supplies
dangers = journeys.dangers
toll = journeys.toll
