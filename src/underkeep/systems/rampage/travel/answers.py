"""What this game answers to the procedures of the road."""

from __future__ import annotations

from underkeep.systems.rampage.travel import days, overland

supplies = days.supplies
dangers = days.dangers
toll = days.toll
lay_routes = overland.lay_routes
begin_day = overland.begin_day
road_per_day = overland.miles_per_day
end_day = days.end_day
